//! *Solomids*, the one-player game of 45 pyramids: rules, dealers, search, proofs, batches and drawings.

pub mod analysis;
#[cfg(feature = "batch")]
pub mod batch;
pub mod certificate;
pub mod check;
pub mod dealer;
pub mod game;
#[cfg(feature = "service")]
mod port;
#[cfg(feature = "service")]
pub mod record;
pub mod solver;
#[cfg(feature = "service")]
pub mod start;
#[cfg(feature = "batch")]
pub mod stats;
#[cfg(feature = "service")]
pub mod view;

/// The game, as front ends name it.
#[derive(Clone, Copy, Debug)]
pub struct Solomids;
