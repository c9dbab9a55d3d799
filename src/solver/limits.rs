//! Limits of a search, and the account of what has been spent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::outcome::Stop;

/// How a position is to be solved, and how much that may cost. The default has no limits.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Threads to use; 0 for as many as there are cores.
    pub threads: usize,
    /// Nodes, at most. The only limit whose effect is reproducible.
    pub max_nodes: Option<u64>,
    /// Wall time, at most.
    pub timeout: Option<Duration>,
    /// Bytes of memory, at most.
    pub memory: Option<u64>,
    /// Set from outside to end the search early.
    pub interrupt: Option<Arc<AtomicBool>>,
}

/// What has been spent of the limits.
pub(super) struct Budget {
    limits: Config,
    started: Instant,
    /// Boards expanded.
    pub(super) nodes: u64,
    /// Boards generated.
    pub(super) boards: u64,
}

/// How often the clock and the interrupt are looked at, in nodes.
const GLANCE: u64 = 256;

impl Budget {
    pub(super) fn new(config: &Config) -> Self {
        Self { limits: config.clone(), started: Instant::now(), nodes: 0, boards: 0 }
    }

    /// Takes account of one more node.
    pub(super) fn spend(&mut self, memory: u64) -> Result<(), Stop> {
        if self.limits.max_nodes.is_some_and(|max| self.nodes >= max) {
            return Err(Stop::Nodes);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(GLANCE) {
            if self.limits.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                return Err(Stop::Interrupted);
            }
            if self.limits.timeout.is_some_and(|timeout| self.started.elapsed() >= timeout) {
                return Err(Stop::Time);
            }
            if self.limits.memory.is_some_and(|max| memory > max) {
                return Err(Stop::Memory);
            }
        }
        Ok(())
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
