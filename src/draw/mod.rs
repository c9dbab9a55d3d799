//! Drawing for every game: paints, single pyramids, SVG documents, and the shell, player and scripts of pages.

pub mod page;
pub mod paint;
pub mod svg;
