//! Notation: deals and moves, read from text.
//!
//! ```text
//! nest     three letters, large, medium, small: KWC
//! deal     15 nests (or 3, 6, 9, 12), apart by `.`, blanks or newlines; any three letters, in either case
//! comment  `#` to the end of the line
//! move     L-3>4 a large caps, M-3>8 a medium, S-3>14 a small, T-14>3 a tower to an open space
//! moves    apart by commas, semicolons or blanks
//! ```
//!
//! Everything refused comes back as one [`ParseError`] that says where, what was expected, and how to mend it.

mod deal;
mod moves;
#[cfg(test)]
mod tests;

pub use crate::kit::notation::ParseError;
pub use deal::{ParsedDeal, parse_deal};
pub use moves::{SpannedMove, parse_moves};
