//! History of a game: its start, the moves played, the moves ahead, and which moves may be taken back.
//!
//! A move that showed a hidden piece cannot be taken back, nor those before it (the rule "No Cheating"), unless the player has
//! chosen to undo freely or to see the inside of the nests.

use solomids::solace2::game::{IllegalMove, Move, Palette, Position, Reading};
use solomids::solace2::players::shows;

use crate::cli::solace2::start::Start;

/// A game under way.
#[derive(Clone, Debug)]
pub(super) struct GameHistory {
    /// The start, with the moves that had been played when the game was loaded.
    start: Start,
    /// Each move with the position it was played in.
    played: Vec<(Position, Move)>,
    /// Moves ahead, the next one last: taken back, or of a solution.
    ahead: Vec<Move>,
    /// Number of the next moves ahead that were taken back.
    taken_back: usize,
    position: Position,
    /// Whether every move can be taken back.
    free: bool,
}

/// Why no move is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// No move has been played.
    Start,
    /// The last move has shown a hidden piece.
    Seen,
}

impl GameHistory {
    /// A game that goes on from a start.
    pub(super) fn new(start: Start, free: bool) -> Self {
        let mut position = Position::new(&start.deal);
        let mut played = Vec::with_capacity(start.played.len());
        for &mv in &start.played {
            played.push((position, mv));
            position.play_unchecked(mv);
        }
        Self { position, start, played, ahead: Vec::new(), taken_back: 0, free }
    }

    pub(super) const fn position(&self) -> &Position {
        &self.position
    }

    pub(super) const fn palette(&self) -> &Palette {
        &self.start.palette
    }

    pub(super) const fn reading(&self) -> Reading {
        self.start.reading
    }

    /// Whether every move can be taken back.
    pub(super) const fn is_free(&self) -> bool {
        self.free
    }

    pub(super) fn played(&self) -> &[(Position, Move)] {
        &self.played
    }

    /// Moves ahead, the next one first.
    pub(super) fn ahead(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.ahead.iter().rev().copied()
    }

    /// Number of moves taken back that lead on from the present position.
    pub(super) const fn taken_back(&self) -> usize {
        self.taken_back
    }

    /// The game as a start that others can go on from. It includes the moves taken back, so that a look back loses nothing.
    pub(super) fn start(&self) -> Start {
        let mut played: Vec<Move> = self.played.iter().map(|&(_, mv)| mv).collect();
        let mut position = self.position;
        for mv in self.ahead().take(self.taken_back) {
            played.push(mv);
            position.play_unchecked(mv);
        }
        Start { played, position, ..self.start.clone() }
    }

    /// Title of the deal.
    pub(super) fn title(&self) -> String {
        self.start.title()
    }

    /// The position with the reading that it is played by.
    pub(super) const fn present(&self) -> (Position, Reading) {
        (self.position, self.start.reading)
    }

    /// Plays a move. The moves ahead are kept if it is the first of them.
    ///
    /// # Errors
    /// Why it is illegal.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.position.check(mv, self.reading())?;
        if self.ahead.last() == Some(&mv) {
            self.ahead.pop();
            self.taken_back = self.taken_back.saturating_sub(1);
        } else {
            self.ahead.clear();
            self.taken_back = 0;
        }
        self.played.push((self.position, mv));
        self.position.play_unchecked(mv);
        Ok(())
    }

    /// Plays the next move ahead, if there is one.
    pub(super) fn redo(&mut self) -> Option<Move> {
        let mv = *self.ahead.last()?;
        self.play(mv).ok().map(|()| mv)
    }

    /// Takes the last move back; `open` if the player sees the inside of the nests.
    ///
    /// # Errors
    /// Why it stays.
    pub(super) fn undo(&mut self, open: bool) -> Result<Move, Refusal> {
        let &(before, mv) = self.played.last().ok_or(Refusal::Start)?;
        if !self.free && !open && shows(&before, mv) {
            return Err(Refusal::Seen);
        }
        self.played.pop();
        self.position = before;
        self.ahead.push(mv);
        self.taken_back += 1;
        Ok(mv)
    }

    /// Puts a line from the present position ahead.
    pub(super) fn set_ahead(&mut self, line: &[Move]) {
        self.ahead = line.iter().rev().copied().collect();
        self.taken_back = 0;
    }

    /// Begins the deal again.
    pub(super) fn restart(&mut self) {
        let start = Start { played: Vec::new(), position: self.start.first(), ..self.start.clone() };
        *self = Self::new(start, self.free);
    }
}
