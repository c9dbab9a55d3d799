//! HTML pages: a game as one document that opens from disk, needs no network, and plays through the game.
//!
//! The scripts of a page know no rules. The library replays the game with a
//! [`PieceTracker`](crate::games::solomids::game::tracking::PieceTracker) and writes into the page which pyramids each move takes where.
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
pub(crate) mod data;
mod document;
mod paper;
pub(crate) mod play;
pub(crate) mod screen;
mod spot;
#[cfg(test)]
mod tests;

pub use annotated::{AnnotatedGame, Note};

pub use crate::games::solomids::analysis::{Bounds, Mark};
