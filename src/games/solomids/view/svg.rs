//! Boards and lines of play as SVG pictures, with pyramids seen from above.
//!
//! A pyramid shows its letter and one to three pips. A tree shows three outlines, six pips, and the letter
//! of its small. The symbols of the pyramids and the frame of a board are defined once in a document.
//! Lengths are in units of which a square has 60.
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

use maud::{Markup, html};

use super::paint;
use super::words::panels;
use crate::draw::line::Sheet;
use crate::draw::svg::{self, Picture, PyramidPlacement, instance};
use crate::games::solomids::game::{
    COLUMNS, COPIES, Colour, IllegalLine, MAX_SWAPS, Move, Palette, Position, ROWS, Shape, Size, Square,
    Stack, TREES,
};

/// Width of a board with its bank.
pub(crate) const WIDTH: u32 = 472;
/// Height of a board with its bank.
pub(crate) const HEIGHT: u32 = 640;

const CELL: u32 = 60;
/// Width and height of the outline of a marked square.
pub(super) const MARK: (u32, u32) = (CELL - 4, CELL - 4);

const LEFT: u32 = 28;
const TOP: u32 = 8;
/// Width of the tray's rim around the squares.
const RIM: u32 = 6;
const BANK: u32 = LEFT + COLUMNS as u32 * CELL + 2 * RIM + 4;
const BANK_WIDTH: u32 = 3 * SLOT + 16;
/// Horizontal centre of the bank.
pub(super) const BANK_MIDDLE: u32 = BANK + BANK_WIDTH / 2;
/// Baseline of the bank's label.
pub(super) const BANK_LABEL: u32 = TOP + 20;
const SLOT: u32 = 36;
/// Top edge of the places in the bank.
const BANK_TOP: u32 = TOP + 34;
const BANK_SCALE: f64 = 0.62;

pub(super) const fn square_placement(square: Square) -> PyramidPlacement {
    PyramidPlacement {
        x: LEFT + CELL / 2 + CELL * square.column() as u32,
        y: TOP + CELL / 2 + CELL * square.depth() as u32,
        scale: 1.0,
    }
}

/// The placement of a tree in the bank, the `nth` of its colour from 0.
pub(super) const fn bank_placement(colour: Colour, nth: usize) -> PyramidPlacement {
    PyramidPlacement {
        x: BANK_MIDDLE + SLOT * nth as u32 - SLOT,
        y: BANK_TOP + SLOT / 2 + SLOT * colour.index() as u32,
        scale: BANK_SCALE,
    }
}

/// The id of the symbol of a pyramid: `R1`.
pub(super) fn id(palette: &Palette, colour: Colour, size: Size) -> String {
    svg::id(palette.letter(colour), size.pips())
}

/// The symbols of all kinds of pyramids, for the `defs` of a document.
fn symbols(palette: &Palette) -> Markup {
    html! {
        @for colour in Colour::ALL {
            @for size in Size::ALL {
                (svg::symbol(palette.letter(colour), size.pips(), paint(palette, colour)))
            }
        }
    }
}

/// The symbols and the frame that boards use, for the `defs` of a document.
pub(crate) fn defs(palette: &Palette) -> Markup {
    html! {
        (symbols(palette))
        g #frame { (frame(palette)) }
    }
}

/// The part of a board that all positions share: squares, names of columns and rows, places of the bank.
fn frame(palette: &Palette) -> Markup {
    let (columns, rows) = (COLUMNS as u32 * CELL, ROWS as u32 * CELL);
    html! {
        rect.tray x=(LEFT - RIM) y=(TOP - RIM) width=(columns + 2 * RIM) height=(rows + 2 * RIM) rx="10" {}
        rect.tray x=(BANK) y=(TOP - RIM) width=(BANK_WIDTH) height=(rows + 2 * RIM) rx="10" {}
        @for square in Square::all() {
            @let PyramidPlacement { x, y, .. } = square_placement(square);
            rect.cell x=(x - CELL / 2 + 2) y=(y - CELL / 2 + 2) width=(CELL - 4) height=(CELL - 4) rx="5" {}
        }
        @for row in 1..=ROWS as u32 {
            text.name x=(LEFT - RIM - 11) y=(TOP + rows - CELL * row + CELL / 2 + 5) { (row) }
        }
        @for column in 0..COLUMNS as u32 {
            text.name x=(LEFT + CELL * column + CELL / 2) y=(TOP + rows + 22) {
                (char::from(b'A' + column as u8))
            }
        }
        @for colour in Colour::ALL {
            @for nth in 0..COPIES {
                @let PyramidPlacement { x, y, .. } = bank_placement(colour, nth);
                rect.cell x=(x - SLOT / 2 + 1) y=(y - SLOT / 2 + 1) width=(SLOT - 2) height=(SLOT - 2) rx="4" {}
                text.slot x=(x) y=(y + 5) { (palette.letter(colour)) }
            }
        }
    }
}

