//! Use of solver results by the model: hints, warnings, solutions.

use solomids::analysis::{Bounds, Reason};
use solomids::game::{MAX_SWAPS, Move, Position, TREES};
use solomids::numbers::counted;
use solomids::solver::StopReason;
use solomids::view::words::described;

use super::background::{KnownScore, Query, Reply};
use super::command::{Overlay, PlayEffect};
use super::model::Model;

impl Model {
    /// Known score of the present position.
    pub(super) fn known(&self) -> Option<&KnownScore> {
        self.known.get(self.game.position())
    }

    /// Upper bound on the score of the present position from itself and the position before.
    pub(super) fn upper(&self) -> u8 {
        let trivial = Bounds::of(self.game.position()).upper;
        let before = self.game.played().last().and_then(|(before, _)| self.known.get(before));
        before.map_or(trivial, |known| known.bounds.upper.min(trivial))
    }

    /// Whether no query has decided the present position or run into a limit there.
    pub(super) fn is_unknown(&self) -> bool {
        self.known().is_none_or(|known| !known.bounds.is_decided() && known.stopped.is_none())
    }

    /// Passes a decided score on to the present position if the last move was the first move of its line.
    pub(super) fn inherit(&mut self) {
        let position = *self.game.position();
        let Some(&(before, mv)) = self.game.played().last() else { return };
        if let Some(KnownScore { bounds, line, .. }) = self.known.get(&before)
            && bounds.is_decided()
            && line.first() == Some(&mv)
        {
            let known = KnownScore { bounds: *bounds, line: line[1..].to_vec(), stopped: None };
            self.known.entry(position).or_insert(known);
        }
    }

    /// Shows the first move of a known best line, or queries the solver.
    pub(super) fn hint(&mut self) -> PlayEffect {
        if let Some(KnownScore { bounds, line, .. }) = self.known()
            && let (Some(score), Some(&mv)) = (bounds.score(), line.first())
        {
            self.held = None;
            self.advise(mv, Reason::Keeps { score });
            return PlayEffect::None;
        }
        self.ask(Query::Hint)
    }

    /// Lists every move if their scores are known, or queries the solver.
    pub(super) fn show_moves(&mut self) -> PlayEffect {
        match &self.moves {
            Some((position, moves)) if position == self.game.position() => {
                self.overlay = Some(Overlay::Moves { moves: moves.clone(), chosen: 0 });
                self.held = None;
                self.hints += 1;
                PlayEffect::None
            }
            _ => self.ask(Query::Moves),
        }
    }

    /// Puts a known best line ahead, or queries the solver.
    pub(super) fn solve(&mut self) -> PlayEffect {
        match self.known().cloned() {
            Some(known) if known.bounds.is_decided() && self.game_over().is_none() => {
                self.held = None;
                self.show_line(&known);
                PlayEffect::None
            }
            _ => self.ask(Query::Solve),
        }
    }

    /// Takes a reply; `awaited` if it belongs to the query under way.
    pub(super) fn learn(&mut self, reply: Reply, awaited: bool) {
        let Reply { query, position, mut known, moves } = reply;
        let complete = known.stopped != Some(StopReason::Interrupted);
        if !awaited && !complete {
            // A cancelled query may be repeated.
            known.stopped = self.known.get(&position).and_then(|known| known.stopped);
        }
        let known = self.merge(position, known);
        if !awaited {
            return;
        }
        self.asked = None;
        if position != *self.game.position() {
            return;
        }
        match query {
            Query::BestScore => self.warn(),
            Query::Hint => {
                if let Some(best) = moves.first() {
                    self.advise(best.mv, best.reason);
                }
            }
            Query::Moves => {
                let is_busy = self.held.is_some() || self.prompt.is_open();
                if !complete {
                    self.message = "Stopped; H looks into every move again".into();
                } else if is_busy {
                    self.message = "Every move is looked into: H shows them".into();
                } else {
                    self.hints += 1;
                    self.overlay = Some(Overlay::Moves { moves: moves.clone(), chosen: 0 });
                }
                // After an interrupt the same query searches again.
                self.moves = complete.then_some((position, moves));
            }
            Query::Solve => self.show_line(&known),
        }
    }

    /// Merges new bounds of a position with the known ones and returns the result.
    fn merge(&mut self, position: Position, new: KnownScore) -> KnownScore {
        let known = self.known.entry(position).or_insert_with(|| new.clone());
        if new.bounds.lower > known.bounds.lower {
            known.bounds.lower = new.bounds.lower;
            known.line = new.line;
        }
        known.bounds.upper = known.bounds.upper.min(new.bounds.upper);
        known.stopped = if known.bounds.is_decided() { None } else { new.stopped };
        known.clone()
    }

    /// Shows a warning if the last move has lowered the best score.
    fn warn(&mut self) {
        if !self.revealed {
            return;
        }
        let (Some(now), Some((before, mv))) = (self.known(), self.game.played().last()) else { return };
        if let Some(earlier) = self.known.get(before)
            && now.bounds.upper < earlier.bounds.lower
        {
            let what = if earlier.bounds.lower >= TREES && now.bounds.upper < TREES {
                "the win".into()
            } else {
                counted((earlier.bounds.lower - now.bounds.upper).into(), "point")
            };
            self.message = format!("{mv} has cost {what}; u takes it back");
        }
    }

    fn advise(&mut self, mv: Move, reason: Reason) {
        if self.hinted != Some((*self.game.position(), mv)) {
            self.hints += 1;
        }
        self.hinted = Some((*self.game.position(), mv));
        let why = reason.words(self.game.palette());
        self.message = format!("Hint: {mv}, {}: {why}; p plays it", self.words(mv));
    }

    /// Describes a move of the present position in words.
    pub(super) fn words(&self, mv: Move) -> String {
        let words = described(self.game.position(), mv, self.game.palette());
        words.unwrap_or_else(|reason| reason.to_string())
    }

    fn show_line(&mut self, known: &KnownScore) {
        let KnownScore { bounds, line, stopped } = known;
        let count = counted(line.len() as u64, "move");
        let found = match bounds.score() {
            Some(score) => format!("Best is {}", score_in_words(score)),
            None => format!(
                "Not decided ({}): best is {} to {}",
                stopped.map_or("it was stopped", limit),
                bounds.lower,
                bounds.upper
            ),
        };
        if line.is_empty() {
            self.message = format!("{found}; no move improves what is banked");
            return;
        }
        self.hints += 1;
        let back = self.game.taken_back().len() > 0;
        let back = if back { ", Esc returns to the moves taken back" } else { "" };
        self.message = format!("{found}. A line of {count} is ahead: r plays on, u goes back{back}");
        let line = line.clone();
        self.game.set_advice(&line);
    }
}

/// Formats a score: `17, a win without a swap`.
pub(super) fn score_in_words(score: u8) -> String {
    const WINS: [&str; 3] = ["a win without a swap", "a win with one swap", "a win with two swaps"];
    match (TREES + MAX_SWAPS).checked_sub(score).and_then(|swaps| WINS.get(usize::from(swaps))) {
        Some(win) => format!("{score}, {win}"),
        None => format!("{score}, no win"),
    }
}

/// Names a limit.
pub(super) const fn limit(stop: StopReason) -> &'static str {
    match stop {
        StopReason::Nodes => "the node limit",
        StopReason::Time => "out of time",
        StopReason::Memory => "out of memory",
        StopReason::Interrupted => "stopped",
    }
}
