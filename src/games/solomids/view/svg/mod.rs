//! Boards and lines of play as SVG pictures, with pyramids seen from above.
//!
//! A pyramid shows its letter and one to three pips. A tree shows three outlines, six pips, and the letter
//! of its small. The symbols of the pyramids and the frame of a board are defined once in a document.
//!
//! ```
//! use solomids::game::parse_position;
//! use solomids::view::svg;
//!
//! let text = "R123 . . . ./. . . . ./. . . . ./. . . . ./. . . . ./\
//!             . . . . ./. . . . ./. . . . ./. . . . ./. . . . .";
//! let parsed = parse_position(text)?;
//! let picture = svg::board(&parsed.position, &parsed.palette, "One tree left");
//! assert!(picture.starts_with("<svg"));
//! # Ok::<(), solomids::game::ParseError>(())
//! ```

mod board;
mod sheet;
mod symbols;
#[cfg(test)]
mod tests;

pub use sheet::sheet;

use crate::draw::svg::Picture;
use crate::games::solomids::game::{Palette, Position};

pub(super) use board::{BANK_LABEL, BANK_MIDDLE, MARK, bank_placement, square_placement, still, swaps};
pub(crate) use board::{HEIGHT, WIDTH, defs};
pub(super) use symbols::id;

/// A picture of a board with its bank, as an SVG document.
pub fn board(position: &Position, palette: &Palette, title: &str) -> String {
    let description = palette.canonical(position);
    let content = still(position, palette);
    Picture { width: WIDTH, height: HEIGHT, title, description: &description, defs: defs(palette), content }
        .document()
}
