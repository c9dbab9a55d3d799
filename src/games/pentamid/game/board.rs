//! Geometry of board words: masks, steps to neighbours, and places where lines may begin.

use super::square::{MAX_SIDE, Square};

/// Shifts from a square to the next one of a line: along a row, up a column, and along the two diagonals.
pub(super) const DIRECTIONS: [u32; 4] = [1, 8, 9, 7];

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;

/// The squares of a board.
pub(super) const fn mask(width: usize, height: usize) -> u64 {
    let row = (1 << width) - 1;
    let mut board = 0;
    let mut y = 0;
    while y < height {
        board |= row << (y * MAX_SIDE);
        y += 1;
    }
    board
}

/// The squares at which a line of this length may begin, for each of [`DIRECTIONS`].
pub(super) fn begins(width: usize, height: usize, line: usize, diagonals: bool) -> [u64; 4] {
    let mut begins = [0; 4];
    for (column, row) in (0..height).flat_map(|row| (0..width).map(move |column| (column, row))) {
        let bit = Square::new(column, row).bit();
        let right = column + line <= width;
        let up = row + line <= height;
        let left = column + 1 >= line;
        let fits = [right, up, diagonals && right && up, diagonals && left && up];
        for (begin, fits) in begins.iter_mut().zip(fits) {
            *begin |= if fits { bit } else { 0 };
        }
    }
    begins
}

/// The four ways to step: words with every bit moved to the square on the right, on the left, above and below. Bits of
/// columns that a board lacks have to be masked away.
#[inline]
pub(super) const fn steps(bits: u64) -> [u64; 4] {
    [(bits & !COLUMN_H) << 1, (bits & !COLUMN_A) >> 1, bits << 8, bits >> 8]
}

/// The squares next to any of these.
#[inline]
pub(super) const fn neighbours(bits: u64) -> u64 {
    let [right, left, up, down] = steps(bits);
    right | left | up | down
}
