//! The 50 squares: five columns A–E, ten rows, row 10 the farthest from the player (B1).

use std::fmt;
use std::str::FromStr;

/// Number of columns.
pub const COLUMNS: usize = 5;
/// Number of rows, row 10 included.
pub const ROWS: usize = 10;

/// A square of the board.
///
/// The library counts rows by *depth*, the distance from the far edge: 0 for row 10 to 9 for row 1. Slides (M3)
/// lower the depth. The order of squares is by column, then by depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    column: u8,
    depth: u8,
}

impl Square {
    /// The square in a column (0 = A to 4 = E) at a depth (0 = row 10 to 9 = row 1).
    ///
    /// # Panics
    /// A column above 4 or a depth above 9.
    pub const fn new(column: usize, depth: usize) -> Self {
        assert!(column < COLUMNS && depth < ROWS, "square off the board");
        Self { column: column as u8, depth: depth as u8 }
    }

    /// All squares in reading order: farthest row first, each row from A to E.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ROWS).flat_map(|depth| (0..COLUMNS).map(move |column| Self::new(column, depth)))
    }

    /// The column, 0 (A) to 4 (E).
    pub const fn column(self) -> usize {
        self.column as usize
    }

    /// The distance from the far edge in squares, 0 (row 10) to 9 (row 1).
    pub const fn depth(self) -> usize {
        self.depth as usize
    }

    /// The row number in notation, 1 (nearest) to 10 (farthest).
    pub const fn row(self) -> usize {
        ROWS - self.depth as usize
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column), self.row())
    }
}

/// Error of reading a text that names no square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a square is a column A to E and a row 1 to 10, such as C7")]
pub struct NoSuchSquare;

impl FromStr for Square {
    type Err = NoSuchSquare;

    /// Reads `A10` to `E1`, the letter in either case.
    fn from_str(text: &str) -> Result<Self, NoSuchSquare> {
        let mut chars = text.chars();
        let letter = chars.next().ok_or(NoSuchSquare)?.to_ascii_uppercase();
        let column = match letter {
            'A'..='E' => letter as usize - 'A' as usize,
            _ => return Err(NoSuchSquare),
        };
        let digits = chars.as_str();
        if digits.is_empty() || digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(NoSuchSquare);
        }
        match digits.parse::<usize>() {
            Ok(row @ 1..=ROWS) => Ok(Self::new(column, ROWS - row)),
            _ => Err(NoSuchSquare),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_row_ten_is_the_far_edge() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        assert_eq!("a10".parse(), Ok(Square::new(0, 0)));
        assert_eq!("E1".parse(), Ok(Square::new(4, 9)));
        for bad in ["", "A", "F1", "A0", "A11", "A01", "A+1", "1A", "A1 "] {
            assert_eq!(bad.parse::<Square>(), Err(NoSuchSquare), "{bad:?}");
        }
    }
}
