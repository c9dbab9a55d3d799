//! The game with hidden pieces: what a player sees, players, and what they score.
//!
//! No cheating, by construction: a [`Player`] is given a [`View`], which holds no hidden piece, and names a move, which a
//! [`Game`] plays for good. Neither can take a move back.
//!
//! - [`RandomPlayer`]: any legal move.
//! - [`Greedy`]: towers before smalls before mediums before larges.
//! - [`Careful`]: the same with an eye on what a move blocks.
//! - [`Optimal`]: the greatest expected score that a player can have who sees only what lies open, by [`Optimum`].

pub mod optimal;
#[cfg(feature = "batch")]
pub mod rows;
mod simple;
mod simulate;
mod view;

pub use optimal::{Expectation, Hint, Hinter, Optimal, Optimum};
#[cfg(feature = "batch")]
pub use rows::{SimulationIdentity, SimulationRows};
pub use simple::{Careful, Greedy, RandomPlayer};
pub use simulate::{Played, PlayerKind, Simulation, Summary, UnknownPlayer, simulate};
pub use view::{Game, Player, SeenSpace, Sight, View, shows};
