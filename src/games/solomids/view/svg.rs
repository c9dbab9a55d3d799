//! Boards and lines of play as SVG pictures, with pyramids seen from above.
//!
//! A pyramid shows its letter and one to three pips. A tree shows three outlines, and the letter and the pip
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
use crate::draw::svg::{self, Orientation, Picture, PyramidPlacement, instance};
use crate::games::solomids::game::{
    COLUMNS, COPIES, Colour, IllegalLine, MAX_SWAPS, Move, Palette, Position, ROWS, Shape, Size, Square,
    Stack, TREES,
};

const CELL: u32 = 60;
/// Width and height of the outline of a marked square.
pub(super) const MARK: (u32, u32) = (CELL - 4, CELL - 4);

const LEFT: u32 = 28;
const TOP: u32 = 8;
/// Width of the tray's rim around the squares.
const RIM: u32 = 6;
/// Height of the line of names under the squares.
const NAMES: u32 = 26;
const BANK_WIDTH: u32 = 3 * SLOT + 16;
/// Baseline of what the bank counts.
const BANK_LABEL: u32 = TOP + 20;
const SLOT: u32 = 36;
/// Top edge of the places in the bank.
const BANK_TOP: u32 = TOP + 34;
const BANK_SCALE: f64 = 0.62;

/// Where everything of a board is drawn: the bank on the right of the squares, which go forwards upwards or to the right.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene(pub(crate) Orientation);

impl Scene {
    pub(crate) const UPRIGHT: Self = Self(Orientation::Upright);

    /// Width and height of all squares.
    const fn squares(self) -> (u32, u32) {
        let (columns, rows) = (COLUMNS as u32 * CELL, ROWS as u32 * CELL);
        match self.0 {
            Orientation::Upright => (columns, rows),
            Orientation::Sideways => (rows, columns),
        }
    }

    /// Width and height of a board with its bank.
    pub(crate) const fn size(self) -> (u32, u32) {
        (self.bank() + BANK_WIDTH + 4, TOP + self.squares().1 + RIM + NAMES)
    }

    /// What is left without the names of rows and columns: left and top edge, width and height.
    pub(crate) const fn crop(self) -> [u32; 4] {
        [LEFT - RIM, TOP - RIM, self.bank() + BANK_WIDTH - LEFT + RIM, self.squares().1 + 2 * RIM]
    }

    const fn bank(self) -> u32 {
        LEFT + self.squares().0 + 2 * RIM + 4
    }

    /// Horizontal centre of the bank.
    const fn bank_middle(self) -> u32 {
        self.bank() + BANK_WIDTH / 2
    }

    pub(super) const fn square(self, square: Square) -> PyramidPlacement {
        let (right, down) = match self.0 {
            Orientation::Upright => (square.column(), square.depth()),
            Orientation::Sideways => (square.row() - 1, square.column()),
        };
        let (x, y) = (LEFT + CELL / 2 + CELL * right as u32, TOP + CELL / 2 + CELL * down as u32);
        PyramidPlacement { x, y, scale: 1.0 }
    }

    /// The placement of a tree in the bank, the `nth` of its colour from 0.
    pub(super) const fn banked(self, colour: Colour, nth: usize) -> PyramidPlacement {
        PyramidPlacement {
            x: self.bank_middle() + SLOT * nth as u32 - SLOT,
            y: BANK_TOP + SLOT / 2 + SLOT * colour.index() as u32,
            scale: BANK_SCALE,
        }
    }

