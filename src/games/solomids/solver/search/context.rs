//! What all parts of a search share: its context, the account of what it has spent, how a pass ends, and how tasks run
//! speculatively, side by side, with the results of running them in turn until one decides.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::parameters::{LEAST_ROOM, LIMIT_CHECK_INTERVAL};
use crate::games::solomids::solver::board::Step;
use crate::games::solomids::solver::column::SetStore;
use crate::games::solomids::solver::config::{Config, LengthBounds, Progress, PruningSet};
use crate::games::solomids::solver::ordering::Precedent;
use crate::games::solomids::solver::outcome::StopReason;
use crate::kit::clock::Instant;
use crate::kit::search::Halt;

#[derive(Clone, Copy)]
pub(crate) struct SearchContext<'a> {
    pub(crate) store: &'a SetStore,
    pub(crate) pruning: PruningSet,
    /// Whether threads of the current rayon pool are asked for.
    pub(crate) parallel: bool,
    /// Reference line that wide beams follow.
    pub(crate) precedent: Option<&'a Precedent>,
}

impl<'a> SearchContext<'a> {
    /// A context with all rules, one thread and no reference line.
    pub(crate) fn new(store: &'a SetStore) -> Self {
        Self { store, pruning: PruningSet::default(), parallel: false, precedent: None }
    }

    /// Whether to use the threads of the current rayon pool. WebAssembly has one thread, and its module goes without the pool.
    pub(crate) const fn is_parallel(&self) -> bool {
        cfg!(not(target_family = "wasm")) && self.parallel
    }
}

/// Result of a beam or a depth-first search, or of a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PassResult {
    /// These actions reach the goal. Each comes with the board it is played on.
    Reached(Vec<Step>),
    /// The goal is out of reach: every board was expanded, dominated, or proven dead.
    Exhausted,
    /// A layer had more boards than were expanded, so nothing is proven.
    Overflowed,
    /// The node budget of the pass is spent; the pass can be continued.
    Paused,
    /// A limit of the whole search ended the pass.
    Stopped(StopReason),
}

/// Nodes, time and memory spent, and their limits.
pub(crate) struct Budget {
    pub(super) config: Config,
    halt: Halt,
    started: Instant,
    pub(crate) nodes: u64,
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
            config: config.clone(),
            halt: config.limits.halt(),
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
    pub(super) fn speculative(&self, token: TaskToken, observed: bool) -> Self {
        let observer = self.config.observer.clone().filter(|_| observed);
        let config = Config { observer, ..self.config.clone() };
        Self { config, halt: self.halt.clone(), token: Some(token), ..*self }
    }

    pub(crate) fn allows(&self, more: u64) -> bool {
        self.config.limits.nodes.is_none_or(|max| max.saturating_sub(self.nodes) >= more)
    }

    /// How many of the `wanted` nodes may be expanded; at least one, if any are wanted.
    pub(crate) fn grant(&self, wanted: usize) -> Result<usize, StopReason> {
        let Some(max) = self.config.limits.nodes else { return Ok(wanted) };
        match max.saturating_sub(self.nodes) {
            0 if wanted > 0 => Err(StopReason::Nodes),
            left => Ok(wanted.min(usize::try_from(left).unwrap_or(usize::MAX))),
        }
    }

    /// Calls [`check_limits`](Self::check_limits) once in [`LIMIT_CHECK_INTERVAL`] nodes.
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
    pub(crate) fn check_limits(
        &self,
        progress: Progress,
        memory: impl FnOnce() -> usize,
    ) -> Result<(), StopReason> {
        if let Some(observer) = &self.config.observer {
            (observer.0)(progress);
        }
        if self.token.as_ref().is_some_and(TaskToken::is_superseded) {
            return Err(StopReason::Interrupted);
        }
        self.halt.check()?;
        if !self.config.allows_memory((self.held + memory()) as u64) {
            return Err(StopReason::Memory);
        }
        Ok(())
    }

