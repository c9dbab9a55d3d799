//! Annotated games: what a page shows.

use crate::games::solomids::analysis::{Bounds, Mark};
use crate::games::solomids::game::{Move, Palette, Position, Share};

/// A game with a note on each move: the content of a page.
#[derive(Clone, Debug)]
pub struct AnnotatedGame {
    /// Title of the page: `Web seed 1`.
    pub title: String,
    /// Result of the game in one line.
    pub summary: String,
    /// Position before the first move.
    pub start: Position,
    /// Letters of the colours.
    pub palette: Palette,
    /// Moves of the game.
    pub moves: Vec<Move>,
    /// Number of moves already played when the page opens.
    pub opening: usize,
    /// Seed of the share string; empty if the deal has no seed of the web page.
    pub seed: String,
    /// Notes on the moves: one for each move, or none at all.
    pub notes: Vec<Note>,
}

/// A note on a move.
#[derive(Clone, Debug, Default)]
pub struct Note {
    /// Judgement of the move.
    pub mark: Mark,
    /// Bounds on the best score that could be reached before the move.
    pub before: Option<Bounds>,
    /// Bounds on the best score that can be reached after the move.
    pub after: Option<Bounds>,
    /// Reason for the mark in a few words; may be empty.
    pub reason: String,
    /// Better moves in place of the move: none, a single move, or a line that the page can play through. Each move of a
    /// line adds about 145 bytes to the page.
    pub better: Vec<Move>,
}

impl AnnotatedGame {
    /// The share string of the game.
    pub fn share(&self) -> Share {
        Share { seed: self.seed.clone(), moves: self.moves.clone() }
    }
}
