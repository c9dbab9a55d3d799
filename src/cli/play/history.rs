//! History of a game: its start, and its moves.

use solomids::dealer::Source;
use solomids::game::{IllegalLine, IllegalMove, Move, Palette, Position, Share, replay};
use solomids::record::line_to_json;

use crate::cli::start::Start;
use crate::cli::tui::Timeline;

/// History of a game from its deal.
#[derive(Clone, Debug)]
pub(super) struct GameHistory {
    first: Position,
    palette: Palette,
    source: Source,
    line: Timeline<Position, Move>,
}

impl GameHistory {
    /// Starts a game and plays the moves of the start.
    pub(super) fn new(start: Start) -> Result<Self, IllegalLine> {
        let Start { deal, palette, source, played, .. } = start;
        let mut game = Self { first: deal, palette, source, line: Timeline::new(deal) };
        game.play_all(&played)?;
        Ok(game)
    }

    pub(super) const fn position(&self) -> &Position {
        self.line.position()
    }

    pub(super) const fn palette(&self) -> &Palette {
        &self.palette
    }

    pub(super) const fn source(&self) -> &Source {
        &self.source
    }

    /// Start of the game, without moves.
    pub(super) fn start(&self) -> Start {
        Start {
            deal: self.first,
            position: self.first,
            palette: self.palette,
            source: self.source.clone(),
            played: Vec::new(),
        }
    }

    /// Moves played, each with the position it was played in.
    pub(super) fn played(&self) -> &[(Position, Move)] {
        self.line.played()
    }

    /// Moves to redo, next one first.
    pub(super) fn ahead(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.line.ahead()
    }

    /// Plays a move.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let mut after = *self.position();
        after.play(mv)?;
        self.line.play(mv, after);
        Ok(())
    }

    /// Plays all moves, or none if one of them is illegal.
    pub(super) fn play_all(&mut self, moves: &[Move]) -> Result<(), IllegalLine> {
        replay(self.position(), moves)?;
        for (i, &mv) in moves.iter().enumerate() {
            let before = *self.position();
            self.play(mv).map_err(|reason| IllegalLine { ply: i + 1, mv, reason, before })?;
        }
        Ok(())
    }

    /// Takes the last move back.
    pub(super) fn undo(&mut self) -> Option<Move> {
        self.line.undo()
    }

    /// Plays the next move ahead.
    pub(super) fn redo(&mut self) -> Option<Move> {
        let mv = self.ahead().next()?;
        self.play(mv).ok()?;
        Some(mv)
    }

    /// Puts the line of a solution ahead.
    pub(super) fn set_advice(&mut self, line: &[Move]) {
        self.line.set_advice(line);
    }

    /// Drops the solution ahead, so that the moves taken back are ahead again; returns whether there was one.
    pub(super) fn drop_advice(&mut self) -> bool {
        self.line.drop_advice()
    }

    /// Moves taken back that lead on from the present position, next one first.
    pub(super) fn taken_back(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.line.taken_back()
    }

    /// Whether the game has moves, played or taken back.
    pub(super) fn has_moves(&self) -> bool {
        !self.played().is_empty() || self.taken_back().len() > 0
    }

    /// Formats the game for loading: as a share string if a web seed names the deal, else as a solution in JSON.
    pub(super) fn to_text(&self) -> String {
        let share = self.share();
        if matches!(self.source, Source::WebSeed { .. }) {
            return share.to_string();
        }
        line_to_json(&self.start(), &share.moves)
    }

    /// Share string of the game. It includes the moves taken back, so that a look back loses nothing.
    pub(super) fn share(&self) -> Share {
        let moves: Vec<Move> = self.played().iter().map(|&(_, mv)| mv).chain(self.taken_back()).collect();
        self.start().share(&moves)
    }
}
