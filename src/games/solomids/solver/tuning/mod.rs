//! Tuning: fits the weights of the evaluation and the slopes of the child estimate. For `examples/tune.rs`; no part of
//! the library's interface.
//!
//! [`collect`] samples boards of one deal, as the search meets them, that are proven to be won without a swap or not.
//! [`collect_trail`] samples boards of a deal that was hard to win: those on the way to the win, and others that looked
//! as good. [`fit`] and [`fit_trail`] find the weights that separate the two classes best. [`collect_steps`] and
//! [`fit_slopes`] do so for the slopes.
//!
//! # Held-out deals
//! Weights and slopes are first fitted without every fifth deal, and judged by these deals; then fitted to all.
//!
//! Imports: `board`, `bounds`, `column`, `ordering`, `search`. Reading order: `samples`, `fits`.

mod fits;
mod samples;

pub use self::fits::{SlopeFit, WeightFit, fit, fit_slopes, fit_trail};
pub use self::samples::{EvaluationStep, Sample, collect, collect_steps, collect_trail};

/// One deal in this many is held out.
const HELD_OUT: u64 = 5;

#[cfg(test)]
mod tests;
