//! Single pyramids seen from above, as SVG: the drawing that any game of such pyramids can use.
//!
//! A document defines each kind of pyramid once, as a [`symbol`] in its `defs`, includes [`STYLE`], and places
//! [`instance`]s. Pyramids of one stack or nest have one centre and are placed from the lowest to the topmost: a smaller
//! one hides the letter of a larger one, but neither its outline nor its pips.
//!
//! ```
//! use solomids::game::Size;
//! use solomids::view::paint::Paint;
//! use solomids::view::svg::pyramid::{PyramidPlacement, id, instance, symbol};
//!
//! let black = Paint::of_letter('K').expect("black");
//! let definition = symbol('K', Size::Large, black).into_string();
//! assert!(definition.starts_with(r#"<g id="K3">"#));
//! let drawn = instance(&id('K', Size::Large), PyramidPlacement { x: 30, y: 30, scale: 1.0 }).into_string();
//! assert_eq!(drawn, r##"<use href="#K3" x="30" y="30"></use>"##);
//! ```

use maud::{Markup, html};

use super::hundredths::Hundredths;
use crate::draw::paint::Paint;
use crate::games::solomids::game::Size;

/// Style rules of pyramids: font and anchor of their letters.
pub const STYLE: &str = include_str!("pyramid.css");

/// Place of a drawing: its centre in units of the document, and its scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PyramidPlacement {
    /// Distance of the centre from the left.
    pub x: u32,
    /// Distance of the centre from the top.
    pub y: u32,
    /// Scale factor, of which pictures show two decimal places. At 1 the side of a large is 51 units.
    pub scale: f64,
}

/// The id of a pyramid's symbol in a document: letter and pips, `R1`.
pub fn id(letter: char, size: Size) -> String {
    format!("{letter}{}", size.pips())
}

/// The definition of a kind of pyramid, centred on the origin, as a `g` element with its [`id`].
pub fn symbol(letter: char, size: Size, paint: Paint) -> Markup {
    html! { g id=(id(letter, size)) { (drawing(letter, size, paint)) } }
}

/// A `use` element that shows the symbol with this id at a place.
pub fn instance(id: &str, PyramidPlacement { x, y, scale }: PyramidPlacement) -> Markup {
    html! {
        @if (scale - 1.0).abs() > f64::EPSILON {
            use href={ "#" (id) } transform={ "translate(" (x) " " (y) ")scale(" (Hundredths::of(scale)) ")" } {}
        } @else {
            use href={ "#" (id) } x=(x) y=(y) {}
        }
    }
}

/// Half the side of a pyramid's base.
const fn half_side(size: Size) -> Hundredths {
    Hundredths(match size {
        Size::Small => 1300,
        Size::Medium => 1925,
        Size::Large => 2550,
    })
}

/// The drawing of a pyramid: base, four sides lit from above left, letter, pips.
fn drawing(letter: char, size: Size, Paint { fill, edge, ink, .. }: Paint) -> Markup {
    let half = half_side(size);
    let [corner, side, inner, lowest] = [-half.0, 2 * half.0, half.0 - 75, half.0 - 350].map(Hundredths);
    // The letter of a small is raised to leave room for the pip.
    let (font_size, baseline) = match size {
        Size::Small => ("13.5", "2.8"),
        Size::Medium => ("16", "5.2"),
        Size::Large => ("20", "7.2"),
    };
    let pips = i64::from(size.pips());
    html! {
        rect x=(corner) y=(corner) width=(side) height=(side) rx="2.5" fill=(fill) stroke=(edge)
            stroke-width="1.5" {}
        g stroke="none" {
            path d={ "M-" (inner) "-" (inner) "H" (inner) "L0 0z" } fill="#fff" fill-opacity=".2" {}
            path d={ "M-" (inner) "-" (inner) "V" (inner) "L0 0z" } fill="#fff" fill-opacity=".08" {}
            path d={ "M" (inner) "-" (inner) "V" (inner) "L0 0z" } fill="#000" fill-opacity=".06" {}
            path d={ "M-" (inner) " " (inner) "H" (inner) "L0 0z" } fill="#000" fill-opacity=".12" {}
        }
        g fill=(ink) {
            text.letter y=(baseline) font-size=(font_size) { (letter) }
            @for pip in 0..pips {
                circle cx=(Hundredths(250 * (2 * pip - pips + 1))) cy=(lowest) r="1.8" {}
            }
        }
    }
}
