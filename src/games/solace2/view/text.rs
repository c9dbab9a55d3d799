//! Tables as text for a terminal, in colours, and readable without them.
//!
//! ```text
//! KWC        a full nest: a black large over a white medium over a clear small
//! K??        the same with its inside hidden
//! KWC+K321   on its large stand a cap and the medium and small of a tower
//! -WC  --C   the large has left, the medium too
//! -WC+W1     a small is parked on the medium of an opened nest
//! K32        a large on the table with a medium on it
//! .          nothing
//! ```

use std::fmt::Write as _;

use anstyle::Style;

use super::{Inside, paint};
use crate::games::solace2::game::{Colour, Core, Palette, Position, Space};

/// Width of a column in characters, without the number of the space.
const CELL: usize = 10;

/// The text style of a colour: bold, in the colour of its [`paint`].
pub fn style(palette: &Palette, colour: Colour) -> Style {
    paint(palette, colour).style()
}

/// A part of the text of a space: pieces of one colour, or signs without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The signs.
    pub text: String,
    /// The colour of the pieces.
    pub colour: Option<Colour>,
}

/// The text of a space in parts, from the nest upwards.
pub fn parts(space: &Space, palette: &Palette, inside: Inside) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut put = |text: String, colour: Option<Colour>| parts.push(Part { text, colour });
    let letter = |colour: Colour| palette.letter(colour).to_string();
    let nest = space.nest();
    if space.core() != Core::Gone {
        let there = match space.core() {
            Core::Full => 3,
            Core::Opened => 2,
            _ => 1,
        };
        for (depth, colour) in [nest.large, nest.medium, nest.small].into_iter().enumerate() {
            let is_covered = depth > 3 - there;
            match (depth < 3 - there, is_covered && inside == Inside::Hidden) {
                (true, _) => put("-".into(), None),
                (_, true) => put("?".into(), None),
                _ => put(letter(colour), Some(colour)),
            }
        }
    }
    let larges = space.caps() + usize::from(space.tower().is_some());
    let sizes = "3".repeat(larges)
        + if space.has_medium() { "2" } else { "" }
        + if space.has_small() { "1" } else { "" };
    if !sizes.is_empty() {
        let colour = if space.core() == Core::Opened { Some(nest.medium) } else { space.topmost_large() };
        if space.core() != Core::Gone {
            put("+".into(), None);
        }
        put(colour.map_or_else(String::new, letter) + &sizes, colour);
    }
    if parts.is_empty() {
        parts.push(Part { text: ".".into(), colour: None });
    }
    parts
}

/// Number of rows of spaces that a table shows: three, and three more once towers stand beside the nests' spaces.
pub fn rows(position: &Position) -> usize {
    let nests = position.nests();
    let is_beside = position.spaces()[nests..].iter().any(|space| !space.is_open());
    if is_beside { 6 } else { 3 }
}

/// The table in three rows of spaces with their numbers, then a line for the score, with ANSI escape codes.
pub fn table(position: &Position, palette: &Palette, inside: Inside) -> String {
    let mut text = String::new();
    let across = position.stashes();
    for (number, spaces) in position.spaces().chunks(across).take(rows(position)).enumerate() {
        let mut line = String::new();
        for (i, space) in spaces.iter().enumerate() {
            let dim = Style::new().dimmed();
            let _ = write!(line, "{dim}{:3}{dim:#} ", number * across + i + 1);
            let mut width = 0;
            for Part { text, colour } in parts(space, palette, inside) {
                let style = colour.map_or(dim, |colour| style(palette, colour));
                let _ = write!(line, "{style}{text}{style:#}");
                width += text.len();
            }
            if i + 1 < across {
                let _ = write!(line, "{:1$}", "", CELL.saturating_sub(width));
            }
        }
        text.push_str(&line);
        text.push('\n');
    }
    let _ = writeln!(text, "Towers: {} of {} on the table", position.score(), position.nests());
    text
}

/// The [`table`] without escape codes.
pub fn plain_table(position: &Position, palette: &Palette, inside: Inside) -> String {
    anstream::adapter::strip_str(&table(position, palette, inside)).to_string()
}
