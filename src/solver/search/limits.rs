//! Limits of a search, and the account of what has been spent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::speculation::Bib;
use crate::solver::outcome::Stop;

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
pub struct Observer(Arc<dyn Fn(Progress) + Send + Sync>);

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
pub struct Lender(Arc<dyn Fn(u64) -> bool + Send + Sync>);

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

/// What has been spent of the limits.
pub(crate) struct Budget {
    limits: Config,
    started: Instant,
    /// Boards expanded.
    pub(crate) nodes: u64,
    /// Boards generated.
    pub(crate) boards: u64,
    /// Bytes that a search holds besides those of the pass under way.
    pub(crate) held: usize,
    /// Nodes at which clock, memory and interrupt are looked at again.
    next_glance: u64,
    /// For a part of a search that races with others.
    bib: Option<Bib>,
}

/// How often clock, memory and interrupt are looked at, in nodes.
const GLANCE: u64 = 64;

impl Budget {
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            limits: config.clone(),
            started: Instant::now(),
            nodes: 0,
            boards: 0,
            held: 0,
            next_glance: GLANCE,
            bib: None,
        }
    }

    /// A copy for a part of the search that races with others; one of them is `watched`.
    pub(crate) fn for_race(&self, bib: Bib, watched: bool) -> Self {
        let observer = self.limits.observer.clone().filter(|_| watched);
        Self { limits: Config { observer, ..self.limits.clone() }, bib: Some(bib), ..*self }
    }

    /// Whether the search ends once a proof has run out of memory.
    pub(crate) const fn gives_up(&self) -> bool {
        self.limits.gives_up
    }

    /// Nodes that are left, where they have a limit.
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
    pub(crate) fn glance(&mut self, progress: Progress, memory: impl FnOnce() -> usize) -> Result<(), Stop> {
        if self.nodes < self.next_glance {
            return Ok(());
        }
        self.next_glance = self.nodes + GLANCE;
        self.look(Progress { nodes: self.nodes, ..progress }, memory)
    }

    /// Tells the observer, and looks at the limits other than nodes.
    pub(crate) fn look(&self, progress: Progress, memory: impl FnOnce() -> usize) -> Result<(), Stop> {
        if let Some(Observer(watch)) = &self.limits.observer {
            watch(progress);
        }
        if self.bib.as_ref().is_some_and(Bib::is_late) {
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
