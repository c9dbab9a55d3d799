//! Classes of positions that transfers lead to, so that advice never goes round in circles.
//!
//! A transfer can be taken back at once, and no other move ever can. So a game comes back to an earlier position only by
//! transfers, and the positions that transfers lead to from each other form a *class*, all with the same best score. Advice
//! that depends on the class, and not on the position in it, leads to one way out of the class: each transfer that it names
//! comes one transfer closer.

use std::collections::HashMap;

use crate::games::solomids::game::{Move, Position};

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

    /// The fewest transfers from the start to a position with a move of another kind, and the first such move; empty if there
    /// is none.
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
    use crate::games::solomids::dealer::tabletop;
    use crate::games::solomids::game::replay;
    use crate::games::solomids::solver::{Config, solve};

    #[test]
    fn a_class_is_the_same_from_each_of_its_positions() {
        let mut transfers = 0;
        for index in 0..40 {
            let mut position = *tabletop::deal(8, index).position();
            for mv in solve(&position, &Config { max_nodes: Some(200), ..Config::default() }).line {
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
