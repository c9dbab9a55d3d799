//! Limits of searches in requests.

use std::time::Duration;

use serde::Serialize;

use super::host::Host;
use super::request::Request;
use crate::games::solomids::solver::{Config, MemoryLimit, Observer, Parallelism, Progress};

/// Memory limit of a search unless a request gives one, in bytes.
const MEMORY: u64 = 1 << 30;

/// Progress of a search of Solomids.
#[derive(Serialize)]
struct ProgressRecord {
    nodes: u64,
    /// Trees of the goal that is searched for, at least.
    trees: u8,
    /// Swaps of that goal, at most.
    swaps: u8,
    merges_left: usize,
}

impl Request {
    /// The time limit.
    pub(super) fn timeout(&self) -> Option<Duration> {
        self.seconds.map(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX))
    }

    /// The memory limit in bytes.
    pub(super) fn memory(&self) -> u64 {
        self.memory.unwrap_or(MEMORY)
    }

    /// The configuration of a search of Solomids, on one thread.
    pub(super) fn config(&self, host: &Host) -> Config {
        let memory = MemoryLimit::of_bytes(self.memory());
        Config {
            parallelism: Parallelism::Sequential,
            max_nodes: self.nodes,
            timeout: self.timeout(),
            memory: match host.gauge() {
                Some(gauge) => memory.measured_by(gauge),
                None => memory,
            },
            observer: host.reporter().map(|reporter| {
                Observer::new(move |Progress { trees, swaps, merges_left, nodes, .. }| {
                    reporter.report(&ProgressRecord { nodes, trees, swaps, merges_left });
                })
            }),
            ..Config::default()
        }
    }
}
