//! Outcome of a search: a verdict that carries its proof status in its type, a line of play, and statistics.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::games::solomids::game::{MAX_SWAPS, Move, Position, TREES};
pub use crate::kit::search::StopReason;

/// Verdict on the best reachable score of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Proven win: all 15 trees can be banked with this many swaps, and no line does so with fewer.
    Won {
        /// Least number of swaps in all, those before the position included: 0 to 2.
        swaps: u8,
    },
    /// Proven loss: no line banks all 15 trees.
    Lost {
        /// Largest number of trees that a line can bank, those banked before included: 0 to 14.
        trees: u8,
    },
    /// A limit ended the search first. The best score lies between two proven bounds.
    Undecided {
        /// Proven bounds; the line of the outcome reaches the lower one.
        bounds: Bounds,
        /// Limit that ended the search.
        stopped: StopReason,
    },
}

impl Verdict {
    /// Returns the best score (P1, P2): 15 to 17 if won, the trees if lost; `None` if undecided.
    pub const fn score(self) -> Option<u8> {
        match self {
            Self::Undecided { .. } => None,
            decided => Some(decided.bounds().lower),
        }
    }

    /// Returns the verdict improved by a line with this score: it raises the lower bound, and decides if bounds meet.
    #[must_use]
    pub const fn with_line(self, score: u8) -> Self {
        match self {
            Self::Undecided { bounds: Bounds { lower, upper }, .. } if score > lower && score == upper => {
                match Bounds::exactly(score).proven() {
                    Some(Proven::Won) => Self::Won { swaps: TREES + MAX_SWAPS - score },
                    _ => Self::Lost { trees: score },
                }
            }
            Self::Undecided { bounds: Bounds { lower, upper }, stopped } if score > lower => {
                Self::Undecided { bounds: Bounds { lower: score, upper }, stopped }
            }
            known => known,
        }
    }

    /// Returns the limit that ended the search; `None` if decided.
    pub const fn stopped(self) -> Option<StopReason> {
        match self {
            Self::Undecided { stopped, .. } => Some(stopped),
            _ => None,
        }
    }

    /// Returns the proven bounds on the best score; equal if decided.
    pub const fn bounds(self) -> Bounds {
        match self {
            Self::Won { swaps } => Bounds::exactly(TREES + MAX_SWAPS - swaps),
            Self::Lost { trees } => Bounds::exactly(trees),
            Self::Undecided { bounds, .. } => bounds,
        }
    }
}

/// What bounds prove of a position, whether or not its best score is known. Where neither is proven, it is *open* which of
/// them holds: `None` of an `Option<Proven>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Proven {
    /// A line banks all trees.
    Won,
    /// No line banks all trees.
    Lost,
}

impl Proven {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Won, Self::Lost];

    /// Name in outputs: `won`, `lost`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
        }
    }
}

/// Proven bounds on the best score reachable from a position; equal once the score is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

    /// What the bounds prove: a win if a line reaches it, a loss if none can; `None` if that is open.
    pub const fn proven(self) -> Option<Proven> {
        if self.lower >= TREES {
            Some(Proven::Won)
        } else if self.upper < TREES {
            Some(Proven::Lost)
        } else {
            None
        }
    }

    /// Whether moves between positions with these bounds provably gave up a win.
    pub const fn loses_win(self, after: Self) -> bool {
        matches!((self.proven(), after.proven()), (Some(Proven::Won), Some(Proven::Lost)))
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

/// Formats the verdict in words, as `won with 1 swap: score 16`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Won { swaps: 0 } => write!(f, "won without a swap: score {}", TREES + MAX_SWAPS),
            Self::Won { swaps } => {
                let plural = if swaps == 1 { "" } else { "s" };
                write!(f, "won with {swaps} swap{plural}: score {}", TREES + MAX_SWAPS - swaps)
            }
            Self::Lost { trees } => write!(f, "cannot be won: score {trees}"),
            Self::Undecided { bounds: bounds @ Bounds { lower, upper }, stopped } => {
                let proven = bounds.proven().map_or("open", Proven::name);
                write!(f, "{proven}: score {lower} to {upper} ({stopped})")
            }
        }
    }
}

/// Result of a search.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Verdict on the best score.
    pub verdict: Verdict,
    /// Line of single moves from the given position, banks included, that reaches the verdict's lower bound.
    pub line: Vec<Move>,
    /// Cost of the search.
    pub stats: Stats,
}

/// Cost of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Boards expanded; reproducible. A board stands for the positions that slides and banks reach.
    pub nodes: u64,
    /// Boards generated; reproducible.
    pub boards: u64,
    /// Wall time, of the search and of turning its actions into a line; not reproducible.
    pub elapsed: Duration,
}
