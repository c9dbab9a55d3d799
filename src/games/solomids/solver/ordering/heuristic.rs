//! The two heuristics that order a search, and the progress of a game that scales their weights.

use super::features::RoundModel;
use crate::games::solomids::game::{PIECES, TREES};

/// Evaluation that orders a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heuristic {
    /// Separates boards that can be won without a swap from boards that cannot.
    Winnable,
    /// Separates boards on the way to a win that was hard to find from boards beside it.
    OnPath,
}

impl Heuristic {
    /// The relaxation whose rounds are counted as features.
    ///
    /// What is impossible even under the delete relaxation marks lost boards. Where a way is hard to find, the
    /// conflicts that the greedy matching leaves say more.
    pub(crate) const fn round_model(self) -> RoundModel {
        match self {
            Self::Winnable => RoundModel::DeleteRelaxation,
            Self::OnPath => RoundModel::GreedyMatching,
        }
    }
}

/// Merges that turn a full deal into trees.
pub(crate) const MERGES: usize = PIECES - TREES as usize;

/// Progress of a game with `merges_left` merges to go, from 0 (a full deal) to 1 (nothing but trees).
pub(crate) fn progress(merges_left: usize) -> f32 {
    1.0 - merges_left as f32 / MERGES as f32
}
