//! Certificates: proofs of a best score that can be checked without trusting the search.
//!
//! A certificate holds a line that reaches the score, and boards that prove that nothing better can be reached: the position
//! is a member of one, single moves lead from members to members or to positions from which the goal is out of reach, and no
//! member reaches the goal. `docs/certificate.md` describes the format for those who write a checker of their own.
//!
//! Reading order: `write` (the format, and from a solver to a certificate), `checker`.

mod checker;
mod write;

pub use checker::{CheckConfig, CheckError, CheckProgress, CheckStats, Checked, FormatError, Refuted, check};
pub use write::{Header, WriteError, Written, write};

use crate::games::solomids::game::{MAX_SWAPS, TREES};

/// What a certificate claims to be out of reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImpossibleGoal {
    /// Trees in the bank at the end, at least.
    pub trees: u8,
    /// Swaps in all, at most.
    pub swaps: u8,
}

/// Goal whose impossibility makes `score` the best score of a position that has used `swaps_used` swaps; `None` if no score
/// is greater.
fn goal_above(score: u8, swaps_used: u8) -> Option<ImpossibleGoal> {
    let most = TREES + MAX_SWAPS;
    let goal = match score {
        _ if score >= most => return None,
        _ if score >= TREES => ImpossibleGoal { trees: TREES, swaps: most - score - 1 },
        _ => ImpossibleGoal { trees: score + 1, swaps: MAX_SWAPS },
    };
    (goal.swaps >= swaps_used).then_some(goal)
}
