//! A game that is being played: what it began with, the moves made, and those that can be made again.

use solomids::dealer::Source;
use solomids::game::{IllegalLine, IllegalMove, Move, Palette, Position, Share, replay};

use crate::cli::solution;
use crate::cli::start::Start;

/// A game, from its deal on.
///
/// The moves played lead from the first position to the present one, and those ahead can be played from there.
#[derive(Clone, Debug)]
pub(super) struct Game {
    first: Position,
    palette: Palette,
    source: Source,
    position: Position,
    /// Each move with the position it was played in.
    played: Vec<(Position, Move)>,
    /// Moves that were played and taken back, the next one last.
    undone: Vec<Move>,
    /// Moves of a solution, the next one last; as long as there are any, these are ahead.
    advice: Vec<Move>,
}

impl Game {
    /// The game with all moves played that the start names.
    pub(super) fn new(start: Start) -> Result<Self, IllegalLine> {
        let Start { deal, palette, source, played, .. } = start;
        let (first, position) = (deal, deal);
        let (undone, advice) = (Vec::new(), Vec::new());
        let mut game = Self { first, palette, source, position, played: Vec::new(), undone, advice };
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

    /// The game as it began, without any move.
    pub(super) fn beginning(&self) -> Start {
        Start {
            deal: self.first,
            position: self.first,
            palette: self.palette,
            source: self.source.clone(),
            played: Vec::new(),
        }
    }

    /// The moves played, each with the position it was played in.
    pub(super) fn played(&self) -> &[(Position, Move)] {
        &self.played
    }

    /// The moves that redo plays, next one first.
    pub(super) fn ahead(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        let ahead = if self.advice.is_empty() { &self.undone } else { &self.advice };
        ahead.iter().rev().copied()
    }

    /// Plays a move. What was ahead stays there if it began with this move.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let before = self.position;
        self.position.play(mv)?;
        self.played.push((before, mv));
        for ahead in [&mut self.undone, &mut self.advice] {
            if ahead.pop() != Some(mv) {
                ahead.clear();
            }
        }
        Ok(())
    }

    /// Plays all these moves, or none if one of them is illegal.
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
        self.undone.push(mv);
        if !self.advice.is_empty() {
            self.advice.push(mv);
        }
        Some(mv)
    }

    /// Plays the next of the moves ahead.
    pub(super) fn redo(&mut self) -> Option<Move> {
        let mv = self.ahead().next()?;
        self.play(mv).ok()?;
        Some(mv)
    }

    /// Puts a line ahead, for redo to play.
    pub(super) fn look_ahead(&mut self, line: &[Move]) {
        self.advice = line.iter().rev().copied().collect();
    }

    /// Moves that were played and taken back, next one first.
    pub(super) fn taken_back(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.undone.iter().rev().copied()
    }

    /// Whether there is something in it that could be lost.
    pub(super) fn has_moves(&self) -> bool {
        !self.played.is_empty() || self.taken_back().len() > 0
    }

    /// The game as a text from which it can be loaded again: a share string, or a solution in JSON where nothing else
    /// would name the deal.
    pub(super) fn written(&self) -> String {
        let share = self.share();
        if matches!(self.source, Source::WebSeed { .. }) {
            return share.to_string();
        }
        solution::unclaimed(&self.beginning(), &share.moves)
    }

    /// The game, to be kept: the page's seed if the deal has one, the moves played, and those taken back, for going
    /// back to look is no reason to lose them.
    pub(super) fn share(&self) -> Share {
        let moves: Vec<Move> = self.played.iter().map(|&(_, mv)| mv).chain(self.taken_back()).collect();
        self.beginning().share(&moves)
    }
}
