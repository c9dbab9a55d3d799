//! *Solace II*, a solitaire of 45 pyramids by Dale Newfield: rules, exact solver, census of all deals, and players who
//! see only what lies open.
//!
//! # Map
//! - [`game`]: the rules under every reading: nests, deals, positions, moves, notation, replay.
//! - [`dealer`]: uniform random deals by seed and index.
//! - [`solver`]: best score of a position, a line of moves that reaches it, and a proof.
//! - [`census`]: every class of deals, solved, and the exact distribution of best scores.
//! - [`players`]: the game with hidden pieces: views, players, the greatest expected score, simulation.
//! - `record`, `start` (feature `service`): what commands and pages print as JSON, and what they start from.
//! - `view` (feature `view`): tables and lines of play as text, pictures and pages.
//!
//! Arrows point one way: `players` → `census`, `dealer`; `census` → `solver` → `game`; `dealer` → `game`; `view` → `game`; `start` and `record`,
//! which belong together, → `solver`, `dealer` → `game`. Of the modules outside, only those that know no game are used: `kit`,
//! `series`, and `draw` for `view`.
//! `docs/solace2.md` explains the game, the readings, the theorems and how numbers were measured.
//!
//! # Example
//! ```
//! use solomids::solace2::dealer;
//! use solomids::solace2::game::{Position, Reading, replay};
//! use solomids::solace2::solver::{Limits, solve};
//!
//! let deal = dealer::deal(1, 0);
//! let start = Position::new(&deal);
//! let outcome = solve(&start, Reading::LITERAL, &Limits::default());
//! let end = replay(&start, Reading::LITERAL, &outcome.line)?;
//! assert_eq!(outcome.verdict.score(), Some(end.score()));
//! # Ok::<(), solomids::solace2::game::IllegalLine>(())
//! ```

/// Revision of solver, players and dealer: it rises with every change by which a row of a census or of a simulation changes.
/// `tests/signature.rs` holds it against `data/signature.txt`.
pub const SEARCH_REVISION: u32 = 1;

pub mod census;
pub mod dealer;
pub mod game;
pub mod players;
#[cfg(feature = "service")]
mod port;
#[cfg(feature = "service")]
pub mod record;
pub mod solver;
#[cfg(feature = "service")]
pub mod start;
#[cfg(feature = "service")]
pub mod view;

/// The game, as front ends name it.
#[derive(Clone, Copy, Debug)]
pub struct Solace2;
