//! Bounds: the delete relaxation of a board, admissible upper bounds on its trees, and the goals that these rule out.
//!
//! Imports: `game`, `column`, `board`.
//!
//! Reading order: this file → [`colour_group`] → [`alignment`] → [`relaxation`] (the rules, and why they bound).
//!
//! # Bit layouts
//! A stack has the *number* 10 · column + index in its order, below 50. A set of stacks of the whole board is a `u64`
//! with bit `n` for the stack of number `n`.
//!
//! A *colour group* has nine *places*, bits of a `u16`. A stack belongs to its bottom piece:
//!
//! ```text
//! bit    8 7 6    5 4 3     2 1 0
//!        larges   mediums   lone smalls
//! ```
//!
//! The *rank* of a stack counts the stacks of its column that are not *cleared*, assumed to have left their squares:
//!
//! ```text
//! bit    15 … 8                                       7 … 0
//!        16 · column + number up to and with itself   16 · column + number in front of it
//! ```
//!
//! All stacks between two of a column are cleared if the high byte of the farther equals the low byte of the other.

mod alignment;
mod colour_group;
mod relaxation;

pub(crate) use self::{colour_group::*, relaxation::*};
use crate::games::solomids::game::{COLOURS, MAX_SWAPS, swaps_earned};
use crate::games::solomids::solver::board::Board;

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
    /// Least number of swaps that a goal must allow for a further one to be possible; [`NEVER`] if none can be earned.
    swaps: u8,
}

/// More swaps than any goal allows.
const NEVER: u8 = MAX_SWAPS + 1;

impl UpperBound {
    /// Returns the bound that follows from the most trees each colour can complete without a further swap.
    pub(crate) fn new(board: &Board, max_trees: [u8; COLOURS]) -> Self {
        let earned = swaps_earned(max_trees) > board.swaps;
        Self { trees: max_trees.iter().sum(), swaps: if earned { board.swaps + 1 } else { NEVER } }
    }

    pub(crate) const fn rules_out(self, goal: Goal) -> bool {
        self.trees < goal.trees && self.swaps > goal.swaps
    }
}
