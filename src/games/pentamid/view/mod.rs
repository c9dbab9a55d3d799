//! Views of Pentamid: positions and games as text, in words, as SVG pictures, and as pages for the browser.
//!
//! Covered pieces are part of every view: in text a stack is written from the visible piece down; in pictures what lies under a
//! piece is drawn small, in the lower corners of its square.

pub mod page;
pub(crate) mod play;
pub(crate) mod review;
pub mod svg;
pub mod text;
pub mod words;

use super::game::{Piece, Position, Rules, Side, Size, Square};
use crate::draw::paint::Paint;

/// The paint of a player: yellow and blue, which the colour-blind tell apart.
fn paint(side: Side) -> Paint {
    match side {
        Side::One => Paint::of_letter_or('Y', 'Y'),
        Side::Two => Paint::of_letter_or('B', 'B'),
    }
}

/// Where a piece is: in a nest of its player, numbered from 0, or on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    Nest(Side, usize),
    Square(Square),
}

/// All places of a position that hold pieces, with these, the visible one first.
///
/// Nests are used up in order: the piece of a size that is dropped next comes out of the first nest that holds one.
fn piles(rules: &Rules, position: &Position) -> Vec<(Place, Vec<Piece>)> {
    let mut piles = Vec::new();
    for side in Side::ALL {
        for nest in 0..rules.nests() {
            let inside = Size::ALL.into_iter().rev().filter(|&size| nest >= position.count(side, size));
            let pieces: Vec<Piece> = inside.map(|size| Piece { side, size }).collect();
            piles.push((Place::Nest(side, nest), pieces));
        }
    }
    piles.extend(rules.squares().map(|square| (Place::Square(square), position.stack(square).to_vec())));
    piles.retain(|(_, pieces)| !pieces.is_empty());
    piles
}
