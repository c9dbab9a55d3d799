//! What a search found out: a verdict that carries its proof status in its type, a line, and counts.

use std::time::Duration;

use crate::games::solace2::game::Move;
pub use crate::kit::search::StopReason;

/// The answer to "what is the best score from here".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A line reaches this score and no line exceeds it.
    Exact {
        /// Towers on the table.
        score: u8,
    },
    /// A limit ended the search first. The best score lies between the two bounds, both proven.
    Undecided {
        /// Score that the line found reaches.
        lower: u8,
        /// Score that no line exceeds.
        upper: u8,
        /// Which limit it was.
        stopped: StopReason,
    },
}

impl Verdict {
    /// The best score; `None` while undecided.
    pub const fn score(self) -> Option<u8> {
        match self {
            Self::Exact { score } => Some(score),
            Self::Undecided { .. } => None,
        }
    }

    /// Proven lower and upper bound on the best score; equal once decided.
    pub const fn bounds(self) -> (u8, u8) {
        match self {
            Self::Exact { score } => (score, score),
            Self::Undecided { lower, upper, .. } => (lower, upper),
        }
    }

    /// Which limit ended the search; `None` once decided.
    pub const fn stopped(self) -> Option<StopReason> {
        match self {
            Self::Exact { .. } => None,
            Self::Undecided { stopped, .. } => Some(stopped),
        }
    }
}

/// What a search found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The answer.
    pub verdict: Verdict,
    /// Moves from the given position that reach the verdict's lower bound; replayed by the rules before it is given.
    pub line: Vec<Move>,
    /// How much work it was.
    pub stats: Stats,
}

/// How much work a search was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// States expanded, of counts and of piles: reproducible.
    pub nodes: u64,
    /// Of these, states of piles, which are expanded only where counts do not decide.
    pub pile_nodes: u64,
    /// Lines of counts that no line of moves was found for.
    pub unrealised: u64,
    /// Wall time: not reproducible.
    pub elapsed: Duration,
}
