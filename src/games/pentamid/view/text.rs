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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pentamid::game::{Variant, parse_position};

    #[test]
    fn a_board_is_readable_without_colours() {
        let rules = Rules::new(Variant { nests: 2, ..Variant::of_board(4, 3) }).unwrap();
        let position = parse_position(&rules, "- s - -/l LmS - -/- L M - 1").unwrap();
        let drawn = anstream::adapter::strip_str(&board(&rules, &position)).to_string();
        insta::assert_snapshot!(drawn, @r"
        3   -    s    -    -
        2   l    LmS  -    -
        1   -    L    M    -
            a    b    c    d
        Reserve of player 1: 1 MS
        Reserve of player 2: 1 lms
        ");
    }
}
