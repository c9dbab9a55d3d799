//! Adaptation of a known line to a position one move away.
//!
//! Most moves commute: a line that wins a position often wins it after another first move as well, with that move left
//! out of the line. Replay decides whether it does. A failure proves nothing.

use crate::games::solomids::game::tracking::{PieceId, PieceTracker};
use crate::games::solomids::game::{Move, Position};

/// A move in terms of the stacks it concerns, which keeps its meaning when other moves come before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StackMove {
    Stack(PieceId, PieceId),
    Transfer(PieceId, PieceId),
    Slide(PieceId),
    Bank(PieceId),
    Swap(PieceId, PieceId),
}

impl StackMove {
    /// A move of a position; `None` if a square is empty.
    fn new(tracker: &PieceTracker, mv: Move) -> Option<Self> {
        let stack = |square| tracker.stack_on(square);
        Some(match mv {
            Move::Stack { from, to } => Self::Stack(stack(from)?, stack(to)?),
            Move::Transfer { from, to } => Self::Transfer(stack(from)?, stack(to)?),
            Move::Slide { from, .. } => Self::Slide(stack(from)?),
            Move::Bank { at } => Self::Bank(stack(at)?),
            Move::Swap { a, b } => Self::Swap(stack(a)?, stack(b)?),
        })
    }

    /// The same move in another position, legal or not; `None` if a stack is gone or cannot slide.
    fn in_position(self, tracker: &PieceTracker) -> Option<Move> {
        let square = |stack| tracker.square_of_stack(stack);
        Some(match self {
            Self::Stack(from, to) => Move::Stack { from: square(from)?, to: square(to)? },
            Self::Transfer(from, to) => Move::Transfer { from: square(from)?, to: square(to)? },
            Self::Slide(first) => {
                let from = square(first)?;
                Move::Slide { from, to: tracker.position().slide_end(from)? }
            }
            Self::Bank(at) => Move::Bank { at: square(at)? },
            Self::Swap(a, b) => Move::Swap { a: square(a)?, b: square(b)? },
        })
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
    let mut original = PieceTracker::new(start);
    let mut adapted = original;
    let mut skipped = StackMove::new(&original, first);
    adapted.play(first).ok()?;
    let mut moves = Vec::with_capacity(line.len());
    for &mv in line {
        let stack_move = StackMove::new(&original, mv)?;
        original.play(mv).ok()?;
        if skipped == Some(stack_move) {
            skipped = None;
        } else if let Some(mv) = stack_move.in_position(&adapted)
            && adapted.play(mv).is_ok()
        {
            moves.push(mv);
        }
    }
    Some(AdaptedLine { score: adapted.position().score(), moves })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::solomids::dealer::web;
    use crate::games::solomids::game::replay;
    use crate::games::solomids::solver::{Config, solve};

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
