//! Notation: reads and writes deals, positions, moves and share strings as text.
//!
//! ```text
//! deal       9 rows of 5 squares, farthest row first; newline or `/` between rows, blanks between squares
//! position   10 rows of 5 squares, and `swaps-used: N` on a line (or between slashes) of its own
//! square     `.` or a stack: a colour letter, then sizes from top to bottom, 1 2 3 or S M L: R1, G12, k123
//! comment    `#` to the end of the line
//! drawing    column letters, row numbers, and the lines `Bank:` and `Swaps:` of a board that the program draws
//! move       M-A3>A4 whole stack, T-A3>A4 upper part, S-B8>B10 slide, B-A4 bank, W-A1>B2 swap
//! share      SEED_MOVE, MOVE, …
//! ```
//!
//! [`Share`] is read exactly as the web page does; [`PastedShare`] also in quotes, with escapes, from an address, and with
//! moves that name squares only.
//!
//! Boards are read in every spelling with one meaning only: commas, semicolons and `|` between squares, no blanks at all,
//! sizes first (`2Y`), words (`yellow medium`), coloured emoji, and `-`, `_` or `0` for an empty square. What may mean two
//! things is refused.
//!
//! Every error is a [`ParseError`] with the place of the fault, the input expected there, and advice.

mod inventory;
mod moves;
mod pasted;
mod position;
mod share;
mod squares;
mod syntax;
#[cfg(test)]
mod tests;
mod words;
mod write;

pub use crate::kit::notation::ParseError;
pub use pasted::{PastedShare, is_line_like};
pub use position::{Parsed, ParsedDeal, parse_deal, parse_position};
pub use share::{Share, SpannedShare};
