//! Forced wins: whether the side to move wins, or loses, within a number of plies, against every play of the opponent.
//!
//! A depth-first search of an AND/OR tree with a fixed horizon, deepened ply by ply (iterative deepening), asks two yes-or-no
//! questions of every horizon: does the side to move force a win, and does the opponent? Three things make it fast:
//! - a [`table`](self) of exact keys that keeps two bounds for each player (*dual bounds*): the shortest win known, and the
//!   longest horizon known to hold none;
//! - the *drop defence*, a bound of the kind that Erdős and Selfridge gave for positional games: a defender that only drops
//!   larges can keep all lines apart ([`Config::bound`] switches it off);
//! - moves ordered by the weights that the bound gives to squares.
//!
//! # Repetition
//! Every answer says which game it is about. With [`Repetition::Allowed`] a position has no history. Such a win holds in a
//! fresh game too, since its distance falls with every move; against the history of a game it has to be searched again.
//! With [`Repetition::Barred`] moves to states of the history, or of the line itself, are illegal for both players. The value
//! of a position then depends on the states since the last drop that can still come back, so the table is asked only where
//! none of them can within the horizon.

mod bound;
mod driver;
mod search;
mod table;

use std::sync::Arc;
use std::sync::atomic::AtomicU32;

pub use driver::{prove, prove_from};

use super::game::{Move, Repetition};
pub use crate::kit::search::{Limits, StopReason};

/// The longest horizon, in plies.
pub const MAX_PLIES: u32 = 250;

/// How a position is to be searched, and how much that may cost.
#[derive(Clone, Debug)]
pub struct Config {
    /// Plies to search, at most [`MAX_PLIES`].
    pub plies: u32,
    /// Whether earlier states may come back.
    pub repetition: Repetition,
    /// Threads that search at the same time; 0 counts as 1. The verdict and the line do not depend on it.
    pub threads: usize,
    /// Limits. One on nodes keeps the search on one thread; memory is that of the table.
    pub limits: Limits,
    /// Bytes of the transposition table.
    pub table: usize,
    /// Whether the drop defence may cut.
    pub bound: bool,
    /// Told the plies that are being searched, for display.
    pub searching: Option<Arc<AtomicU32>>,
}

impl Default for Config {
    /// Nine plies, the rule against repetition in force, one thread, a table of 64 MiB, no other limits.
    fn default() -> Self {
        Self {
            plies: 9,
            repetition: Repetition::Barred,
            threads: 1,
            limits: Limits::default(),
            table: 64 << 20,
            bound: true,
            searching: None,
        }
    }
}

/// What is proven of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It forces a win, and the winning position stands after this many plies if both sides play their best.
    Win {
        /// Plies to the end of the game.
        plies: u32,
    },
    /// Each of its moves loses, and the lost position stands after this many plies if both sides play their best.
    Loss {
        /// Plies to the end of the game.
        plies: u32,
    },
    /// Neither is forced within the plies that were searched in full. It says nothing of longer lines.
    Unknown,
}

impl Verdict {
    /// Plies to the end that is forced.
    pub const fn plies(self) -> Option<u32> {
        match self {
            Self::Win { plies } | Self::Loss { plies } => Some(plies),
            Self::Unknown => None,
        }
    }
}

/// An answer of the prover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What is proven.
    pub verdict: Verdict,
    /// Plies searched in full: no shorter forced result exists than the one found, or none within them.
    pub searched: u32,
    /// Best play of both sides to the end of the game, if a result is forced. Replayed by the rules.
    pub line: Vec<Move>,
    /// The game that the answer is about.
    pub repetition: Repetition,
    /// Why the search ended early, if it did.
    pub stopped: Option<StopReason>,
    /// Positions searched. With several threads it differs from run to run.
    pub nodes: u64,
}
