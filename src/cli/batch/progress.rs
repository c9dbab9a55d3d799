//! What a batch shows while it runs.

use std::time::Duration;

use indicatif::ProgressBar;
use solomids::batch::{DealId, Dealer};

use super::Tally;
use crate::cli::terminal::Terminal;

/// A line that says how far things are, if anybody sees it.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    /// All rows.
    total: u64,
    /// Rows that nobody had to solve.
    given: u64,
    /// Rows still to come that nobody has to solve.
    to_take: u64,
    terminal: Terminal,
}

impl Progress {
    /// Nothing is done yet but some rows that were there before; some others are going to be taken over.
    pub(super) fn new(terminal: Terminal, total: u64, before: u64, to_take: u64) -> Self {
        Self { bar: terminal.bar(total), total, given: before, to_take, terminal }
    }

    /// A row was taken over.
    pub(super) const fn taken(&mut self) {
        self.given += 1;
        self.to_take = self.to_take.saturating_sub(1);
    }

    /// Shows how far things are.
    ///
    /// The time left is what the deals so far took on average, with all the time that went into searches still
    /// under way, for each deal that is left. One deal of some hundreds takes as long as all others, so this is
    /// little to go by before a few of these have come. A search that has lasted long is likely to last as long
    /// again, so it is never less than the longest one has taken so far.
    pub(super) fn show(&self, tally: &Tally, elapsed: Duration, longest: Duration) {
        let Some(bar) = &self.bar else { return };
        bar.set_position(tally.done);
        let solved = tally.done.saturating_sub(self.given);
        let rate = solved as f64 / elapsed.as_secs_f64();
        let left = if solved < 20 {
            "time left unknown yet".into()
        } else {
            let average = self.total.saturating_sub(tally.done + self.to_take) as f64 / rate;
            let left = Duration::try_from_secs_f64(average).unwrap_or(Duration::MAX).max(longest);
            format!("about {} left", words(left))
        };
        let long = if longest < Duration::from_secs(10) {
            String::new()
        } else {
            format!(", one search running for {}", words(longest))
        };
        let done = match tally.shares() {
            shares if shares.is_empty() => shares,
            shares => format!("; so far {shares}"),
        };
        bar.set_message(format!("{rate:.1}/s, {left}{long}{done}"));
    }

    /// Says that the solver broke down, which even the quiet want to know.
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

/// A time in words: `45.0 s`, `12 min 5 s`, `3 h 5 min`, `2 days 4 h`.
pub(super) fn words(time: Duration) -> String {
    let seconds = time.as_secs_f64().round();
    let whole = seconds as u64;
    match whole {
        0..120 => format!("{:.1} s", time.as_secs_f64()),
        120..7200 => format!("{} min {} s", whole / 60, whole % 60),
        7200..172_800 => format!("{} h {} min", whole / 3600, whole / 60 % 60),
        _ => format!("{} days {} h", whole / 86_400, whole / 3600 % 24),
    }
}
