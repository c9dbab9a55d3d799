//! Bounds.

pub(crate) mod goal;
mod merges_only;
pub(crate) mod relaxation;
