//! Single pyramids from above.

use maud::{Markup, html};

use crate::game::{Colour, Palette, Size};
use crate::view::colours::{Paint, paint};

/// The name of the drawing of a pyramid in a document: `R1`.
pub(in crate::view) fn id(palette: &Palette, colour: Colour, size: Size) -> String {
    format!("{}{}", palette.letter(colour), size.pips())
}

/// Drawings of all fifteen kinds of pyramids, each around the origin, to be used by their [`id`].
pub(in crate::view) fn symbols(palette: &Palette) -> Markup {
    html! {
        @for colour in Colour::ALL {
            @for size in Size::ALL {
                g id=(id(palette, colour, size)) { (pyramid(palette, colour, size)) }
            }
        }
    }
}

/// Half the side of a pyramid.
const fn half(size: Size) -> f32 {
    match size {
        Size::Small => 13.0,
        Size::Medium => 19.25,
        Size::Large => 25.5,
    }
}

/// A pyramid: outline, four sides lit from above left, letter, pips.
fn pyramid(palette: &Palette, colour: Colour, size: Size) -> Markup {
    let Paint { fill, edge, ink } = paint(palette, colour);
    let half = half(size);
    let inner = half - 0.75;
    // The letter is hidden by whatever stands on the pyramid; on a small it makes room for the pip.
    let (letter, baseline) = match size {
        Size::Small => (13.5, 2.8),
        Size::Medium => (16.0, 5.2),
        Size::Large => (20.0, 7.2),
    };
    let first = -2.5 * (f32::from(size.pips()) - 1.0);
    html! {
        rect x=(-half) y=(-half) width=(2.0 * half) height=(2.0 * half) rx="2.5" fill=(fill) stroke=(edge)
            stroke-width="1.5" {}
        g stroke="none" {
            path d={ "M-" (inner) "-" (inner) "H" (inner) "L0 0z" } fill="#fff" fill-opacity=".2" {}
            path d={ "M-" (inner) "-" (inner) "V" (inner) "L0 0z" } fill="#fff" fill-opacity=".08" {}
            path d={ "M" (inner) "-" (inner) "V" (inner) "L0 0z" } fill="#000" fill-opacity=".06" {}
            path d={ "M-" (inner) " " (inner) "H" (inner) "L0 0z" } fill="#000" fill-opacity=".12" {}
        }
        g fill=(ink) {
            text.letter y=(baseline) font-size=(letter) { (palette.letter(colour)) }
            @for pip in 0..size.pips() {
                circle cx=(first + 5.0 * f32::from(pip)) cy=(half - 3.5) r="1.8" {}
            }
        }
    }
}
