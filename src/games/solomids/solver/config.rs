//! Configuration of a search: limits, rules in force, and callbacks.

use std::sync::Arc;

use crate::kit::search::{Limits, Switch, SwitchSet};

/// Progress report of a running search.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Trees of the current goal, at least.
    pub trees: u8,
    /// Swaps of the current goal, at most.
    pub swaps: u8,
    /// Merges left on the boards of the current layer.
    pub merges_left: usize,
    /// Boards expanded so far, in all stages.
    pub nodes: u64,
    /// Bounds on the length of a shortest line; `None` outside the search for one.
    pub length: Option<LengthBounds>,
}

/// Bounds on the number of stacks, slides and transfers of a shortest line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthBounds {
    /// Length of the best known line.
    pub known: u8,
    /// Length that every line needs, proven.
    pub needed: u8,
}

/// Callback of a search. It is called now and then, from several threads at once where these share it.
pub struct Callback<F: ?Sized>(pub(crate) Arc<F>);

impl<F: ?Sized> Clone for Callback<F> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<F: ?Sized> std::fmt::Debug for Callback<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Callback")
    }
}

/// Callback for progress reports.
pub type Observer = Callback<dyn Fn(Progress) + Send + Sync>;

impl Observer {
    /// Wraps a callback.
    pub fn new(watch: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self(Arc::new(watch))
    }
}

/// Measurement of the memory that searches use, all together. It is called often.
///
/// The search counts its large tables alone; what else it takes, and what the allocator keeps, only a measurement shows.
pub type MemoryUsage = Callback<dyn Fn() -> u64 + Send + Sync>;

impl MemoryUsage {
    /// Wraps a callback that returns the bytes in use.
    pub fn new(measure: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        Self(Arc::new(measure))
    }

    /// Bytes in use.
    pub fn used(&self) -> u64 {
        (self.0)()
    }
}

/// Threads that a search uses. The outcome does not depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parallelism {
    /// The calling thread only.
    Sequential,
    /// The threads of the current rayon pool, for wide passes.
    #[default]
    Pool,
}

impl Parallelism {
    /// Whether threads of the pool are used. WebAssembly has one thread.
    pub const fn is_parallel(self) -> bool {
        cfg!(not(target_family = "wasm")) && matches!(self, Self::Pool)
    }
}

/// Configuration of a search. The default has no limits and all rules, and uses the current rayon pool.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Threads to use.
    pub parallelism: Parallelism,
    /// Rules in force.
    pub pruning: PruningSet,
    /// Limits; nodes are boards expanded.
    pub limits: Limits,
    /// Limit in bytes on the memory that is measured. Unlike that of `limits` it is not divided among concurrent searches.
    pub measured_memory: Option<(u64, MemoryUsage)>,
    /// Whether the search ends once a proof has run out of memory, so that outcomes of finished searches do not depend on the
    /// limit. Else it goes on for wins; the line it then finds, and its nodes, depend on the limit.
    pub is_memory_final: bool,
    /// Callback for progress reports.
    pub observer: Option<Observer>,
}

impl Config {
    /// The default with a node limit.
    pub fn with_nodes(nodes: u64) -> Self {
        Self { limits: Limits::nodes(nodes), ..Self::default() }
    }

    pub(crate) fn allows_memory(&self, used: u64) -> bool {
        let is_exceeded = |(bytes, usage): &(u64, MemoryUsage)| usage.used() > *bytes;
        self.limits.memory.is_none_or(|bytes| used <= bytes)
            && !self.measured_memory.as_ref().is_some_and(is_exceeded)
    }

    /// Whether this many additional bytes stay within the limit on measured memory.
    pub(crate) fn has_room(&self, more: u64) -> bool {
        self.measured_memory.as_ref().is_none_or(|(bytes, usage)| usage.used() + more <= *bytes)
    }
}

/// Pruning rule, or other rule that makes a search smaller. Each can be switched off, to measure it and to
/// test verdicts without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pruning {
    /// Dominance: drop boards that another board dominates.
    Domination,
    /// Unions: join boards that differ in one column set only.
    Unions,
    /// Dead ends: drop boards whose upper bound rules out the goal.
    DeadEnds,
    /// Local transfers, between neighbours of a column, are expanded lazily: only for actions that need them.
    LazyTransfers,
}

impl Pruning {
    /// All rules.
    pub const ALL: [Self; 4] = [Self::Domination, Self::Unions, Self::DeadEnds, Self::LazyTransfers];

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Domination => "domination",
            Self::Unions => "unions",
            Self::DeadEnds => "dead-ends",
            Self::LazyTransfers => "lazy-transfers",
        }
    }
}

impl Switch for Pruning {
    fn index(self) -> u32 {
        self as u32
    }
}

/// Set of rules in force; all of them by default.
pub type PruningSet = SwitchSet<Pruning>;
