//! Single pyramids seen from the side, as SVG: the drawing for games in which pieces stand on each other or lie in each other.
//!
//! The origin of a drawing is the middle of the foot of its pyramid. A document defines each kind of pyramid once, as a
//! [`symbol`] in its `defs`, and places [`instance`](super::pyramid::instance)s.

use maud::{Markup, html};

use crate::draw::paint::Paint;
use crate::games::solomids::game::Size;

/// The id of a pyramid's symbol in a document: `side-K3`.
pub fn id(letter: char, size: Size) -> String {
    format!("side-{letter}{}", size.pips())
}

/// Half the width of a pyramid's foot, and its height.
const fn measures(size: Size) -> (u32, u32) {
    match size {
        Size::Small => (20, 34),
        Size::Medium => (32, 66),
        Size::Large => (44, 100),
    }
}

/// The definition of a kind of pyramid: a triangle lit from the left, with its letter at the foot.
pub fn symbol(letter: char, size: Size, Paint { fill, edge, ink, .. }: Paint) -> Markup {
    let (half, height) = measures(size);
    html! {
        g id=(id(letter, size)) {
            path d={ "M-" (half) " 0L0-" (height) "L" (half) " 0z" } fill=(fill) stroke=(edge) stroke-width="1.5"
                stroke-linejoin="round" {}
            path d={ "M-" (half - 1) "-1L0-" (height - 3) "V-1z" } fill="#fff" fill-opacity=".16" {}
            text.letter y="-3.5" font-size="13" fill=(ink) { (letter) }
        }
    }
}
