//! What the solver has found out, and what the player is told of it.

use solomids::analysis::{Bounds, Reason};
use solomids::game::{MAX_SWAPS, Move, Position, TREES};
use solomids::numbers::counted;
use solomids::solver::Stop;
use solomids::view::words::described;

use super::command::{Effect, Overlay};
use super::model::Model;
use super::thinker::{Answer, Known, Question};

impl Model {
    /// What is known of the present position.
    pub(super) fn known(&self) -> Option<&Known> {
        self.known.get(self.game.position())
    }

    /// What the moves played prove of the present position, besides what is known of itself.
    pub(super) fn upper(&self) -> u8 {
        let trivial = Bounds::of(self.game.position()).upper;
        let before = self.game.played().last().and_then(|(before, _)| self.known.get(before));
        before.map_or(trivial, |known| known.bounds.upper.min(trivial))
    }

    /// Whether the solver was not asked yet what can be reached from here, or was called away from it.
    pub(super) fn is_unknown(&self) -> bool {
        self.known().is_none_or(|known| known.bounds.score().is_none() && known.stopped.is_none())
    }

    /// After the first move of a line that reaches the best score, the rest of it still does.
    pub(super) fn inherit(&mut self) {
        let position = *self.game.position();
        let Some(&(before, mv)) = self.game.played().last() else { return };
        if let Some(Known { bounds, line, .. }) = self.known.get(&before)
            && bounds.score().is_some()
            && line.first() == Some(&mv)
        {
            let known = Known { bounds: *bounds, line: line[1..].to_vec(), stopped: None };
            self.known.entry(position).or_insert(known);
        }
    }

    /// The next move of the best line, if one is known; else the solver is asked.
    pub(super) fn hint(&mut self) -> Effect {
        if let Some(Known { bounds, line, .. }) = self.known()
            && let (Some(score), Some(&mv)) = (bounds.score(), line.first())
        {
            self.held = None;
            self.advise(mv, Reason::Keeps { score });
            return Effect::None;
        }
        self.ask(Question::Hint)
    }

    /// Lists every move, once it was looked into; else the solver is asked.
    pub(super) fn show_moves(&mut self) -> Effect {
        match &self.moves {
            Some((position, moves)) if position == self.game.position() => {
                self.held = None;
                self.overlay = Some(Overlay::Moves { moves: moves.clone(), chosen: 0 });
                Effect::None
            }
            _ => self.ask(Question::Moves),
        }
    }

    /// Puts a line ahead that reaches the best score, once it is known.
    pub(super) fn solve(&mut self) -> Effect {
        match self.known().cloned() {
            Some(known) if known.bounds.score().is_some() && self.over().is_none() => {
                self.held = None;
                self.show_line(&known);
                Effect::None
            }
            _ => self.ask(Question::Solve),
        }
    }

    /// Takes an answer in; `awaited` if it is to the question that the player waits for.
    pub(super) fn learn(&mut self, answer: Answer, awaited: bool) {
        let Answer { question, position, mut known, moves } = answer;
        let complete = known.stopped != Some(Stop::Interrupted);
        if !awaited && !complete {
            // Nobody has stopped it for good.
            known.stopped = self.known.get(&position).and_then(|known| known.stopped);
        }
        let known = self.add(position, known);
        if !awaited {
            return;
        }
        self.asked = None;
        if position != *self.game.position() {
            return;
        }
        match question {
            Question::Reachable => self.warn(),
            Question::Hint => {
                if let Some(best) = moves.first() {
                    self.advise(best.mv, best.reason);
                }
            }
            Question::Moves => {
                let is_busy = self.held.is_some() || self.prompt.is_some();
                if !complete {
                    self.message = "Stopped; H looks into every move again".into();
                } else if is_busy {
                    self.message = "Every move is looked into: H shows them".into();
                } else {
                    self.overlay = Some(Overlay::Moves { moves: moves.clone(), chosen: 0 });
                }
                // Whoever has stopped the solver may want to hear the rest later.
                self.moves = complete.then_some((position, moves));
            }
            Question::Solve => self.show_line(&known),
        }
    }

    /// Joins what is found out about a position with what was known; the whole is given back.
    fn add(&mut self, position: Position, new: Known) -> Known {
        let known = self.known.entry(position).or_insert_with(|| new.clone());
        if new.bounds.lower > known.bounds.lower {
            known.bounds.lower = new.bounds.lower;
            known.line = new.line;
        }
        known.bounds.upper = known.bounds.upper.min(new.bounds.upper);
        known.stopped = if known.bounds.score().is_some() { None } else { new.stopped };
        known.clone()
    }

    /// Says so when the last move has cost something.
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
        let why = reason.words(self.game.palette());
        self.message = format!("Hint: {mv}, {}: {why}", self.words(mv));
    }

    /// A move of the present position in words.
    pub(super) fn words(&self, mv: Move) -> String {
        let words = described(self.game.position(), mv, self.game.palette());
        words.unwrap_or_else(|reason| reason.to_string())
    }

    fn show_line(&mut self, known: &Known) {
        let Known { bounds, line, stopped } = known;
        let count = counted(line.len() as u64, "move");
        let found = match bounds.score() {
            Some(score) => format!("Best is {}", best(score)),
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
        self.message = format!("{found}. A line of {count} is ahead: r plays on, u goes back");
        let line = line.clone();
        self.game.look_ahead(&line);
    }
}

/// The best score in words: `17, a win without a swap`.
pub(super) fn best(score: u8) -> String {
    const WINS: [&str; 3] = ["a win without a swap", "a win with one swap", "a win with two swaps"];
    match (TREES + MAX_SWAPS).checked_sub(score).and_then(|swaps| WINS.get(usize::from(swaps))) {
        Some(win) => format!("{score}, {win}"),
        None => format!("{score}, no win"),
    }
}

/// What ended a search.
pub(super) const fn limit(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "the node limit",
        Stop::Time => "out of time",
        Stop::Memory => "out of memory",
        Stop::Interrupted => "stopped",
    }
}
