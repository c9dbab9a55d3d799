//! Lines.

pub(crate) mod polish;
pub(crate) mod single_moves;
pub(crate) mod slots;
