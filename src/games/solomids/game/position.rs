//! The 50 squares (B1), positions, validated when they are made, and deals: positions before the first move (S1–S3).

use std::fmt;
use std::str::FromStr;

use super::piece::{COLOURS, COPIES, Colour, PIECES, Shape, Size, Stack, TREES};

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

/// Swaps that can be earned in one game (M5).
pub const MAX_SWAPS: u8 = 2;
/// Swaps that numbers of trees by colour earn: one for each full set of five colours, two at most (M5).
pub(crate) fn swaps_earned(trees: [u8; COLOURS]) -> u8 {
    trees.into_iter().min().unwrap_or(0).min(MAX_SWAPS)
}

/// Bits of one square in a column word.
const SQUARE_BITS: usize = 5;
const SQUARE_MASK: u64 = (1 << SQUARE_BITS) - 1;
/// Bits of the number of swaps used in [`Position::to_bytes`].
const SWAP_BITS: usize = 2;
/// Bytes of a position.
const BYTES: usize = 32;
// Every stack has a code, a column fits into its word, a position into its bytes, and the swaps into their bits.
const _: () =
    assert!(Shape::ALL.len() * COLOURS < 1 << SQUARE_BITS && ROWS * SQUARE_BITS <= u64::BITS as usize);
const _: () = assert!(COLUMNS * ROWS * SQUARE_BITS + SWAP_BITS <= 8 * BYTES && MAX_SWAPS < 1 << SWAP_BITS);

/// A position of the game, from a fresh deal to an empty board.
///
/// # Invariants
/// - Each colour has equally many smalls, mediums and larges on the board, three at most. Pieces that are not on the
///   board stand in the bank as trees.
/// - Swaps used never exceed swaps earned (M5).
///
/// # Equality
/// Two positions are equal if and only if every square holds the same stack in both and equally many swaps are used.
/// Equal positions have the same bank, the same legal moves and the same [bytes](Self::to_bytes). The moves that led
/// to a position, the letters of its colours, and which of three like pieces stands where do not count. Mirror images
/// and permutations of the colours are not identified.
///
/// ```
/// use solomids::game::{Move, parse_position};
///
/// let start = "R123 . . . Y123/. . . . ./. . . . ./. . . . ./. . . . ./\
///              . . . . ./. . . . ./. . . . ./. . . . ./. . . . .";
/// let start = parse_position(start)?.position;
/// let [red, yellow]: [Move; 2] = ["B-A10".parse()?, "B-E10".parse()?];
/// assert_eq!(start.after(red)?.after(yellow)?, start.after(yellow)?.after(red)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Layout
/// One word for each column, five bits for each square ([`Stack::code`]), the far edge in the lowest bits:
///
/// ```text
/// bit   49 … 45   44 … 40   …    9 … 5     4 … 0
/// row      1         2      …      9         10
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    columns: [u64; COLUMNS],
    swaps_used: u8,
}

/// Stacks on squares, not validated: the raw material of a [`Position`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    squares: [[Option<Stack>; COLUMNS]; ROWS],
}

impl Grid {
    /// The stack on a square, if any.
    pub const fn get(&self, square: Square) -> Option<Stack> {
        self.squares[square.depth()][square.column()]
    }

    /// Replaces the content of a square.
    pub const fn set(&mut self, square: Square, content: Option<Stack>) {
        self.squares[square.depth()][square.column()] = content;
    }

    /// The number of pieces of a colour and size on the board.
    pub fn count(&self, colour: Colour, size: Size) -> usize {
        self.squares
            .iter()
            .flatten()
            .flatten()
            .filter(|stack| stack.colour == colour && stack.shape.sizes().contains(&size))
            .count()
    }
}

/// Reason why a grid and a number of used swaps form no position of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// More than three pieces of one colour and size (B2).
    #[error("{count} pieces of colour {} and size {}; the game has {COPIES}", colour.index(), size.pips())]
    TooMany {
        /// The colour.
        colour: Colour,
        /// The size.
        size: Size,
        /// Number of pieces on the board.
        count: usize,
    },
    /// Unequal numbers of smalls, mediums and larges of one colour: the rest cannot stand in the bank (M4).
    #[error(
        "colour {} has {} smalls, {} mediums and {} larges; the bank holds only whole trees, so the three numbers must be equal",
        colour.index(), counts[0], counts[1], counts[2]
    )]
    Uneven {
        /// The colour.
        colour: Colour,
        /// Smalls, mediums and larges on the board.
        counts: [usize; 3],
    },
    /// More swaps used than the banked trees have earned (M5).
    #[error("{used} swaps used, but the banked trees have earned {earned}")]
    UnearnedSwaps {
        /// Swaps used.
        used: u8,
        /// Swaps earned.
        earned: u8,
    },
}

