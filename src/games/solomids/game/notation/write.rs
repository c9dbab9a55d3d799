//! Positions and setup faults as text.

use std::fmt;

use crate::games::solomids::game::piece::Palette;
use crate::games::solomids::game::position::{COLUMNS, Deal, Position, ROWS, SetupFault, Square};

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
    /// used. [`parse_position`](super::parse_position) reads it back.
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
