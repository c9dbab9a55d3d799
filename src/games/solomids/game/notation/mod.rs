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

mod board;
mod lines;
mod pieces;
mod spelling;
#[cfg(test)]
mod tests;

use std::fmt;

pub use self::board::{Parsed, ParsedDeal, parse_deal, parse_position};
pub use self::lines::{PastedShare, Share, SpannedShare, is_line_like};
use super::piece::Palette;
use super::position::{COLUMNS, Deal, Position, ROWS, SetupFault, Square};
pub use crate::kit::notation::ParseError;

impl Palette {
    /// The board on one line: rows separated by `/`, farthest first, squares by blanks. A deal has nine rows, because
    /// row 10 is left out; any other position has ten.
    pub fn position_line(&self, position: &Position) -> String {
        self.rows(position).join("/")
    }

    /// The rows of [`position_line`](Self::position_line).
    pub fn rows(&self, position: &Position) -> Vec<String> {
        let first = usize::from(Deal::new(*position).is_some());
        (first..ROWS)
            .map(|depth| {
                let squares: Vec<String> = (0..COLUMNS)
                    .map(|column| self.square(position.get(Square::new(column, depth))))
                    .collect();
                squares.join(" ")
            })
            .collect()
    }

    /// The canonical text: [`position_line`](Self::position_line), and `swaps-used: N` on a second line if swaps are
    /// used. [`parse_position`] reads it back.
    pub fn canonical(&self, position: &Position) -> String {
        self.position_line(position) + &swaps_line(position)
    }

    /// The canonical text with one row a line, padded so that columns align. No newline at the end.
    pub fn position_text(&self, position: &Position) -> String {
        let rows = self.rows(position);
        let width = rows.iter().flat_map(|row| row.split(' ')).map(str::len).max().unwrap_or(0);
        let padded = rows.iter().map(|row| {
            let squares: Vec<String> = row.split(' ').map(|square| format!("{square:width$}")).collect();
            squares.join(" ").trim_end().to_owned()
        });
        padded.collect::<Vec<_>>().join("\n") + &swaps_line(position)
    }
}

impl fmt::Debug for Position {
    /// Writes the board on one line with the default letters, then the swaps used.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} swaps-used: {}", Palette::default().position_line(self), self.swaps_used())
    }
}

/// The line of the swaps used with the newline before it; empty if none is used.
fn swaps_line(position: &Position) -> String {
    match position.swaps_used() {
        0 => String::new(),
        used => format!("\nswaps-used: {used}"),
    }
}

impl SetupFault {
    /// The fault in words. `deal` is the deal that has it.
    pub fn describe(&self, deal: &Deal, palette: &Palette) -> String {
        match self {
            Self::Repeat(square) => {
                let piece = deal.position().get(*square).map_or_else(String::new, |stack| {
                    format!(", a {} {}", palette.name(stack.colour), stack.shape.top().word())
                });
                format!("the piece on {square}{piece}, equals the one dealt just before it")
            }
            Self::MissingSize { row, size } => format!("row {row} has no {}", size.word()),
        }
    }
}
