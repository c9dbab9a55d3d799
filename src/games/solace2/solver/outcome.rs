//! What a search has spent of its limits, which rules make it smaller, and what it found out: a verdict that carries its proof status in its
//! type, a line, and counts.

use std::time::Duration;

use crate::games::solace2::game::{Move, Position};
use crate::kit::clock::Instant;
use crate::kit::search::{Halt, Switch, SwitchSet};
pub use crate::kit::search::{Limits, StopReason};

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
    /// Wall time: not reproducible.
    pub elapsed: Duration,
}

/// A rule that makes a search smaller. Each can be switched off, to measure it and to test answers without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pruning {
    /// Drop states from whose full nests the target cannot be reached, whatever the order of the rest.
    Openings,
    /// Finish a tower on a cap at once where nothing can be gained by waiting.
    ForcedCaps,
    /// Move a bare small at once where another medium is left for the next.
    ForcedSmalls,
    /// Move a medium out of its nest only when it is needed elsewhere.
    JustInTime,
    /// Solve under a stricter reading first, whose lines are legal as well, if its ceiling is as high.
    StricterFirst,
    /// Search states of counts before states of piles.
    Counts,
}

impl Pruning {
    /// All rules.
    pub const ALL: [Self; 6] = [
        Self::Openings,
        Self::ForcedCaps,
        Self::ForcedSmalls,
        Self::JustInTime,
        Self::StricterFirst,
        Self::Counts,
    ];
}

impl Switch for Pruning {
    fn index(self) -> u32 {
        self as u32
    }
}

/// The rules in force; all of them by default.
pub type PruningSet = SwitchSet<Pruning>;

/// How often clock, memory and interrupt are looked at, in nodes.
const GLANCE: u64 = 256;

/// What has been spent of the limits.
pub(in crate::games::solace2) struct Budget<'l> {
    limits: &'l Limits,
    halt: Halt,
    started: Instant,
    pub(super) stats: Stats,
    /// Nodes at which a stage of the search gives up.
    fence: u64,
}

impl<'l> Budget<'l> {
    pub(in crate::games::solace2) fn new(limits: &'l Limits) -> Self {
        Self {
            limits,
            halt: limits.halt(),
            started: Instant::now(),
            stats: Stats::default(),
            fence: u64::MAX,
        }
    }

    /// Grants the next stage a number of nodes.
    pub(super) const fn fence(&mut self, nodes: u64) {
        self.fence = self.stats.nodes.saturating_add(nodes);
    }

    /// Whether it was the stage that ran out of nodes, and not the search.
    pub(super) fn is_fenced(&self) -> bool {
        self.stats.nodes >= self.fence && !self.is_spent()
    }

    fn is_spent(&self) -> bool {
        self.limits.nodes.is_some_and(|max| self.stats.nodes >= max)
    }

    /// Spends one node; `bytes` is what the tables hold.
    pub(in crate::games::solace2) fn spend(
        &mut self,
        bytes: impl FnOnce() -> usize,
    ) -> Result<(), StopReason> {
        if self.is_spent() || self.stats.nodes >= self.fence {
            return Err(StopReason::Nodes);
        }
        if self.stats.nodes.is_multiple_of(GLANCE) {
            self.halt.check()?;
            if self.limits.memory.is_some_and(|max| bytes() as u64 > max) {
                return Err(StopReason::Memory);
            }
        }
        self.stats.nodes += 1;
        Ok(())
    }

    /// The account at the end.
    pub(super) fn close(&self) -> Stats {
        Stats { elapsed: self.started.elapsed(), ..self.stats }
    }
}

/// A line of moves that the rules accept.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) score: u8,
    pub(super) moves: Vec<Move>,
}

/// What is proven so far.
#[derive(Debug)]
pub(super) struct Known {
    /// The best line that was looked for. No target up to its score is tried.
    pub(super) best: Line,
    /// The best line that a search for another target has passed by: an answer for a solution that is cut short.
    pub(super) passed: Line,
}

impl Known {
    pub(super) fn new(start: &Position) -> Self {
        let line = || Line { score: start.score(), moves: Vec::new() };
        Self { best: line(), passed: line() }
    }

    /// The best line of all.
    pub(super) fn into_line(self) -> Line {
        if self.passed.score > self.best.score { self.passed } else { self.best }
    }
}
