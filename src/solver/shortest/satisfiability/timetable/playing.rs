//! From a timetable to the moves of a line.

use std::cmp::Ordering;

use super::{LitTable, Timetable};
use crate::game::{COLUMNS, Move, Position, ROWS, Square, replay};
use crate::solver::shortest::satisfiability::clauses::Lit;

impl Timetable {
    /// The moves of a timetable that satisfies all clauses, given which literals hold; `None` if they are none.
    pub(in crate::solver::shortest) fn moves(
        &self,
        start: &Position,
        holds: impl Fn(Lit) -> bool,
    ) -> Option<Vec<Move>> {
        let mut order: Vec<usize> = (0..self.stacks()).collect();
        order.sort_by(|&a, &b| if holds(self.before(a, b)) { Ordering::Less } else { Ordering::Greater });
        let mut game = TimetableReplay { plan: self, position: *start, left: Vec::new(), moves: Vec::new() };
        let (mut slides, mut transfers) = ([0; COLUMNS], 0);
        for x in order {
            while holds(self.handed.get([x, transfers + 1])) {
                transfers += 1;
                for (c, slides) in slides.iter_mut().enumerate() {
                    while holds(self.slid_by.get([transfers, c, *slides + 1])) {
                        *slides += 1;
                        game.slide(c, (1..ROWS).find(|&row| holds(self.front.get([c, *slides, row])))?)?;
                    }
                }
                let of = |ends: &LitTable<2>| (0..self.stacks()).find(|&x| holds(ends.get([transfers, x])));
                let (from, to) = (game.square(of(&self.source)?)?, game.square(of(&self.destination)?)?);
                game.play(Move::Transfer { from, to })?;
            }
            for (c, slides) in slides.iter_mut().enumerate() {
                while holds(self.slid.get([x, c, *slides + 1])) {
                    *slides += 1;
                    game.slide(c, (1..ROWS).find(|&row| holds(self.front.get([c, *slides, row])))?)?;
                }
            }
            let from = game.square(x)?;
            match (0..self.stacks()).find(|&q| holds(self.target.get([x, q]))) {
                Some(q) => {
                    let to = game.square(q)?;
                    game.play(Move::Stack { from, to })?;
                }
                None => game.play(Move::Bank { at: from })?,
            }
            game.left.push(x);
        }
        Some(with_banks_early(start, game.moves))
    }
}

/// A line of play with every bank as early as the other moves allow.
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

/// A timetable that is being played.
struct TimetableReplay<'a> {
    plan: &'a Timetable,
    position: Position,
    /// Stacks that have left.
    left: Vec<usize>,
    moves: Vec<Move>,
}

impl TimetableReplay<'_> {
    fn play(&mut self, mv: Move) -> Option<()> {
        self.position.play(mv).ok()?;
        self.moves.push(mv);
        Some(())
    }

    /// Where a stack stands.
    fn square(&self, stack: usize) -> Option<Square> {
        let column = self.plan.slots[stack].column;
        let mut there = self.plan.columns[column].iter().filter(|x| !self.left.contains(x));
        let place = there.position(|&x| x == stack)?;
        let squares = (0..ROWS).map(|depth| Square::new(column, depth));
        squares.filter(|&square| self.position.get(square).is_some()).nth(place)
    }

    /// Slides the stack in a row of a column.
    fn slide(&mut self, column: usize, row: usize) -> Option<()> {
        let from = Square::new(column, ROWS - row);
        let to = self.position.slide_end(from)?;
        self.play(Move::Slide { from, to })
    }
}
