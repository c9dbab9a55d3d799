//! Games as they are played: their states, and the rule against repetition: which earlier states a move would bring back.
//!
//! A drop is never undone, so only states since the last drop can come back. A step takes a piece to a square of the other
//! colour of a chequered board, and each player makes every other step; so a state comes back after an even number of
//! plies, and after four at least.

use super::board::{Size, Square, neighbours};
use super::moves::{IllegalMove, Move, MoveList, Status};
use super::position::Position;
use super::variant::Rules;
use crate::kit;

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

/// The first illegal move of a line; the game before it.
pub type IllegalLine = kit::replay::IllegalLine<Move, IllegalMove, Box<Game>>;

/// A game: the rules, the first position, and the moves played so far, checked by all rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    repetition: Repetition,
    history: History,
    moves: Vec<Move>,
}

impl Game {
    /// A game that begins with this position.
    pub fn new(rules: Rules, repetition: Repetition, start: Position) -> Self {
        Self { rules, repetition, history: History::new(start), moves: Vec::new() }
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whether earlier states may come back.
    pub const fn repetition(&self) -> Repetition {
        self.repetition
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.history.now()
    }

    /// The states of the game.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves that the rule against repetition bars now, each with the ply whose state would come back.
    pub fn barred(&self) -> Vec<(Move, usize)> {
        match self.repetition {
            _ if self.position().has_ended_by_line(&self.rules) => Vec::new(),
            Repetition::Allowed => Vec::new(),
            Repetition::Barred => self.history.barred().collect(),
        }
    }

    /// The legal moves; none if the game is over.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = self.position().moves(&self.rules);
        let barred = self.barred();
        moves.retain(|mv| barred.iter().all(|(other, _)| other != mv));
        moves
    }

    /// Whether the game is over. A player whose moves all lead to earlier states has no legal move, and loses (G4).
    pub fn status(&self) -> Status {
        let position = self.position();
        match position.line_status(&self.rules) {
            Status::Open if !position.can_drop(&self.rules) && self.legal_moves().is_empty() => {
                Status::Stuck(position.side().other())
            }
            status => status,
        }
    }

    /// Checks a move by all rules.
    ///
    /// # Errors
    /// The reason why the move is illegal.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        self.position().check(&self.rules, mv)?;
        match self.repetition {
            Repetition::Allowed => Ok(()),
            Repetition::Barred => {
                self.history.repeats(mv).map_or(Ok(()), |ply| Err(IllegalMove::Repeats { ply }))
            }
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The reason why the move is illegal; the game is unchanged then.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check(mv)?;
        self.history.push(mv);
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back and gives it, if there is one.
    pub fn take_back(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.history.pop();
        Some(mv)
    }
}

/// Plays a line by all rules and gives back the game it leads to.
///
/// # Errors
/// The first illegal move.
pub fn replay(
    rules: &Rules,
    repetition: Repetition,
    start: Position,
    moves: &[Move],
) -> Result<Game, IllegalLine> {
    let game = Box::new(Game::new(*rules, repetition, start));
    kit::replay::replay(game, moves, |game, mv| game.play(mv)).map(|game| *game)
}