    /// Checks that this many bytes can be allocated at once. Such an allocation may begin and end between two checks of limits, which
    /// would not see it. Small ones are not checked, because a measurement takes longer than they are worth.
    pub(crate) fn check_room(&self, bytes: usize) -> Result<(), StopReason> {
        let is_there = bytes < LEAST_ROOM || self.config.has_room(bytes as u64);
        if is_there { Ok(()) } else { Err(StopReason::Memory) }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// Handle of a running task, by which it learns that it is superseded.
#[derive(Clone, Debug)]
pub(super) struct TaskToken {
    /// Number of the task, in the order of the tasks.
    number: usize,
    /// Least number of a task that has decided.
    decided: Arc<AtomicUsize>,
}

impl TaskToken {
    /// Whether an earlier task has decided, so that the result of this one will be discarded.
    fn is_superseded(&self) -> bool {
        self.decided.load(Ordering::Relaxed) < self.number
    }
}

/// Results of the tasks 0 to `tasks` − 1, in their order, up to the first that decides.
///
/// Idle threads begin with the next task while those before it are running. When a task decides, those after it are
/// superseded: they end early, and their results are discarded. Must be called on a thread of a rayon pool for more than one thread to take part.
pub(super) fn until_decided<T: Send>(
    tasks: usize,
    run: impl Fn(usize, TaskToken) -> T + Sync,
    decides: impl Fn(&T) -> bool + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let decided = Arc::new(AtomicUsize::new(tasks));
    let results: Vec<Mutex<Option<T>>> = (0..tasks).map(|_| Mutex::new(None)).collect();
    let work = || {
        // Tasks begin in their order, so those before one that has decided run or are done: none is superseded.
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let token = TaskToken { number, decided: Arc::clone(&decided) };
            if number >= tasks || token.is_superseded() {
                break;
            }
            let result = run(number, token);
            if decides(&result) {
                decided.fetch_min(number, Ordering::Relaxed);
            }
            *results[number].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        }
    };
    rayon::scope(|scope| {
        for _ in 1..tasks.min(rayon::current_num_threads()) {
            scope.spawn(|_| work());
        }
        work();
    });
    let last = decided.load(Ordering::Relaxed);
    let results = results.into_iter().take(last + 1);
    let done = results.map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner));
    done.map(|result| result.expect("no task before the first that decides is skipped")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pause() {
        std::thread::sleep(Duration::from_millis(1));
    }

    fn on_three_threads<T: Send>(work: impl FnOnce() -> T + Send) -> T {
        rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("a pool").install(work)
    }

    /// Numbers of the tasks whose results are returned. Each takes some milliseconds, and decides or not.
    fn results_of(tasks: &[(u64, bool)]) -> Vec<usize> {
        let run = |number: usize, _| {
            (0..tasks[number].0).for_each(|_| pause());
            number
        };
        on_three_threads(|| until_decided(tasks.len(), run, |&number| tasks[number].1))
    }

    #[test]
    fn results_are_those_of_running_tasks_in_turn() {
        assert!(results_of(&[]).is_empty());
        assert_eq!(results_of(&[(1, false)]), [0]);
        assert_eq!(results_of(&[(1, true)]), [0]);
        assert_eq!(
            results_of(&[(5, false), (1, false), (9, false), (1, false), (2, false)]),
            [0, 1, 2, 3, 4]
        );
        // The third decides first, but the second decides as well.
        assert_eq!(results_of(&[(20, false), (20, true), (1, true), (1, true)]), [0, 1]);
    }

    #[test]
    fn tasks_after_one_that_decides_are_superseded() {
        let begun = AtomicUsize::new(0);
        let run = |number: usize, token: TaskToken| {
            begun.fetch_add(1, Ordering::Relaxed);
            // The first decides once three are running; the others go on until they are superseded.
            while if number == 0 { begun.load(Ordering::Relaxed) < 3 } else { !token.is_superseded() } {
                pause();
            }
            number
        };
        assert_eq!(on_three_threads(|| until_decided(4, run, |&number| number == 0)), [0]);
        assert_eq!(begun.into_inner(), 3, "a superseded task is not begun");
    }
}
