//! What every game needs and no game owns: limits of time, mistakes in input with their places, notation, numbers, intervals.

pub mod clock;
#[cfg(feature = "service")]
pub mod fault;
#[cfg(feature = "batch")]
pub mod interval;
pub mod notation;
#[cfg(feature = "service")]
pub(crate) mod nullable;
pub mod numbers;
pub(crate) mod sorting;
