//! Planning as satisfiability: the proof that no line is shorter, for wins without a further swap.
//!
//! Reading order: [`clauses`] (clauses and counters in the order encoding), [`timetable`] (the encoding of a whole line),
//! [`sat_solver`] (`CaDiCaL`), [`lanes`] (cases by number of transfers, and growing horizons).

mod clauses;
mod lanes;
mod sat_solver;
mod timetable;

use self::lanes::{LengthQuestion, TransferRange};
use self::timetable::TimetableSize;
use super::bound::{Landmarks, LengthBound};
use super::{ShortestSearch, WIDTHS, length};
use crate::games::solomids::game::{self, COLUMNS, Move, TREES};
use crate::games::solomids::solver::bounds::goal::Goal;
use crate::games::solomids::solver::config::{Progress, Pruning};
use crate::games::solomids::solver::outcome::StopReason;

impl ShortestSearch<'_> {
    /// Whether lines to the goal are wins without a further swap, which timetables describe.
    pub(super) fn has_timetables(&self) -> bool {
        let swapless = self.goal.trees == TREES && self.goal.swaps == self.root.swaps;
        swapless && self.config.pruning.has(Pruning::Timetables)
    }

    /// Finds short lines by narrow passes, then proves by timetables that none is shorter.
    pub(super) fn run_with_timetables(&mut self) -> Result<(), StopReason> {
        self.bound();
        for width in WIDTHS {
            self.shorten(width)?;
        }
        self.prove()
    }

    /// Raises the lower bound by the landmarks of the first board.
    fn bound(&mut self) {
        while self.lower < self.upper && self.room(self.lower, (0, u8::MAX)).is_none() {
            self.lower += 1;
        }
    }

    /// Raises the lower bound by refuting timetables, until one of them is a line.
    fn prove(&mut self) -> Result<(), StopReason> {
        let Goal { trees, swaps } = self.goal;
        let merges_left = self.root.merges_left();
        self.budget.held = self.tables.bytes();
        let proof = lanes::prove(&LengthQuestion {
            position: self.position,
            first: self.lower,
            end: self.upper,
            merges: merges_left as u8,
            room: &|most, transfers| self.room(most, transfers),
            progress: Progress { trees, swaps, merges_left, nodes: 0, length: None },
            budget: &self.budget,
            parallelism: self.config.parallelism,
        });
        self.lower = proof.lower;
        self.budget.nodes += proof.conflicts;
        proof.line.into_iter().for_each(|line| self.adopt(line));
        proof.stopped.map_or(Ok(()), Err)
    }

    /// Adopts a line that is shorter than the best one.
    fn adopt(&mut self, line: Vec<Move>) {
        let end = game::replay(self.position, &line).expect("a timetable is a line");
        self.upper = u8::try_from(length(&line)).unwrap_or(u8::MAX);
        self.best = Some((line, end.score()));
    }

    /// The horizon of lines of at most `most` moves with a number of transfers in a range; `None` if there are no such lines.
    fn room(&self, most: u8, (fewest, greatest): TransferRange) -> Option<TimetableSize> {
        let left = most.checked_sub(self.root.merges_left() as u8)?;
        let room = if self.config.pruning.has(Pruning::DeadEnds) {
            let unpacked = self.root.unpack(self.tables);
            let mut relaxation = LengthBound::new(self.tables, &self.root, &unpacked, self.goal);
            let need = relaxation.need(left, Landmarks::default())?;
            TimetableSize {
                most: left.into(),
                slides: std::array::from_fn(|c| need.slides_at_most(c, left, fewest).into()),
                transfers: need.transfers_at_most(left).min(greatest).into(),
                least_transfers: fewest.into(),
            }
        } else {
            let all = usize::from(left);
            TimetableSize {
                most: all,
                slides: [all; COLUMNS],
                transfers: all.min(greatest.into()),
                least_transfers: fewest.into(),
            }
        };
        (room.least_transfers <= room.transfers).then_some(room)
    }
}

#[cfg(test)]
mod tests;
