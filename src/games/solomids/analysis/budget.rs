//! Division of one node, time and memory budget among several searches.
//!
//! Hints, reviews and solutions run many searches under the limits of a single [`Config`]. This module is the only
//! place outside the solver that divides such limits.

use std::time::Duration;

use crate::games::solomids::solver::{Config, Limits, Outcome, StopReason};
use crate::kit::clock::Instant;

/// Node limits of a search in the first round, the second, and so on.
///
/// A question that one round leaves undecided is searched again in the next, so that hard questions do not starve
/// easy ones. The limits grow so fast that repeated work is small beside the last round.
pub(super) const ROUNDS: [u64; 5] = [2_000, 100_000, 3_000_000, 20_000_000, u64::MAX];

pub(super) struct SharedBudget {
    pub(super) config: Config,
    started: Instant,
    /// Nodes spent by all searches.
    pub(super) nodes: u64,
    /// Limit that ended the searches for good.
    pub(super) stopped: Option<StopReason>,
    /// Whether a search of the present round exhausted its share of the memory.
    memory_share_exhausted: bool,
}

impl SharedBudget {
    pub(super) fn new(config: &Config) -> Self {
        Self {
            config: config.clone(),
            started: Instant::now(),
            nodes: 0,
            stopped: None,
            memory_share_exhausted: false,
        }
    }

    /// Forgets memory shortages of the round before.
    pub(super) const fn begin_round(&mut self) {
        self.memory_share_exhausted = false;
    }

    /// Limits with the remaining nodes and time; zero where nothing remains.
    pub(super) fn remaining(&self) -> Config {
        self.with_limits(Limits { nodes: self.nodes_left(), ..self.config.limits.left(self.started) })
    }

    fn with_limits(&self, limits: Limits) -> Config {
        Config { limits, ..self.config.clone() }
    }

    /// Limits of one search: at most `round` nodes, an equal share of the remaining nodes for each of `sharers`, an
    /// equal share of the memory for each of `concurrent` searches. `None` once the budget is spent.
    pub(super) fn share(&mut self, round: u64, sharers: usize, concurrent: usize) -> Option<Config> {
        if self.stopped.is_some() {
            return None;
        }
        let nodes = self.nodes_left().map(|nodes| nodes / sharers.max(1) as u64);
        let time = self.time_left();
        if nodes == Some(0) {
            self.stopped = Some(StopReason::Nodes);
        } else if time.is_some_and(|left| left.is_zero()) {
            self.stopped = Some(StopReason::Time);
        }
        let limits = &self.config.limits;
        self.stopped.is_none().then(|| {
            self.with_limits(Limits {
                nodes: nodes.map_or(Some(round), |nodes| Some(nodes.min(round))),
                time,
                memory: limits.memory.map(|bytes| bytes / concurrent as u64),
                interrupt: limits.interrupt.clone(),
            })
        })
    }

    /// Limit that left a question open, `None` if none is open.
    ///
    /// Without a stop on record it is a shared limit: each share was too small, though other searches left some.
    pub(super) fn stopped_by(&self, open: bool) -> Option<StopReason> {
        let share = if self.memory_share_exhausted { StopReason::Memory } else { StopReason::Nodes };
        open.then(|| self.stopped.unwrap_or(share))
    }

    /// Remaining nodes, `None` without a limit.
    fn nodes_left(&self) -> Option<u64> {
        self.config.limits.nodes.map(|max| max.saturating_sub(self.nodes))
    }

    /// Remaining time, `None` without a limit.
    pub(super) fn time_left(&self) -> Option<Duration> {
        self.config.limits.time_left(self.started)
    }

    /// Charges a search that ran alone. One stopped by its node limit may be repeated in a later round.
    pub(super) fn charge(&mut self, outcome: &Outcome) {
        self.nodes += outcome.stats.nodes;
        self.stopped =
            outcome.verdict.stopped().filter(|&stopped| stopped != StopReason::Nodes).or(self.stopped);
    }

    /// Charges one of `concurrent` searches. One that exhausted its share of the memory does not stop the others.
    pub(super) fn charge_concurrent(&mut self, concurrent: usize, outcome: &Outcome) {
        if concurrent > 1 && outcome.verdict.stopped() == Some(StopReason::Memory) {
            self.memory_share_exhausted = true;
            self.nodes += outcome.stats.nodes;
        } else {
            self.charge(outcome);
        }
    }
}
