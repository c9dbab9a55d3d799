//! Speculative execution of tasks: side by side, with the results of running them in turn until one decides.
//!
//! Idle threads begin with the next task while those before it are running. When a task decides, those after it are
//! superseded: they end early, and their results are discarded.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Handle of a running task, by which it learns that it is superseded.
#[derive(Clone, Debug)]
pub(crate) struct TaskToken {
    /// Number of the task, in the order of the tasks.
    number: usize,
    /// Least number of a task that has decided.
    decided: Arc<AtomicUsize>,
}

impl TaskToken {
    /// Whether an earlier task has decided, so that the result of this one will be discarded.
    pub(crate) fn is_superseded(&self) -> bool {
        self.decided.load(Ordering::Relaxed) < self.number
    }
}

/// Results of the tasks 0 to `tasks` − 1, in their order, up to the first that decides.
/// Must be called on a thread of a rayon pool for more than one thread to take part.
pub(crate) fn until_decided<T: Send>(
    tasks: usize,
    run: impl Fn(usize, TaskToken) -> T + Sync,
    decides: impl Fn(&T) -> bool + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let decided = Arc::new(AtomicUsize::new(tasks));
    let results: Vec<Mutex<Option<T>>> = (0..tasks).map(|_| Mutex::new(None)).collect();
    let work = || {
        // Tasks begin in their order, so those before one that has decided are running or done, and are never
        // superseded.
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
    use std::time::Duration;

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
