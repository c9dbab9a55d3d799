//! Symmetries of the board: the eight of a square, the four of another rectangle.
//!
//! Turned and mirrored boards are different states for the rule against repetition, but equally good for both players.

use super::position::Position;
use super::square::{Square, squares};
use super::variant::Rules;

/// A symmetry of a board: mirrored left to right or not, upside down or not, then columns and rows exchanged or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    width: u8,
    height: u8,
    mirrored: bool,
    flipped: bool,
    exchanged: bool,
}

impl Symmetry {
    /// All symmetries of the board, the identity first.
    pub fn all(rules: &Rules) -> Vec<Self> {
        let (width, height) = (rules.width() as u8, rules.height() as u8);
        let exchanges = if width == height { &[false, true][..] } else { &[false] };
        let mut all = Vec::new();
        for &exchanged in exchanges {
            for flipped in [false, true] {
                for mirrored in [false, true] {
                    all.push(Self { width, height, mirrored, flipped, exchanged });
                }
            }
        }
        all
    }

    /// Where a square of the board goes.
    #[must_use]
    pub const fn square(&self, square: Square) -> Square {
        let (mut column, mut row) = (square.column(), square.row());
        if self.mirrored {
            column = self.width as usize - 1 - column;
        }
        if self.flipped {
            row = self.height as usize - 1 - row;
        }
        if self.exchanged { Square::new(row, column) } else { Square::new(column, row) }
    }

    /// Where a set of squares of the board goes.
    #[must_use]
    pub fn bits(&self, bits: u64) -> u64 {
        squares(bits).fold(0, |image, square| image | self.square(square).bit())
    }

    /// The image of a position: the same side to move.
    #[must_use]
    pub fn position(&self, position: &Position) -> Position {
        Position {
            layers: position.layers.map(|sizes| sizes.map(|bits| self.bits(bits))),
            side: position.side,
        }
    }
}

impl Rules {
    /// Classes of the squares that the symmetries of the board carry into each other, each by its squares in order.
    pub fn square_classes(&self) -> Vec<Vec<Square>> {
        let symmetries = Symmetry::all(self);
        let mut classes = Vec::new();
        let mut seen = 0_u64;
        for square in self.squares() {
            if seen & square.bit() == 0 {
                let class = symmetries.iter().fold(0, |bits, symmetry| bits | symmetry.square(square).bit());
                seen |= class;
                classes.push(squares(class).collect());
            }
        }
        classes
    }
}
