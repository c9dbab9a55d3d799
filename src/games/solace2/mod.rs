//! *Solace II*, a solitaire of 45 pyramids by Dale Newfield: rules, exact solver, census of all deals, and the best play for those who
//! see only what lies open.
//!
//! # Map
//! - [`game`]: the rules under every reading: nests, deals, positions, moves, notation, replay.
//! - [`dealer`]: uniform random deals by seed and index.
//! - [`solver`]: best score of a position, a line of moves that reaches it, and a proof.
//! - [`census`]: every class of deals, solved, and the exact distribution of best scores.
//! - [`optimum`]: the game with hidden pieces: what a player sees, the greatest expected score, and the moves that reach it.
//! - [`analysis`]: all moves of a position judged, those of a line reviewed, and hints from what lies open.
//! - `port`, `record` (feature `service`): the game as front ends see it, and games as JSON.
//! - `view` (feature `service`): tables and lines of play as text, pictures and pages.
//!
//! Arrows point one way: `analysis` → `optimum` → `census` → `solver` → `game`; `dealer` → `game`; `view` → `game`; `port` and `record`,
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

/// Revision of solver, optimum and dealer: it rises with every change by which a row of a census or a value of the optimum changes.
/// `tests/solomids/signature.rs` holds it against `data/signature.txt`.
pub const SEARCH_REVISION: u32 = 1;

pub mod analysis;
pub mod census;
pub mod dealer;
pub mod game;
pub mod optimum;
#[cfg(feature = "service")]
pub mod port;
#[cfg(feature = "service")]
pub mod record;
pub mod solver;
#[cfg(feature = "service")]
pub mod view;

/// The game, as front ends name it.
#[derive(Clone, Copy, Debug)]
pub struct Solace2;
