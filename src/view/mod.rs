//! Views: boards and lines of play as text, as SVG pictures, and as HTML pages.
//!
//! [`paint`] and [`svg::pyramid`] draw single pyramids and know no rules; everything else draws Solomids.

pub mod page;
pub mod paint;
mod panels;
pub mod stash;
pub mod svg;
pub mod text;
pub mod words;
