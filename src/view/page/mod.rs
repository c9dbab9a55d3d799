//! HTML pages: a game as one document that opens from disk, needs no network, and plays through the game.
//!
//! The script of a page knows no rules. The library replays the game with a
//! [`PieceTracker`](crate::game::tracking::PieceTracker) and writes into the page which pyramids each move takes where.
//!
//! ```
//! use solomids::game::{Palette, Share};
//! use solomids::dealer::web;
//! use solomids::view::page::AnnotatedGame;
//!
//! let Share { seed, moves } = "1_M-D4>C4, S-D9>D10".parse()?;
//! let deal = web::deal(&seed).expect("the page deals this seed");
//! let game = AnnotatedGame {
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

mod annotated;
mod app;
pub(crate) mod data;
mod document;
mod paper;
pub(crate) mod play;
pub(crate) mod player;
pub(crate) mod screen;
pub(crate) mod shell;
pub(crate) mod solver;
mod spot;
pub(crate) mod stage;
#[cfg(test)]
mod tests;
mod theme;

pub use annotated::{AnnotatedGame, Note};

pub use crate::analysis::{Bounds, Mark};
