//! Positions as SVG pictures, with pyramids seen from above.
//!
//! The visible piece of a stack is drawn in full, what it covers small in the lower corners of the square. The nests in reserve are
//! drawn above and below the board, or on both sides of it, with the piece that is free.

use maud::{Markup, html};

use super::words::state;
use super::{Place, paint, piles};
use crate::draw::svg::{self, Orientation, Picture, PyramidPlacement, readable};
use crate::games::pentamid::game::{Piece, Position, Rules, Side, Size, Square};
use crate::kit::sorting::sort_short_by_key;

/// Side of a square.
pub(super) const CELL: u32 = 60;
/// Empty space to the left of the board and its names.
const LEFT: u32 = 28;
/// Top edge of what is highest.
const TOP: u32 = 8;
/// Width of the trays' rim.
const RIM: u32 = 6;
/// Side of a nest's place: large enough for a finger on a phone.
const SLOT: u32 = 54;
/// Width and height of the words beside or under nests.
const LABEL: (u32, u32) = (84, 56);
/// Height of the line of names under the squares.
const NAMES: u32 = 22;
/// Space between the board and nests.
const GAP: u32 = 10;

/// Where everything of a board is drawn: the nests of player 2 above the squares, those of player 1 below them; or on their left
/// and on their right.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene {
    rules: Rules,
    orientation: Orientation,
    /// Width and height of all squares.
    board: (u32, u32),
    /// Columns and rows of nests of a player.
    nests: (u32, u32),
}

impl Scene {
    pub(crate) fn new(rules: Rules, orientation: Orientation) -> Self {
        let board = (rules.width() as u32 * CELL, rules.height() as u32 * CELL);
        let nests = (rules.nests() as u32).max(1);
        let of_columns = |across| Self { rules, orientation, board, nests: (across, nests.div_ceil(across)) };
        let upright = of_columns((board.0.saturating_sub(LABEL.0) / SLOT).clamp(1, nests));
        match orientation {
            Orientation::Upright => upright,
            Orientation::Sideways => (1..=nests).map(of_columns).min_by_key(Self::extent).unwrap_or(upright),
        }
    }

    /// Side of what holds the picture and is twice as wide as high: the smaller it is, the larger squares are shown.
    fn extent(&self) -> u32 {
        let (width, height) = self.size();
        width.max(2 * height)
    }

    fn is_upright(&self) -> bool {
        self.orientation == Orientation::Upright
    }

    /// Width and height of the nests of a player with the words about them, without the rim.
    fn reserve(&self) -> (u32, u32) {
        let (width, height) = (self.nests.0 * SLOT, self.nests.1 * SLOT);
        if self.is_upright() {
            ((width + LABEL.0).max(self.board.0), height)
        } else {
            (width.max(LABEL.0), (height + LABEL.1).max(self.board.1))
        }
    }

    /// Left and top edge of the squares.
    fn corner(&self) -> (u32, u32) {
        let (width, height) = self.reserve();
        if self.is_upright() {
            (LEFT, TOP + height + 2 * RIM + GAP)
        } else {
            (width + 2 * RIM + GAP + LEFT, TOP)
        }
    }

    /// Left and top edge of the nests of a player.
    fn nests_at(&self, side: Side) -> (u32, u32) {
        let ((left, top), (width, height)) = (self.corner(), self.board);
        match (side, self.orientation) {
            (Side::One, Orientation::Upright) => (LEFT, top + height + 2 * RIM + NAMES + GAP / 2),
            (Side::Two, Orientation::Upright) => (LEFT, TOP),
            (Side::One, Orientation::Sideways) => (left + width + 2 * RIM + GAP, TOP),
            (Side::Two, Orientation::Sideways) => (RIM, TOP),
        }
    }

    /// Width and height of the picture.
    pub(crate) fn size(&self) -> (u32, u32) {
        let ((left, top), (width, height)) = (self.nests_at(Side::One), self.reserve());
        let names = if self.is_upright() { 0 } else { self.board.1 + NAMES };
        (left + width + RIM, (top + height + RIM + 2).max(TOP + names + RIM))
    }

    /// What is left without the names of rows, which stand at the edge of an upright board.
    pub(crate) fn crop(&self) -> Option<[u32; 4]> {
        let (width, height) = self.size();
        self.is_upright().then_some([LEFT - RIM, 0, width + RIM - LEFT, height])
    }

