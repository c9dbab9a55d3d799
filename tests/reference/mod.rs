//! The rules of the game once more, as plainly as they can be written, to check the library against.
//!
//! Nothing here uses the library: its own board, its own notation, its own moves, and a search that simply
//! visits every position. Where a line follows a numbered rule (B1, M3, P2 …) it says so.

#![allow(
    dead_code,
    unused_imports,
    reason = "every test file compiles this module and uses the parts it needs"
)]
#![allow(unreachable_pub, reason = "a module shared by test files has no outside to reach")]

mod board;
mod generate;
mod moves;
mod rng;
mod search;

pub use board::{At, Position, Stack};
pub use generate::{crowded_position, random_position, shuffled_deal};
pub use moves::Move;
pub use rng::Rng;
pub use search::{Answer, fewest_moves, solve};
