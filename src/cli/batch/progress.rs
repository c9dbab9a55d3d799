//! Progress line of a running batch.

use std::time::Duration;

use indicatif::ProgressBar;
use solomids::batch::{DealId, Dealer};

use super::tally::BatchTally;
use crate::cli::terminal::Terminal;

/// Progress line with an estimate of the time left.
pub(super) struct BatchProgress {
    /// `None` where progress is not shown.
    bar: Option<ProgressBar>,
    /// Number of all rows.
    total: u64,
    /// Rows done without a search.
    given: u64,
    /// Rows still to be taken over from another file.
    to_take: u64,
    terminal: Terminal,
}

impl BatchProgress {
    /// Starts with `before` rows present and `to_take` rows to be taken over.
    pub(super) fn new(terminal: Terminal, total: u64, before: u64, to_take: u64) -> Self {
        Self { bar: terminal.bar(total), total, given: before, to_take, terminal }
    }

    /// Counts a row taken over.
    pub(super) const fn taken(&mut self) {
        self.given += 1;
        self.to_take = self.to_take.saturating_sub(1);
    }

    /// Updates the line; `longest` is the time of the longest search under way.
    ///
    /// The time left is estimated as the elapsed time per solved deal, times the deals left. Search times are
    /// heavy-tailed: one deal of some hundreds takes as long as all others together, and a search that has lasted long is
    /// likely to last as long again. The estimate is therefore at least `longest`, and missing at first.
    pub(super) fn show(&self, tally: &BatchTally, elapsed: Duration, longest: Duration) {
        let Some(bar) = &self.bar else { return };
        bar.set_position(tally.done);
        let solved = tally.done.saturating_sub(self.given);
        let rate = solved as f64 / elapsed.as_secs_f64();
        let left = if solved < 20 {
            "time left unknown yet".into()
        } else {
            let average = self.total.saturating_sub(tally.done + self.to_take) as f64 / rate;
            let left = Duration::try_from_secs_f64(average).unwrap_or(Duration::MAX).max(longest);
            format!("about {} left", duration_in_words(left))
        };
        let long = if longest < Duration::from_secs(10) {
            String::new()
        } else {
            format!(", one search running for {}", duration_in_words(longest))
        };
        let done = match tally.shares() {
            shares if shares.is_empty() => shares,
            shares => format!("; so far {shares}"),
        };
        bar.set_message(format!("{rate:.1}/s, {left}{long}{done}"));
    }

    /// Reports a failure of the solver, even with `--quiet`.
    pub(super) fn broken(&self, place: DealId, deal: &str, message: &str) {
        let DealId { index, seed, dealer } = place;
        let of = match (dealer, seed) {
            (Dealer::Tabletop, Some(seed)) => format!(" of seed {seed}"),
            (Dealer::Web, _) => " of the web page".into(),
            _ => String::new(),
        };
        let text = format!("the solver broke down over deal {index}{of}: {message}; the deal is {deal}");
        let say = || self.terminal.complain(&text);
        match &self.bar {
            Some(bar) => bar.suspend(say),
            None => say(),
        }
    }

    pub(super) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Formats a time: `45.0 s`, `12 min 5 s`, `3 h 5 min`, `2 days 4 h`.
pub(super) fn duration_in_words(time: Duration) -> String {
    let seconds = time.as_secs_f64().round();
    let whole = seconds as u64;
    match whole {
        0..120 => format!("{:.1} s", time.as_secs_f64()),
        120..7200 => format!("{} min {} s", whole / 60, whole % 60),
        7200..172_800 => format!("{} h {} min", whole / 3600, whole / 60 % 60),
        _ => format!("{} days {} h", whole / 86_400, whole / 3600 % 24),
    }
}
