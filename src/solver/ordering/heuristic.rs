//! Whose advice a search follows, and how far a game has come.

use super::features::RoundModel;
use crate::game::{PIECES, TREES};

/// Whose advice a search follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heuristic {
    /// Tells boards that can be won without a swap from those that cannot.
    Outcome,
    /// Tells the boards on the way to a win that was hard to find from those beside it.
    Trail,
}

impl Heuristic {
    /// The game whose rounds the heuristic looks at. What is impossible even for an optimist is what tells lost
    /// boards; where a way is hard to find, there is much to quarrel about.
    pub(crate) const fn game(self) -> RoundModel {
        match self {
            Self::Outcome => RoundModel::DeleteRelaxation,
            Self::Trail => RoundModel::GreedyMatching,
        }
    }
}

/// Merges that turn a full deal into trees.
pub(crate) const MERGES: usize = PIECES - TREES as usize;

/// How far a game has come, from 0 to 1, when so many merges are left.
pub(crate) fn progress(merges_left: usize) -> f32 {
    1.0 - merges_left as f32 / MERGES as f32
}
