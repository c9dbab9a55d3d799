//! Account of the nodes, time and memory that a search has spent of its limits.

use std::time::Duration;

use super::parameters::LIMIT_CHECK_INTERVAL;
use super::speculation::TaskToken;
use crate::games::solomids::solver::config::{Config, LengthBounds, Observer, Progress};
use crate::games::solomids::solver::outcome::StopReason;
use crate::kit::clock::Instant;
use crate::kit::search::Halt;

/// Nodes, time and memory spent, and their limits.
pub(crate) struct Budget {
    limits: Config,
    halt: Halt,
    started: Instant,
    /// Boards expanded.
    pub(crate) nodes: u64,
    /// Boards generated.
    pub(crate) boards: u64,
    /// Bytes held by the search besides those of the pass under way.
    pub(crate) held: usize,
    /// Node count at which limits other than nodes are checked next.
    next_check: u64,
    /// Bounds on the length of a line, for the observer; `None` outside the search for a shortest one.
    pub(crate) length: Option<LengthBounds>,
    /// Set while a stage is executed speculatively.
    token: Option<TaskToken>,
}

impl Budget {
    /// An account with nothing spent. The clock starts.
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            limits: config.clone(),
            halt: Halt::new(config.timeout, config.interrupt.clone()),
            started: Instant::now(),
            nodes: 0,
            boards: 0,
            held: 0,
            next_check: LIMIT_CHECK_INTERVAL,
            length: None,
            token: None,
        }
    }

    /// A copy for a stage that is executed speculatively. The observer is called for one that is `observed` only.
    pub(crate) fn speculative(&self, token: TaskToken, observed: bool) -> Self {
        let observer = self.limits.observer.clone().filter(|_| observed);
        let limits = Config { observer, ..self.limits.clone() };
        Self { limits, halt: self.halt.clone(), token: Some(token), ..*self }
    }

    /// Whether the search ends once a proof has run out of memory ([`ending_search`](crate::games::solomids::solver::MemoryLimit::ending_search)).
    pub(crate) const fn ends_without_memory(&self) -> bool {
        self.limits.memory.ends_search()
    }

    /// Nodes left, if they are limited.
    #[cfg(feature = "sat")]
    pub(crate) fn left(&self) -> Option<u64> {
        self.limits.max_nodes.map(|max| max.saturating_sub(self.nodes))
    }

    /// Whether the limit allows `more` nodes.
    pub(crate) fn allows(&self, more: u64) -> bool {
        self.limits.max_nodes.is_none_or(|max| max.saturating_sub(self.nodes) >= more)
    }

    /// How many of the `wanted` nodes may be expanded; at least one, if any are wanted.
    ///
    /// # Errors
    /// [`StopReason::Nodes`] if none is left.
    pub(crate) fn grant(&self, wanted: usize) -> Result<usize, StopReason> {
        let Some(max) = self.limits.max_nodes else { return Ok(wanted) };
        match max.saturating_sub(self.nodes) {
            0 if wanted > 0 => Err(StopReason::Nodes),
            left => Ok(wanted.min(usize::try_from(left).unwrap_or(usize::MAX))),
        }
    }

    /// Calls [`check_limits`](Self::check_limits) once in [`LIMIT_CHECK_INTERVAL`] nodes. `memory` gives the bytes of
    /// the pass under way.
    pub(crate) fn check_periodically(
        &mut self,
        progress: Progress,
        memory: impl FnOnce() -> usize,
    ) -> Result<(), StopReason> {
        if self.nodes < self.next_check {
            return Ok(());
        }
        self.next_check = self.nodes + LIMIT_CHECK_INTERVAL;
        self.check_limits(Progress { nodes: self.nodes, length: self.length, ..progress }, memory)
    }

    /// Calls the observer and checks interrupt, time and memory, in this order. `memory` gives the bytes of the pass
    /// under way.
    ///
    /// # Errors
    /// The first limit that is exceeded.
    pub(crate) fn check_limits(
        &self,
        progress: Progress,
        memory: impl FnOnce() -> usize,
    ) -> Result<(), StopReason> {
        if let Some(Observer(watch)) = &self.limits.observer {
            watch(progress);
        }
        if self.token.as_ref().is_some_and(TaskToken::is_superseded) {
            return Err(StopReason::Interrupted);
        }
        self.halt.check()?;
        if !self.limits.memory.allows((self.held + memory()) as u64) {
            return Err(StopReason::Memory);
        }
        Ok(())
    }

    /// Whether a search that holds `memory` bytes may take `more` at once.
    #[cfg_attr(
        not(feature = "sat"),
        expect(dead_code, reason = "only the SAT solver takes much memory at once")
    )]
    pub(crate) fn has_room(&self, memory: usize, more: usize) -> bool {
        self.limits.memory.allows_more((self.held + memory) as u64, more as u64)
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
