//! Views: tables and lines of play as text, as SVG pictures with nests and towers seen from the side, and as pages.
//!
//! - [`text`]: a table for a terminal, in colours, and readable without them.
//! - [`words`]: moves in words, and lines divided into one phase for each tower.
//! - [`svg`]: a table, or a whole line, as a picture.
//! - [`page`]: a line of play as a page for the browser.

pub mod page;
pub(crate) mod play;
pub mod svg;
pub mod text;
pub mod words;

use crate::draw::paint::Paint;
use crate::games::solace2::game::{Colour, Palette};

/// Whether the inside of nests is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Inside {
    /// All pieces are drawn.
    #[default]
    Shown,
    /// Pieces that lie under another piece of their nest are left out, as a player sees them who has opaque pieces.
    Hidden,
}

/// The paint of a colour: that of its letter, or else that of the default letter of the same colour, which the palette then
/// does not use.
pub fn paint(palette: &Palette, colour: Colour) -> Paint {
    Paint::of_letter_or(palette.letter(colour), Palette::default().letter(colour))
}
