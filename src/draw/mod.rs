//! Drawing for every game: paints, single pyramids, SVG documents, lines in phases, and the shell, player and scripts of pages.

pub mod line;
pub mod page;
pub mod paint;
pub mod svg;
