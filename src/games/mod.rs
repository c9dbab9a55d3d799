//! The games, a folder each, and the port by which front ends see them.

pub mod pentamid;
#[cfg(feature = "service")]
pub mod port;
pub mod solace2;
pub mod solomids;
