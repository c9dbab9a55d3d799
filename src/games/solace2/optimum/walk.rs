//! Steps as moves: moves that go sideways, and smalls that waited, until a single move makes exactly the wanted state.
//!
//! The search is breadth-first, so a player who plays the first move and asks again is one move nearer. What is hidden does not matter:
//! the pieces in hidden places of a position have any colours, and the state is compared as if those were shown.

use std::collections::{HashMap, VecDeque};

use ahash::RandomState;

use super::seen::SeenSpace;
use super::state::{State, Step, Terms};
use crate::games::solace2::game::{COLOURS, Colour, Core, Move, Position, Space};

/// Moves that take a step of a state from a position that has it; none if there is no such step.
pub(super) fn moves_of(start: &Position, terms: Terms, step: &Step) -> Vec<Move> {
    let mut walk = Walk::new(start, terms, step.colour);
    while let Some(position) = walk.next() {
        let takes = |&mv: &Move| {
            let is_right = colour(&position, mv) == Some(step.colour) && !walk.is_quiet(&position, mv);
            is_right && after(&position, mv, terms) == step.after(terms, shown(&position, mv))
        };
        if let Some(last) = position.legal_moves(terms.reading).into_iter().find(takes) {
            return [walk.path(position), vec![last]].concat();
        }
    }
    debug_assert!(false, "a step without moves");
    Vec::new()
}

/// The fewest sideways moves that make as many towers on the table whole as can be.
pub(super) fn finish(start: &Position, terms: Terms) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut position = *start;
    for colour in 0..COLOURS {
        let mut walk = Walk::new(&position, terms, colour);
        let mut best = position;
        while let Some(next) = walk.next() {
            if next.score() > best.score() {
                best = next;
            }
        }
        moves.extend(walk.path(best));
        position = best;
    }
    moves
}

fn after(position: &Position, mv: Move, terms: Terms) -> State {
    let mut after = *position;
    after.play_unchecked(mv);
    State::of(after.spaces().iter().map(SeenSpace::new), terms)
}

/// Colour of the piece in the place that a move shows, if it shows one.
fn shown(position: &Position, mv: Move) -> usize {
    let nest = position.spaces()[mv.ends().0].nest();
    if matches!(mv, Move::Medium { .. }) { nest.small.index() } else { nest.medium.index() }
}

/// Colour of the piece that a move takes.
fn colour(position: &Position, mv: Move) -> Option<usize> {
    let space = &position.spaces()[mv.ends().0];
    let colour = match mv {
        Move::Large { .. } => space.exposed_large(),
        Move::Medium { .. } => space.exposed_medium(),
        Move::Small { .. } => space.exposed_small(),
        Move::Tower { .. } => space.complete_tower(),
    };
    colour.map(Colour::index)
}

/// A walk over all positions that quiet moves of one colour lead to, the nearest first.
struct Walk {
    terms: Terms,
    colour: usize,
    reached: HashMap<Position, Option<(Position, Move)>, RandomState>,
    queue: VecDeque<Position>,
}

impl Walk {
    fn new(start: &Position, terms: Terms, colour: usize) -> Self {
        let mut reached = HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        reached.insert(*start, None);
        Self { terms, colour, reached, queue: VecDeque::from([*start]) }
    }

    /// Whether a move goes sideways, or takes a small that waited.
    fn is_quiet(&self, position: &Position, mv: Move) -> bool {
        let from: &Space = &position.spaces()[mv.ends().0];
        match mv {
            Move::Medium { .. } => from.has_medium(),
            Move::Small { .. } => from.has_small() || self.terms.smalls_wait() && from.core() == Core::Bare,
            _ => false,
        }
    }

    fn next(&mut self) -> Option<Position> {
        let position = self.queue.pop_front()?;
        for mv in position.legal_moves(self.terms.reading) {
            if self.is_quiet(&position, mv) && colour(&position, mv) == Some(self.colour) {
                let mut after = position;
                after.play_unchecked(mv);
                self.reached.entry(after).or_insert_with(|| {
                    self.queue.push_back(after);
                    Some((position, mv))
                });
            }
        }
        Some(position)
    }

    /// The moves that lead to a position of the walk.
    fn path(&self, mut position: Position) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some(Some((before, mv))) = self.reached.get(&position) {
            moves.push(*mv);
            position = *before;
        }
        moves.reverse();
        moves
    }
}
