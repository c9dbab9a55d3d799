//! History of a game: its start, its moves, and which of them may be taken back.
//!
//! A move that showed a hidden piece cannot be taken back, nor those before it (the rule "No Cheating"), unless the player has
//! chosen to undo freely or to see the inside of the nests.

use solomids::solace2::game::{IllegalMove, Move, Palette, Position, Reading};
use solomids::solace2::players::shows;

use crate::cli::solace2::Start;
use crate::cli::tui::Timeline;

/// A game under way.
#[derive(Clone, Debug)]
pub(super) struct GameHistory {
    /// The start, with the moves that had been played when the game was loaded.
    start: Start,
    line: Timeline<Position, Move>,
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
        let mut game = Self { line: Timeline::new(Position::new(&start.deal)), start, free };
        for i in 0..game.start.played.len() {
            game.play_unchecked(game.start.played[i]);
        }
        game
    }

    pub(super) const fn position(&self) -> &Position {
        self.line.position()
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
        self.line.played()
    }

    /// Moves ahead, the next one first.
    pub(super) fn ahead(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.line.ahead()
    }

    /// Number of moves taken back that lead on from the present position.
    pub(super) fn taken_back(&self) -> usize {
        self.line.taken_back().len()
    }

    /// The game as a start that others can go on from. It includes the moves taken back, so that a look back loses nothing.
    pub(super) fn start(&self) -> Start {
        let mut played: Vec<Move> = self.played().iter().map(|&(_, mv)| mv).collect();
        let mut position = *self.position();
        for mv in self.line.taken_back() {
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
        (*self.position(), self.start.reading)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Why it is illegal.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.position().check(mv, self.reading())?;
        self.play_unchecked(mv);
        Ok(())
    }

    fn play_unchecked(&mut self, mv: Move) {
        let mut after = *self.position();
        after.play_unchecked(mv);
        self.line.play(mv, after);
    }

    /// Plays the next move ahead, if there is one.
    pub(super) fn redo(&mut self) -> Option<Move> {
        let mv = self.ahead().next()?;
        self.play(mv).ok().map(|()| mv)
    }

    /// Takes the last move back; `open` if the player sees the inside of the nests.
    ///
    /// # Errors
    /// Why it stays.
    pub(super) fn undo(&mut self, open: bool) -> Result<Move, Refusal> {
        let &(before, mv) = self.played().last().ok_or(Refusal::Start)?;
        if !self.free && !open && shows(&before, mv) {
            return Err(Refusal::Seen);
        }
        self.line.undo().ok_or(Refusal::Start)
    }

    /// Puts a line from the present position ahead.
    pub(super) fn set_advice(&mut self, line: &[Move]) {
        self.line.set_advice(line);
    }

    /// Drops the line ahead, so that the moves taken back are ahead again; returns whether there was one.
    pub(super) fn drop_advice(&mut self) -> bool {
        self.line.drop_advice()
    }

    /// Whether the game has moves, played or taken back.
    pub(super) fn has_moves(&self) -> bool {
        !self.played().is_empty() || self.taken_back() > 0
    }

    /// The deal from its beginning.
    pub(super) fn deal(&self) -> Start {
        Start { played: Vec::new(), position: self.start.first(), ..self.start.clone() }
    }
}
