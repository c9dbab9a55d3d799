//! Encoding of a given line as literals of a timetable, for tests that hold the clauses against it.

use super::{Lit, Timetable};
use crate::games::solomids::game::tracking::PieceTracker;
use crate::games::solomids::game::{COLUMNS, Move, Position};

impl Timetable {
    /// Literals that hold for a win without a swap; all others follow from them.
    pub(in crate::games::solomids::solver::shortest) fn literals_of(
        &self,
        start: &Position,
        line: &[Move],
    ) -> Vec<Lit> {
        let mut tracker = PieceTracker::new(start);
        let ids = self.stack_ids(&tracker);
        let stack_on = |tracker: &PieceTracker, square| {
            let id = tracker.stack_on(square).expect("moves concern stacks");
            ids.iter().position(|&other| other == id).expect("stacks keep their identity")
        };
        let mut reader = LineReader { timetable: self, holds: Vec::new() };
        let (mut left, mut slides, mut transfers) = (Vec::new(), [0; COLUMNS], 0);
        for &mv in line {
            match mv {
                Move::Slide { from, .. } => slides[from.column()] += 1,
                Move::Transfer { from, to } => {
                    transfers += 1;
                    let [from, to] = [from, to].map(|square| stack_on(&tracker, square));
                    reader.holds.push(self.source.get([transfers, from]));
                    reader.holds.push(self.destination.get([transfers, to]));
                    reader.add_slides(&slides, |c, k| self.slid_by.get([transfers, c, k]));
                }
                Move::Stack { from: at, .. } | Move::Bank { at } => {
                    let x = stack_on(&tracker, at);
                    reader.add_slides(&slides, |c, k| self.slid.get([x, c, k]));
                    let handed = (1..=self.room.transfers).map(|j| {
                        if j <= transfers { self.handed.get([x, j]) } else { -self.handed.get([x, j]) }
                    });
                    reader.holds.extend(handed);
                    left.push(x);
                }
                Move::Swap { .. } => panic!("a swap"),
            }
            tracker.play(mv).expect("a legal line");
        }
        reader.add_slides(&slides, |c, k| self.slides[c][k - 1]);
        reader.holds.extend(&self.transfers[..transfers]);
        for (i, &a) in left.iter().enumerate() {
            reader.holds.extend(left[i + 1..].iter().map(|&b| self.before(a, b)));
        }
        assert_eq!(left.len(), self.stacks(), "every stack leaves");
        reader.holds
    }
}

/// Literals of a line, while it is played.
struct LineReader<'a> {
    timetable: &'a Timetable,
    holds: Vec<Lit>,
}

impl LineReader<'_> {
    /// Adds for each slide of the horizon, by column and number, whether it has been made.
    fn add_slides(&mut self, slides: &[usize; COLUMNS], literal: impl Fn(usize, usize) -> Lit) {
        for (c, (&made, &most)) in slides.iter().zip(&self.timetable.room.slides).enumerate() {
            assert!(made <= most, "{made} slides of column {c}, where {most} are allowed");
            let literals = (1..=most).map(|k| if k <= made { literal(c, k) } else { -literal(c, k) });
            self.holds.extend(literals);
        }
    }
}
