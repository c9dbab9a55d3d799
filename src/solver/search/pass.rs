//! How one pass of a search ended.

use crate::solver::board::{Board, BoardAction};
use crate::solver::outcome::Stop;

/// How a beam, or a part of its way, ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PassResult {
    /// The goal is reached by these actions, each with the board it was found on.
    Reached(Vec<(Board, BoardAction)>),
    /// The goal cannot be reached: every board was seen, or proven dead.
    Exhausted,
    /// Some layer had more boards than were expanded.
    Overflowed,
    /// The nodes allowed are spent; it can go on.
    Paused,
    /// A limit ended it.
    Stopped(Stop),
}
