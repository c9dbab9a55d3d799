//! Lines and advice for positions that differ by some moves.
//!
//! Most moves commute: a line that wins a position often wins it after another first move as well, with that move left
//! out of the line. Replay decides whether it does. A failure proves nothing.
//!
//! # Classes of transfers
//! A transfer can be taken back at once, and no other move ever can. So a game comes back to an earlier position only by
//! transfers, and the positions that transfers lead to from each other form a *class*, all with the same best score. Advice
//! that depends on the class, and not on the position in it, leads to one way out of the class: each transfer that it names
//! comes one transfer closer.

use std::collections::HashMap;

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

#[derive(Debug, PartialEq, Eq)]
pub(super) struct AdaptedLine {
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

/// Positions of a class at most; of larger ones nothing is known.
const MOST: usize = 1 << 12;

/// The positions that transfers lead to from a start.
pub(super) struct TransferClass {
    /// The positions, the start first, by the number of transfers to them.
    positions: Vec<Position>,
    /// For each position but the start, the one before it and the transfer between them.
    steps: Vec<Option<(usize, Move)>>,
    numbers: HashMap<Position, usize>,
}

impl TransferClass {
    /// The class of a position; `None` if it is too large.
    pub(super) fn of(start: &Position) -> Option<Self> {
        let mut class =
            Self { positions: vec![*start], steps: vec![None], numbers: HashMap::from([(*start, 0)]) };
        let mut next = 0;
        while next < class.positions.len() {
            let position = class.positions[next];
            for mv in position.legal_moves() {
                let Some(after) = is_transfer(mv).then(|| position.after(mv).ok()).flatten() else {
                    continue;
                };
                if class.numbers.contains_key(&after) {
                    continue;
                }
                if class.positions.len() == MOST {
                    return None;
                }
                class.numbers.insert(after, class.positions.len());
                class.positions.push(after);
                class.steps.push(Some((next, mv)));
            }
            next += 1;
        }
        Some(class)
    }

    /// The position that stands for all: the same one whichever of them the class was made from.
    pub(super) fn representative(&self) -> &Position {
        self.positions.iter().min_by_key(|position| position.to_bytes()).unwrap_or(&self.positions[0])
    }

    /// A line from the start in place of one from another position of the class: the fewest transfers to where that one leaves
    /// the class, then its rest. Empty if it never does.
    pub(super) fn line_from_start(&self, from: &Position, line: &[Move]) -> Vec<Move> {
        let Some(way_out) = line.iter().position(|&mv| !is_transfer(mv)) else { return Vec::new() };
        let exit = line[..way_out].iter().try_fold(*from, |position, &mv| position.after(mv).ok());
        let number = exit.and_then(|exit| self.numbers.get(&exit).copied());
        number.map_or_else(Vec::new, |number| [&self.path(number), &line[way_out..]].concat())
    }

    /// The fewest transfers from the start to a position with another kind of move, and such a move; empty if there is none.
    pub(super) fn way_out(&self) -> Vec<Move> {
        let leaves = |position: &Position| position.legal_moves().into_iter().find(|&mv| !is_transfer(mv));
        let found = self.positions.iter().enumerate().find_map(|(number, it)| Some((number, leaves(it)?)));
        found.map_or_else(Vec::new, |(number, mv)| [self.path(number), vec![mv]].concat())
    }

    /// The fewest transfers from the start to a position.
    fn path(&self, mut number: usize) -> Vec<Move> {
        let mut path = Vec::new();
        while let Some((before, mv)) = self.steps[number] {
            path.push(mv);
            number = before;
        }
        path.reverse();
        path
    }
}

const fn is_transfer(mv: Move) -> bool {
    matches!(mv, Move::Transfer { .. })
}

/// The transfer that takes a transfer back; `None` for other moves.
pub(super) const fn reversed(mv: Move) -> Option<Move> {
    match mv {
        Move::Transfer { from, to } => Some(Move::Transfer { from: to, to: from }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::solomids::dealer::{tabletop, web};
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

    #[test]
    fn a_class_is_the_same_from_each_of_its_positions() {
        let mut transfers = 0;
        for index in 0..40 {
            let mut position = *tabletop::deal(8, index).position();
            for mv in solve(&position, &Config::with_nodes(200)).line {
                let class = TransferClass::of(&position).unwrap();
                for (number, other) in class.positions.iter().enumerate() {
                    let path = class.path(number);
                    let there = replay(&position, &path).unwrap();
                    assert_eq!(there, *other);
                    let back: Vec<Move> = path.iter().rev().filter_map(|&mv| reversed(mv)).collect();
                    assert_eq!(replay(&there, &back), Ok(position));
                }
                if let Some(last) = class.positions.get(1) {
                    transfers += 1;
                    let other = TransferClass::of(last).unwrap();
                    assert_eq!(other.positions.len(), class.positions.len());
                    assert_eq!(other.representative(), class.representative());
                    // A line of one position is a line of the other, with the same end.
                    let line = class.way_out();
                    let theirs = other.line_from_start(&position, &line);
                    assert!(line.is_empty() || replay(&position, &line) == replay(last, &theirs));
                }
                position.play(mv).unwrap();
            }
        }
        assert!(transfers > 100, "{transfers} positions with transfers");
    }
}
