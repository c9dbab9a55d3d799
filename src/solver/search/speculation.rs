//! Tasks that can be done side by side, though what comes of them is as if they were done in turn until one decides.
//!
//! Threads that have nothing else to do begin with the next task while the ones before are under way. When a task
//! decides, those after it end as late ones, and nobody learns what came of them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A task's number among those of its race.
#[derive(Clone, Debug)]
pub(crate) struct TaskToken {
    number: usize,
    /// Number of the first task that has decided.
    decided: Arc<AtomicUsize>,
}

impl TaskToken {
    /// Whether an earlier task has decided, so that nobody wants to know of this one any more.
    pub(crate) fn is_superseded(&self) -> bool {
        self.decided.load(Ordering::Relaxed) < self.number
    }
}

/// What comes of so many tasks, in their order, up to the first that decides. Must be called on a pool of threads for
/// more than one to take part.
pub(crate) fn until_decided<T: Send>(
    tasks: usize,
    run: impl Fn(usize, TaskToken) -> T + Sync,
    decides: impl Fn(&T) -> bool + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let decided = Arc::new(AtomicUsize::new(tasks));
    let results: Vec<Mutex<Option<T>>> = (0..tasks).map(|_| Mutex::new(None)).collect();
    let work = || {
        // Whatever comes before a task that has decided was begun before it, and is brought to its end.
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
    done.map(|result| result.expect("nobody skips a task before the first that decides")).collect()
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

    /// The numbers of tasks that take so many milliseconds and decide or not, as far as anybody learns of them.
    fn race(tasks: &[(u64, bool)]) -> Vec<usize> {
        let run = |number: usize, _| {
            (0..tasks[number].0).for_each(|_| pause());
            number
        };
        on_three_threads(|| until_decided(tasks.len(), run, |&number| tasks[number].1))
    }

    #[test]
    fn what_comes_of_tasks_is_the_same_as_in_turn() {
        assert!(race(&[]).is_empty());
        assert_eq!(race(&[(1, false)]), [0]);
        assert_eq!(race(&[(1, true)]), [0]);
        assert_eq!(race(&[(5, false), (1, false), (9, false), (1, false), (2, false)]), [0, 1, 2, 3, 4]);
        // The third decides first, but the second decides as well.
        assert_eq!(race(&[(20, false), (20, true), (1, true), (1, true)]), [0, 1]);
    }

    #[test]
    fn who_is_late_is_told_so() {
        let begun = AtomicUsize::new(0);
        let run = |number: usize, token: TaskToken| {
            begun.fetch_add(1, Ordering::Relaxed);
            // The first decides once all are under way; the others go on until they are late.
            while if number == 0 { begun.load(Ordering::Relaxed) < 3 } else { !token.is_superseded() } {
                pause();
            }
            number
        };
        assert_eq!(on_three_threads(|| until_decided(4, run, |&number| number == 0)), [0]);
        assert_eq!(begun.into_inner(), 3, "nobody begins with a task that is late");
    }
}
