//! Move ordering: how promising a board looks, by evaluations learnt from solved deals.
//!
//! Nothing here decides a verdict: values only choose which boards are expanded first. The room imports `column`,
//! `board` and `bounds`.
//!
//! Reading order:
//! - [`features`]: counts of a board, among them those of the greedy matching relaxation;
//! - [`heuristic`]: the two evaluations to choose from, and the progress of a game;
//! - [`weights`]: weights of the features, one table for each heuristic;
//! - [`precedent`]: plan reuse, the similarity of a board to those of a reference line;
//! - [`estimate`]: linear estimate of a child's value from its parent's, for deferred evaluation;
//! - [`slopes`]: coefficients of that estimate, one table for each heuristic;
//! - [`evaluation`]: the value of a board, which joins all of these.

pub(crate) mod estimate;
pub(crate) mod evaluation;
pub(crate) mod features;
pub(crate) mod heuristic;
pub(crate) mod precedent;
mod slopes;
pub(crate) mod weights;
