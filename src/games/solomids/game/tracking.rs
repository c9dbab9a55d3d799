//! Piece tracking: where each piece and each stack of a position stands after single moves.
//!
//! A [`Position`] does not distinguish like pieces. A [`PieceTracker`] numbers all 45 pieces of a position once and
//! keeps the numbers while moves are played, so that moves of one line can be expressed by the stacks they concern.
//! The identity of a stack is its lowest piece, which stays the same from the start until the whole stack is stacked
//! onto another one or banked: transfers (M2) only move pieces above it.
//!
//! ```
//! use solomids::game::parse_position;
//! use solomids::game::tracking::PieceTracker;
//!
//! let start = "R1 R23 . . ./. . . . ./. . . . ./. . . . ./. . . . ./\
//!              . . . . ./. . . . ./. . . . ./. . . . ./. . . . .";
//! let mut tracker = PieceTracker::new(&parse_position(start)?.position);
//! let [a10, b10] = ["A10".parse()?, "B10".parse()?];
//! let small = tracker.stack_on(a10).expect("R1");
//! let host = tracker.stack_on(b10).expect("R23");
//!
//! tracker.play("M-A10>B10".parse()?)?;
//! assert_eq!(tracker.square_of_stack(host), Some(b10));
//! assert_eq!(tracker.square_of_stack(small), None);
//! assert!(tracker.pieces_on(b10).any(|piece| piece == small));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::moves::{IllegalMove, Move};
use super::piece::{COLOURS, COPIES, Colour, PIECES, Shape, Size};
use super::position::{Position, ROWS, Square};

/// Pieces of one size, 15.
const PIECES_OF_A_SIZE: usize = COLOURS * COPIES;

/// Number of a piece, 0 to 44, the same for two trackers of equal positions.
///
/// Larges come first, then mediums, then smalls. Within a size, pieces on the board come first in reading order, then
/// those in the bank by colour. So pieces drawn in the order of their numbers never hide a smaller one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceId(u8);

impl PieceId {
    /// All pieces in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..PIECES as u8).map(Self)
    }

    /// The number, 0 to 44.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The size of the piece.
    pub const fn size(self) -> Size {
        match self.index() / PIECES_OF_A_SIZE {
            0 => Size::Large,
            1 => Size::Medium,
            _ => Size::Small,
        }
    }
}

/// Place of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PiecePlace {
    /// On the board, in the stack on this square.
    Board(Square),
    /// In the bank, in this tree of its colour: 0 to 2 in the order of banking.
    Bank(u8),
}

/// A position with numbered pieces. It changes by legal moves only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceTracker {
    position: Position,
    colours: [Colour; PIECES],
    /// Places by piece. Those on one square form the stack that the position has there.
    places: [PiecePlace; PIECES],
}

impl PieceTracker {
    /// The tracker of a position before the moves to follow.
    pub fn new(position: &Position) -> Self {
        let banked = Colour::ALL.into_iter().zip(position.banked()).flat_map(|(colour, count)| {
            (0..count).map(move |nth| (PiecePlace::Bank(nth), colour, Shape::S123))
        });
        let stacks: Vec<_> = position
            .stacks()
            .map(|(square, stack)| (PiecePlace::Board(square), stack.colour, stack.shape))
            .chain(banked)
            .collect();
        let mut tracker = Self {
            position: *position,
            colours: [Colour::ALL[0]; PIECES],
            places: [PiecePlace::Bank(0); PIECES],
        };
        for piece in PieceId::all().step_by(PIECES_OF_A_SIZE) {
            let of_size = stacks.iter().filter(|(_, _, shape)| shape.sizes().contains(&piece.size()));
            for (i, &(place, colour, _)) in of_size.enumerate() {
                tracker.places[piece.index() + i] = place;
                tracker.colours[piece.index() + i] = colour;
            }
        }
        tracker
    }

    /// The position after the moves played so far.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The colour of a piece.
    pub const fn colour(&self, piece: PieceId) -> Colour {
        self.colours[piece.index()]
    }

    /// The place of a piece.
    pub const fn place(&self, piece: PieceId) -> PiecePlace {
        self.places[piece.index()]
    }

