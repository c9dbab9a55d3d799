//! Paints of the five colours of a Solomids palette.

use crate::draw::paint::Paint;
use crate::games::solomids::game::{Colour, Palette};

/// The paint of a colour: that of its letter, or else that of the default letter with the same colour index.
///
/// In the second case no colour of the palette has the default letter, so the five paints are different.
pub fn paint(palette: &Palette, colour: Colour) -> Paint {
    Paint::of_letter(palette.letter(colour)).unwrap_or_else(|| default_paint(colour))
}

/// The paint of the default letter with a colour index.
fn default_paint(colour: Colour) -> Paint {
    Paint::of_letter(Palette::default().letter(colour)).expect("default letters have paints")
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
