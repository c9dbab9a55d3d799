//! *Solace II*, a solitaire of 45 pyramids by Dale Newfield: rules, exact solver, census of all deals, and players who
//! see only what lies open.
//!
//! # Map
//! - [`game`]: the rules under every reading: nests, deals, positions, moves, notation, replay.
//! - [`dealer`]: uniform random deals by seed and index.
//! - [`solver`]: best score of a position, a line of moves that reaches it, and a proof.
//! - [`census`]: every class of deals, solved, and the exact distribution of best scores.
//! - [`players`]: the game with hidden pieces: views, players, simulation.
//!
//! Arrows point one way: `census`, `players` → `solver` → `game`; `dealer` → `game`. `docs/solace2.md` explains the game,
//! the readings, the theorems and how numbers were measured.
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

pub mod census;
pub mod dealer;
pub mod game;
pub mod players;
pub mod solver;