/// The whole board of a position. The document defines [`frame`] with the id `frame`.
pub(super) fn still(position: &Position, palette: &Palette) -> Markup {
    html! {
        use href="#frame" {}
        (pieces(position, palette))
    }
}

/// The part of a board that depends on the position: pyramids, size of the bank, swaps.
fn pieces(position: &Position, palette: &Palette) -> Markup {
    let (earned, used) = (position.swaps_earned(), position.swaps_used());
    html! {
        text.label x=(BANK_MIDDLE) y=(BANK_LABEL) { "Bank " (position.trees_banked()) "/" (TREES) }
        (swaps(earned, used))
        @for (square, stack) in position.stacks() { (stack_instances(stack, square_placement(square), palette)) }
        @for (colour, count) in Colour::ALL.into_iter().zip(position.banked()) {
            @for nth in 0..usize::from(count) {
                (stack_instances(Stack::new(colour, Shape::S123), bank_placement(colour, nth), palette))
            }
        }
    }
}

/// The pyramids of a stack, the lowest first.
fn stack_instances(stack: Stack, placement: PyramidPlacement, palette: &Palette) -> Markup {
    html! {
        @for &size in stack.shape.sizes().iter().rev() {
            (instance(&id(palette, stack.colour, size), placement))
        }
    }
}

/// The two swaps of a game, each not yet earned, earned, or used.
pub(super) fn swaps(earned: u8, used: u8) -> Markup {
    let y = TOP + ROWS as u32 * CELL - 40;
    let x = |nth: u8| BANK_MIDDLE - 26 + 52 * u32::from(nth);
    html! {
        text.label x=(BANK_MIDDLE) y=(y - 32) { "Swaps" }
        @for nth in 0..MAX_SWAPS {
            @let (state, words) = swap_state(nth, earned, used);
            g.swap.(state) transform={ "translate(" (x(nth)) " " (y) ")" } {
                circle r="19" {}
                path d="M-9-4H8M3-9l5 5-5 5M9 5H-8M-3 0l-5 5 5 5" {}
            }
            text.words x=(x(nth)) y=(y + 34) { (words) }
        }
    }
}

/// The state of the `nth` swap from 0: the class of its drawing, and the word under it.
const fn swap_state(nth: u8, earned: u8, used: u8) -> (&'static str, &'static str) {
    if nth < used {
        ("used", "used")
    } else if nth < earned {
        ("earned", "ready")
    } else {
        ("open", "not yet")
    }
}

/// A picture of a board with its bank, as an SVG document.
pub fn board(position: &Position, palette: &Palette, title: &str) -> String {
    let description = palette.canonical(position);
    let content = still(position, palette);
    Picture { size: (WIDTH, HEIGHT), title, description: &description, defs: defs(palette), content }
        .document()
}

/// A sheet to play a line by, as an SVG document: the board before each tree of the line with the moves that complete and
/// bank the tree, then the final board.
///
/// # Errors
/// The first illegal move of the line.
pub fn sheet(
    start: &Position,
    moves: &[Move],
    palette: &Palette,
    title: &str,
    summary: &str,
) -> Result<String, IllegalLine> {
    let panels = panels(start, moves, palette, |position| still(position, palette))?;
    let tokens: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let sheet = Sheet {
        title,
        summary,
        description: format!("{}\n{}", palette.canonical(start), tokens.join(", ")),
        defs: defs(palette),
        board: (WIDTH, HEIGHT),
        scale: 70,
        gaps: [56, 56],
        words_at: 112,
    };
    Ok(sheet.document(&panels, wrap))
}

/// Largest number of characters of a move's words on one line of a sheet.
const LINE_LENGTH: usize = 40;

/// Breaks words into lines of [`LINE_LENGTH`] characters at most, unless a word is longer.
fn wrap(words: &str) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in words.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= LINE_LENGTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

#[cfg(test)]
mod tests;
