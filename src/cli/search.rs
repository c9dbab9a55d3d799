//! Foreground searches: threads, interrupts, and a progress line on standard error.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use solomids::analysis::with_default_timeout;
use solomids::game::TREES;
use solomids::numbers::counted;
use solomids::solver::{Config, Observer, Progress, Stop};

use super::interrupt;
use super::settings::SearchSettings;
use super::terminal::Terminal;

/// A search in the foreground.
pub(super) struct SearchSession {
    pub(super) config: Config,
    line: Option<ProgressBar>,
}

impl SearchSession {
    /// Starts the threads, listens to interrupts, and shows progress with the observer made by `observe`.
    pub(super) fn start(
        settings: &SearchSettings,
        terminal: Terminal,
        observe: impl FnOnce(ProgressBar) -> Observer,
    ) -> anyhow::Result<Self> {
        settings.start_threads()?;
        let line = terminal.progress();
        let config = Config {
            interrupt: Some(interrupt::flag()?),
            observer: line.clone().map(observe),
            ..settings.config.clone()
        };
        Ok(Self { config, line })
    }

    /// Limits the time where neither a time nor a node limit was given.
    pub(super) fn with_default_timeout(self, timeout: Duration) -> Self {
        Self { config: with_default_timeout(self.config, timeout), ..self }
    }

    /// Observer that shows the elapsed time on the progress line, if there is one.
    pub(super) fn time_observer(&self, task: &'static str) -> Option<Observer> {
        self.line.clone().map(|line| time_observer(line, task))
    }

    /// Removes the progress line.
    pub(super) fn finish(&self) {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }
}

/// Observer that shows the name of a task and the seconds since the task began.
pub(super) fn time_observer(line: ProgressBar, task: &'static str) -> Observer {
    let started = OnceLock::new();
    Observer::new(move |_| {
        let started = started.get_or_init(Instant::now);
        line.set_message(format!("{task}: {} s", started.elapsed().as_secs()));
        line.tick();
    })
}

/// Observer that shows the goal of the search, its nodes, and the elapsed seconds.
pub(super) fn goal_observer(line: ProgressBar) -> Observer {
    let started = Instant::now();
    Observer::new(move |Progress { trees, swaps, merges_left, nodes }| {
        let goal = if trees == TREES { "a win".into() } else { counted(u64::from(trees), "tree") };
        let swaps = match swaps {
            0 => "without a swap".into(),
            _ => format!("with {}", counted(u64::from(swaps), "swap")),
        };
        let seconds = started.elapsed().as_secs();
        line.set_message(format!(
            "looking for {goal} {swaps}: {}, {} to go, {seconds} s",
            counted(nodes, "node"),
            counted(merges_left as u64, "merge"),
        ));
        line.tick();
    })
}

/// Names a limit with its option.
pub(super) const fn limit(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "the node limit (--max-nodes)",
        Stop::Time => "the time limit (--timeout)",
        Stop::Memory => "the memory limit (--memory)",
        Stop::Interrupted => "an interrupt",
    }
}
