//! History of a game: its start, the moves played, and the moves to redo.

use solomids::dealer::Source;
use solomids::game::{IllegalLine, IllegalMove, Move, Palette, Position, Share, replay};
use solomids::record::line_to_json;

use crate::cli::start::Start;

/// History of a game from its deal.
///
/// The moves played lead from the first position to the present one; the moves ahead are legal from there.
#[derive(Clone, Debug)]
pub(super) struct GameHistory {
    first: Position,
    palette: Palette,
    source: Source,
    position: Position,
    /// Each move with the position it was played in.
    played: Vec<(Position, Move)>,
    /// Moves taken back, the next one last. They lead on from the position before the last `detour` moves.
    undone: Vec<Move>,
    /// Number of the last moves that were played along a solution, away from the moves taken back.
    detour: usize,
    /// Moves of a solution, the next one last. They take precedence over `undone` for redo.
    advice: Vec<Move>,
}

impl GameHistory {
    /// Starts a game and plays the moves of the start.
    pub(super) fn new(start: Start) -> Result<Self, IllegalLine> {
        let Start { deal, palette, source, played, .. } = start;
        let (first, position) = (deal, deal);
        let (undone, advice) = (Vec::new(), Vec::new());
        let mut game =
            Self { first, palette, source, position, played: Vec::new(), undone, detour: 0, advice };
        game.play_all(&played)?;
        Ok(game)
    }

    pub(super) const fn position(&self) -> &Position {
        &self.position
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
        &self.played
    }

    /// Moves to redo, next one first.
    pub(super) fn ahead(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        let ahead = if self.advice.is_empty() && self.detour == 0 { &self.undone } else { &self.advice };
        ahead.iter().rev().copied()
    }

    /// Plays a move. Moves ahead stay if they begin with it. Moves taken back stay as well if a solution begins with it: undo
    /// leads back to them.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let before = self.position;
        self.position.play(mv)?;
        self.played.push((before, mv));
        let is_advised = self.advice.last() == Some(&mv);
        if is_advised && (self.detour > 0 || !self.undone.is_empty() && self.undone.last() != Some(&mv)) {
            self.detour += 1;
            self.advice.pop();
            return Ok(());
        }
        if self.detour > 0 {
            (self.undone, self.detour) = (Vec::new(), 0);
        }
        for ahead in [&mut self.undone, &mut self.advice] {
            if ahead.pop() != Some(mv) {
                ahead.clear();
            }
        }
        Ok(())
    }

    /// Plays all moves, or none if one of them is illegal.
    pub(super) fn play_all(&mut self, moves: &[Move]) -> Result<(), IllegalLine> {
        replay(&self.position, moves)?;
        for (i, &mv) in moves.iter().enumerate() {
            let before = self.position;
            self.play(mv).map_err(|reason| IllegalLine { ply: i + 1, mv, reason, before })?;
        }
        Ok(())
    }

    /// Takes the last move back.
    pub(super) fn undo(&mut self) -> Option<Move> {
        let (before, mv) = self.played.pop()?;
        self.position = before;
        if self.detour > 0 {
            self.detour -= 1;
            self.advice.push(mv);
            return Some(mv);
        }
        self.undone.push(mv);
        if !self.advice.is_empty() {
            self.advice.push(mv);
        }
        Some(mv)
    }

    /// Plays the next move ahead.
    pub(super) fn redo(&mut self) -> Option<Move> {
        let mv = self.ahead().next()?;
        self.play(mv).ok()?;
        Some(mv)
    }

    /// Puts the line of a solution ahead.
    pub(super) fn set_advice(&mut self, line: &[Move]) {
        self.advice = line.iter().rev().copied().collect();
    }

    /// Drops the solution ahead, so that the moves taken back are ahead again; returns whether there was one.
    pub(super) fn drop_advice(&mut self) -> bool {
        let has_advice = !self.advice.is_empty() && self.detour == 0;
        if has_advice {
            self.advice.clear();
        }
        has_advice
    }

    /// Moves taken back that lead on from the present position, next one first.
    pub(super) fn taken_back(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        let here = if self.detour == 0 { self.undone.as_slice() } else { &[] };
        here.iter().rev().copied()
    }

    /// Whether the game has moves, played or taken back.
    pub(super) fn has_moves(&self) -> bool {
        !self.played.is_empty() || self.taken_back().len() > 0
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
        let moves: Vec<Move> = self.played.iter().map(|&(_, mv)| mv).chain(self.taken_back()).collect();
        self.start().share(&moves)
    }
}
