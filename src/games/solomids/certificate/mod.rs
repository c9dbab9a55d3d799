//! Certificates: proofs of bounds on a best score that can be checked without trusting the search.
//!
//! A certificate holds a line that reaches the lower bound, and boards that prove that no score above the upper one can be reached:
//! the position is a member of one, single moves lead from members to members or to positions from which the goal is out of
//! reach, and no member reaches the goal. `docs/certificate.md` describes the format for those who write a checker of their own.
//!
//! Reading order: `write` (the format, and from a solver to a certificate), `checker`.

mod checker;
mod write;

pub use checker::{CheckConfig, CheckError, CheckProgress, CheckStats, Checked, FormatError, Refuted, check};
pub use write::{Header, WriteError, Written, write};

use crate::games::solomids::game::{MAX_SWAPS, TREES};

/// What a certificate claims to be out of reach: a score above its upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImpossibleGoal {
    /// Trees in the bank at the end, at least.
    pub trees: u8,
    /// Swaps in all, at most.
    pub swaps: u8,
}

impl ImpossibleGoal {
    /// Goal whose impossibility proves that a position that has used `swaps_used` swaps scores `upper` at best; `None` if the
    /// rules allow no greater score anyway.
    fn above(upper: u8, swaps_used: u8) -> Option<Self> {
        let most = TREES + MAX_SWAPS;
        let goal = match upper {
            _ if upper >= most => return None,
            TREES.. => Self { trees: TREES, swaps: most - upper - 1 },
            _ => Self { trees: upper + 1, swaps: MAX_SWAPS },
        };
        (goal.swaps >= swaps_used).then_some(goal)
    }

    /// The best score of a position that has used `swaps_used` swaps, at most, if `goal` is out of reach; `None` if it is no goal
    /// of [`above`](Self::above).
    fn best_without(goal: Option<Self>, swaps_used: u8) -> Option<u8> {
        (0..=(TREES + MAX_SWAPS).saturating_sub(swaps_used))
            .rev()
            .find(|&upper| Self::above(upper, swaps_used) == goal)
    }
}