    pub(super) fn middle(&self, square: Square) -> (u32, u32) {
        let ((left, top), down) = (self.corner(), self.rules.height() - 1 - square.row());
        (left + CELL * square.column() as u32 + CELL / 2, top + CELL * down as u32 + CELL / 2)
    }

    fn nest(&self, side: Side, nest: usize) -> (u32, u32) {
        let (across, down) = (nest as u32 % self.nests.0, nest as u32 / self.nests.0);
        let ((left, top), (width, _)) = (self.nests_at(side), self.reserve());
        let left = if self.is_upright() { left } else { left + (width - self.nests.0 * SLOT) / 2 };
        (left + SLOT * across + SLOT / 2, top + SLOT * down + SLOT / 2)
    }

    /// Where the pieces of a pile are drawn, the visible one first, each with its layer: what a piece on the board covers is small
    /// and in the lower corners of the square; what lies in a nest is under the visible piece.
    pub(super) fn placements(&self, place: Place, count: usize) -> Vec<(PyramidPlacement, u32)> {
        match place {
            Place::Square(square) => {
                let (x, y) = self.middle(square);
                let visible = PyramidPlacement { x, y, scale: 1.0 };
                let under = [x + 18, x - 18].map(|x| PyramidPlacement { x, y: y + 18, scale: 0.46 });
                std::iter::once(visible).chain(under).take(count).zip(0..).collect()
            }
            Place::Nest(side, nest) => {
                let (x, y) = self.nest(side, nest);
                // Pages tell what is free from what is covered by the scale.
                let scales = [0.92, 0.9, 0.9].map(|scale| PyramidPlacement { x, y, scale });
                scales.into_iter().zip([2, 1, 0]).take(count).collect()
            }
        }
    }

    /// What all positions of a variant share: squares, names of columns and rows, places of nests.
    pub(super) fn frame(&self) -> Markup {
        let ((left, top), (width, height)) = (self.corner(), self.board);
        let reserve = self.reserve();
        html! {
            rect.tray x=(left - RIM) y=(top - RIM) width=(width + 2 * RIM) height=(height + 2 * RIM) rx="10" {}
            @for square in self.rules.squares() {
                @let (x, y) = self.middle(square);
                rect.cell x=(x - CELL / 2 + 2) y=(y - CELL / 2 + 2) width=(CELL - 4) height=(CELL - 4) rx="5" {}
            }
            @for row in 0..self.rules.height() {
                text.name x=(left - RIM - 11) y=(self.middle(Square::new(0, row)).1 + 5) { (row + 1) }
            }
            @for column in 0..self.rules.width() {
                text.name x=(self.middle(Square::new(column, 0)).0) y=(top + height + RIM + 17) {
                    (char::from(b'a' + column as u8))
                }
            }
            @for side in Side::ALL {
                @let ((left, top), (x, y)) = (self.nests_at(side), self.foot(side));
                rect.tray x=(left - RIM) y=(top - RIM) width=(reserve.0 + 2 * RIM) height=(reserve.1 + 2 * RIM) rx="10" {}
                text.label.side x=(x) y=(y - 25) { "Player " (side) }
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

    /// Middle of the second line of words about the nests of a player; the first one names the player.
    pub(super) fn foot(&self, side: Side) -> (u32, u32) {
        let ((left, top), (width, height)) = (self.nests_at(side), self.reserve());
        if self.is_upright() {
            (left + u32::midpoint(self.nests.0 * SLOT, width), top + 45)
        } else {
            (left + width / 2, top + height - 8)
        }
    }

    /// The pieces of a pile in the order of drawing.
    fn layered(&self, place: Place, pieces: &[Piece]) -> Vec<(Piece, PyramidPlacement)> {
        let mut layered: Vec<_> = pieces.iter().zip(self.placements(place, pieces.len())).collect();
        sort_short_by_key(&mut layered, |(_, (_, layer))| *layer);
        layered.into_iter().map(|(&piece, (at, _))| (piece, at)).collect()
    }

    pub(super) fn pieces(&self, position: &Position) -> Markup {
        html! {
            @for (place, pieces) in piles(&self.rules, position) {
                @for (piece, at) in self.layered(place, &pieces) { (svg::instance(&id(piece), at)) }
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
    let scene = Scene::new(*rules, Orientation::Upright);
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