impl Position {
    /// The position with the stacks of a grid and a number of used swaps.
    ///
    /// # Errors
    /// The first broken invariant: colours in order, then swaps.
    pub fn new(grid: &Grid, swaps_used: u8) -> Result<Self, PositionError> {
        for colour in Colour::ALL {
            let counts = Size::ALL.map(|size| grid.count(colour, size));
            if let Some(i) = counts.iter().position(|&count| count > COPIES) {
                return Err(PositionError::TooMany { colour, size: Size::ALL[i], count: counts[i] });
            }
            if counts[0] != counts[1] || counts[1] != counts[2] {
                return Err(PositionError::Uneven { colour, counts });
            }
        }
        let mut position = Self { columns: [0; COLUMNS], swaps_used };
        for square in Square::all() {
            position.put(square, grid.get(square));
        }
        let earned = position.swaps_earned();
        if swaps_used > earned {
            return Err(PositionError::UnearnedSwaps { used: swaps_used, earned });
        }
        Ok(position)
    }

    /// The stack on a square, if any.
    pub const fn get(&self, square: Square) -> Option<Stack> {
        Stack::from_code(self.code(square))
    }

    /// The stacks on the board with their squares, in reading order.
    pub fn stacks(&self) -> impl Iterator<Item = (Square, Stack)> + '_ {
        Square::all().filter_map(|square| self.get(square).map(|stack| (square, stack)))
    }

    /// Swaps used so far, 0 to 2.
    pub const fn swaps_used(&self) -> u8 {
        self.swaps_used
    }

    /// Trees in the bank by colour index, 0 to 3 each.
    pub fn banked(&self) -> [u8; COLOURS] {
        let mut banked = [COPIES as u8; COLOURS];
        for (_, stack) in self.stacks() {
            if matches!(stack.shape, Shape::S3 | Shape::S23 | Shape::S123) {
                banked[stack.colour.index()] -= 1;
            }
        }
        banked
    }

    /// Trees in the bank, 0 to 15.
    pub fn trees_banked(&self) -> u8 {
        self.banked().iter().sum()
    }

    /// Swaps earned so far (M5).
    pub fn swaps_earned(&self) -> u8 {
        swaps_earned(self.banked())
    }

    /// True if all fifteen trees are banked (M6).
    pub const fn is_won(&self) -> bool {
        let [a, b, c, d, e] = self.columns;
        a | b | c | d | e == 0
    }

    /// The score if the game ended here: 15 + 2 − swaps used for a win (P1), else the trees banked (P2).
    pub fn score(&self) -> u8 {
        if self.is_won() { TREES + MAX_SWAPS - self.swaps_used } else { self.trees_banked() }
    }

    /// The position in 32 bytes, a canonical key: two positions have equal bytes if and only if they are equal.
    ///
    /// From the lowest bit on: 5 bits for each square in the order A10, A9 … A1, B10 … E1, then 2 bits for the swaps
    /// used, then zeros.
    pub fn to_bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        let mut write = |offset: usize, value: u64, bits: usize| {
            for i in 0..bits {
                bytes[(offset + i) / 8] |= (((value >> i) & 1) as u8) << ((offset + i) % 8);
            }
        };
        for (c, &word) in self.columns.iter().enumerate() {
            write(c * ROWS * SQUARE_BITS, word, ROWS * SQUARE_BITS);
        }
        write(COLUMNS * ROWS * SQUARE_BITS, u64::from(self.swaps_used), SWAP_BITS);
        bytes
    }

    /// The position of which these are the bytes; `None` if [`to_bytes`](Self::to_bytes) gives them for no position.
    pub fn from_bytes(bytes: &[u8; BYTES]) -> Option<Self> {
        let read = |offset: usize, bits: usize| {
            (0..bits).fold(0u8, |value, i| value | ((bytes[(offset + i) / 8] >> ((offset + i) % 8)) & 1) << i)
        };
        let mut grid = Grid::default();
        for column in 0..COLUMNS {
            for depth in 0..ROWS {
                let code = read((column * ROWS + depth) * SQUARE_BITS, SQUARE_BITS);
                if code != 0 {
                    grid.set(Square::new(column, depth), Some(Stack::from_code(code)?));
                }
            }
        }
        let swaps_used = read(COLUMNS * ROWS * SQUARE_BITS, SWAP_BITS);
        if bytes[31] >> 4 != 0 {
            return None;
        }
        Self::new(&grid, swaps_used).ok()
    }

    /// The five-bit code of the stack on a square, 0 for an empty square.
    pub(super) const fn code(&self, square: Square) -> u8 {
        ((self.columns[square.column()] >> (SQUARE_BITS * square.depth())) & SQUARE_MASK) as u8
    }

    /// Replaces the content of a square. The caller keeps the invariants.
    pub(super) fn put(&mut self, square: Square, content: Option<Stack>) {
        let shift = SQUARE_BITS * square.depth();
        let word = &mut self.columns[square.column()];
        *word = *word & !(SQUARE_MASK << shift) | u64::from(content.map_or(0, Stack::code)) << shift;
    }

    /// Adds one to the swaps used. The caller keeps the invariants.
    pub(super) const fn use_swap(&mut self) {
        self.swaps_used += 1;
    }
}

/// A position before the first move: 45 single pieces on rows 9 to 1 (B2, S1).
///
/// It may break the rules S2 and S3; [`setup_faults`](Self::setup_faults) lists where. Equal positions, equal deals.
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
    /// The deal with this position; `None` unless row 10 is empty, all others hold single pieces, and no swap is used.
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
                    seen[stack.shape.top().index()] = true;
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
