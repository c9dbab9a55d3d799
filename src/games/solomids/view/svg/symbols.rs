//! Symbols of the fifteen kinds of pyramids of a Solomids palette.

use maud::{Markup, html};

use crate::draw::svg::pyramid;
use crate::games::solomids::game::{Colour, Palette, Size};
use crate::games::solomids::view::stash::paint;

/// The id of the symbol of a pyramid: `R1`.
pub(in crate::games::solomids::view) fn id(palette: &Palette, colour: Colour, size: Size) -> String {
    pyramid::id(palette.letter(colour), size)
}

/// The symbols of all kinds of pyramids, for the `defs` of a document.
pub(in crate::games::solomids::view) fn symbols(palette: &Palette) -> Markup {
    html! {
        @for colour in Colour::ALL {
            @for size in Size::ALL {
                (pyramid::symbol(palette.letter(colour), size, paint(palette, colour)))
            }
        }
    }
}
