//! Validated settings of searches, made once from the options as typed.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::thread;

use anyhow::Context as _;
use solomids::solver::{Config, MemoryLimit, Parallelism, Rules};

use super::args::CommonArgs;
use super::failure::Advised;

/// Memory limit, in bytes, where the size of the machine's memory is unknown.
const FALLBACK_MEMORY: u64 = 1 << 30;

/// Settings of a command that searches.
pub(super) struct SearchSettings {
    /// Limits and rules; the memory limit is a quarter of the machine's memory unless one was given.
    pub(super) config: Config,
    /// Number of threads as given; 0 stands for all cores.
    threads: usize,
    /// Memory limit as given, in bytes.
    pub(super) given_memory: Option<u64>,
}

impl SearchSettings {
    pub(super) fn new(common: &CommonArgs) -> Self {
        let config = Config {
            parallelism: if common.threads == 1 { Parallelism::Sequential } else { Parallelism::Pool },
            rules: common.without.iter().fold(Rules::default(), |rules, &rule| rules.without(rule)),
            max_nodes: common.max_nodes,
            timeout: common.timeout,
            memory: MemoryLimit::of_bytes(common.memory.unwrap_or_else(quarter_of_memory)),
            ..Config::default()
        };
        Self { config, threads: common.threads, given_memory: common.memory }
    }

    /// Number of threads, with 0 resolved to the number of cores.
    pub(super) fn thread_count(&self) -> usize {
        match self.threads {
            0 => thread::available_parallelism().map_or(1, NonZeroUsize::get),
            threads => threads,
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

/// A quarter of the machine's memory, in bytes.
fn quarter_of_memory() -> u64 {
    let memory = sysinfo::MemoryRefreshKind::nothing().with_ram();
    let system = sysinfo::System::new_with_specifics(sysinfo::RefreshKind::nothing().with_memory(memory));
    system.map_or(FALLBACK_MEMORY, |system| system.total_memory() / 4)
}

/// Indices of `count` deals from `first`; `count` is at least 1.
pub(super) fn indices(first: u64, count: u64) -> Result<RangeInclusive<u64>, Advised> {
    let last = first.checked_add(count - 1).ok_or_else(|| {
        Advised::new("the range ends beyond the last index", "indices go from 0 to 2^64 - 1")
    })?;
    Ok(first..=last)
}
