//! Best scores as far as they are known.

use crate::game::{MAX_SWAPS, Position, TREES};

/// Proven bounds on the best score that can be reached from a position; equal once it is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// A line reaches this score.
    pub lower: u8,
    /// No line exceeds this score.
    pub upper: u8,
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
