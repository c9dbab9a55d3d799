//! The goal of a search, and the upper bound that rules it out.

use crate::games::solomids::game::{COLOURS, MAX_SWAPS};
use crate::games::solomids::solver::board::Board;

/// Goal of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Goal {
    /// Trees in the end, at least.
    pub(crate) trees: u8,
    /// Swaps in all, at most.
    pub(crate) swaps: u8,
}

/// Admissible upper bound on what a board can lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UpperBound {
    /// Trees reachable without a further swap, at most.
    trees: u8,
    /// Least number of swaps in all that a goal must allow for a further one to be possible; [`NEVER`] if none can be
    /// earned.
    swaps: u8,
}

/// More swaps than any goal allows.
const NEVER: u8 = MAX_SWAPS + 1;

impl UpperBound {
    /// Returns the bound that follows from the most trees each colour can complete without a further swap.
    pub(crate) fn new(board: &Board, max_trees: [u8; COLOURS]) -> Self {
        let earned = max_trees.iter().all(|&trees| trees > board.swaps);
        Self { trees: max_trees.iter().sum(), swaps: if earned { board.swaps + 1 } else { NEVER } }
    }

    /// Tests whether a goal is proven unreachable.
    pub(crate) const fn rules_out(self, goal: Goal) -> bool {
        self.trees < goal.trees && self.swaps > goal.swaps
    }
}
