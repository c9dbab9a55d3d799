//! The search.

pub(crate) mod beam;
pub(crate) mod depth_first;
pub(crate) mod dominance;
pub(crate) mod dominance_index;
pub(crate) mod driver;
pub(crate) mod expansion;
pub(crate) mod layer;
pub(crate) mod limits;
pub(crate) mod speculation;
