//! Limits, threads, interrupts and progress of the commands.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use solomids::kit::search::{Halt, StopReason};

use crate::cli::interrupt;
use crate::cli::search::LimitNames;
use crate::cli::settings::SearchSettings;
use crate::cli::terminal::Terminal;

/// Time between two looks at whether a task is done.
const TICK: Duration = Duration::from_millis(50);

/// A task in the foreground: its limits and its interrupt.
pub(super) struct Session {
    pub(super) max_nodes: Option<u64>,
    pub(super) timeout: Option<Duration>,
    /// Bytes that tables may take.
    pub(super) memory: u64,
    pub(super) threads: usize,
    pub(super) interrupt: Arc<AtomicBool>,
    limits: LimitNames,
    started: Instant,
    progress: Option<ProgressBar>,
}

impl Session {
    /// Starts the threads and listens to interrupts.
    pub(super) fn start(settings: &SearchSettings, terminal: Terminal) -> anyhow::Result<Self> {
        settings.start_threads()?;
        let limits = LimitNames { default_timeout: None, is_memory_given: settings.given_memory.is_some() };
        Ok(Self {
            max_nodes: settings.config.max_nodes,
            timeout: settings.config.timeout,
            memory: settings.config.memory.bytes().unwrap_or(1 << 30),
            threads: settings.thread_count(),
            interrupt: interrupt::flag()?,
            limits,
            started: Instant::now(),
            progress: terminal.progress(),
        })
    }

    /// Limits the time where neither a time nor a node limit was given.
    pub(super) fn with_default_timeout(mut self, timeout: Duration) -> Self {
        if self.timeout.is_none() && self.max_nodes.is_none() {
            self.timeout = Some(timeout);
            self.limits.default_timeout = Some(timeout);
        }
        self
    }

    /// What ends the task early.
    pub(super) fn halt(&self) -> Halt {
        let deadline = self.timeout.and_then(|timeout| self.started.checked_add(timeout));
        Halt { deadline, interrupt: Some(Arc::clone(&self.interrupt)) }
    }

    /// The time that is left.
    pub(super) fn time_left(&self) -> Option<Duration> {
        self.timeout.map(|timeout| timeout.saturating_sub(self.started.elapsed()))
    }

    /// Seconds since the start.
    pub(super) fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Names the limit that stopped a search, with the option that sets it.
    pub(super) fn limit_name(&self, stop: StopReason) -> String {
        self.limits.name(stop)
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
