//! Searches in the foreground: limits, threads, interrupts, and a progress line on standard error.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::game::TREES;
use crate::kit::search::{Limits, StopReason};
use crate::numbers::counted;
use crate::solver::{Config, LengthBounds, Observer, Progress};
use indicatif::ProgressBar;

use super::process::interrupt_flag;
use super::{SearchSettings, Terminal};

/// Time between two looks at whether a task is done.
const TICK: Duration = Duration::from_millis(50);

/// A task in the foreground.
pub(super) struct SearchSession {
    /// Limits, rules and the interrupt.
    pub(super) config: Config,
    pub(super) threads: usize,
    pub(super) limits: LimitNames,
    started: Instant,
    progress: Option<ProgressBar>,
    /// What a search says of itself: [`Self::observer`].
    words: Arc<Mutex<String>>,
}

impl SearchSession {
    /// Starts the threads and listens to interrupts.
    pub(super) fn start(settings: &SearchSettings, terminal: Terminal) -> anyhow::Result<Self> {
        settings.start_threads()?;
        let mut config = settings.config.clone();
        config.limits.interrupt = Some(interrupt_flag()?);
        Ok(Self {
            config,
            threads: settings.thread_count(),
            limits: LimitNames::of(settings),
            started: Instant::now(),
            progress: terminal.progress(),
            words: Arc::default(),
        })
    }

    /// Limits the time where neither a time nor a node limit was given.
    pub(super) fn with_default_timeout(mut self, timeout: Duration) -> Self {
        self.limits = self.limits_with_default(timeout);
        self.config.limits.time = self.limits.default_timeout.or(self.config.limits.time);
        self
    }

    /// Names of the limits where this time limit holds unless a time or a node limit was given.
    pub(super) fn limits_with_default(&self, timeout: Duration) -> LimitNames {
        LimitNames { default_timeout: self.config.limits.default_time(timeout), ..self.limits }
    }

    /// The limits, with the time that is left.
    pub(super) fn limits_left(&self) -> Limits {
        self.config.limits.left(self.started)
    }

    /// Seconds since the start.
    pub(super) fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Observer that makes [`words`](Self::words) of the progress of a search of Solomids, if they are shown.
    pub(super) fn observer(
        &self,
        says: impl Fn(Progress) -> String + Send + Sync + 'static,
    ) -> Option<Observer> {
        self.progress.as_ref()?;
        let words = Arc::clone(&self.words);
        Some(Observer::new(move |now| *words.lock().unwrap_or_else(PoisonError::into_inner) = says(now)))
    }

    /// What the search under way says of itself; nothing at first.
    pub(super) fn words(&self) -> String {
        self.words.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Does a task, on a terminal with a line that says how far it is.
    pub(super) fn watched<T: Send>(&self, says: impl Fn() -> String, task: impl FnOnce() -> T + Send) -> T {
        let Some(progress) = &self.progress else { return task() };
        let result = thread::scope(|scope| {
            let task = scope.spawn(task);
            while !task.is_finished() {
                let words = says();
                if !words.is_empty() {
                    progress.set_message(format!("{words}, {} s", self.started.elapsed().as_secs()));
                    progress.tick();
                }
                thread::sleep(TICK);
            }
            task.join()
        });
        progress.finish_and_clear();
        result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

pub(super) fn goal_in_words(Progress { trees, swaps, merges_left, nodes, length }: Progress) -> String {
    let nodes = counted(nodes, "node");
    if let Some(LengthBounds { known, needed }) = length {
        return format!(
            "looking for a shorter line: one of {known} is known, at least {needed} needed, {nodes}"
        );
    }
    let goal = if trees == TREES { "a win".into() } else { counted(trees.into(), "tree") };
    let swaps = match swaps {
        0 => "without a swap".into(),
        _ => format!("with {}", counted(swaps.into(), "swap")),
    };
    let left = counted(merges_left as u64, "merge");
    format!("looking for {goal} {swaps}: {nodes}, {left} to go")
}

/// Names of the limits of a command: a limit that was not given is called a default.
#[derive(Clone, Copy, Debug)]
pub(super) struct LimitNames {
    /// Time limit that holds because none was given.
    pub(super) default_timeout: Option<Duration>,
    pub(super) is_memory_given: bool,
}

impl LimitNames {
    /// The names without a default time limit.
    pub(super) fn of(settings: &SearchSettings) -> Self {
        Self { default_timeout: None, is_memory_given: settings.given_memory.is_some() }
    }

    /// Names the limit that stopped a search, with the option that sets it.
    pub(super) fn name(self, stop: StopReason) -> String {
        match (stop, self.default_timeout) {
            (StopReason::Nodes, _) => "the node limit (--max-nodes)".into(),
            (StopReason::Time, None) => "the time limit (--timeout)".into(),
            (StopReason::Time, Some(time)) => {
                let seconds = counted(time.as_secs(), "second");
                format!("the default time limit of {seconds} (--timeout sets another)")
            }
            (StopReason::Memory, _) if self.is_memory_given => "the memory limit (--memory)".into(),
            (StopReason::Memory, _) => {
                "the default memory limit, a quarter of the machine's (--memory sets another)".into()
            }
            (StopReason::Interrupted, _) => "an interrupt".into(),
        }
    }
}
