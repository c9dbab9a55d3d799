//! Depth-first search over states of counts, with a table of visited states.

use hashbrown::HashSet;

use super::counts::{Counts, Step};
use super::lending::{self, Model};
use super::limits::{Budget, Pruning};
use super::openings::{Openings, Question};
use super::outcome::StopReason;
use super::piles::bytes_of;
use super::realise::realise;
use super::whole;
use crate::games::solace2::game::{Lend, Move, Position};

/// Visited states.
pub(super) type Visited = HashSet<u64, ahash::RandomState>;

/// Lines of steps that are tried in vain before the search over counts gives up.
const PATIENCE: u64 = 64;

/// One search for one target.
pub(super) struct Search<'s, 'l> {
    pub(super) question: Question<'s>,
    model: Model,
    pub(super) start: &'s Position,
    pub(super) openings: &'s mut Openings,
    pub(super) seen: &'s mut Visited,
    pub(super) budget: &'s mut Budget<'l>,
    /// Steps from the start to the state under way.
    path: Vec<Step>,
    /// Lines of steps that reach the target and that no moves were found for.
    pub(super) unrealised: u64,
    /// The moves that reach the target.
    pub(super) line: Option<Vec<Move>>,
    /// Steps to the best score seen, for a search that is cut short.
    pub(super) best: (u8, Vec<Step>),
}

impl<'s, 'l> Search<'s, 'l> {
    pub(super) fn new(
        question: Question<'s>,
        model: Model,
        start: &'s Position,
        openings: &'s mut Openings,
        seen: &'s mut Visited,
        budget: &'s mut Budget<'l>,
    ) -> Self {
        seen.clear();
        Self {
            question,
            model,
            start,
            openings,
            seen,
            budget,
            path: Vec::new(),
            unrealised: 0,
            line: None,
            best: (0, Vec::new()),
        }
    }

    /// Searches from the state of the start; true if a line was found, or the search gave up.
    ///
    /// # Errors
    /// The limit that ended the search.
    pub(super) fn run(&mut self) -> Result<bool, StopReason> {
        let Question { layout, reading, .. } = self.question;
        let counts = Counts::new(layout, self.start, reading);
        self.visit(&counts)
    }

    fn visit(&mut self, counts: &Counts) -> Result<bool, StopReason> {
        let Question { layout, reading, target } = self.question;
        let pruning = self.budget.limits.pruning;
        let score = counts.score(layout, reading);
        if score > self.best.0 {
            self.best.0 = score;
            self.best.1.clone_from(&self.path);
        }
        if score >= target {
            return Ok(self.reached());
        }
        if pruning.has(Pruning::Openings) && !self.openings.allow(self.question, counts.full) {
            return Ok(false);
        }
        if !self.seen.insert(counts.key(reading)) {
            return Ok(false);
        }
        let seen = &self.seen;
        self.budget.spend(|| bytes_of(seen))?;
        let strides = if reading.lend == Lend::Always {
            lending::strides(layout, reading, pruning, self.model, counts)
        } else {
            whole::strides(layout, reading, pruning, self.model, counts)
        };
        for stride in strides {
            let after = stride.iter().fold(*counts, |counts, &step| counts.after(layout, reading, step));
            self.path.extend_from_slice(&stride);
            if self.visit(&after)? {
                return Ok(true);
            }
            self.path.truncate(self.path.len() - stride.len());
        }
        Ok(false)
    }

    /// The steps of the path reach the target: their moves, if they can be found, are the line.
    fn reached(&mut self) -> bool {
        self.line = self.moves(&self.path, self.question.target);
        if self.line.is_none() {
            self.unrealised += 1;
            self.budget.stats.unrealised += 1;
        }
        self.line.is_some() || self.unrealised >= PATIENCE
    }

    /// Moves for a line of steps that reach a score.
    pub(super) fn moves(&self, steps: &[Step], score: u8) -> Option<Vec<Move>> {
        let Question { layout, reading, .. } = self.question;
        let realised = realise(layout, reading, self.start, steps)?;
        (realised.score >= score).then_some(realised.moves)
    }
}
