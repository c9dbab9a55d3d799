//! Notation: positions and moves, read from text and written as text.
//!
//! ```text
//! position   rows from the top, apart by `/` or newline; squares by blanks; then the side to move, 1 or 2
//!            - - -/- L -/- - l 1
//! square     `-` vacant, or a stack from the visible piece down: LmS is a large of the first player on a medium of the
//!            second on a small of the first
//! comment    `#` to the end of the line
//! move       L@c3 a drop, Mc3-c4 a step
//! moves      apart by blanks, commas or newlines
//! ```
//!
//! Everything refused comes back as one [`ParseError`] that says where, what was expected, and how to mend it.

mod moves;
mod position;
#[cfg(test)]
mod tests;

pub use crate::kit::notation::ParseError;
pub use moves::{SpannedMoves, parse_move, parse_moves};
pub use position::parse_position;
