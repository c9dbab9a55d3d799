//! Views: boards and lines of play as text, as SVG pictures, and as HTML pages.
//!
//! Single pyramids, documents and pages come from [`draw`](crate::draw).

pub mod page;
mod panels;
pub mod stash;
pub mod svg;
pub mod text;
pub mod words;
