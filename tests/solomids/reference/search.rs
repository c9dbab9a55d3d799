//! Exhaustive search: visits every reachable position once.

use std::collections::{HashSet, VecDeque};
use std::hash::{BuildHasherDefault, DefaultHasher};

use super::board::Position;
use super::moves::Move;

/// Result of perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Best score (P1, P2).
    pub score: u8,
    /// Fewest swaps of any win, those used before included; `None` if no line wins (P3).
    pub swaps: Option<u8>,
    /// Largest number of trees that can be banked, those banked before included.
    pub trees: u8,
}

/// Visited positions, with a fixed hash so that all runs visit positions in one order.
type Seen = HashSet<Position, BuildHasherDefault<DefaultHasher>>;

/// The answer for a position; `None` if more than `limit` positions are visited.
///
/// Swaps used never decrease, so positions form levels by swaps used. A level is visited completely, by all moves other
/// than swaps, before the swaps from all its positions start the next level. So the first win found has the fewest swaps,
/// and without a win every reachable position is visited.
pub fn solve(position: &Position, limit: usize) -> Option<Answer> {
    let mut trees = 0;
    let mut visited = 0;
    let mut level = visit(std::iter::once(*position), limit, &mut visited, &mut trees)?;
    while !level.is_empty() {
        if let Some(won) = level.iter().find(|position| position.is_won()) {
            return Some(Answer { score: won.score(), swaps: Some(won.swaps_used), trees: 15 });
        }
        let firsts = level.iter().flat_map(|p| p.swaps().into_iter().map(|swap| p.after(swap)));
        level = visit(firsts, limit, &mut visited, &mut trees)?;
    }
    Some(Answer { score: trees, swaps: None, trees })
}

/// The positions that can be reached from `firsts` without a swap; if there is a win, only those visited up to it.
/// `None` if more than `limit` positions are visited.
///
/// Adds the positions to `visited`, and raises `trees` to the largest number of banked trees.
fn visit(
    firsts: impl Iterator<Item = Position>,
    limit: usize,
    visited: &mut usize,
    trees: &mut u8,
) -> Option<Seen> {
    let mut seen = Seen::default();
    for first in firsts {
        let mut open = vec![first];
        while let Some(position) = open.pop() {
            if !seen.insert(position) {
                continue;
            }
            *visited += 1;
            if *visited > limit {
                return None;
            }
            *trees = (*trees).max(position.trees());
            if position.is_won() {
                return Some(seen);
            }
            open.extend(position.moves_but_swaps().into_iter().map(|mv| position.after(mv)));
        }
    }
    Some(seen)
}

/// The least number of stacks, slides and transfers that lead to `trees` trees in the bank with at most `swaps` swaps in
/// all; banks and swaps are not counted. `None` if more than `limit` positions are visited.
///
/// Panics if no line does.
pub fn fewest_moves(position: &Position, trees: u8, swaps: u8, limit: usize) -> Option<usize> {
    let mut seen = Seen::default();
    // 0-1 breadth-first search: moves without cost go to the front.
    let mut open = VecDeque::from([(0, *position)]);
    while let Some((moves, position)) = open.pop_front() {
        if !seen.insert(position) {
            continue;
        }
        if position.trees() >= trees {
            return Some(moves);
        }
        if seen.len() > limit {
            return None;
        }
        for mv in position.moves_but_swaps() {
            match mv {
                Move::Bank(_) => open.push_front((moves, position.after(mv))),
                _ => open.push_back((moves + 1, position.after(mv))),
            }
        }
        if position.swaps_used < swaps {
            for mv in position.swaps() {
                open.push_front((moves, position.after(mv)));
            }
        }
    }
    panic!("{trees} trees cannot be banked");
}
