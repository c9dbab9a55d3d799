//! Limits that many searches share.

use std::time::{Duration, Instant};

use crate::solver::{Config, Outcome, Stop};

/// Nodes for a search in the first round, the second, and so on. Whatever a round leaves undecided is asked
/// again with more, so that no hard question keeps the easy ones from their answers; what the earlier rounds
/// cost is little beside the last.
pub(super) const ROUNDS: [u64; 5] = [2_000, 100_000, 3_000_000, 20_000_000, u64::MAX];

/// Limits that many searches share, and what was spent of them.
pub(super) struct Purse<'a> {
    limits: &'a Config,
    started: Instant,
    /// Nodes of all searches so far.
    pub(super) nodes: u64,
    /// Which limit ended the whole, if one did.
    pub(super) stopped: Option<Stop>,
    /// Whether a search of the present round ran out of its share of the memory.
    pub(super) was_short: bool,
}

impl<'a> Purse<'a> {
    pub(super) fn new(limits: &'a Config) -> Self {
        Self { limits, started: Instant::now(), nodes: 0, stopped: None, was_short: false }
    }

    /// The limits of one search in this round, of which `among` share what is left and `together` run at the
    /// same time; `None` once nothing is left.
    pub(super) fn config(&mut self, round: u64, among: usize, together: usize) -> Option<Config> {
        if self.stopped.is_some() {
            return None;
        }
        let limits = self.limits;
        let left = limits.max_nodes.map(|max| max.saturating_sub(self.nodes) / among.max(1) as u64);
        let timeout = self.time_left();
        if left == Some(0) {
            self.stopped = Some(Stop::Nodes);
        } else if timeout.is_some_and(|left| left.is_zero()) {
            self.stopped = Some(Stop::Time);
        }
        self.stopped.is_none().then(|| Config {
            max_nodes: left.map_or(Some(round), |left| Some(left.min(round))),
            timeout,
            memory: limits.memory.map(|memory| memory / together as u64),
            ..limits.clone()
        })
    }

    /// Which limit left something open, if anything is. Where none was noticed it was one of those that searches share: what
    /// each of several got was too little, though some was left by another.
    pub(super) fn stopped_by(&self, open: bool) -> Option<Stop> {
        let share = if self.was_short { Stop::Memory } else { Stop::Nodes };
        open.then(|| self.stopped.unwrap_or(share))
    }

    /// The time that is left, if there is a limit.
    pub(super) fn time_left(&self) -> Option<Duration> {
        self.limits.timeout.map(|timeout| timeout.saturating_sub(self.started.elapsed()))
    }

    /// Counts what a search has cost that ran by itself. One that its round alone has stopped may be asked again.
    pub(super) fn pay(&mut self, outcome: &Outcome) {
        self.nodes += outcome.stats.nodes;
        self.stopped = outcome.verdict.stopped().filter(|&stopped| stopped != Stop::Nodes).or(self.stopped);
    }

    /// The same for one of so many that ran at the same time. Where it ran out of memory the others may go on.
    pub(super) fn pay_one_of(&mut self, together: usize, outcome: &Outcome) {
        if together > 1 && outcome.verdict.stopped() == Some(Stop::Memory) {
            self.was_short = true;
            self.nodes += outcome.stats.nodes;
        } else {
            self.pay(outcome);
        }
    }
}
