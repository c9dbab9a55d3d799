//! Positions as SVG pictures, with pyramids seen from above.
//!
//! The visible piece of a stack is drawn in full, what it covers small at the lower edge of the square. The nests in reserve are
//! drawn in the same way above and below the board.

use maud::{Markup, html};

use super::words::state;
use super::{Place, paint, piles};
use crate::draw::svg::{self, Picture, PyramidPlacement, readable};
use crate::games::pentamid::game::{Piece, Position, Rules, Side, Size, Square};

/// Side of a square.
pub(super) const CELL: u32 = 86;
/// Left edge of the squares and of the nests.
const LEFT: u32 = 28;
/// Top edge of the upper nests.
const TOP: u32 = 8;
/// Width of the trays' rim.
const RIM: u32 = 6;
/// Side of a nest's place: large enough for a finger on a phone.
const SLOT: u32 = 72;
/// Width of the words beside nests.
const LABEL: u32 = 84;
/// Height of the line of names under the squares.
const NAMES: u32 = 22;
/// Space between the board and nests.
const GAP: u32 = 10;

/// Where everything of a board is drawn: the nests of player 2 above the squares, those of player 1 below them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene {
    rules: Rules,
    /// Width and height of all squares.
    board: (u32, u32),
    /// Columns and rows of nests of a player.
    nests: (u32, u32),
}

impl Scene {
    pub(crate) fn new(rules: Rules) -> Self {
        let board = (rules.width() as u32 * CELL, rules.height() as u32 * CELL);
        let nests = rules.nests() as u32;
        let across = (board.0.saturating_sub(LABEL) / SLOT).clamp(1, nests.max(1));
        Self { rules, board, nests: (across, nests.div_ceil(across)) }
    }

    /// Width of the nests of a player with the words beside them.
    fn nests_width(&self) -> u32 {
        (self.nests.0 * SLOT + LABEL).max(self.board.0)
    }

    /// Top edge of the squares.
    fn board_top(&self) -> u32 {
        TOP + self.nests.1 * SLOT + 2 * RIM + GAP
    }

    /// Top edge of the nests of a player.
    fn nests_top(&self, side: Side) -> u32 {
        match side {
            Side::One => self.board_top() + self.board.1 + 2 * RIM + NAMES + GAP / 2,
            Side::Two => TOP,
        }
    }

    /// Width and height of the picture.
    pub(crate) fn size(&self) -> (u32, u32) {
        (LEFT + self.nests_width() + RIM, self.nests_top(Side::One) + self.nests.1 * SLOT + RIM + 2)
    }

    pub(super) fn middle(&self, square: Square) -> (u32, u32) {
        let down = self.rules.height() - 1 - square.row();
        (LEFT + CELL * square.column() as u32 + CELL / 2, self.board_top() + CELL * down as u32 + CELL / 2)
    }

    fn nest(&self, side: Side, nest: usize) -> (u32, u32) {
        let (across, down) = (nest as u32 % self.nests.0, nest as u32 / self.nests.0);
        (LEFT + SLOT * across + SLOT / 2, self.nests_top(side) + SLOT * down + SLOT / 2)
    }

    /// Where the pieces of a pile are drawn, the visible one first.
    pub(super) fn placements(&self, place: Place, count: usize) -> Vec<PyramidPlacement> {
        // Scale of the visible piece and of those under it, distance of their rows from the middle, and between the latter.
        let ((x, y), whole, small, up, down, apart) = match place {
            Place::Square(square) => (self.middle(square), 1.0, 0.58, 10, 28, 13),
            Place::Nest(side, nest) => (self.nest(side, nest), 0.8, 0.46, 7, 24, 11),
        };
        let under = |i: usize| {
            let x = if count == 2 { x } else { x + apart * (2 * i as u32) - 3 * apart };
            PyramidPlacement { x, y: y + down, scale: small }
        };
        let visible = PyramidPlacement { x, y: y - up, scale: whole };
        std::iter::once(visible).chain((1..count).map(under)).collect()
    }

