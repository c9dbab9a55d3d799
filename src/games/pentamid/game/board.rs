//! Squares, their bits in a board word and the ways between them; players, sizes and pieces.

use std::fmt;

pub use crate::kit::pyramid::Size;

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
        let square = (bits != 0).then(|| Square::lowest(bits))?;
        bits &= bits - 1;
        Some(square)
    })
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column() as u8), self.row() + 1)
    }
}

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;

/// Shifts from a square to the next one of a line: along a row, up a column, and along the two diagonals.
pub(super) const DIRECTIONS: [u32; 4] = [1, 8, 9, 7];

/// The four ways to step: words with every bit moved to the square on the right, on the left, above and below. Bits of
/// columns that a board lacks have to be masked away.
#[inline]
pub(crate) const fn steps(bits: u64) -> [u64; 4] {
    [(bits & !COLUMN_H) << 1, (bits & !COLUMN_A) >> 1, bits << 8, bits >> 8]
}

/// The squares next to any of these.
#[inline]
pub(crate) const fn neighbours(bits: u64) -> u64 {
    let [right, left, up, down] = steps(bits);
    right | left | up | down
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The first player, written with capitals.
    One,
    /// The second player, written with small letters.
    Two,
}

impl Side {
    /// Both players, the first one first.
    pub const ALL: [Self; 2] = [Self::One, Self::Two];

    /// Index in arrays: 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

impl fmt::Display for Side {
    /// Writes `1` or `2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::One => "1",
            Self::Two => "2",
        })
    }
}

/// A pyramid: its owner and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The owner.
    pub side: Side,
    /// The size.
    pub size: Size,
}

impl Piece {
    /// The letter: a capital for the first player, a small letter for the second.
    pub const fn letter(self) -> char {
        match self.side {
            Side::One => self.size.letter(),
            Side::Two => self.size.letter().to_ascii_lowercase(),
        }
    }

    /// The piece with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() { Side::One } else { Side::Two };
        Size::from_letter(letter).map(|size| Self { side, size })
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
