//! Analyses that combine searches of the solver: solutions, hints, reviews of played lines, and difficulty.
//!
//! - [`SolutionRequest`]: best score, shortest line and difficulty under one budget.
//! - [`hints`]: best score reachable after every legal move.
//! - [`good_move`]: one good move, with few searches.
//! - [`opened()`]: what a move makes possible of the line that it begins.
//! - [`review()`]: best scores along a played line, and its mistakes.
//! - [`mod@difficulty`]: measures of how hard a deal is for a person.
//! - [`endgame`]: short puzzles late in deals, and how narrow they are.
//!
//! Every claim is proven: a score that the limits leave undecided is a pair of [`Bounds`]. Equal inputs give equal
//! results for any number of threads, unless a time limit, a memory limit or an interrupt ends a search.

mod adapt;
mod budget;
pub mod difficulty;
pub mod endgame;
mod hint;
mod hint_search;
mod opened;
mod review;
mod solution;

pub use crate::games::solomids::solver::{Bounds, Proven};
pub use difficulty::{DealFilter, Difficulty, Level, Player, Playouts, difficulty, playouts};
pub use hint::{DeadColour, Hints, MoveCounts, MoveHint, Reason, good_move};
pub use hint_search::{HintSearch, hints, hints_with_outcome};
pub use opened::{Opened, opened};
pub use review::{Mark, Ply, Review, SharedLoss, review, review_observed};
pub use solution::{Solution, SolutionRequest};
