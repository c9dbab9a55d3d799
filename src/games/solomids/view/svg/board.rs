//! A board with coordinates, bank and swaps, as SVG. Lengths are in units of which a square has 60.

use maud::{Markup, html};

use super::symbols::{id, symbols};
use crate::draw::svg::pyramid::{PyramidPlacement, instance};
use crate::games::solomids::game::{
    COLUMNS, COPIES, Colour, MAX_SWAPS, Palette, Position, ROWS, Shape, Square, Stack, TREES,
};

/// Width of a board with its bank.
pub(crate) const WIDTH: u32 = 472;
/// Height of a board with its bank.
pub(crate) const HEIGHT: u32 = 640;

/// Side of a square.
const CELL: u32 = 60;
/// Width and height of the outline of a marked square.
pub(in crate::games::solomids::view) const MARK: (u32, u32) = (CELL - 4, CELL - 4);

/// Left edge of the squares.
const LEFT: u32 = 28;
/// Top edge of the squares.
const TOP: u32 = 8;
/// Width of the tray's rim around the squares.
const RIM: u32 = 6;
/// Left edge of the bank.
const BANK: u32 = LEFT + COLUMNS as u32 * CELL + 2 * RIM + 4;
/// Width of the bank.
const BANK_WIDTH: u32 = 3 * SLOT + 16;
/// Horizontal centre of the bank.
pub(in crate::games::solomids::view) const BANK_MIDDLE: u32 = BANK + BANK_WIDTH / 2;
/// Baseline of the bank's label.
pub(in crate::games::solomids::view) const BANK_LABEL: u32 = TOP + 20;
/// Side of a place in the bank.
const SLOT: u32 = 36;
/// Top edge of the places in the bank.
const BANK_TOP: u32 = TOP + 34;
/// Scale of pyramids in the bank.
const BANK_SCALE: f64 = 0.62;

/// The placement of a square.
pub(in crate::games::solomids::view) const fn square_placement(square: Square) -> PyramidPlacement {
    PyramidPlacement {
        x: LEFT + CELL / 2 + CELL * square.column() as u32,
        y: TOP + CELL / 2 + CELL * square.depth() as u32,
        scale: 1.0,
    }
}

/// The placement of a tree in the bank, the `nth` of its colour from 0.
pub(in crate::games::solomids::view) const fn bank_placement(colour: Colour, nth: usize) -> PyramidPlacement {
    PyramidPlacement {
        x: BANK_MIDDLE + SLOT * nth as u32 - SLOT,
        y: BANK_TOP + SLOT / 2 + SLOT * colour.index() as u32,
        scale: BANK_SCALE,
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
pub(in crate::games::solomids::view) fn still(position: &Position, palette: &Palette) -> Markup {
    html! {
        use href="#frame" {}
        (pieces(position, palette))
    }
}

/// The part of a board that depends on the position: pyramids, size of the bank, swaps.
pub(in crate::games::solomids::view) fn pieces(position: &Position, palette: &Palette) -> Markup {
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
pub(in crate::games::solomids::view) fn swaps(earned: u8, used: u8) -> Markup {
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
