//! Searches in the foreground: limits, threads, interrupts, and a line on standard error that shows the time.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use indicatif::ProgressBar;
use solomids::solace2::solver::{Limits, StopReason};

use crate::cli::search::LimitNames;
use crate::cli::settings::SearchSettings;
use crate::cli::terminal::Terminal;

/// Time between two changes of a progress line.
const TICK: Duration = Duration::from_millis(200);

/// The limits of one of several searches that run at once.
pub(super) fn limits(settings: &SearchSettings, at_once: usize, interrupt: Arc<AtomicBool>) -> Limits {
    Limits {
        max_nodes: settings.config.max_nodes,
        timeout: settings.config.timeout,
        memory: settings.config.memory.bytes().map(|bytes| bytes / at_once.max(1) as u64),
        interrupt: Some(interrupt),
        ..Limits::default()
    }
}

/// A line that counts the seconds of a task, on a terminal only.
pub(super) fn clock(terminal: Terminal, task: &'static str) -> Option<ProgressBar> {
    let progress = terminal.progress()?.with_message(task);
    if let Ok(style) = indicatif::ProgressStyle::with_template("{spinner} {msg}: {elapsed}") {
        progress.set_style(style);
    }
    progress.enable_steady_tick(TICK);
    Some(progress)
}

/// Names the limit that stopped a search, with the option that sets it.
pub(super) fn limit_name(settings: &SearchSettings, stop: StopReason) -> String {
    let limits = LimitNames { default_timeout: None, is_memory_given: settings.given_memory.is_some() };
    limits.name(stop)
}
