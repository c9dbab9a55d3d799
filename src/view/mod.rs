//! Views: boards and lines of play as text, as SVG pictures, and as HTML pages.
//!
//! [`paint`], [`svg::pyramid`] and [`svg::side`] draw single pyramids and know no rules; the document of a picture, and the shell,
//! player and script of a page, serve all games; everything else draws Solomids.

pub mod page;
pub mod paint;
mod panels;
pub mod stash;
pub mod svg;
pub mod text;
pub mod words;
