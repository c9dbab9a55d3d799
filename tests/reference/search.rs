//! Every position that can be reached, visited once: slow, and hard to get wrong.

use std::collections::{HashSet, VecDeque};
use std::hash::{BuildHasherDefault, DefaultHasher};

use super::board::Position;
use super::moves::Move;

/// What perfect play reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The best score (P1, P2).
    pub score: u8,
    /// The fewest swaps of any win, those used before included; `None` if no play wins (P3).
    pub swaps: Option<u8>,
    /// The most trees that can be banked, those banked before included.
    pub trees: u8,
}

/// Positions with a fixed hash, so that two runs visit the same positions in the same order.
type Seen = HashSet<Position, BuildHasherDefault<DefaultHasher>>;

/// The answer for a position, or `None` once more than `limit` positions were visited.
///
/// Swaps used never fall, so the positions form levels by swaps used. All of a level is visited from its
/// first positions on, by single moves of every other kind in any order, banks as late as anybody likes;
/// only if the level has no win does every swap of every one of its positions start the next level.
/// So the first win found has the fewest swaps, and without one every reachable position was visited.
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

/// All positions that can be reached from the first ones without a swap, or all met before a win, with it.
///
/// Counts them in `visited`, gives up past `limit`, and keeps the most trees seen in the bank in `trees`.
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

/// The fewest stacks, slides and transfers after which so many trees are in the bank, with at most so many
/// swaps in all; banks and swaps are not counted. `None` once more than `limit` positions were visited.
///
/// Panics if it cannot be done.
pub fn fewest_moves(position: &Position, trees: u8, swaps: u8, limit: usize) -> Option<usize> {
    let mut seen = Seen::default();
    // Positions by the moves made: those that nothing was counted for come before those of their origin.
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
    panic!("so many trees cannot be banked: {trees}");
}
