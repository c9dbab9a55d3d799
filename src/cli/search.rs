//! Foreground searches: threads, interrupts, and a progress line on standard error.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use solomids::analysis::with_default_timeout;
use solomids::game::TREES;
use solomids::numbers::counted;
use solomids::solver::{Config, LengthBounds, Observer, Progress, StopReason};

use super::interrupt;
use super::settings::SearchSettings;
use super::terminal::Terminal;

/// A search in the foreground.
pub(super) struct SearchSession {
    pub(super) config: Config,
    /// Names of the limits.
    pub(super) limits: LimitNames,
    progress: Option<ProgressBar>,
}

impl SearchSession {
    /// Starts the threads, listens to interrupts, and shows progress with the observer made by `observe`.
    pub(super) fn start(
        settings: &SearchSettings,
        terminal: Terminal,
        observe: impl FnOnce(ProgressBar) -> Observer,
    ) -> anyhow::Result<Self> {
        settings.start_threads()?;
        let progress = terminal.progress();
        let config = Config {
            interrupt: Some(interrupt::flag()?),
            observer: progress.clone().map(observe),
            ..settings.config.clone()
        };
        let limits = LimitNames { default_timeout: None, is_memory_given: settings.given_memory.is_some() };
        Ok(Self { config, limits, progress })
    }

    /// Limits the time where neither a time nor a node limit was given.
    pub(super) fn with_default_timeout(self, timeout: Duration) -> Self {
        let limits = self.limits_with_default(timeout);
        Self { config: with_default_timeout(self.config, timeout), limits, ..self }
    }

    /// Names of the limits where this time limit holds unless a time or a node limit was given.
    pub(super) fn limits_with_default(&self, timeout: Duration) -> LimitNames {
        let is_default = self.config.timeout.is_none() && self.config.max_nodes.is_none();
        LimitNames { default_timeout: is_default.then_some(timeout), ..self.limits }
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
}

/// Observer that shows the name of a task and the seconds since the task began.
pub(super) fn time_observer(progress: ProgressBar, task: &'static str) -> Observer {
    let started = OnceLock::new();
    Observer::new(move |_| {
        let started = started.get_or_init(Instant::now);
        progress.set_message(format!("{task}: {} s", started.elapsed().as_secs()));
        progress.tick();
    })
}

/// Observer that shows which position of a line is searched, by the number of moves before it, and the elapsed seconds.
pub(super) fn move_observer(progress: ProgressBar, searched: Arc<AtomicUsize>, moves: usize) -> Observer {
    let started = Instant::now();
    Observer::new(move |_| {
        let (played, seconds) = (searched.load(Ordering::Relaxed), started.elapsed().as_secs());
        progress.set_message(match played {
            0 => format!("analysing the start of {}: {seconds} s", counted(moves as u64, "move")),
            _ => format!("analysing move {played} of {moves}: {seconds} s"),
        });
        progress.tick();
    })
}

/// Observer that shows the goal of the search, its nodes, and the elapsed seconds.
pub(super) fn goal_observer(progress: ProgressBar) -> Observer {
    let started = Instant::now();
    Observer::new(move |Progress { trees, swaps, merges_left, nodes, length }| {
        let seconds = started.elapsed().as_secs();
        if let Some(LengthBounds { known, needed }) = length {
            progress.set_message(format!(
                "looking for a shorter line: one of {known} is known, at least {needed} needed, {}, {seconds} s",
                counted(nodes, "node"),
            ));
            progress.tick();
            return;
        }
        let goal = if trees == TREES { "a win".into() } else { counted(u64::from(trees), "tree") };
        let swaps = match swaps {
            0 => "without a swap".into(),
            _ => format!("with {}", counted(u64::from(swaps), "swap")),
        };
        progress.set_message(format!(
            "looking for {goal} {swaps}: {}, {} to go, {seconds} s",
            counted(nodes, "node"),
            counted(merges_left as u64, "merge"),
        ));
        progress.tick();
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
    /// Names the limit that stopped a search, with the option that sets it.
    pub(super) fn name(self, stop: StopReason) -> String {
        match (stop, self.default_timeout) {
            (StopReason::Nodes, _) => "the node limit (--max-nodes)".into(),
            (StopReason::Time, None) => "the time limit (--timeout)".into(),
            (StopReason::Time, Some(time)) => default_time(time),
            (StopReason::Memory, _) if self.is_memory_given => "the memory limit (--memory)".into(),
            (StopReason::Memory, _) => {
                "the default memory limit, a quarter of the machine's (--memory sets another)".into()
            }
            (StopReason::Interrupted, _) => "an interrupt".into(),
        }
    }
}

/// Names a time limit that was not given.
fn default_time(time: Duration) -> String {
    format!("the default time limit of {} (--timeout sets another)", counted(time.as_secs(), "second"))
}
