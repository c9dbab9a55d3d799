//! Notation: deals, positions, moves and share strings, read from text and written as text.
//!
//! ```text
//! deal       9 rows of 5 squares, farthest row first; rows apart by newline or `/`, squares by blanks
//! position   10 rows of 5 squares, and `swaps-used: N` on a line (or between slashes) of its own
//! square     `.` or a stack: a colour letter, then sizes from top to bottom, 1 2 3 or S M L: R1, G12, k123
//! comment    `#` to the end of the line
//! move       M-A3>A4 whole stack, T-A3>A4 upper part, S-B8>B10 slide, B-A4 bank, W-A1>B2 swap
//! share      SEED_MOVE, MOVE, …
//! ```
//!
//! Everything refused comes back as one [`ParseError`] that says where, what was expected, and how to mend it.

mod error;
mod moves;
mod position;
mod sheet;
mod supply;
#[cfg(test)]
mod tests;
mod write;

pub use error::ParseError;
pub use moves::{Share, SpannedShare};
pub use position::{Parsed, ParsedDeal, parse_deal, parse_position};
