//! HTML pages: a game as one document that opens from disk, needs no network, and plays through the game.
//!
//! The scripts of a page know no rules. The library replays the game with a
//! [`PieceTracker`](crate::game::tracking::PieceTracker) and writes into the page which pyramids each move takes where.
//!
//! With the Cargo feature `web`, a page carries the library as WebAssembly: one can play on from any move, and ask for hints,
//! solutions and mistakes. The scripts then ask `service` in the page itself for what takes milliseconds, and in workers for
//! searches. Files of `script`, in the order in which a page has them:
//!
//! | file | job |
//! |---|---|
//! | `dom`, `theme` | elements and storage; light and dark |
//! | `board`, `film`, `controls` | the drawn board; a line of moves that is played through; buttons, keys and gestures for that |
//! | `module`, `worker`, `pool` | the library as WebAssembly, in workers, and questions shared out among these |
//! | `notice` | messages over the board |
//! | `game`, `state` | the game under way; its address and what storage keeps of it |
//! | `pick` | squares that can be chosen, and pieces that can be dragged |
//! | `search`, `advice` | questions of the player, and thinking ahead; how answers are shown |
//! | `deal`, `opponent`, `ending`, `takeaway` | another game; the engine's moves; the end; links, pictures, paper |
//! | `app` | the start of such a page |
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