    /// The part of a board that all positions share: squares, names of columns and rows, places of the bank.
    fn frame(self, palette: &Palette) -> Markup {
        let (width, height) = self.squares();
        let columns: Vec<(Square, String)> = (b'A'..)
            .zip(0..COLUMNS)
            .map(|(letter, column)| (Square::new(column, 0), char::from(letter).into()))
            .collect();
        let rows = (1..=ROWS).map(|row| (Square::new(0, ROWS - row), row.to_string())).collect();
        let (beside, below) = match self.0 {
            Orientation::Upright => (rows, columns),
            Orientation::Sideways => (columns, rows),
        };
        html! {
            rect.tray x=(LEFT - RIM) y=(TOP - RIM) width=(width + 2 * RIM) height=(height + 2 * RIM) rx="10" {}
            rect.tray x=(self.bank()) y=(TOP - RIM) width=(BANK_WIDTH) height=(height + 2 * RIM) rx="10" {}
            @for square in Square::all() {
                @let PyramidPlacement { x, y, .. } = self.square(square);
                rect.cell x=(x - CELL / 2 + 2) y=(y - CELL / 2 + 2) width=(CELL - 4) height=(CELL - 4) rx="5" {}
            }
            @for (square, name) in beside { text.name x=(LEFT - RIM - 11) y=(self.square(square).y + 5) { (name) } }
            @for (square, name) in below { text.name x=(self.square(square).x) y=(TOP + height + 22) { (name) } }
            @for colour in Colour::ALL {
                @for nth in 0..COPIES {
                    @let PyramidPlacement { x, y, .. } = self.banked(colour, nth);
                    rect.cell x=(x - SLOT / 2 + 1) y=(y - SLOT / 2 + 1) width=(SLOT - 2) height=(SLOT - 2) rx="4" {}
                    text.slot x=(x) y=(y + 5) { (palette.letter(colour)) }
                }
            }
        }
    }

    /// What the bank counts, and the two swaps of a game.
    pub(super) fn counted(self, position: &Position, id: Option<&str>) -> Markup {
        let y = TOP + self.squares().1 - 26;
        html! {
            text.label id=[id] x=(self.bank_middle()) y=(BANK_LABEL) { (position.trees_banked()) "/" (TREES) }
            text.words x=(self.bank_middle()) y=(y - 28) { "swaps" }
            @for nth in 0..MAX_SWAPS {
                @let (state, words) = swap_state(nth, position.swaps_earned(), position.swaps_used());
                g {
                    g.swap.(state) transform={ "translate(" (self.bank_middle() - 26 + 52 * u32::from(nth)) " " (y) ")" } {
                        circle r="19" {}
                        path d="M-9-4H8M3-9l5 5-5 5M9 5H-8M-3 0l-5 5 5 5" {}
                    }
                    title { (words) }
                }
            }
        }
    }

    /// The whole board of a position. The document defines [`Self::frame`] with the id `frame`.
    pub(super) fn still(self, position: &Position, palette: &Palette) -> Markup {
        html! {
            use href="#frame" {}
            (self.counted(position, None))
            @for (square, stack) in position.stacks() { (stack_instances(stack, self.square(square), palette)) }
            @for (colour, count) in Colour::ALL.into_iter().zip(position.banked()) {
                @for nth in 0..usize::from(count) {
                    (stack_instances(Stack::new(colour, Shape::S123), self.banked(colour, nth), palette))
                }
            }
        }
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
pub(crate) fn defs(palette: &Palette, scene: Scene) -> Markup {
    html! {
        (symbols(palette))
        g #frame { (scene.frame(palette)) }
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

/// The state of the `nth` swap from 0: the class of its drawing, and a word for it.
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
    let (scene, defs) = (Scene::UPRIGHT, defs(palette, Scene::UPRIGHT));
    let content = scene.still(position, palette);
    Picture { size: scene.size(), title, description: &description, defs, content }.document()
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
    let panels = panels(start, moves, palette, |position| Scene::UPRIGHT.still(position, palette))?;
    let tokens: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let sheet = Sheet {
        title,
        summary,
        description: format!("{}\n{}", palette.canonical(start), tokens.join(", ")),
        defs: defs(palette, Scene::UPRIGHT),
        board: Scene::UPRIGHT.size(),
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
