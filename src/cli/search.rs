//! Searches in the foreground: limits, threads, interrupts, and a progress line on standard error.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use solomids::game::TREES;
use solomids::kit::search::{Halt, StopReason};
use solomids::numbers::counted;
use solomids::solver::{Config, LengthBounds, Observer, Progress};

use super::interrupt;
use super::settings::SearchSettings;
use super::terminal::Terminal;

/// Time between two looks at whether a task is done.
const TICK: Duration = Duration::from_millis(50);

/// A task in the foreground.
pub(super) struct SearchSession {
    /// Limits, rules and the interrupt.
    pub(super) config: Config,
    pub(super) threads: usize,
    pub(super) interrupt: Arc<AtomicBool>,
    /// Names of the limits.
    pub(super) limits: LimitNames,
    started: Instant,
    progress: Option<ProgressBar>,
}

impl SearchSession {
    /// Starts the threads and listens to interrupts.
    pub(super) fn start(settings: &SearchSettings, terminal: Terminal) -> anyhow::Result<Self> {
        settings.start_threads()?;
        let interrupt = interrupt::flag()?;
        let config = Config { interrupt: Some(Arc::clone(&interrupt)), ..settings.config.clone() };
        let (threads, limits) = (settings.thread_count(), LimitNames::of(settings));
        Ok(Self {
            config,
            threads,
            interrupt,
            limits,
            started: Instant::now(),
            progress: terminal.progress(),
        })
    }

    /// Shows the progress of searches of Solomids with the observer made by `observe`.
    pub(super) fn observed(mut self, observe: impl FnOnce(ProgressBar) -> Observer) -> Self {
        self.config.observer = self.progress.clone().map(observe);
        self
    }

    /// Limits the time where neither a time nor a node limit was given.
    pub(super) fn with_default_timeout(mut self, timeout: Duration) -> Self {
        self.limits = self.limits_with_default(timeout);
        self.config.timeout = self.limits.default_timeout.or(self.config.timeout);
        self
    }

    /// Names of the limits where this time limit holds unless a time or a node limit was given.
    pub(super) fn limits_with_default(&self, timeout: Duration) -> LimitNames {
        let is_default = self.config.timeout.is_none() && self.config.max_nodes.is_none();
        LimitNames { default_timeout: is_default.then_some(timeout), ..self.limits }
    }

    /// Bytes that tables may take.
    pub(super) fn memory(&self) -> u64 {
        self.config.memory.bytes.unwrap_or(1 << 30)
    }

    /// What ends a task early.
    pub(super) fn halt(&self) -> Halt {
        let deadline = self.config.timeout.and_then(|timeout| self.started.checked_add(timeout));
        Halt { deadline, interrupt: Some(Arc::clone(&self.interrupt)) }
    }

    /// The time that is left.
    pub(super) fn time_left(&self) -> Option<Duration> {
        self.config.timeout.map(|timeout| timeout.saturating_sub(self.started.elapsed()))
    }

    /// Seconds since the start.
    pub(super) fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Observer that shows the elapsed time on the progress line, if there is one.
    pub(super) fn time_observer(&self, task: &'static str) -> Option<Observer> {
        self.progress.clone().map(|progress| time_observer(progress, task))
    }

    /// Removes the progress line.
    pub(super) fn finish(&self) {
        if let Some(progress) = &self.progress {
            progress.finish_and_clear();
        }
    }

    /// Does a task, on a terminal with a line that says how far it is.
    pub(super) fn watched<T: Send>(&self, says: impl Fn() -> String, task: impl FnOnce() -> T + Send) -> T {
        let Some(progress) = &self.progress else { return task() };
        let result = thread::scope(|scope| {
            let task = scope.spawn(task);
            while !task.is_finished() {
                progress.set_message(format!("{}: {} s", says(), self.started.elapsed().as_secs()));
                progress.tick();
                thread::sleep(TICK);
            }
            task.join()
        });
        progress.finish_and_clear();
        result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

/// Observer that shows on a progress line what a search `says`, which is given the seconds since the search began.
fn observer(
    progress: ProgressBar,
    says: impl Fn(Progress, u64) -> String + Send + Sync + 'static,
) -> Observer {
    let started = OnceLock::new();
    Observer::new(move |now| {
        let started = started.get_or_init(Instant::now);
        progress.set_message(says(now, started.elapsed().as_secs()));
        progress.tick();
    })
}

/// Observer that shows the name of a task and the seconds since the task began.
pub(super) fn time_observer(progress: ProgressBar, task: &'static str) -> Observer {
    observer(progress, move |_, seconds| format!("{task}: {seconds} s"))
}

/// Observer that shows which position of a line is searched, by the number of moves before it, and the elapsed seconds.
pub(super) fn move_observer(progress: ProgressBar, searched: Arc<AtomicUsize>, moves: usize) -> Observer {
    observer(progress, move |_, seconds| match searched.load(Ordering::Relaxed) {
        0 => format!("analysing the start of {}: {seconds} s", counted(moves as u64, "move")),
        played => format!("analysing move {played} of {moves}: {seconds} s"),
    })
}

/// Observer that shows the goal of the search, its nodes, and the elapsed seconds.
pub(super) fn goal_observer(progress: ProgressBar) -> Observer {
    observer(progress, |Progress { trees, swaps, merges_left, nodes, length }, seconds| {
        let nodes = counted(nodes, "node");
        if let Some(LengthBounds { known, needed }) = length {
            return format!(
                "looking for a shorter line: one of {known} is known, at least {needed} needed, {nodes}, {seconds} s"
            );
        }
        let goal = if trees == TREES { "a win".into() } else { counted(trees.into(), "tree") };
        let swaps = match swaps {
            0 => "without a swap".into(),
            _ => format!("with {}", counted(swaps.into(), "swap")),
        };
        let left = counted(merges_left as u64, "merge");
        format!("looking for {goal} {swaps}: {nodes}, {left} to go, {seconds} s")
    })
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
