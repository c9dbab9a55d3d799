//! The search.

pub(crate) mod beam;
pub(crate) mod budget;
pub(crate) mod candidate;
pub(crate) mod context;
pub(crate) mod depth_first;
pub(crate) mod diversity;
pub(crate) mod dominance;
pub(crate) mod dominance_index;
pub(crate) mod driver;
pub(crate) mod expansion;
pub(crate) mod layer;
pub(crate) mod pass;
pub(crate) mod speculation;
