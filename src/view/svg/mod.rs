//! Boards and lines of play as SVG pictures: pyramids from above, each with its letter and one pip for every size.
//!
//! A pyramid is drawn the same wherever it stands. What stands on it is smaller and hides its letter, but neither
//! its outline nor its pips; so a tree shows three outlines and the letter of its small.
//!
//! ```
//! use solomids::game::parse_position;
//! use solomids::view::svg;
//!
//! let text = "R123 . . . ./. . . . ./. . . . ./. . . . ./. . . . ./\
//!             . . . . ./. . . . ./. . . . ./. . . . ./. . . . .";
//! let parsed = parse_position(text)?;
//! let picture = svg::board(&parsed.position, &parsed.palette, "One tree left");
//! assert!(picture.starts_with("<svg"));
//! # Ok::<(), solomids::game::ParseError>(())
//! ```
//!
//! Drawings of pyramids and the frame of a board are defined once in a document and used by name.

mod board;
mod pieces;
mod sheet;

use maud::{Markup, PreEscaped, html};

use crate::game::{IllegalLine, Move, Palette, Position};

pub(super) use board::{BANK_LABEL, BANK_MIDDLE, HEIGHT, WIDTH, bank_place, frame, place, standing, swaps};
pub(super) use pieces::{id, symbols};

/// Styles of a picture that stands alone. A page has its own, for light and dark.
const STYLE: &str = include_str!("style.css");
/// Empty border of a picture.
const BORDER: u32 = 12;

/// A picture of a board with its bank, as an SVG document.
pub fn board(position: &Position, palette: &Palette, title: &str) -> String {
    document(WIDTH, HEIGHT, title, &palette.canonical(position), palette, &still(position, palette))
}

/// A sheet to play a line by: the board before each tree of the line and the moves that complete and bank it,
/// then the board at the end. An SVG document.
///
/// # Errors
/// When a move of the line is illegal.
pub fn sheet(
    start: &Position,
    moves: &[Move],
    palette: &Palette,
    title: &str,
    summary: &str,
) -> Result<String, IllegalLine> {
    let (width, height, content) = sheet::content(start, moves, palette, title, summary)?;
    let tokens: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let description = format!("{}\n{}", palette.canonical(start), tokens.join(", "));
    Ok(document(width, height, title, &description, palette, &content))
}

/// A whole board.
fn still(position: &Position, palette: &Palette) -> Markup {
    html! {
        use href="#frame" {}
        (standing(position, palette))
    }
}

/// An SVG document around a picture of this size. Title and description are for those who listen to it.
fn document(
    width: u32,
    height: u32,
    title: &str,
    description: &str,
    palette: &Palette,
    content: &Markup,
) -> String {
    let (width, height) = (width + 2 * BORDER, height + 2 * BORDER);
    let view = format!("-{BORDER} -{BORDER} {width} {height}");
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(view) width=(width) height=(height) role="img"
            aria-labelledby="title description" {
            title id="title" { (readable(title)) }
            desc id="description" { (readable(description)) }
            style { (PreEscaped(STYLE)) }
            defs {
                (symbols(palette))
                g id="frame" { (frame(palette)) }
            }
            rect.paper x={ "-" (BORDER) } y={ "-" (BORDER) } width=(width) height=(height) rx="14" {}
            (content)
        }
    }
    .into_string()
        + "\n"
}

/// A text without the characters that XML forbids even as references.
fn readable(text: &str) -> String {
    let allowed = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    text.chars().map(|c| if allowed(c) { c } else { char::REPLACEMENT_CHARACTER }).collect()
}

#[cfg(test)]
mod tests;
