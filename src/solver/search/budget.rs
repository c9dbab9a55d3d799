//! The account of what a search has spent of its limits.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::speculation::TaskToken;
use crate::solver::config::{Config, Lender, Observer, Progress};
use crate::solver::outcome::Stop;

/// What has been spent of the limits.
pub(crate) struct NodeBudget {
    limits: Config,
    started: Instant,
    /// Boards expanded.
    pub(crate) nodes: u64,
    /// Boards generated.
    pub(crate) boards: u64,
    /// Bytes that a search holds besides those of the pass under way.
    pub(crate) held: usize,
    /// Nodes at which clock, memory and interrupt are seen_cleared at again.
    next_glance: u64,
    /// For a part of a search that races with others.
    token: Option<TaskToken>,
}

/// How often clock, memory and interrupt are seen_cleared at, in nodes.
const GLANCE: u64 = 64;

impl NodeBudget {
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            limits: config.clone(),
            started: Instant::now(),
            nodes: 0,
            boards: 0,
            held: 0,
            next_glance: GLANCE,
            token: None,
        }
    }

    /// A copy for a part of the search that races with others; one of them is `watched`.
    pub(crate) fn for_race(&self, token: TaskToken, watched: bool) -> Self {
        let observer = self.limits.observer.clone().filter(|_| watched);
        Self { limits: Config { observer, ..self.limits.clone() }, token: Some(token), ..*self }
    }

    /// Whether the search ends once a proof has run out of memory.
    pub(crate) const fn gives_up(&self) -> bool {
        self.limits.gives_up
    }

    /// Nodes that are left, where they have a limit.
    #[cfg(feature = "sat")]
    pub(crate) fn left(&self) -> Option<u64> {
        self.limits.max_nodes.map(|max| max.saturating_sub(self.nodes))
    }

    /// Whether so many more nodes are allowed.
    pub(crate) fn allows(&self, more: u64) -> bool {
        self.limits.max_nodes.is_none_or(|max| max.saturating_sub(self.nodes) >= more)
    }

    /// How many of the nodes that are wanted may be expanded: at least one.
    pub(crate) fn grant(&self, wanted: usize) -> Result<usize, Stop> {
        let Some(max) = self.limits.max_nodes else { return Ok(wanted) };
        match max.saturating_sub(self.nodes) {
            0 if wanted > 0 => Err(Stop::Nodes),
            left => Ok(wanted.min(usize::try_from(left).unwrap_or(usize::MAX))),
        }
    }

    /// Now and then tells the observer, and looks at the limits other than nodes.
    pub(crate) fn check_periodically(
        &mut self,
        progress: Progress,
        memory: impl FnOnce() -> usize,
    ) -> Result<(), Stop> {
        if self.nodes < self.next_glance {
            return Ok(());
        }
        self.next_glance = self.nodes + GLANCE;
        self.check_limits(Progress { nodes: self.nodes, ..progress }, memory)
    }

    /// Tells the observer, and looks at the limits other than nodes.
    pub(crate) fn check_limits(
        &self,
        progress: Progress,
        memory: impl FnOnce() -> usize,
    ) -> Result<(), Stop> {
        if let Some(Observer(watch)) = &self.limits.observer {
            watch(progress);
        }
        if self.token.as_ref().is_some_and(TaskToken::is_superseded) {
            return Err(Stop::Interrupted);
        }
        if self.limits.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Interrupted);
        }
        if self.limits.timeout.is_some_and(|timeout| self.started.elapsed() >= timeout) {
            return Err(Stop::Time);
        }
        if let Some(max) = self.limits.memory {
            let used = (self.held + memory()) as u64;
            let lent = || self.limits.lender.as_ref().is_some_and(|Lender(allows)| allows(used));
            if used > max && !lent() {
                return Err(Stop::Memory);
            }
        }
        Ok(())
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
