//! Deals: positions before the first move, and the setup rules that they break (S1–S3).

use super::piece::{PIECES, Size};
use super::position::Position;
use super::square::{COLUMNS, ROWS, Square};

/// A position before the first move: 45 single pieces on rows 9 to 1 (B2, S1).
///
/// A deal may break the setup rules S2 and S3; [`setup_faults`](Self::setup_faults) lists where. Deals are equal if
/// their positions are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deal(Position);

/// A place where a deal breaks a setup rule. The deal can be played all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupFault {
    /// S2: the piece on this square has the colour and size of the piece dealt just before it.
    Repeat(Square),
    /// S3: a row lacks a size.
    MissingSize {
        /// Row number in notation, 9 to 1.
        row: usize,
        /// Size of which the row has no piece.
        size: Size,
    },
}

impl Deal {
    /// The deal with this position; `None` unless row 10 is empty, every other square holds a single piece, and no swap
    /// is used.
    pub fn new(position: Position) -> Option<Self> {
        let fits = Square::all().all(|square| match position.get(square) {
            None => square.depth() == 0,
            Some(stack) => square.depth() > 0 && stack.shape.sizes().len() == 1,
        });
        // At most three pieces of each of the 15 kinds fill 45 squares only as the full set.
        debug_assert!(!fits || position.stacks().count() == PIECES);
        (fits && position.swaps_used() == 0).then_some(Self(position))
    }

    /// The position of the deal.
    pub const fn position(&self) -> &Position {
        &self.0
    }

    /// The places where the deal breaks the setup rules S2 and S3, in reading order.
    pub fn setup_faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        let mut before = None;
        for depth in 1..ROWS {
            let mut seen = [false; 3];
            for column in 0..COLUMNS {
                let square = Square::new(column, depth);
                let piece = self.0.get(square);
                if piece == before {
                    faults.push(SetupFault::Repeat(square));
                }
                before = piece;
                if let Some(stack) = piece {
                    seen[stack.shape.top() as usize - 1] = true;
                }
            }
            for (size, seen) in Size::ALL.into_iter().zip(seen) {
                if !seen {
                    faults.push(SetupFault::MissingSize { row: ROWS - depth, size });
                }
            }
        }
        faults
    }
}

impl From<Deal> for Position {
    fn from(deal: Deal) -> Self {
        deal.0
    }
}
