//! Progress of a running batch: a line that changes on a terminal, lines now and then in a log; and the counts it shows.

use std::time::Duration;

use crate::batch::{BatchRows, Dealer, Row};
use crate::kit::escape::escape;
use crate::numbers::{counted, grouped};
use crate::stats::{Confidence, ResultClass, SourceFile, Summary};
use indicatif::ProgressBar;

use crate::cli::Terminal;

/// Time before the first line in a log, and least time between two.
const LOG_INTERVAL: Duration = Duration::from_mins(1);

/// Times of the lines in a log: a minute apart at first, then a tenth of the elapsed time. A day has some eighty.
struct LogTimes {
    next: Duration,
}

impl LogTimes {
    const fn new() -> Self {
        Self { next: LOG_INTERVAL }
    }

    /// Whether a line is due; if so, the next one is put off.
    fn is_due(&mut self, elapsed: Duration) -> bool {
        let is_due = elapsed >= self.next;
        if is_due {
            self.next = elapsed + LOG_INTERVAL.max(elapsed / 10);
        }
        is_due
    }
}

enum ProgressSink {
    /// With `--quiet`.
    Nowhere,
    Terminal(ProgressBar),
    /// Standard error that is no terminal.
    Log(LogTimes),
}

pub(super) struct BatchProgress {
    sink: ProgressSink,
    total: u64,
    /// Rows that were there before.
    before: u64,
    terminal: Terminal,
}

impl BatchProgress {
    pub(super) fn new(terminal: Terminal, total: u64, before: u64) -> Self {
        let sink = match terminal.bar(total) {
            Some(bar) => ProgressSink::Terminal(bar),
            None if terminal.is_quiet() => ProgressSink::Nowhere,
            None => ProgressSink::Log(LogTimes::new()),
        };
        Self { sink, total, before, terminal }
    }

    /// Updates the line, or adds one to a log if it is due; `longest` is the time of the longest search under way.
    pub(super) fn show(&mut self, tally: &BatchTally, elapsed: Duration, longest: Duration) {
        match &mut self.sink {
            ProgressSink::Nowhere => {}
            ProgressSink::Terminal(bar) => {
                bar.set_position(tally.done);
                let bar = bar.clone();
                bar.set_message(self.message(tally, elapsed, longest));
            }
            ProgressSink::Log(times) => {
                if times.is_due(elapsed) {
                    let rows = format!("{} of {}", grouped(tally.done), counted(self.total, "row"));
                    let time = duration_in_words(elapsed);
                    let message = self.message(tally, elapsed, longest);
                    self.terminal.note(&format!("after {time}: {rows}, {message}"));
                }
            }
        }
    }

    /// Rate, time left and results so far.
    ///
    /// The time left is estimated as the elapsed time per solved deal, times the deals left. Search times are
    /// heavy-tailed: one deal of some hundreds takes as long as all others together, and a search that has lasted long is
    /// likely to last as long again. The estimate is therefore at least `longest`, and missing at first.
    fn message(&self, tally: &BatchTally, elapsed: Duration, longest: Duration) -> String {
        let solved = tally.done.saturating_sub(self.before);
        let rate = solved as f64 / elapsed.as_secs_f64();
        let left = if solved < 20 {
            "time left unknown yet".into()
        } else {
            let average = self.total.saturating_sub(tally.done) as f64 / rate;
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
        format!("{rate:.1}/s, {left}{long}{done}")
    }

    /// Reports a failure of the solver, even with `--quiet`.
    pub(super) fn broken(&self, row: &Row, message: &str) {
        let Row { index, seed, dealer, ref deal, .. } = *row;
        let of = match (dealer, seed) {
            (Dealer::Tabletop, Some(seed)) => format!(" of seed {seed}"),
            (Dealer::Web, _) => " of the web page".into(),
            _ => String::new(),
        };
        let text = format!("the solver broke down over deal {index}{of}: {message}; the deal is {deal}");
        let say = || self.terminal.stderr_lines(&escape(&text));
        match &self.sink {
            ProgressSink::Terminal(bar) => bar.suspend(say),
            _ => say(),
        }
    }

    pub(super) fn clear(&self) {
        if let ProgressSink::Terminal(bar) = &self.sink {
            bar.finish_and_clear();
        }
    }
}

pub(super) struct BatchTally {
    pub(super) summary: Summary,
    /// Number of the source within `summary`.
    source: usize,
    pub(super) done: u64,
}

impl BatchTally {
    pub(super) fn new(rows: &BatchRows) -> anyhow::Result<Self> {
        let mut summary = Summary::new(1);
        let source =
            summary.source(SourceFile { name: "the batch".into(), meta: Some(rows.meta().clone()) })?;
        Ok(Self { summary, source, done: 0 })
    }

    pub(super) fn add(&mut self, row: &Row) {
        self.summary.add(self.source, row).expect("a series has each index once");
        self.done += 1;
    }

    pub(super) fn failed(&self) -> u64 {
        self.summary.groups().map(|group| group.failed).sum()
    }

    /// Formats the certain shares of the results so far: `17: 99.1 %, lost: 0.9 %`. They are biased, since deals that take long
    /// are done late.
    pub(super) fn shares(&self) -> String {
        let Some(group) = self.summary.groups().next() else { return String::new() };
        let certain = |class: ResultClass| (class.key, group.share(class, Confidence::default()).certain);
        let known = ResultClass::RESULTS.map(certain);
        let others = group.deals - known.iter().map(|(_, count)| count).sum::<u64>();
        let there = known.into_iter().chain([("undecided", others)]).filter(|&(_, count)| count > 0);
        let share = |count: u64| 100.0 * count as f64 / group.deals as f64;
        there.map(|(name, count)| format!("{name}: {:.1} %", share(count))).collect::<Vec<_>>().join(", ")
    }
}

/// Formats a time: `45.0 s`, `12 min 5 s`, `3 h 5 min`, `2 days 4 h`.
pub(in crate::cli) fn duration_in_words(time: Duration) -> String {
    let seconds = time.as_secs_f64().round();
    let whole = seconds as u64;
    match whole {
        0..120 => format!("{:.1} s", time.as_secs_f64()),
        120..7200 => format!("{} min {} s", whole / 60, whole % 60),
        7200..172_800 => format!("{} h {} min", whole / 3600, whole / 60 % 60),
        _ => format!("{} days {} h", whole / 86_400, whole / 3600 % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_gets_a_line_a_minute_and_fewer_later() {
        let lines_within = |seconds: u64| {
            let mut times = LogTimes::new();
            // Progress is reported five times a second.
            (0..5 * seconds).filter(|&tick| times.is_due(Duration::from_millis(200 * tick))).count()
        };
        assert_eq!(lines_within(60), 0);
        assert_eq!(lines_within(599), 9);
        let day = lines_within(86_400);
        assert!((40..100).contains(&day), "{day}");
    }
}
