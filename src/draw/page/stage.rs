//! What scripts draw games from, in JSON, for all games: a stage with pieces, the steps of a line, and the moves to choose from.
//!
//! A *spot* is the number of a place where a piece may be drawn, a piece the number of a pyramid. Scripts know no rules: the
//! library says which pieces a move takes where.

use serde::Serialize;

use crate::draw::svg::pyramid::PyramidPlacement;

/// Number of a place.
pub(crate) type Spot = usize;

/// Middle, scale and layer of a place. Pieces of higher layers are drawn in front.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Place(u32, u32, f64, u32);

impl Place {
    /// The place of a placement.
    pub(crate) const fn new(PyramidPlacement { x, y, scale }: PyramidPlacement, layer: u32) -> Self {
        Self(x, y, scale, layer)
    }

    /// The middle of a space, as a place.
    pub(crate) const fn middle((x, y): (u32, u32)) -> Self {
        Self(x, y, 1.0, 0)
    }
}

/// The pieces at the start of a game, and the places where they may be drawn.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Stage {
    /// All places; first the middle of each square or space.
    pub(crate) places: Vec<Place>,
    /// Names of the squares or spaces.
    pub(crate) cells: Vec<String>,
    /// Symbol of each piece.
    pub(crate) pieces: Vec<String>,
    /// Spot of each piece at the start.
    pub(crate) spots: Vec<Spot>,
    /// Numbers that a board shows beside the pieces, at the start: of what is done, and of swaps earned and used.
    pub(crate) tally: Vec<usize>,
    /// Width and height of a marked space.
    pub(crate) mark: (u32, u32),
    /// The start in words, for screen readers, unless the script makes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) says: Option<String>,
}

/// A move of a line.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Step {
    /// Token of the move.
    #[serde(rename = "move")]
    pub(crate) token: String,
    /// The move in words.
    pub(crate) words: String,
    /// Kind of animation.
    pub(crate) kind: &'static str,
    /// Title of the phase that begins with the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) phase: Option<String>,
    /// Spots of the squares or spaces that the token names.
    pub(crate) squares: Vec<Spot>,
    /// Pieces that are elsewhere after the move, with their spots.
    pub(crate) moved: Vec<(usize, Spot)>,
    /// The numbers of [`Stage::tally`] after the move.
    pub(crate) tally: Vec<usize>,
    /// The position after the move in words, unless the script makes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) says: Option<String>,
}

/// The pieces that are elsewhere in the second of two lists of spots, with those spots.
pub(crate) fn moved(before: &[Spot], after: &[Spot]) -> Vec<(usize, Spot)> {
    let pairs = before.iter().zip(after).enumerate();
    pairs.filter(|(_, (before, after))| before != after).map(|(piece, (_, &after))| (piece, after)).collect()
}

/// A legal move that a player may choose.
#[cfg(feature = "service")]
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Choice {
    /// Token of the move.
    #[serde(rename = "move")]
    pub(crate) token: String,
    /// The move in words.
    pub(crate) words: String,
    /// Kind of the move by the rules.
    pub(crate) kind: &'static str,
    /// Spot of the square or space that is left; null for a piece in reserve.
    pub(crate) from: Option<Spot>,
    /// Spot of the square or space that is reached; null for the bank.
    pub(crate) to: Option<Spot>,
    /// Pieces that the player moves.
    pub(crate) pieces: Vec<usize>,
    /// Pieces that are elsewhere after the move, with their spots.
    pub(crate) moved: Vec<(usize, Spot)>,
}