    /// The pieces of the stack on a square, the lowest first.
    pub fn pieces_on(&self, square: Square) -> impl Iterator<Item = PieceId> + '_ {
        PieceId::all().filter(move |&piece| self.place(piece) == PiecePlace::Board(square))
    }

    /// The identity of the stack on a square, its lowest piece; `None` for an empty square.
    pub fn stack_on(&self, square: Square) -> Option<PieceId> {
        self.pieces_on(square).next()
    }

    /// The square of the stack with this identity; `None` if it is in the bank or part of a larger stack.
    pub fn square_of_stack(&self, stack: PieceId) -> Option<Square> {
        match self.place(stack) {
            PiecePlace::Board(square) => (self.stack_on(square) == Some(stack)).then_some(square),
            PiecePlace::Bank(_) => None,
        }
    }

    /// Plays a move in place, and returns the pieces that it moves with their new places.
    ///
    /// # Errors
    /// The reason, if the move is illegal. The tracker is unchanged then.
    pub fn play(&mut self, mv: Move) -> Result<Vec<(PieceId, PiecePlace)>, IllegalMove> {
        let before = self.position;
        self.position.play(mv)?;
        let to_square = |from, to| self.pieces_on(from).map(move |piece| (piece, PiecePlace::Board(to)));
        let moved: Vec<_> = match mv {
            Move::Stack { from, to } | Move::Transfer { from, to } => {
                let left = self.position.get(from).map_or(0, |stack| stack.shape.sizes().len());
                to_square(from, to).skip(left).collect()
            }
            Move::Slide { from, to } => (from.depth()..ROWS)
                .zip(to.depth()..)
                .map(|(here, there)| [here, there].map(|depth| Square::new(from.column(), depth)))
                .take_while(|&[here, _]| before.get(here).is_some())
                .flat_map(|[here, there]| to_square(here, there))
                .collect(),
            Move::Bank { at } => {
                let nth = |piece| before.banked()[self.colour(piece).index()];
                self.pieces_on(at).map(|piece| (piece, PiecePlace::Bank(nth(piece)))).collect()
            }
            Move::Swap { a, b } => to_square(a, b).chain(to_square(b, a)).collect(),
        };
        for &(piece, place) in &moved {
            self.places[piece.index()] = place;
        }
        Ok(moved)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::games::solomids::game::fixtures::{self, pick, shuffled_deal};
    use crate::games::solomids::game::{Share, Stack, parse_position};

    /// Asserts that the pieces form the stacks of the position and the trees of its bank.
    fn check(tracker: &PieceTracker) {
        let stack = |pieces: Vec<PieceId>| {
            let lowest = *pieces.first()?;
            assert!(pieces.iter().all(|&piece| tracker.colour(piece) == tracker.colour(lowest)));
            let sizes: Vec<Size> = pieces.iter().rev().map(|piece| piece.size()).collect();
            Some(Stack::new(tracker.colour(lowest), Shape::from_sizes(&sizes).expect("a stack")))
        };
        let position = tracker.position();
        for square in Square::all() {
            assert_eq!(stack(tracker.pieces_on(square).collect()), position.get(square), "{square}");
            let id = tracker.stack_on(square);
            assert_eq!(id.and_then(|id| tracker.square_of_stack(id)), id.map(|_| square));
        }
        for (colour, count) in Colour::ALL.into_iter().zip(position.banked()) {
            for nth in 0..COPIES as u8 {
                let banked = |&piece: &PieceId| {
                    tracker.colour(piece) == colour && tracker.place(piece) == PiecePlace::Bank(nth)
                };
                let tree = (nth < count).then_some(Stack::new(colour, Shape::S123));
                assert_eq!(stack(PieceId::all().filter(banked).collect()), tree);
            }
        }
    }

    proptest! {
        #[test]
        fn pieces_form_the_position_after_every_move(
            deal in shuffled_deal(),
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..160),
        ) {
            let mut tracker = PieceTracker::new(&deal);
            check(&tracker);
            for choice in choices {
                let Some(mv) = pick(tracker.position(), choice) else { break };
                let before = tracker;
                let moved = tracker.play(mv).expect("a legal move");
                check(&tracker);
                for piece in PieceId::all() {
                    let place = moved.iter().find(|(other, _)| *other == piece);
                    prop_assert_eq!(tracker.place(piece), place.map_or(before.place(piece), |&(_, place)| place));
                }
            }
        }
    }

    #[test]
    fn every_kind_of_move_keeps_identities() {
        let line: Share = fixtures::LINE.parse().unwrap();
        let mut tracker = PieceTracker::new(&parse_position(fixtures::POSITION).unwrap().position);
        let square = |name: &str| name.parse::<Square>().unwrap();
        let names = ["B9", "C9", "B7", "B6", "C6", "E6"];
        let ids = names.map(|name| tracker.stack_on(square(name)).unwrap());
        let counts: Vec<usize> = line.moves.iter().map(|&mv| tracker.play(mv).unwrap().len()).collect();
        assert_eq!(counts, [4, 2, 1, 3, 1, 1, 3, 4]);
        check(&tracker);
        let squares = ids.map(|id| tracker.square_of_stack(id).map(|square| square.to_string()));
        assert_eq!(squares, [None, None, Some("B10".into()), Some("B9".into()), Some("E6".into()), None]);
        let before = tracker;
        assert!(tracker.play(line.moves[0]).is_err());
        assert_eq!(tracker, before);
    }
}
