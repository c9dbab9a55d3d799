//! Best scores as far as they are known.

use std::fmt;

use crate::game::{MAX_SWAPS, Position, TREES};

/// Proven bounds on the best score that can be reached from a position; equal once it is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// A line reaches this score.
    pub lower: u8,
    /// No line exceeds this score.
    pub upper: u8,
}

/// The score, or the bounds while they differ: `17`, `16-17`.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lower, upper } = self;
        if lower == upper { f.pad(&lower.to_string()) } else { f.pad(&format!("{lower}-{upper}")) }
    }
}

impl Bounds {
    /// What is known of a position without any search.
    pub fn of(position: &Position) -> Self {
        let finished = position.is_won();
        let lower = position.score();
        Self { lower, upper: if finished { lower } else { TREES + MAX_SWAPS - position.swaps_used() } }
    }

    /// The best score, `None` while the bounds differ.
    pub const fn score(self) -> Option<u8> {
        if self.lower == self.upper { Some(self.lower) } else { None }
    }
}
