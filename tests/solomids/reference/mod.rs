//! Plain reference implementation of the rules, with an exhaustive search, for differential tests of the library.
//!
//! It shares no code with the library: board, notation, moves and search are its own. Comments give the numbers of the
//! rules (B1, M3, P2).

mod board;
mod generate;
mod moves;
mod rng;
mod search;

pub use board::{At, Position};
pub use generate::{crowded_position, pressed_position, random_position, shuffled_deal};
pub use moves::Move;
pub use rng::Rng;
pub use search::{Answer, fewest_moves, solve};
