//! Analyses that combine searches of the solver: solutions, hints, reviews of played lines, and difficulty.
//!
//! - [`SolutionRequest`]: best score, shortest line and difficulty under one budget.
//! - [`hints`]: best score reachable after every legal move.
//! - [`good_move`]: one good move, with few searches.
//! - [`review()`]: best scores along a played line, and its mistakes.
//! - [`mod@difficulty`]: measures of how hard a deal is for a person.
//!
//! Every claim is proven: a score that the limits leave undecided is a pair of [`Bounds`]. Equal inputs give equal
//! results for any number of threads, unless a time limit, a memory limit or an interrupt ends a search.

mod adapt;

mod budget;
mod deal_filter;
pub mod difficulty;
mod hint;
mod hint_search;
mod playout;
mod reason;
mod review;
mod shared_loss;
mod solution;
mod transfers;
mod workload;

pub use crate::games::solomids::solver::Bounds;
pub use budget::with_default_timeout;
pub use deal_filter::DealFilter;
pub use difficulty::{Difficulty, Level, difficulty};
pub use hint::{Hints, MoveCounts, MoveHint, good_move};
pub use hint_search::{HintSearch, hints, hints_with_outcome};
pub use playout::{Player, Playouts, playouts};
pub use reason::{DeadColour, Reason};
pub use review::{Mark, Ply, Review, review, review_observed};
pub use shared_loss::SharedLoss;
pub use solution::{FIRST_MOVES_TIMEOUT, Solution, SolutionRequest};
pub use workload::{Quantile, Workload};
