//! Positions and setup faults as text.

use crate::game::palette::Palette;
use crate::game::position::{Deal, Position, SetupFault};

impl Palette {
    /// The canonical text: [`position_line`](Self::position_line), then `swaps-used: N` on a line of its own
    /// where swaps are used. Read back, it gives the same position.
    pub fn canonical(&self, position: &Position) -> String {
        self.position_line(position) + &swaps_line(position)
    }

    /// The same over several lines, one row each, squares below each other. No newline at the end.
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

fn swaps_line(position: &Position) -> String {
    match position.swaps_used() {
        0 => String::new(),
        used => format!("\nswaps-used: {used}"),
    }
}

impl SetupFault {
    /// The fault in words, for the deal that has it.
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
