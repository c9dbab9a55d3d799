//! Squares, and their bits in a board word.

use std::fmt;

/// The longest side of a board, in squares.
pub const MAX_SIDE: usize = 8;

/// A square: a column from `a` and a row from 1 at the bottom.
///
/// Whatever the size of the board, a word keeps eight bits a row, so that a step is always a shift by 1 or by 8:
///
/// ```text
///   row 8   56 57 58 59 60 61 62 63
///    …       …
///   row 2    8  9 10 11 12 13 14 15
///   row 1    0  1  2  3  4  5  6  7
///            a  b  c  d  e  f  g  h
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square in this column (0 is `a`) and this row (0 is row 1).
    ///
    /// # Panics
    /// If the column or the row is 8 or more.
    pub const fn new(column: usize, row: usize) -> Self {
        assert!(column < MAX_SIDE && row < MAX_SIDE, "square off every board");
        Self((row * MAX_SIDE + column) as u8)
    }

    /// The square of the lowest bit of a word that is not zero.
    pub(crate) const fn lowest(bits: u64) -> Self {
        Self((bits.trailing_zeros() & 63) as u8)
    }

    /// Number of the square's bit, 0 to 63.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The word with the square's bit alone.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Column, 0 for `a` to 7 for `h`.
    pub const fn column(self) -> usize {
        self.0 as usize % MAX_SIDE
    }

    /// Row, 0 for row 1 (the bottom) to 7 for row 8.
    pub const fn row(self) -> usize {
        self.0 as usize / MAX_SIDE
    }
}

/// The squares of a word, lowest bit first.
pub(crate) fn squares(mut bits: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let square = Square::lowest(bits);
        bits &= bits - 1;
        Some(square)
    })
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column() as u8), self.row() + 1)
    }
}
