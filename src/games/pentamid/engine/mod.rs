//! An engine that plays: iterative deepening of a principal variation search (A. Reinefeld, "An improvement to the Scout tree
//! search algorithm", ICCA Journal 6 (1983) 4–14), with a transposition table, killer moves, a history of good moves, and late
//! moves searched less deeply.
//!
//! Its scores are guesses: entries of its table come from games with other histories, and late moves may be judged too hastily.
//! What is forced is proven by [`prover`](super::prover), not here. Two things are certain all the same, under all limits: it
//! plays a win in one if it has one, and it leaves the opponent none if it can ([`safe_moves`]).

#![expect(clippy::cast_possible_wrap, reason = "plies, depths and counts of pieces are far below the range")]

mod evaluate;
mod player;
mod search;

pub use evaluate::{FEATURES, WEIGHTS, WIN, Weights, evaluate, features};
pub use player::{Choice, Engine, Level, MoveLimits, Rng, safe_moves};
