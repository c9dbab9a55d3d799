//! Configuration of a search: limits, rules in force, and the callbacks of a caller.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a search is doing, for those who wait for it.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Trees that are asked for.
    pub trees: u8,
    /// Swaps that are allowed for them.
    pub swaps: u8,
    /// Merges that are left in the layer being searched.
    pub merges_left: usize,
    /// Boards expanded so far, in all passes.
    pub nodes: u64,
}

/// Somebody who watches a search. Called now and then; where several searches share it, by several threads at a time.
#[derive(Clone)]
pub struct Observer(pub(crate) Arc<dyn Fn(Progress) + Send + Sync>);

impl Observer {
    /// An observer that calls this.
    pub fn new(watch: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self(Arc::new(watch))
    }
}

impl std::fmt::Debug for Observer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Observer")
    }
}

/// Somebody who may let a search have more memory than its limit, for as long as it goes on. Asked now and then by a
/// search that uses more, by several of its threads at a time.
#[derive(Clone)]
pub struct Lender(pub(crate) Arc<dyn Fn(u64) -> bool + Send + Sync>);

impl Lender {
    /// One that tells by this whether a search may use so many bytes in all.
    pub fn new(allows: impl Fn(u64) -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(allows))
    }
}

impl std::fmt::Debug for Lender {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Lender")
    }
}

/// How a position is to be solved, and how much that may cost. The default has no limits.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// 1 keeps the search on the calling thread; any other number lets wide passes use the threads of the
    /// current rayon pool. The outcome does not depend on it.
    pub threads: usize,
    /// Rules in force.
    pub rules: Rules,
    /// Nodes, at most. The only limit whose effect is reproducible.
    pub max_nodes: Option<u64>,
    /// Wall time, at most.
    pub timeout: Option<Duration>,
    /// Bytes of memory, at most.
    pub memory: Option<u64>,
    /// Whether a search ends once a proof has run out of memory. Else it looks on for wins; the line it finds then, and
    /// the nodes it takes, depend on how much memory it had.
    pub gives_up: bool,
    /// Asked for more when the memory is used up.
    pub lender: Option<Lender>,
    /// Set from outside to end the search early.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// Told what the search is doing.
    pub observer: Option<Observer>,
}

/// A rule that makes a search or a proof smaller. Each can be switched off, to measure it and to test answers without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Drop boards that another board covers.
    Domination,
    /// Join boards that differ in one column set.
    Unions,
    /// Drop boards from which too few trees can still come.
    DeadEnds,
    /// Drop swaps whose stacks cannot be used at once.
    IdleSwaps,
    /// Let transfers between neighbours of a column wait until somebody needs them.
    LazyRiders,
    /// Prove by timetables that no line is shorter, where that is possible, and not by passes.
    Timetables,
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 6] =
        [Self::Domination, Self::Unions, Self::DeadEnds, Self::IdleSwaps, Self::LazyRiders, Self::Timetables];

    /// Those that searches for a verdict know; the others concern shortest lines only.
    pub const OF_SEARCH: [Self; 5] =
        [Self::Domination, Self::Unions, Self::DeadEnds, Self::IdleSwaps, Self::LazyRiders];

    /// The name of the rule on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Domination => "domination",
            Self::Unions => "unions",
            Self::DeadEnds => "dead-ends",
            Self::IdleSwaps => "idle-swaps",
            Self::LazyRiders => "lazy-riders",
            Self::Timetables => "timetables",
        }
    }
}

/// The rules in force; all of them by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules(u8);

impl Default for Rules {
    fn default() -> Self {
        Self((1 << Rule::ALL.len()) - 1)
    }
}

impl Rules {
    /// These rules but one.
    #[must_use]
    pub const fn without(self, rule: Rule) -> Self {
        Self(self.0 & !(1 << rule as u8))
    }

    /// Whether a rule is in force.
    pub const fn has(self, rule: Rule) -> bool {
        self.0 >> rule as u8 & 1 == 1
    }
}
