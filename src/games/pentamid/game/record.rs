//! Games as they are played: moves checked by all rules, the one against repetition included.

use super::history::{History, Repetition};
use super::moves::{Move, MoveList};
use super::play::{IllegalMove, Status};
use super::position::Position;
use super::variant::Rules;

/// The first illegal move of a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {ply}, {mv}, is illegal: {reason}")]
pub struct IllegalLine {
    /// Number of the move, from 1.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// Why it cannot be played.
    pub reason: IllegalMove,
    /// The position it cannot be played in: all moves before it are legal.
    pub before: Position,
}

/// A game: the rules, the first position, and the moves played so far.
#[derive(Clone, Debug)]
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
) -> Result<Game, Box<IllegalLine>> {
    let mut game = Game::new(*rules, repetition, start);
    for (i, &mv) in moves.iter().enumerate() {
        let before = *game.position();
        game.play(mv).map_err(|reason| Box::new(IllegalLine { ply: i + 1, mv, reason, before }))?;
    }
    Ok(game)
}
