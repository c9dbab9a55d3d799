//! What a line says of the variables of a timetable: for tests, which hold the clauses against it.

use super::{Lit, Timetable};
use crate::game::{COLUMNS, Move, Position, Square};

impl Timetable {
    /// Literals that hold of a win without a swap; all others follow from them.
    pub(in crate::solver::shortest) fn told_by(&self, start: &Position, line: &[Move]) -> Vec<Lit> {
        let mut game =
            LineReader { plan: self, position: *start, there: self.columns.clone(), holds: Vec::new() };
        let (mut left, mut slides, mut transfers) = (Vec::new(), [0; COLUMNS], 0);
        for &mv in line {
            match mv {
                Move::Slide { from, .. } => slides[from.column()] += 1,
                Move::Transfer { from, to } => {
                    transfers += 1;
                    let [from, to] = [from, to].map(|square| game.there[square.column()][game.place(square)]);
                    game.holds.push(self.source.get([transfers, from]));
                    game.holds.push(self.destination.get([transfers, to]));
                    game.reached(&slides, |c, k| self.slid_by.get([transfers, c, k]));
                }
                Move::Stack { from: at, .. } | Move::Bank { at } => {
                    let place = game.place(at);
                    let x = game.there[at.column()].remove(place);
                    game.reached(&slides, |c, k| self.slid.get([x, c, k]));
                    let handed = (1..=self.room.transfers).map(|j| {
                        if j <= transfers { self.handed.get([x, j]) } else { -self.handed.get([x, j]) }
                    });
                    game.holds.extend(handed);
                    left.push(x);
                }
                Move::Swap { .. } => panic!("a swap"),
            }
            game.position.play(mv).expect("a legal line");
        }
        game.reached(&slides, |c, k| self.slides[c][k - 1]);
        game.holds.extend(&self.transfers[..transfers]);
        for (i, &a) in left.iter().enumerate() {
            game.holds.extend(left[i + 1..].iter().map(|&b| self.before(a, b)));
        }
        assert_eq!(left.len(), self.stacks(), "every stack leaves");
        game.holds
    }
}

/// A line that is being played.
struct LineReader<'a> {
    plan: &'a Timetable,
    position: Position,
    /// The stacks that are there, by column, the farthest first.
    there: [Vec<usize>; COLUMNS],
    holds: Vec<Lit>,
}

impl LineReader<'_> {
    /// Which stack of its column stands on a square.
    fn place(&self, square: Square) -> usize {
        let farther = (0..square.depth()).map(|depth| Square::new(square.column(), depth));
        farther.filter(|&square| self.position.get(square).is_some()).count()
    }

    /// Of each slide there is room for, by column and number, whether it has been made.
    fn reached(&mut self, slides: &[usize; COLUMNS], literal: impl Fn(usize, usize) -> Lit) {
        for (c, (&made, &most)) in slides.iter().zip(&self.plan.room.slides).enumerate() {
            assert!(made <= most, "{made} slides of column {c}, and room for {most}");
            let told = (1..=most).map(|k| if k <= made { literal(c, k) } else { -literal(c, k) });
            self.holds.extend(told);
        }
    }
}
