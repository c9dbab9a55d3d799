//! What every game needs and no game owns: pyramids, colours and their letters, searches and their limits, mistakes in input with their
//! places, notation, numbers, intervals.

pub mod clock;
#[cfg(feature = "batch")]
pub mod compression;
pub mod error;
pub(crate) mod escape;
#[cfg(feature = "batch")]
pub mod interval;
#[cfg(feature = "service")]
pub(crate) mod json;
pub mod notation;
pub mod numbers;
pub mod palette;
pub mod pyramid;
pub mod replay;
pub mod search;
pub(crate) mod sorting;
#[cfg(feature = "service")]
pub mod verify;
