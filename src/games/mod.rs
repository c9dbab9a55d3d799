//! The games, a folder each. No game knows another.

pub mod pentamid;
pub mod solace2;
pub mod solomids;
