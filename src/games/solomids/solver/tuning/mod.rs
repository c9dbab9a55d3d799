//! Tuning: fits the weights of the evaluation and the slopes of the child estimate. For `examples/tune.rs`; no part of
//! the library's interface.
//!
//! The room imports `column`, `board`, `bounds`, `ordering` and `search`.
//!
//! [`collect`] samples boards of one deal, as the search meets them, that are proven to be won without a swap or not.
//! [`collect_trail`] samples boards of a deal that was hard to win: those on the way to the win, and others that looked
//! as good. [`fit`] and [`fit_trail`] find the weights that separate the two classes best. [`collect_steps`] and
//! [`fit_slopes`] do so for the slopes.
//!
//! # Held-out deals
//! Weights and slopes are first fitted without every fifth deal, and judged by these deals; then fitted to all.
//!
//! # Reading order
//! `samples`, labelled boards and their text form; `regression`, pairwise logistic regression; `weight_fit`;
//! `steps`, the slopes; `random`, the generator that samples.

mod random;
mod regression;
mod samples;
mod steps;
mod weight_fit;

use crate::games::solomids::game::TREES;
use crate::games::solomids::solver::bounds::goal::Goal;

pub use self::samples::{BadRow, Sample, collect, collect_trail};
pub use self::steps::{EvaluationStep, SlopeFit, collect_steps, fit_slopes};
pub use self::weight_fit::{WeightFit, fit, fit_trail};

/// Goal that labels boards as won: a win without a swap.
const GOAL: Goal = Goal { trees: TREES, swaps: 0 };
/// One deal in this many is held out.
const HELD_OUT: u64 = 5;

#[cfg(test)]
mod tests;
