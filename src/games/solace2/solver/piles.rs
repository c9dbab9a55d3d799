//! Plain search over positions, for the few questions that counts leave open, and to check the others.
//!
//! Positions that differ in the order of spaces, or in which of two equal nests stands where, are one state. Every legal move
//! is tried, sideways moves too; states are visited once; the [openings bound](super::openings) cuts.
//!
//! # Key
//!
//! ```text
//! nest i, from bit 7·i   core (2 bits: gone, bare, opened, full), caps (3), medium placed (1), small placed (1);
//!                        the fields of equal nests in descending order
//! from bit 105           colour by colour: larges on the table with a medium (3 bits), those of them with a small (3)
//! ```
//!
//! 123 bits. The key is unique: what is left of every nest and what was placed on it is written down, and of the larges that
//! neither lie in nests nor cap any all stand on the table.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashSet;

use super::layout::Layout;
use super::limits::{Budget, Pruning};
use super::openings::{Openings, Question};
use super::outcome::StopReason;
use super::{Known, Line};
use crate::games::solace2::game::{COLOURS, Core, Move, MoveList, Position, Reading};

/// How a search ends.
pub(super) enum Found {
    /// A line that reaches the target.
    Line(Vec<Move>),
    /// No line reaches it.
    Nothing,
    /// Neither is known.
    Unclear,
}

/// A position on the current path, and its moves that are still to be tried, the last one first.
struct Frame {
    position: Position,
    moves: MoveList,
    played: Option<Move>,
}

/// Searches for a line that reaches the target. `known` gets the best line on the way.
///
/// # Errors
/// The limit that ended the search.
pub(super) fn search(
    question: Question<'_>,
    start: &Position,
    openings: &mut Openings,
    budget: &mut Budget<'_>,
    known: &mut Known,
) -> Result<Found, StopReason> {
    let Question { layout, reading, target } = question;
    let mut seen: HashSet<u128, ahash::RandomState> =
        HashSet::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4));
    let mut path: Vec<Frame> = Vec::new();
    let mut next = Some((*start, None));
    loop {
        if let Some((position, played)) = next.take() {
            let score = position.score();
            if score > known.passed.score {
                let moves = path.iter().filter_map(|frame| frame.played).chain(played).collect();
                known.passed = Line { score, moves };
            }
            if score >= target {
                let moves = path.iter().filter_map(|frame| frame.played);
                return Ok(Found::Line(moves.chain(played).collect()));
            }
            let (key, full) = key(layout, &position);
            let allowed = !budget.limits.pruning.has(Pruning::Openings) || openings.allow(question, full);
            if allowed && seen.insert(key) {
                budget.spend(|| bytes_of(&seen) + path.len() * size_of::<Frame>())?;
                budget.stats.pile_nodes += 1;
                path.push(Frame { position, moves: ordered(&position, reading), played });
            }
        }
        let Some(frame) = path.last_mut() else { return Ok(Found::Nothing) };
        if let Some(mv) = frame.moves.pop() {
            let mut position = frame.position;
            position.play_unchecked(mv);
            next = Some((position, Some(mv)));
        } else {
            path.pop();
        }
    }
}

/// The legal moves, the most promising last: towers, pieces out of nests, larges, sideways moves.
fn ordered(position: &Position, reading: Reading) -> MoveList {
    let mut moves = position.legal_moves(reading);
    moves.sort_by_key(|mv| {
        let from = &position.spaces()[mv.ends().0];
        std::cmp::Reverse(match mv {
            Move::Tower { .. } => 0,
            Move::Small { .. } if from.core() == Core::Bare => 1,
            Move::Medium { .. } if from.core() == Core::Opened => 2,
            Move::Large { .. } if from.caps() == 0 => 3,
            _ => 4,
        })
    });
    moves
}

/// The key of a position, and the mask of its full nests.
fn key(layout: &Layout, position: &Position) -> (u128, u16) {
    let mut fields = [0u8; 16];
    for (i, &at) in layout.space.iter().enumerate() {
        let space = &position.spaces()[usize::from(at)];
        if space.core() == Core::Gone {
            continue;
        }
        let core = match space.core() {
            Core::Gone => 0,
            Core::Bare => 1,
            Core::Opened => 2,
            Core::Full => 3,
        };
        let placed = u8::from(space.has_medium()) << 1 | u8::from(space.has_small());
        fields[i] = core << 5 | (space.caps() as u8) << 2 | placed;
    }
    let mut start = 0;
    for i in 1..=layout.nests.len() {
        if layout.nests.get(i) != Some(&layout.nests[start]) {
            fields[start..i].sort_unstable_by(|a, b| b.cmp(a));
            start = i;
        }
    }
    let (mut key, mut full) = (0, 0);
    for (i, &field) in fields.iter().enumerate().take(layout.nests.len()) {
        key |= u128::from(field) << (7 * i);
        full |= u16::from(field >> 5 == 3) << i;
    }
    let mut table = [[0u128; 2]; COLOURS];
    for space in position.spaces() {
        if let Some(colour) = space.tower() {
            table[colour.index()][0] += u128::from(space.has_medium());
            table[colour.index()][1] += u128::from(space.has_small());
        }
    }
    for (c, [mediums, smalls]) in table.into_iter().enumerate() {
        key |= (mediums | smalls << 3) << (105 + 6 * c);
    }
    (key, full)
}

/// Bytes that a set holds: a key and a control byte for every bucket.
pub(super) fn bytes_of<K: Eq + Hash, S: BuildHasher>(set: &HashSet<K, S>) -> usize {
    set.allocation_size()
}
