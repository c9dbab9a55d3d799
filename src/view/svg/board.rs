//! One board with coordinates, bank and swaps. All lengths are those of a board whose squares are 60 wide.

use maud::{Markup, html};

use super::pieces;
use crate::game::{COLUMNS, COPIES, Colour, MAX_SWAPS, Palette, Position, ROWS, Shape, Square, Stack, TREES};

/// Size of a board with everything beside it.
pub(in crate::view) const WIDTH: u32 = 472;
pub(in crate::view) const HEIGHT: u32 = 640;

const CELL: u32 = 60;
/// Where the squares begin.
const LEFT: u32 = 28;
const TOP: u32 = 8;
/// From the squares to the edge of what they lie on.
const RIM: u32 = 6;
/// Where the bank begins, and how wide it is.
const BANK: u32 = LEFT + COLUMNS as u32 * CELL + 2 * RIM + 4;
const BANK_WIDTH: u32 = 3 * SLOT + 16;
/// Its middle, and the line its name stands on.
pub(in crate::view) const BANK_MIDDLE: u32 = BANK + BANK_WIDTH / 2;
pub(in crate::view) const BANK_LABEL: u32 = TOP + 20;
const SLOT: u32 = 36;
const BANK_TOP: u32 = TOP + 34;
/// How small pyramids in the bank are.
const BANK_SCALE: f32 = 0.62;

/// Where something stands: its middle, and how large it is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::view) struct Place {
    pub(in crate::view) x: u32,
    pub(in crate::view) y: u32,
    pub(in crate::view) scale: f32,
}

/// The place of a square.
pub(in crate::view) const fn place(square: Square) -> Place {
    Place {
        x: LEFT + CELL / 2 + CELL * square.column() as u32,
        y: TOP + CELL / 2 + CELL * square.depth() as u32,
        scale: 1.0,
    }
}

/// The place in the bank of a tree, the `nth` of its colour from 0.
pub(in crate::view) const fn bank_place(colour: Colour, nth: usize) -> Place {
    Place {
        x: BANK_MIDDLE + SLOT * nth as u32 - SLOT,
        y: BANK_TOP + SLOT / 2 + SLOT * colour.index() as u32,
        scale: BANK_SCALE,
    }
}

/// What never changes: squares and their names, and the slots of the bank.
pub(in crate::view) fn frame(palette: &Palette) -> Markup {
    let (columns, rows) = (COLUMNS as u32 * CELL, ROWS as u32 * CELL);
    html! {
        rect.tray x=(LEFT - RIM) y=(TOP - RIM) width=(columns + 2 * RIM) height=(rows + 2 * RIM) rx="10" {}
        rect.tray x=(BANK) y=(TOP - RIM) width=(BANK_WIDTH) height=(rows + 2 * RIM) rx="10" {}
        @for square in Square::all() {
            @let Place { x, y, .. } = place(square);
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
                @let Place { x, y, .. } = bank_place(colour, nth);
                rect.cell x=(x - SLOT / 2 + 1) y=(y - SLOT / 2 + 1) width=(SLOT - 2) height=(SLOT - 2) rx="4" {}
                text.slot x=(x) y=(y + 5) { (palette.letter(colour)) }
            }
        }
    }
}

/// A position as it stands: what belongs into the [`frame`].
pub(in crate::view) fn standing(position: &Position, palette: &Palette) -> Markup {
    let (earned, used) = (position.swaps_earned(), position.swaps_used());
    html! {
        text.label x=(BANK_MIDDLE) y=(BANK_LABEL) { "Bank " (position.trees_banked()) "/" (TREES) }
        (swaps(earned, used))
        @for (square, stack) in position.stacks() { (pyramids(place(square), stack, palette)) }
        @for (colour, count) in Colour::ALL.into_iter().zip(position.banked()) {
            @for nth in 0..usize::from(count) {
                (pyramids(bank_place(colour, nth), Stack::new(colour, Shape::S123), palette))
            }
        }
    }
}

/// The pyramids of a stack, the lowest first.
fn pyramids(Place { x, y, scale }: Place, stack: Stack, palette: &Palette) -> Markup {
    html! {
        @for &size in stack.shape.sizes().iter().rev() {
            @let href = format!("#{}", pieces::id(palette, stack.colour, size));
            @if scale < 1.0 {
                use href=(href) transform={ "translate(" (x) " " (y) ")scale(" (scale) ")" } {}
            } @else {
                use href=(href) x=(x) y=(y) {}
            }
        }
    }
}

/// The two swaps of a game, each not yet earned, earned, or used.
pub(in crate::view) fn swaps(earned: u8, used: u8) -> Markup {
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

/// What has become of a swap: the class of its drawing, and the word under it.
const fn swap_state(nth: u8, earned: u8, used: u8) -> (&'static str, &'static str) {
    if nth < used {
        ("used", "used")
    } else if nth < earned {
        ("earned", "ready")
    } else {
        ("open", "not yet")
    }
}
