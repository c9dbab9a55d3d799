//! Piles seen from the side: how high each piece of a space is drawn.
//!
//! A space is a pile of pieces of which only the topmost can move: small, medium and large of a nest, the outermost last,
//! then what was placed. Pieces of a nest lie in each other, so they are drawn inside each other.

use crate::games::solace2::game::{Colour, Core, Size, Space};

/// Height of the foot of a medium in its large, and of a small in its medium.
const NESTED: u32 = 16;
/// Height of the foot of the first piece on a full nest above that of the nest, so that the letters in it can be read.
const ON_NEST: u32 = 48;
/// Height of the foot of another cap above the one below it.
const NEXT_CAP: u32 = 18;
/// Height of the foot of a medium above that of the large it stands on.
const ON_LARGE: u32 = 38;
/// Height of the foot of a small above that of the medium it stands on.
const ON_MEDIUM: u32 = 34;
/// Height of a small.
const SMALL: u32 = 34;

/// A piece of a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PilePiece {
    /// Size of the piece.
    pub(super) size: Size,
    /// Colour of the piece.
    pub(super) colour: Colour,
    /// Height of its foot.
    pub(super) lift: u32,
    /// Place in the order of drawing, from 0: pieces that are drawn later lie in front.
    pub(super) layer: u32,
    /// Whether another piece of its nest lies over it.
    pub(super) covered: bool,
}

/// The pieces of a space: those of the nest from the inside to the outside, then those placed, upwards.
pub(super) fn pieces(space: &Space) -> Vec<PilePiece> {
    let nest = space.nest();
    let nested: &[(Size, Colour)] = match space.core() {
        Core::Gone => &[],
        Core::Bare => &[(Size::Small, nest.small)],
        Core::Opened => &[(Size::Small, nest.small), (Size::Medium, nest.medium)],
        Core::Full => &[(Size::Small, nest.small), (Size::Medium, nest.medium), (Size::Large, nest.large)],
    };
    let count = nested.len() as u32;
    let mut pieces: Vec<PilePiece> = nested
        .iter()
        .zip(1..)
        .map(|(&(size, colour), inner)| PilePiece {
            size,
            colour,
            lift: NESTED * (count - inner),
            layer: count - inner,
            covered: inner < count,
        })
        .collect();
    let mut foot = 0;
    let mut place = |size, colour: Option<Colour>, above: u32| {
        foot += above;
        let layer = pieces.len() as u32;
        pieces.extend(colour.map(|colour| PilePiece { size, colour, lift: foot, layer, covered: false }));
    };
    for cap in 0..space.caps() {
        place(Size::Large, Some(nest.large), if cap == 0 { ON_NEST } else { NEXT_CAP });
    }
    if let Some(colour) = space.tower() {
        place(Size::Large, Some(colour), 0);
    }
    let colour = if space.core() == Core::Opened { Some(nest.medium) } else { space.topmost_large() };
    if space.has_medium() {
        let is_on_nest = space.core() == Core::Full && space.caps() == 0;
        place(Size::Medium, colour, if is_on_nest { ON_NEST } else { ON_LARGE });
    }
    if space.has_small() {
        place(Size::Small, colour, ON_MEDIUM);
    }
    pieces
}

/// Height of the highest pile on which no more than this many caps stand.
pub(super) fn highest(caps: usize) -> u32 {
    ON_NEST + NEXT_CAP * caps.saturating_sub(1) as u32 + ON_LARGE + ON_MEDIUM + SMALL
}
