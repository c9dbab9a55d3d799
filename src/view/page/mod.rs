//! A game as one page for the browser: it opens from disk, needs no network, and plays through the game.
//!
//! The page knows no rules. Every position, and which pyramids each move takes where, is computed here by
//! [`replay`](crate::game::replay) and written into the page; its script only shows them.
//!
//! ```
//! use solomids::game::{Palette, Share};
//! use solomids::dealer::web;
//! use solomids::view::page::Game;
//!
//! let Share { seed, moves } = "1_M-D4>C4, S-D9>D10".parse()?;
//! let deal = web::deal(&seed).expect("the page deals this seed");
//! let game = Game {
//!     title: format!("Web seed {seed}"),
//!     summary: "Two moves".into(),
//!     start: deal.into(),
//!     palette: Palette::default(),
//!     moves,
//!     opening: 0,
//!     seed,
//!     notes: Vec::new(),
//! };
//! assert!(game.page()?.starts_with("<!DOCTYPE html>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cast;
mod data;
mod document;
mod paper;
mod screen;
mod theme;

pub use crate::analysis::{Bounds, Mark};
use crate::game::{IllegalLine, Move, Palette, Position, Share};

/// A game to look at.
#[derive(Clone, Debug)]
pub struct Game {
    /// What it is called: `Web seed 1`.
    pub title: String,
    /// What is known of it, in one line.
    pub summary: String,
    /// Where it begins.
    pub start: Position,
    /// The letters of its colours.
    pub palette: Palette,
    /// All its moves.
    pub moves: Vec<Move>,
    /// Moves already made when the page opens.
    pub opening: usize,
    /// The seed of its share string; empty where the web page does not deal it.
    pub seed: String,
    /// What there is to say of each move: nothing, or as many notes as moves.
    pub notes: Vec<Note>,
}

/// What there is to say of a move.
#[derive(Clone, Debug, Default)]
pub struct Note {
    /// How bad it is.
    pub mark: Mark,
    /// Best score that could be reached before it, as far as it is known.
    pub before: Option<Bounds>,
    /// Best score that can be reached after it, as far as it is known.
    pub after: Option<Bounds>,
    /// In a few words, what there is to say besides mark and scores; may be empty.
    pub reason: String,
    /// Moves that would have been better, played in its place: a single one, a whole line that the page can
    /// play through, or none. Every move of a whole line adds about 130 bytes to the page.
    pub better: Vec<Move>,
}

impl Game {
    /// The share string of the whole game.
    pub fn share(&self) -> Share {
        Share { seed: self.seed.clone(), moves: self.moves.clone() }
    }

    /// The page, an HTML document.
    ///
    /// # Errors
    /// When a move of the game, or of a better line, is illegal.
    pub fn page(&self) -> Result<String, IllegalLine> {
        document::document(self)
    }
}

#[cfg(test)]
mod tests;
