//! A round: where it starts, and its moves: those played, those taken back, and those of a solution.

use super::{Move, Position, Start, TerminalGame};
use crate::games::port::{Game as _, Played};

/// The position after a move.
pub(super) fn apply<G: TerminalGame>(
    start: &Start<G>,
    position: &Position<G>,
    mv: Move<G>,
) -> Result<Position<G>, String> {
    let mut after = position.clone();
    let played = G::Port::play(start, &mut after, mv);
    played.map_err(|reason| G::explained(start, position, mv, reason))?;
    Ok(after)
}

/// A round of a game.
///
/// The moves played lead from the first position to the present one; the moves ahead are legal from there.
pub(crate) struct Round<G: TerminalGame> {
    /// What it starts from, without moves.
    pub(crate) start: Start<G>,
    pub(crate) position: Position<G>,
    /// Moves played, each with the position it was played in.
    pub(crate) played: Vec<(Position<G>, Move<G>)>,
    /// Moves taken back, the next one last. They lead on from the position before the last `detour` moves.
    undone: Vec<Move<G>>,
    /// Number of the last moves that were played along a solution, away from the moves taken back.
    detour: usize,
    /// Moves of a solution, the next one last. They take precedence over `undone` for redo.
    advice: Vec<Move<G>>,
    /// Number of hints, lists of moves and solutions that were shown.
    pub(crate) hints: u32,
    /// Position of the last hint, and its move.
    pub(super) hinted: Option<(Position<G>, Move<G>)>,
    /// Whether what the key `v` shows has been seen.
    pub(crate) peeked: bool,
}

impl<G: TerminalGame> Round<G> {
    pub(super) fn new(start: Start<G>, moves: &[Move<G>]) -> anyhow::Result<Self> {
        let mut round = Self {
            position: G::Port::first(&start),
            start,
            played: Vec::new(),
            undone: Vec::new(),
            detour: 0,
            advice: Vec::new(),
            hints: 0,
            hinted: None,
            peeked: false,
        };
        for (i, &mv) in moves.iter().enumerate() {
            round.play(mv).map_err(|reason| anyhow::anyhow!("move {}, {mv}, is illegal: {reason}", i + 1))?;
        }
        Ok(round)
    }

    /// All moves, those taken back included, so that a look back loses nothing.
    pub(crate) fn moves(&self) -> Vec<Move<G>> {
        self.played.iter().map(|&(_, mv)| mv).chain(self.taken_back()).collect()
    }

    /// The game with all moves.
    pub(crate) fn whole(&self) -> Played<G::Port> {
        let mut played = Played::new(self.start.clone());
        let legal = played.play_all(&self.moves());
        debug_assert!(legal.is_ok(), "illegal moves");
        played
    }

    /// Moves to redo, next one first.
    pub(crate) fn ahead(&self) -> impl ExactSizeIterator<Item = Move<G>> + '_ {
        let ahead = if self.advice.is_empty() && self.detour == 0 { &self.undone } else { &self.advice };
        ahead.iter().rev().copied()
    }

    /// Moves taken back that lead on from the present position, next one first.
    pub(crate) fn taken_back(&self) -> impl ExactSizeIterator<Item = Move<G>> + '_ {
        let here = if self.detour == 0 { self.undone.as_slice() } else { &[] };
        here.iter().rev().copied()
    }

    /// Plays a move. Moves ahead stay if they begin with it. Moves taken back stay as well if a solution begins with it: undo
    /// leads back to them.
    pub(super) fn play(&mut self, mv: Move<G>) -> Result<(), String> {
        let after = apply::<G>(&self.start, &self.position, mv)?;
        self.played.push((std::mem::replace(&mut self.position, after), mv));
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

    pub(super) fn undo(&mut self) -> Option<Move<G>> {
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

    /// Puts the line of a solution ahead.
    pub(super) fn set_advice(&mut self, line: &[Move<G>]) {
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
}
