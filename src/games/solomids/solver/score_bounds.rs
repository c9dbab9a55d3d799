//! Proven bounds on the best reachable score.

use std::fmt;

use super::outcome::Verdict;
use crate::games::solomids::game::{MAX_SWAPS, Position, TREES};

/// Proven bounds on the best score reachable from a position; equal once the score is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// Score that a known line reaches.
    pub lower: u8,
    /// Score that no line exceeds.
    pub upper: u8,
}

/// Formats a decided score as `17`, open bounds as `16-17`.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lower, upper } = self;
        if lower == upper { f.pad(&lower.to_string()) } else { f.pad(&format!("{lower}-{upper}")) }
    }
}

impl From<Verdict> for Bounds {
    fn from(verdict: Verdict) -> Self {
        verdict.bounds()
    }
}

impl Bounds {
    /// Equal bounds: a decided score.
    pub const fn exactly(score: u8) -> Self {
        Self { lower: score, upper: score }
    }

    /// Bounds known without any search: the present score, and all trees with no further swap.
    pub fn of(position: &Position) -> Self {
        let finished = position.is_won();
        let lower = position.score();
        Self { lower, upper: if finished { lower } else { TREES + MAX_SWAPS - position.swaps_used() } }
    }

    /// The best score, `None` while the bounds differ.
    pub const fn score(self) -> Option<u8> {
        if self.is_decided() { Some(self.lower) } else { None }
    }

    /// Whether the bounds are equal.
    pub const fn is_decided(self) -> bool {
        self.lower == self.upper
    }

    /// Whether a move between positions with these bounds keeps the best score; `None` if that is undecided.
    pub(crate) const fn kept_by(self, after: Self) -> Option<bool> {
        if after.lower >= self.upper {
            Some(true)
        } else if after.upper < self.lower {
            Some(false)
        } else {
            None
        }
    }
}
