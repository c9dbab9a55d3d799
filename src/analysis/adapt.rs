//! Adaptation of a known line to a position one move away.
//!
//! Most moves commute: a line that wins a position often wins it after another first move as well, with that move left
//! out of the line. Replay decides whether it does. A failure proves nothing.

use crate::game::{COLUMNS, Move, Position, ROWS, Square};

/// A position with a label on each stack: the square of its lowest piece at the start.
#[derive(Clone, Copy)]
struct LabelledPosition {
    position: Position,
    labels: [[Option<Square>; ROWS]; COLUMNS],
}

/// A move by the labels of its stacks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LabelledMove {
    Stack(Square, Square),
    Transfer(Square, Square),
    Slide(Square),
    Bank(Square),
    Swap(Square, Square),
}

impl LabelledPosition {
    fn new(position: &Position) -> Self {
        let labels = std::array::from_fn(|column| {
            std::array::from_fn(|depth| {
                let square = Square::new(column, depth);
                position.get(square).map(|_| square)
            })
        });
        Self { position: *position, labels }
    }

    fn label(&self, square: Square) -> Option<Square> {
        self.labels[square.column()][square.depth()]
    }

    fn set_label(&mut self, square: Square, label: Option<Square>) {
        self.labels[square.column()][square.depth()] = label;
    }

    fn find(&self, label: Square) -> Option<Square> {
        Square::all().find(|&square| self.label(square) == Some(label))
    }

    fn labelled(&self, mv: Move) -> Option<LabelledMove> {
        Some(match mv {
            Move::Stack { from, to } => LabelledMove::Stack(self.label(from)?, self.label(to)?),
            Move::Transfer { from, to } => LabelledMove::Transfer(self.label(from)?, self.label(to)?),
            Move::Slide { from, .. } => LabelledMove::Slide(self.label(from)?),
            Move::Bank { at } => LabelledMove::Bank(self.label(at)?),
            Move::Swap { a, b } => LabelledMove::Swap(self.label(a)?, self.label(b)?),
        })
    }

    /// The move of these labels here, legal or not; `None` if a stack is gone or cannot slide.
    fn unlabelled(&self, mv: LabelledMove) -> Option<Move> {
        Some(match mv {
            LabelledMove::Stack(from, to) => Move::Stack { from: self.find(from)?, to: self.find(to)? },
            LabelledMove::Transfer(from, to) => Move::Transfer { from: self.find(from)?, to: self.find(to)? },
            LabelledMove::Slide(first) => {
                let from = self.find(first)?;
                Move::Slide { from, to: self.position.slide_end(from)? }
            }
            LabelledMove::Bank(at) => Move::Bank { at: self.find(at)? },
            LabelledMove::Swap(a, b) => Move::Swap { a: self.find(a)?, b: self.find(b)? },
        })
    }

    /// Plays a move and returns whether it is legal.
    fn play(&mut self, mv: Move) -> bool {
        if self.position.play(mv).is_err() {
            return false;
        }
        match mv {
            Move::Stack { from, .. } | Move::Bank { at: from } => self.set_label(from, None),
            Move::Transfer { .. } => {}
            Move::Slide { from, to } => {
                let (column, gap) = (from.column(), from.depth() - to.depth());
                for depth in from.depth()..ROWS {
                    let here = Square::new(column, depth);
                    let Some(label) = self.label(here) else { break };
                    self.set_label(here, None);
                    self.set_label(Square::new(column, depth - gap), Some(label));
                }
            }
            Move::Swap { a, b } => {
                let (first, second) = (self.label(a), self.label(b));
                self.set_label(a, second);
                self.set_label(b, first);
            }
        }
        true
    }
}

/// A line adapted to another first move.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct AdaptedLine {
    /// Score it reaches.
    pub(super) score: u8,
    /// Its moves after the first one.
    pub(super) moves: Vec<Move>,
}

/// Plays `first` from `start`, then every move of `line` that is still possible and is not `first` itself.
///
/// Returns `None` if `first` or a move of the line is illegal.
pub(super) fn adapt_line(start: &Position, first: Move, line: &[Move]) -> Option<AdaptedLine> {
    let mut original = LabelledPosition::new(start);
    let mut adapted = original;
    let mut skipped = original.labelled(first);
    if !adapted.play(first) {
        return None;
    }
    let mut moves = Vec::with_capacity(line.len());
    for &mv in line {
        let labelled = original.labelled(mv)?;
        if !original.play(mv) {
            return None;
        }
        if skipped == Some(labelled) {
            skipped = None;
        } else if let Some(mv) = adapted.unlabelled(labelled)
            && adapted.play(mv)
        {
            moves.push(mv);
        }
    }
    Some(AdaptedLine { score: adapted.position.score(), moves })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dealer::web;
    use crate::game::replay;
    use crate::solver::{Config, solve};

    #[test]
    fn an_adapted_line_reaches_its_score() {
        let mut best = 0;
        for seed in 0..10 {
            let Some(deal) = web::deal(&seed.to_string()) else { continue };
            let start = *deal.position();
            let line = solve(&start, &Config::default()).line;
            let score = replay(&start, &line).unwrap().score();
            for first in start.legal_moves() {
                let adapted = adapt_line(&start, first, &line).unwrap();
                let after = replay(&start, &[first]).unwrap();
                let reached = replay(&after, &adapted.moves).unwrap().score();
                assert_eq!(reached, adapted.score, "seed {seed}, {first}");
                best += usize::from(reached == score);
            }
            let rest = AdaptedLine { score, moves: line[1..].to_vec() };
            assert_eq!(adapt_line(&start, line[0], &line), Some(rest), "seed {seed}");
        }
        assert!(best > 30, "{best} lines");
    }
}
