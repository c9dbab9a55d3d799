//! The rule against repetition: which earlier states a move would bring back.
//!
//! A drop is never undone, so only states since the last drop can come back. A step takes a piece to a square of the other
//! colour of a chequered board, and each player makes every other step; so a state comes back after an even number of
//! plies, and after four at least.

use super::board::neighbours;
use super::moves::Move;
use super::piece::Size;
use super::position::Position;
use super::square::Square;

/// Whether earlier states may come back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// A move to an earlier state is illegal (G1).
    #[default]
    Barred,
    /// Every state may come back: the game has no history.
    Allowed,
}

/// The states of a game in order, and what the rule against repetition says of the next move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    states: Vec<Position>,
    /// Ply of the first state since the last drop, for every ply.
    since: Vec<usize>,
}

impl History {
    /// The history of a game that begins with this position.
    pub fn new(start: Position) -> Self {
        Self { states: vec![start], since: vec![0] }
    }

    /// The position now.
    ///
    /// # Panics
    /// Never: a history has a state from the start on.
    pub fn now(&self) -> &Position {
        &self.states[self.states.len() - 1]
    }

    /// Plies played.
    pub fn plies(&self) -> usize {
        self.states.len() - 1
    }

    /// The states that have stood, the first position first, the one now last.
    pub fn states(&self) -> &[Position] {
        &self.states
    }

    /// The states since the last drop (the position right after it included), the one now last. Only they can come back.
    pub fn since_drop(&self) -> &[Position] {
        &self.states[self.since[self.plies()]..]
    }

    /// Adds the state after a move that is known to be legal.
    pub fn push(&mut self, mv: Move) {
        let next = self.now().after(mv);
        let since = if mv.is_drop() { self.states.len() } else { self.since[self.plies()] };
        self.states.push(next);
        self.since.push(since);
    }

    /// Takes the last move back, if there is one.
    pub fn pop(&mut self) {
        if self.plies() > 0 {
            self.states.pop();
            self.since.pop();
        }
    }

    /// The plies whose states the side to move could bring back at once, with the moves that would.
    ///
    /// These moves are read off the states themselves: only one word of the side to move may differ, by one piece on two
    /// neighbouring squares.
    pub fn barred(&self) -> impl Iterator<Item = (Move, usize)> {
        let first = self.since[self.plies()];
        let plies = self.plies();
        (first..(plies + 1).saturating_sub(3))
            .filter(move |ply| (plies - ply) % 2 == 1)
            .filter_map(move |ply| step_between(self.now(), &self.states[ply]).map(|mv| (mv, ply)))
    }

    /// The ply whose state this move would bring back, if there is one.
    pub fn repeats(&self, mv: Move) -> Option<usize> {
        self.barred().find(|&(barred, _)| barred == mv).map(|(_, ply)| ply)
    }
}

/// The legal step that leads from one position to another, if one does.
fn step_between(from: &Position, to: &Position) -> Option<Move> {
    let (own, other) = (from.side.index(), from.side.other().index());
    if from.layers[other] != to.layers[other] {
        return None;
    }
    let mut changed = Size::ALL.into_iter().filter(|size| {
        let i = size.index();
        from.layers[own][i] != to.layers[own][i]
    });
    let (Some(size), None) = (changed.next(), changed.next()) else { return None };
    let (before, after) = (from.layers[own][size.index()], to.layers[own][size.index()]);
    let (left, reached) = (before & !after, after & !before);
    let single = left.is_power_of_two() && reached.is_power_of_two();
    // The piece may have come out of a stack that was closed over its place afterwards.
    let by_size = from.by_size();
    let free = by_size[size.index() + 1..].iter().all(|larger| larger & (left | reached) == 0)
        && by_size[size.index()] & reached == 0;
    (single && free && neighbours(left) & reached != 0).then(|| Move::Step {
        size,
        from: Square::lowest(left),
        to: Square::lowest(reached),
    })
}
