//! Classes of results, and their shares.

use crate::games::solomids::game::{MAX_SWAPS, TREES};
use crate::kit::interval::Interval;

/// Set of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultClass {
    /// Won without a swap: score 17.
    NoSwap,
    /// Won with one swap at least: score 16.
    OneSwap,
    /// Won with two swaps at least: score 15.
    TwoSwaps,
    /// Lost: score below 15.
    Lost,
    /// Won with one swap at most: score 16 or 17.
    OneSwapAtMost,
    /// Won: score 15 to 17.
    Won,
}

impl ResultClass {
    /// Classes that partition the results.
    pub const RESULTS: [Self; 4] = [Self::NoSwap, Self::OneSwap, Self::TwoSwaps, Self::Lost];
    /// Classes that are unions of others.
    pub const SUMS: [Self; 2] = [Self::OneSwapAtMost, Self::Won];

    /// Lowest and highest best score of the class.
    pub const fn scores(self) -> (u8, u8) {
        let best = TREES + MAX_SWAPS;
        match self {
            Self::NoSwap => (best, best),
            Self::OneSwap => (best - 1, best - 1),
            Self::TwoSwaps => (best - 2, best - 2),
            Self::Lost => (0, TREES - 1),
            Self::OneSwapAtMost => (best - 1, best),
            Self::Won => (TREES, best),
        }
    }

    /// Name in CSV and JSON.
    pub const fn key(self) -> &'static str {
        match self {
            Self::NoSwap => "17",
            Self::OneSwap => "16",
            Self::TwoSwaps => "15",
            Self::Lost => "lost",
            Self::OneSwapAtMost => "16-or-more",
            Self::Won => "won",
        }
    }

    /// Name in tables and pictures.
    pub const fn label(self) -> &'static str {
        match self {
            Self::NoSwap => "17, no swap",
            Self::OneSwap => "16, one swap",
            Self::TwoSwaps => "15, two swaps",
            Self::Lost => "lost",
            Self::OneSwapAtMost => "16 or 17",
            Self::Won => "won, 15 to 17",
        }
    }
}

/// Share of a class among the deals of a dealer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassShare {
    /// The class.
    pub class: ResultClass,
    /// Number of deals that belong to the class for certain.
    pub certain: u64,
    /// Number of deals that belong to the class or, undecided, may belong to it.
    pub possible: u64,
    /// `certain` divided by the number of deals, between 0 and 1.
    pub share: f64,
    /// `possible` divided by the number of deals, between 0 and 1.
    pub possible_share: f64,
    /// Confidence interval of the share among all deals that the dealer can deal.
    pub interval: Interval,
}
