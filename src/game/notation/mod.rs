//! Notation: reads and writes deals, positions, moves and share strings as text.
//!
//! ```text
//! deal       9 rows of 5 squares, farthest row first; newline or `/` between rows, blanks between squares
//! position   10 rows of 5 squares, and `swaps-used: N` on a line (or between slashes) of its own
//! square     `.` or a stack: a colour letter, then sizes from top to bottom, 1 2 3 or S M L: R1, G12, k123
//! comment    `#` to the end of the line
//! move       M-A3>A4 whole stack, T-A3>A4 upper part, S-B8>B10 slide, B-A4 bank, W-A1>B2 swap
//! share      SEED_MOVE, MOVE, …
//! ```
//!
//! Every error is a [`ParseError`] with the place of the fault, the input expected there, and advice.

mod error;
mod inventory;
mod moves;
mod position;
mod share;
mod syntax;
#[cfg(test)]
mod tests;
mod wording;
mod write;

pub use error::ParseError;
pub use position::{Parsed, ParsedDeal, parse_deal, parse_position};
pub use share::{Share, SpannedShare};