    /// What all positions of a variant share: squares, names of columns and rows, places of nests.
    pub(super) fn frame(&self) -> Markup {
        let (width, height) = self.board;
        html! {
            rect.tray x=(LEFT - RIM) y=(self.board_top() - RIM) width=(width + 2 * RIM) height=(height + 2 * RIM) rx="10" {}
            @for square in self.rules.squares() {
                @let (x, y) = self.middle(square);
                rect.cell x=(x - CELL / 2 + 2) y=(y - CELL / 2 + 2) width=(CELL - 4) height=(CELL - 4) rx="5" {}
            }
            @for row in 0..self.rules.height() {
                text.name x=(LEFT - RIM - 11) y=(self.middle(Square::new(0, row)).1 + 5) { (row + 1) }
            }
            @for column in 0..self.rules.width() {
                text.name x=(self.middle(Square::new(column, 0)).0) y=(self.board_top() + height + RIM + 17) {
                    (char::from(b'a' + column as u8))
                }
            }
            @for side in Side::ALL {
                @let (x, y) = self.foot(side);
                rect.tray x=(LEFT - RIM) y=(self.nests_top(side) - RIM) width=(self.nests_width() + 2 * RIM)
                    height=(self.nests.1 * SLOT + 2 * RIM) rx="10" {}
                text.label.side x=(x) y=(y - 26) { "Player " (side) }
                @for nest in 0..self.rules.nests() {
                    @let (x, y) = self.nest(side, nest);
                    rect.cell x=(x - SLOT / 2 + 1) y=(y - SLOT / 2 + 1) width=(SLOT - 2) height=(SLOT - 2) rx="4" {}
                }
            }
        }
    }

    /// The content of a board under its pieces at the start of a game, with room for traces of moves.
    pub(crate) fn board(&self) -> Markup {
        let (x, y) = self.foot(Side::One);
        html! {
            (self.frame())
            g #traces aria-hidden="true" {}
            text.label #bank x=(x) y=(y) { "Move 0" }
        }
    }

    /// Middle of the second line beside the nests of a player; the first one names the player.
    pub(super) fn foot(&self, side: Side) -> (u32, u32) {
        (LEFT + u32::midpoint(self.nests.0 * SLOT, self.nests_width()), self.nests_top(side) + 56)
    }

    pub(super) fn pieces(&self, position: &Position) -> Markup {
        html! {
            @for (place, pieces) in piles(&self.rules, position) {
                @for (piece, at) in pieces.iter().zip(self.placements(place, pieces.len())) {
                    (svg::instance(&id(*piece), at))
                }
            }
        }
    }
}

/// The id of the symbol of a piece: `L3`, `m2`.
pub(super) fn id(piece: Piece) -> String {
    svg::id(piece.letter(), piece.size.index() as u8 + 1)
}

/// The symbols of all kinds of pieces, for the `defs` of a document.
pub(crate) fn symbols() -> Markup {
    html! {
        @for side in Side::ALL {
            @for size in Size::ALL.into_iter().rev() {
                (svg::symbol(Piece { side, size }.letter(), size.index() as u8 + 1, paint(side)))
            }
        }
    }
}

/// A picture of a position, as an SVG document.
pub fn board(rules: &Rules, position: &Position, title: &str) -> String {
    let scene = Scene::new(*rules);
    let status = position.status(rules);
    let says = status.winner().map_or_else(
        || if status.is_over() { "drawn".into() } else { format!("{} to move", position.side()) },
        |side| format!("{side} has won"),
    );
    let (x, y) = scene.foot(status.winner().unwrap_or(position.side()));
    let content = html! {
        (scene.frame())
        (scene.pieces(position))
        text.label x=(x) y=(y) { (readable(&says)) }
    };
    let description = format!("{}. {}", position.text(rules), state(status, position.side()));
    Picture { size: scene.size(), title, description: &description, defs: symbols(), content }.document()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pentamid::game::{Variant, parse_position};

    #[test]
    fn every_piece_is_drawn_once_covered_ones_and_nests_included() {
        let rules = Rules::new(Variant { nests: 2, ..Variant::of_board(3, 3) }).unwrap();
        let position = parse_position(&rules, "- s -/l LmS -/- L M 1").unwrap();
        let picture = board(&rules, &position, "A & <b>");
        let document = roxmltree::Document::parse(&picture).unwrap();
        let drawn = |id: &str| {
            document.descendants().filter(|node| node.attribute("href") == Some(&format!("#{id}"))).count()
        };
        for id in ["L3", "M2", "S1", "l3", "m2", "s1"] {
            assert_eq!(drawn(id), 2, "{id}");
        }
        assert!(picture.contains("A &amp; &lt;b&gt;") && picture.contains("1 to move"));
    }
}
