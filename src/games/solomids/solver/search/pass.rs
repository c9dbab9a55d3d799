//! Result of one pass of a search.

use crate::games::solomids::solver::board::{Board, BoardAction};
use crate::games::solomids::solver::outcome::StopReason;

/// Result of a beam or a depth-first search, or of a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PassResult {
    /// These actions reach the goal. Each comes with the board it is played on.
    Reached(Vec<(Board, BoardAction)>),
    /// The goal is out of reach: every board was expanded, dominated, or proven dead.
    Exhausted,
    /// A layer had more boards than were expanded, so nothing is proven.
    Overflowed,
    /// The node budget of the pass is spent; the pass can be continued.
    Paused,
    /// A limit of the whole search ended the pass.
    Stopped(StopReason),
}
