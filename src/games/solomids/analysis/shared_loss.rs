//! Losses that several moves of a played line share: proven for a stretch of moves, and for none of them alone.

use crate::games::solomids::game::{Move, TREES};
use crate::games::solomids::solver::Bounds;

/// A loss of points by one of several consecutive moves, where it is undecided which one.
///
/// The stretch is as short as the bounds allow: no part of it is proven to have cost anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedLoss {
    /// Number of the first move, from 1.
    pub first: usize,
    /// Number of the last move, above `first`.
    pub last: usize,
    /// Best score reachable before the first move.
    pub before: Bounds,
    /// Best score reachable after the last move, proven to be less.
    pub after: Bounds,
    /// Moves to play instead from the first move on, reaching the lower bound of `before`.
    pub better: Vec<Move>,
}

impl SharedLoss {
    /// Whether the moves together provably gave up a win.
    pub const fn loses_win(&self) -> bool {
        self.before.lower >= TREES && self.after.upper < TREES
    }

    /// Whether the stretch contains the move of this number.
    pub const fn contains(&self, number: usize) -> bool {
        self.first <= number && number <= self.last
    }
}

/// The shortest stretches of at least two moves over which the score provably falls, as indices of the positions at their
/// ends. `bounds` are those of the positions of a line, and neither bound rises along it.
pub(super) fn stretches(bounds: &[Bounds]) -> Vec<(usize, usize)> {
    let falls = |from: usize, to: usize| bounds[to].upper < bounds[from].lower;
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut from = 0;
    for to in 1..bounds.len() {
        // The latest start from which the score provably falls up to here.
        while from + 1 < to && falls(from + 1, to) {
            from += 1;
        }
        let is_shortest = falls(from, to) && found.last().is_none_or(|&(start, _)| start < from);
        if is_shortest {
            found.push((from, to));
        }
    }
    found.retain(|&(from, to)| to > from + 1);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(bounds: &[(u8, u8)]) -> Vec<(usize, usize)> {
        let bounds: Vec<Bounds> = bounds.iter().map(|&(lower, upper)| Bounds { lower, upper }).collect();
        stretches(&bounds)
    }

    #[test]
    fn stretches_are_as_short_as_the_bounds_allow() {
        assert_eq!(of(&[(17, 17), (16, 17), (16, 16)]), [(0, 2)]);
        // A fall that one move explains is no shared loss, whatever stands around it.
        assert_eq!(of(&[(17, 17), (16, 16), (16, 16)]), []);
        assert_eq!(of(&[(17, 17), (17, 17), (15, 17), (15, 16), (15, 15)]), [(1, 3)]);
        assert_eq!(of(&[(17, 17), (5, 17), (5, 17), (5, 5), (4, 4)]), [(0, 3)]);
        assert_eq!(of(&[(17, 17), (16, 17), (15, 16), (15, 15)]), [(0, 2), (1, 3)]);
        assert_eq!(of(&[(16, 17), (15, 17), (15, 16)]), []);
        assert_eq!(of(&[(17, 17)]), []);
    }
}
