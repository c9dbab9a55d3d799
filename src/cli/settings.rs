//! Validated settings of searches, made once from the options as typed.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::thread;

use crate::series::{RunOptions, SearchLimits};
use crate::solver::{Config, Limits, Parallelism, PruningSet};
use anyhow::Context as _;

use super::memory;
use super::process::interrupt_flag;
use super::{CommonArgs, ErrorWithHelp};

pub(super) struct SearchSettings {
    /// Limits and rules; the memory limit is [`memory::default_limit`] unless one was given.
    pub(super) config: Config,
    /// Number of threads as given; 0 stands for all cores.
    threads: usize,
    /// Memory limit as given, in bytes.
    pub(super) given_memory: Option<u64>,
}

impl SearchSettings {
    pub(super) fn new(common: &CommonArgs) -> Self {
        let threads = common.threads.unwrap_or(0);
        let bytes = common.memory.unwrap_or_else(memory::default_limit);
        let config = Config {
            parallelism: if threads == 1 { Parallelism::Sequential } else { Parallelism::Pool },
            pruning: common.without.iter().fold(PruningSet::default(), |set, &rule| set.without(rule)),
            limits: Limits {
                nodes: common.max_nodes,
                time: common.timeout,
                memory: Some(bytes),
                interrupt: None,
            },
            // The rest is for what is taken between two measurements.
            measured_memory: memory::usage().map(|usage| (bytes - bytes / 64, usage)),
            ..Config::default()
        };
        Self { config, threads, given_memory: common.memory }
    }

    /// Number of threads, with 0 resolved to the number of cores.
    pub(super) fn thread_count(&self) -> usize {
        match self.threads {
            0 => thread::available_parallelism().map_or(1, NonZeroUsize::get),
            threads => threads,
        }
    }

    /// Threads and memory of a run that makes rows, and the interrupt, which it listens to.
    pub(super) fn run_options(&self) -> anyhow::Result<RunOptions> {
        let memory = self.config.limits.memory.unwrap_or(u64::MAX);
        Ok(RunOptions { threads: self.thread_count(), memory, interrupt: interrupt_flag()? })
    }

    /// Limits of each search of a series of rows.
    pub(super) fn limits(&self) -> SearchLimits {
        SearchLimits {
            max_nodes: self.config.limits.nodes,
            timeout_seconds: self.config.limits.time.map(|time| time.as_secs_f64()),
            memory_bytes: self.given_memory,
        }
    }

    /// Builds the global thread pool.
    pub(super) fn start_threads(&self) -> anyhow::Result<()> {
        if self.threads > 0 {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads);
            pool.build_global().context("cannot start the threads")?;
        }
        Ok(())
    }
}

/// Indices of `count` deals from `first`; `count` is at least 1.
pub(super) fn indices(first: u64, count: u64) -> Result<RangeInclusive<u64>, ErrorWithHelp> {
    let last = first.checked_add(count - 1).ok_or_else(|| {
        ErrorWithHelp::new("the range ends beyond the last index", "indices go from 0 to 2^64 - 1")
    })?;
    Ok(first..=last)
}

/// A range of indices in words: `index 3`, `indices 3 to 7`.
pub(super) fn range_in_words(indices: &RangeInclusive<u64>) -> String {
    let (first, last) = (indices.start(), indices.end());
    if first == last { format!("index {first}") } else { format!("indices {first} to {last}") }
}
