//! Decoding: from a model of the clauses to the moves of a line.

use std::cmp::Ordering;

use super::{LitTable, Timetable};
use crate::games::solomids::game::tracking::{PieceId, PieceTracker};
use crate::games::solomids::game::{COLUMNS, Move, Position, ROWS, Square, replay};
use crate::games::solomids::solver::shortest::satisfiability::solver::Lit;

impl Timetable {
    /// The moves of a timetable, given a model of its clauses; `None` if they are not legal, which no model gives.
    pub(crate) fn moves(&self, start: &Position, holds: impl Fn(Lit) -> bool) -> Option<Vec<Move>> {
        let mut order: Vec<usize> = (0..self.stacks()).collect();
        order.sort_by(|&a, &b| if holds(self.before(a, b)) { Ordering::Less } else { Ordering::Greater });
        let tracker = PieceTracker::new(start);
        let ids = self.stack_ids(&tracker);
        let mut line = TimetableReplay { ids, tracker, moves: Vec::new() };
        let (mut slides, mut transfers) = ([0; COLUMNS], 0);
        for x in order {
            while holds(self.handed.get([x, transfers + 1])) {
                transfers += 1;
                for (c, slides) in slides.iter_mut().enumerate() {
                    while holds(self.slid_by.get([transfers, c, *slides + 1])) {
                        *slides += 1;
                        line.slide(c, (1..ROWS).find(|&row| holds(self.front.get([c, *slides, row])))?)?;
                    }
                }
                let of = |ends: &LitTable<2>| (0..self.stacks()).find(|&x| holds(ends.get([transfers, x])));
                let (from, to) = (line.square(of(&self.source)?)?, line.square(of(&self.destination)?)?);
                line.play(Move::Transfer { from, to })?;
            }
            for (c, slides) in slides.iter_mut().enumerate() {
                while holds(self.slid.get([x, c, *slides + 1])) {
                    *slides += 1;
                    line.slide(c, (1..ROWS).find(|&row| holds(self.front.get([c, *slides, row])))?)?;
                }
            }
            let from = line.square(x)?;
            match (0..self.stacks()).find(|&q| holds(self.target.get([x, q]))) {
                Some(q) => {
                    let to = line.square(q)?;
                    line.play(Move::Stack { from, to })?;
                }
                None => line.play(Move::Bank { at: from })?,
            }
        }
        Some(with_banks_early(start, line.moves))
    }
}

/// A line with every bank as early as the other moves allow.
fn with_banks_early(start: &Position, mut line: Vec<Move>) -> Vec<Move> {
    for i in 0..line.len() {
        if !matches!(line[i], Move::Bank { .. }) {
            continue;
        }
        for earlier in 0..i {
            let mut other = line.clone();
            let bank = other.remove(i);
            other.insert(earlier, bank);
            if replay(start, &other).is_ok() {
                line = other;
                break;
            }
        }
    }
    line
}

struct TimetableReplay {
    /// The identity of each stack, by its number.
    ids: Vec<PieceId>,
    tracker: PieceTracker,
    moves: Vec<Move>,
}

impl TimetableReplay {
    fn play(&mut self, mv: Move) -> Option<()> {
        self.tracker.play(mv).ok()?;
        self.moves.push(mv);
        Some(())
    }

    /// The square of a stack; `None` once it has left.
    fn square(&self, stack: usize) -> Option<Square> {
        self.tracker.square_of_stack(self.ids[stack])
    }

    fn slide(&mut self, column: usize, row: usize) -> Option<()> {
        let from = Square::new(column, ROWS - row);
        let to = self.tracker.position().slide_end(from)?;
        self.play(Move::Slide { from, to })
    }
}
