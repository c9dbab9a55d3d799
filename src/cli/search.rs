//! Searches that somebody waits for: their threads, their limits, an interrupt, and a sign of life.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use indicatif::ProgressBar;
use solomids::solver::{Config, Observer, Stop};

use super::args::Common;
use super::interrupt;
use super::terminal::Terminal;

/// A search that is about to begin.
pub(super) struct Search {
    pub(super) config: Config,
    line: Option<ProgressBar>,
}

impl Search {
    /// Starts the threads and listens to interrupts. Where the user gave neither a time nor a node limit, the
    /// search ends after `patience`.
    pub(super) fn new(
        common: &Common,
        terminal: Terminal,
        doing: &'static str,
        patience: Duration,
    ) -> anyhow::Result<Self> {
        start_threads(common)?;
        let line = terminal.progress();
        let config = common.config();
        let unlimited = config.timeout.is_none() && config.max_nodes.is_none();
        let config = Config {
            interrupt: Some(interrupt::flag()?),
            observer: line.clone().map(|line| watch(line, doing)),
            timeout: if unlimited { Some(patience) } else { config.timeout },
            ..config
        };
        Ok(Self { config, line })
    }

    /// Takes the sign of life away.
    pub(super) fn finish(self) {
        if let Some(line) = self.line {
            line.finish_and_clear();
        }
    }
}

/// Starts as many threads as the user wants.
pub(super) fn start_threads(common: &Common) -> anyhow::Result<()> {
    if common.threads > 0 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(common.threads);
        pool.build_global().context("cannot start the threads")?;
    }
    Ok(())
}

/// Shows for how long a search has been going on.
pub(super) fn watch(line: ProgressBar, doing: &'static str) -> Observer {
    let started = Instant::now();
    Observer::new(move |_| {
        line.set_message(format!("{doing}: {} s", started.elapsed().as_secs()));
        line.tick();
    })
}

/// A limit by its option.
pub(super) const fn limit(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "the node limit (--max-nodes)",
        Stop::Time => "the time limit (--timeout)",
        Stop::Memory => "the memory limit (--memory)",
        Stop::Interrupted => "an interrupt",
    }
}

/// What is left of the limits after so many nodes and so much time.
pub(super) fn rest(config: Config, nodes: u64, time: Duration) -> Config {
    Config {
        max_nodes: config.max_nodes.map(|max| max.saturating_sub(nodes)),
        timeout: config.timeout.map(|timeout| timeout.saturating_sub(time)),
        ..config
    }
}
