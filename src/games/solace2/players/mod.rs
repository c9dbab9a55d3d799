//! The game with hidden pieces: what a player sees, players, and what they score.
//!
//! No cheating, by construction: a [`Player`] is given a [`View`], which holds no hidden piece, and names a move, which a
//! [`Game`] plays for good. Neither can take a move back.
//!
//! - [`RandomPlayer`]: any legal move.
//! - [`Greedy`]: towers before smalls before mediums before larges.
//! - [`Careful`]: the same with an eye on what a move blocks.
//! - [`Rollout`]: imagines the hidden pieces many times over, and takes the move that is best on average.
//! - [`Stepper`]: chooses among steps of a few moves, by a tuned policy, alone or with a tree search over information sets.

#[cfg(feature = "batch")]
pub mod rows;
mod simple;
mod simulate;
mod steps;
mod view;

#[cfg(feature = "batch")]
pub use rows::{SimulationIdentity, SimulationRows};
pub use simple::{Careful, Greedy, RandomPlayer, Rollout};
pub use simulate::{Played, PlayerKind, Simulation, Summary, UnknownPlayer, simulate};
pub use steps::{Stepper, WEIGHTS, Weights, policy_mean};
pub use view::{Game, Player, SeenSpace, Sight, View, shows};

/// The player who gives hints from what lies open.
pub const HINTER: PlayerKind = PlayerKind::Rollout(12);
