//! Limits of a search, the rules that make it smaller, and the account of what has been spent.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::outcome::{Stats, StopReason};
use crate::kit::clock::Instant;
use crate::kit::search::{Halt, Switch, SwitchSet};

/// How much a search may cost, and which rules it uses. The default has no limits and all rules.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Nodes, at most. The only limit whose effect is reproducible.
    pub max_nodes: Option<u64>,
    /// Wall time, at most.
    pub timeout: Option<Duration>,
    /// Bytes held by the tables of visited states, at most.
    pub memory: Option<u64>,
    /// Set from outside to end the search early.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// Rules in force.
    pub pruning: PruningSet,
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
pub(super) struct Budget<'l> {
    pub(super) limits: &'l Limits,
    halt: Halt,
    started: Instant,
    pub(super) stats: Stats,
    /// Nodes at which a stage of the search gives up.
    fence: u64,
}

impl<'l> Budget<'l> {
    pub(super) fn new(limits: &'l Limits) -> Self {
        let halt = Halt::new(limits.timeout, limits.interrupt.clone());
        Self { limits, halt, started: Instant::now(), stats: Stats::default(), fence: u64::MAX }
    }

    /// Grants the next stage a number of nodes.
    pub(super) const fn fence(&mut self, nodes: u64) {
        self.fence = self.stats.nodes.saturating_add(nodes);
    }

    /// Whether it was the stage that ran out of nodes, and not the search.
    pub(super) fn is_fenced(&self) -> bool {
        let spent = self.limits.max_nodes.is_some_and(|max| self.stats.nodes >= max);
        self.stats.nodes >= self.fence && !spent
    }

    /// Spends one node; `bytes` is what the tables hold.
    pub(super) fn spend(&mut self, bytes: impl FnOnce() -> usize) -> Result<(), StopReason> {
        let spent = self.limits.max_nodes.is_some_and(|max| self.stats.nodes >= max);
        if spent || self.stats.nodes >= self.fence {
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
