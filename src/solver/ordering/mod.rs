//! Ordering.

pub(crate) mod estimate;
pub(crate) mod evaluation;
pub(crate) mod features;
pub(crate) mod heuristic;
pub(crate) mod precedent;
mod slopes;
pub(crate) mod weights;
