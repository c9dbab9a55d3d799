//! Boards as text for a terminal, in colours, and readable without them.

use std::fmt::Write as _;

use anstyle::Style;

use super::paint;
use crate::games::solomids::game::{COLUMNS, Colour, Palette, Position, ROWS, Square, TREES};

const CELL: usize = 6;

/// The text style of a colour: bold, in the colour of its [`paint`].
pub fn style(palette: &Palette, colour: Colour) -> Style {
    paint(palette, colour).style()
}

/// The board with named rows and columns, then a line for the bank and one for the swaps, with ANSI escape codes.
pub fn board(position: &Position, palette: &Palette) -> String {
    let mut text = " ".repeat(2);
    for column in 0..COLUMNS {
        let name = char::from(b'A' + column as u8);
        let _ = write!(text, "{}{name}", " ".repeat(if column == 0 { 4 } else { CELL - 1 }));
    }
    text.push('\n');
    for depth in 0..ROWS {
        let _ = write!(text, "{:2}    ", ROWS - depth);
        let mut pad = 0;
        for column in 0..COLUMNS {
            let stack = position.get(Square::new(column, depth));
            let square = palette.square(stack);
            let style = stack.map_or(Style::new().dimmed(), |stack| style(palette, stack.colour));
            let _ = write!(text, "{:pad$}{style}{square}{style:#}", "");
            pad = CELL.saturating_sub(square.len());
        }
        text.push('\n');
    }
    let _ = writeln!(text, "Bank:  {}", bank(position, palette));
    let _ = writeln!(text, "Swaps: {}", swaps(position));
    text
}

/// The bank in words: `2 red, 1 green (3 of 15 trees)`.
fn bank(position: &Position, palette: &Palette) -> String {
    let trees: Vec<String> = Colour::ALL
        .into_iter()
        .zip(position.banked())
        .filter(|&(_, count)| count > 0)
        .map(|(colour, count)| {
            let style = style(palette, colour);
            format!("{count} {style}{}{style:#}", palette.name(colour))
        })
        .collect();
    if trees.is_empty() {
        return "empty".into();
    }
    format!("{} ({} of {TREES} trees)", trees.join(", "), position.trees_banked())
}

/// The swaps in words: `1 earned, 0 used`.
pub fn swaps(position: &Position) -> String {
    match position.swaps_earned() {
        0 => "none earned yet".into(),
        earned => format!("{earned} earned, {} used", position.swaps_used()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::games::solomids::game::{fixtures, parse_position};

    proptest! {
        #[test]
        fn a_drawn_board_is_read_back(position in fixtures::reachable_position()) {
            let palette = Palette::default();
            let drawn = anstream::adapter::strip_str(&board(&position, &palette)).to_string();
            prop_assert_eq!(parse_position(&drawn).map(|parsed| parsed.position), Ok(position), "{}", drawn);
        }
    }
}
