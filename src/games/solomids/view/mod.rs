//! Views: boards and lines of play as text, as SVG pictures, and as HTML pages.
//!
//! Single pyramids, documents and pages come from [`draw`](crate::draw).

pub mod page;
pub(crate) mod play;
pub mod svg;
pub mod text;
pub mod words;

use super::game::{Colour, Palette};
use crate::draw::paint::Paint;

/// The paint of a colour: that of its letter, or else that of the default letter with the same colour index.
///
/// In the second case no colour of the palette has the default letter, so the five paints are different.
pub fn paint(palette: &Palette, colour: Colour) -> Paint {
    Paint::of_letter_or(palette.letter(colour), Palette::default().letter(colour))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_colours_have_five_paints() {
        for letters in ["RYGBK", "CPOWA", "XRCZQ", "M", "KWMTR", "ZYXWV", ""] {
            let palette = Palette::for_letters(&letters.chars().collect::<Vec<_>>());
            let mut fills = Colour::ALL.map(|colour| paint(&palette, colour).fill).to_vec();
            fills.sort_unstable();
            fills.dedup();
            assert_eq!(fills.len(), 5, "{letters}");
        }
    }
}
