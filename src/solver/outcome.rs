//! What a search found out: a verdict that carries its proof status in its type, a line, and counts.

use std::time::Duration;

use crate::game::{MAX_SWAPS, Move, TREES};

/// The answer to "what is the best score from here".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All 15 trees can be banked with this many swaps in all (those before the position included), and no
    /// line does with fewer.
    Won {
        /// The least number of swaps, 0 to 2.
        swaps: u8,
    },
    /// No line banks all 15 trees, and none banks more than this many.
    Lost {
        /// The largest number of trees that can be banked, those banked before included.
        trees: u8,
    },
    /// A limit ended the search first. The best score lies between the two bounds, both proven.
    Undecided {
        /// Score that the line found reaches.
        lower: u8,
        /// Score that nothing exceeds.
        upper: u8,
        /// Which limit it was.
        stopped: Stop,
    },
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The node limit: reproducible.
    Nodes,
    /// The time limit: not reproducible.
    Time,
    /// The memory limit.
    Memory,
    /// The caller asked it to stop.
    Interrupted,
}

impl Stop {
    /// As data names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Time => "time",
            Self::Memory => "memory",
            Self::Interrupted => "interrupted",
        }
    }
}

impl Verdict {
    /// The best score: 17, 16, 15, or the trees of a lost position; `None` while undecided.
    pub const fn score(self) -> Option<u8> {
        match self {
            Self::Undecided { .. } => None,
            decided => Some(decided.bounds().0),
        }
    }

    /// The same, once a line is known that scores so much: an undecided verdict may be decided by that.
    #[must_use]
    pub const fn with_line(self, score: u8) -> Self {
        match self {
            Self::Undecided { lower, upper, .. } if score > lower && score == upper => {
                if score >= TREES {
                    Self::Won { swaps: TREES + MAX_SWAPS - score }
                } else {
                    Self::Lost { trees: score }
                }
            }
            Self::Undecided { lower, upper, stopped } if score > lower => {
                Self::Undecided { lower: score, upper, stopped }
            }
            known => known,
        }
    }

    /// Which limit ended the search; `None` once decided.
    pub const fn stopped(self) -> Option<Stop> {
        match self {
            Self::Undecided { stopped, .. } => Some(stopped),
            _ => None,
        }
    }

    /// Proven lower and upper bound on the best score; equal once decided.
    pub const fn bounds(self) -> (u8, u8) {
        match self {
            Self::Won { swaps } => (TREES + MAX_SWAPS - swaps, TREES + MAX_SWAPS - swaps),
            Self::Lost { trees } => (trees, trees),
            Self::Undecided { lower, upper, .. } => (lower, upper),
        }
    }
}

/// What a search found out.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The answer.
    pub verdict: Verdict,
    /// Single moves from the given position that reach the verdict's lower bound, banks included.
    pub line: Vec<Move>,
    /// How much work it was.
    pub stats: Stats,
}

/// How much work a search was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Boards expanded, a board being all positions that differ by slides and banks: reproducible.
    pub nodes: u64,
    /// Boards generated: reproducible.
    pub boards: u64,
    /// Wall time of the search and of making a line of its actions: not reproducible.
    pub elapsed: Duration,
}
