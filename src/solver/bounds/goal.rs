//! What a search looks for, and whether it can come of a board at all.

use crate::game::{COLOURS, MAX_SWAPS};
use crate::solver::board::Board;

/// What a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Goal {
    /// At least so many trees in the end.
    pub(crate) trees: u8,
    /// With at most so many swaps in all.
    pub(crate) swaps: u8,
}

/// What may come of a board at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UpperBound {
    /// Trees without another swap.
    trees: u8,
    /// Swaps in all that have to be allowed for another one to come; [`NEVER`] if none can be earned.
    swaps: u8,
}

/// More swaps than any goal allows.
const NEVER: u8 = MAX_SWAPS + 1;

impl UpperBound {
    /// Given what each colour can still complete without a swap.
    pub(crate) fn new(board: &Board, max_trees: [u8; COLOURS]) -> Self {
        let earned = max_trees.iter().all(|&trees| trees > board.swaps);
        Self { trees: max_trees.iter().sum(), swaps: if earned { board.swaps + 1 } else { NEVER } }
    }

    /// Whether a goal is out of reach for certain.
    pub(crate) const fn rules_out(self, goal: Goal) -> bool {
        self.trees < goal.trees && self.swaps > goal.swaps
    }
}
