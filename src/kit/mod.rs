//! What every game needs and no game owns: pyramids, searches and their limits, mistakes in input with their places, notation, numbers,
//! intervals.

#[cfg(feature = "service")]
pub mod claims;
pub mod clock;
#[cfg(feature = "batch")]
pub mod compression;
#[cfg(feature = "service")]
pub mod fault;
pub(crate) mod foreign;
#[cfg(feature = "batch")]
pub mod interval;
pub mod notation;
pub mod numbers;
pub mod pyramid;
pub mod replay;
pub mod search;
pub(crate) mod sorting;
