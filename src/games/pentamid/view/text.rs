//! Positions as text for a terminal, in colours, and readable without them.

use std::fmt::Write as _;

use anstyle::Style;

use super::paint;
use super::words::reserve;
use crate::games::pentamid::game::{Position, Rules, Side, Square};

/// Width of a column in characters.
const CELL: usize = 5;

/// The text style of a player: bold, in the player's colour.
pub fn style(side: Side) -> Style {
    paint(side).style()
}

/// The board with named rows and columns, then a line for each player's nests in reserve, with ANSI escape codes.
///
/// A stack is written from the visible piece down; capitals belong to player 1.
pub fn board(rules: &Rules, position: &Position) -> String {
    let mut text = String::new();
    for row in (0..rules.height()).rev() {
        let _ = write!(text, "{}   ", row + 1);
        let mut pad = 0;
        for column in 0..rules.width() {
            let stack = position.stack(Square::new(column, row));
            let _ = write!(text, "{:pad$}", "");
            if stack.is_empty() {
                let style = Style::new().dimmed();
                let _ = write!(text, "{style}-{style:#}");
            }
            for piece in &stack {
                let style = style(piece.side);
                let _ = write!(text, "{style}{piece}{style:#}");
            }
            pad = CELL.saturating_sub(stack.len().max(1));
        }
        text.push('\n');
    }
    let names = (0..rules.width()).map(|column| char::from(b'a' + column as u8));
    let names: Vec<String> = names.map(|name| format!("{name:CELL$}")).collect();
    let _ = writeln!(text, "    {}", names.concat().trim_end());
    for side in Side::ALL {
        let style = style(side);
        let nests = reserve(rules, position, side);
        let _ = writeln!(text, "Reserve of {style}player {side}{style:#}: {nests}");
    }
    text
}
