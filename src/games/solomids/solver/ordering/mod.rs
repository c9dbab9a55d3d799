//! Move ordering: how promising a board looks, by evaluations learnt from solved deals.
//!
//! Nothing here decides a verdict: values only choose which boards are expanded first. Imports: `column`, `board`,
//! `bounds`.
//!
//! Reading order:
//! - [`mod@features`]: the two heuristics to choose from, and the counts of a board that they weigh;
//! - [`weights`]: weights of the features, one table for each heuristic;
//! - [`precedent`]: plan reuse, the similarity of a board to those of a reference line;
//! - [`slopes`]: coefficients of the child estimate, one table for each heuristic;
//! - [`evaluation`]: the value of a board, which joins all of these, and the estimate of a child's value from its parent's.

mod evaluation;
mod features;
mod precedent;
mod slopes;
pub(crate) mod weights;

pub use self::precedent::Precedent;
pub(crate) use self::{evaluation::*, features::*};
