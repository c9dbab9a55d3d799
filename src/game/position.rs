//! Positions: what stands on the board and how many swaps are used; made only from validated input.

use std::fmt;

use super::piece::{COLOURS, COPIES, Colour, PIECES, Shape, Size, Stack, TREES};
use super::square::{COLUMNS, ROWS, Square};

/// Swaps that can be earned in one game (M5).
pub const MAX_SWAPS: u8 = 2;
/// Bits of one square in a column word.
const SQUARE_BITS: usize = 5;
const SQUARE_MASK: u64 = (1 << SQUARE_BITS) - 1;

/// Any legal position of the game, from a fresh deal to an empty board.
///
/// Invariants: of every colour on the board there are as many smalls as mediums as larges, three at most
/// (what is missing stands in the bank); swaps used never exceed swaps earned. Two positions are equal when
/// the same stacks stand on the same squares and as many swaps are used; the bank follows from the board.
///
/// One word a column, five bits a square, the far edge lowest:
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

/// A board as somebody may have typed it: stacks on squares, nothing else promised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    squares: [[Option<Stack>; COLUMNS]; ROWS],
}

impl Grid {
    /// What stands on a square.
    pub const fn get(&self, square: Square) -> Option<Stack> {
        self.squares[square.depth()][square.column()]
    }

    /// Puts a stack on a square, or empties it.
    pub const fn set(&mut self, square: Square, content: Option<Stack>) {
        self.squares[square.depth()][square.column()] = content;
    }

    /// Counts the pieces of a colour and size on the board.
    pub fn count(&self, colour: Colour, size: Size) -> usize {
        self.squares
            .iter()
            .flatten()
            .flatten()
            .filter(|stack| stack.colour == colour && stack.shape.sizes().contains(&size))
            .count()
    }
}

/// Why a grid with a number of used swaps is no position of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// More than three pieces of one colour and size.
    #[error("{count} pieces of colour {} and size {}; the game has {COPIES}", colour.index(), size.pips())]
    TooMany {
        /// The colour.
        colour: Colour,
        /// The size.
        size: Size,
        /// How many there are.
        count: usize,
    },
    /// A colour has unequal numbers of smalls, mediums and larges, so the bank cannot hold the rest.
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
    /// More swaps used than the bank can have earned (M5).
    #[error("{used} swaps used, but the banked trees have earned {earned}")]
    UnearnedSwaps {
        /// Swaps said to be used.
        used: u8,
        /// Swaps the bank has earned.
        earned: u8,
    },
}

impl Position {
    /// The position with these stacks on the board and this many swaps used.
    ///
    /// # Errors
    /// The first broken invariant: colours in order, then the swaps.
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

    /// The stacks on the board with their squares, farthest row first.
    pub fn stacks(&self) -> impl Iterator<Item = (Square, Stack)> + '_ {
        Square::all().filter_map(|square| self.get(square).map(|stack| (square, stack)))
    }

    /// Swaps used so far, 0 to 2.
    pub const fn swaps_used(&self) -> u8 {
        self.swaps_used
    }

    /// Trees banked of each colour, 0 to 3.
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

    /// Swaps earned so far: whole rainbows in the bank, two at most (M5).
    pub fn swaps_earned(&self) -> u8 {
        self.banked().into_iter().min().unwrap_or(0).min(MAX_SWAPS)
    }

    /// Every tree is banked (M6).
    pub const fn is_won(&self) -> bool {
        let [a, b, c, d, e] = self.columns;
        a | b | c | d | e == 0
    }

    /// The score if the game stopped here (P1, P2): 15 + 2 − swaps used once won, else the trees banked.
    pub fn score(&self) -> u8 {
        if self.is_won() { TREES + MAX_SWAPS - self.swaps_used } else { self.trees_banked() }
    }

    /// The position in 32 bytes: 5 bits a square in the order A10, A9 … A1, B10 … E1 from the lowest bit
    /// on, then two bits for the swaps used. Equal positions have equal bytes and the reverse.
    pub fn to_bytes(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        let mut write = |offset: usize, value: u64, bits: usize| {
            for i in 0..bits {
                bytes[(offset + i) / 8] |= (((value >> i) & 1) as u8) << ((offset + i) % 8);
            }
        };
        for (c, &word) in self.columns.iter().enumerate() {
            write(c * ROWS * SQUARE_BITS, word, ROWS * SQUARE_BITS);
        }
        write(COLUMNS * ROWS * SQUARE_BITS, u64::from(self.swaps_used), 2);
        bytes
    }

    /// Reads [`to_bytes`](Self::to_bytes) back; `None` where the bytes are no legal position.
    pub fn from_bytes(bytes: &[u8; 32]) -> Option<Self> {
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
        let swaps_used = read(COLUMNS * ROWS * SQUARE_BITS, 2);
        if bytes[31] >> 4 != 0 {
            return None;
        }
        Self::new(&grid, swaps_used).ok()
    }

    /// The five-bit code on a square, 0 where it is empty.
    pub(super) const fn code(&self, square: Square) -> u8 {
        ((self.columns[square.column()] >> (SQUARE_BITS * square.depth())) & SQUARE_MASK) as u8
    }

    /// Replaces the content of a square. Invariants are the caller's business.
    pub(super) fn put(&mut self, square: Square, content: Option<Stack>) {
        let shift = SQUARE_BITS * square.depth();
        let word = &mut self.columns[square.column()];
        *word = *word & !(SQUARE_MASK << shift) | u64::from(content.map_or(0, Stack::code)) << shift;
    }

    /// Counts one more swap as used. Invariants are the caller's business.
    pub(super) const fn use_swap(&mut self) {
        self.swaps_used += 1;
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} swaps-used: {}", super::Palette::default().position_line(self), self.swaps_used)
    }
}

/// A position from which nobody has moved yet: 45 single pieces on rows 9 to 1 (B2, S1).
///
/// The setup rules S2 and S3 are not promised, only reported by [`setup_faults`](Self::setup_faults): a
/// table may hold anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deal(Position);

/// A setup rule that a deal breaks. It can be played all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupFault {
    /// S2: the piece on this square equals the one dealt just before it.
    Repeat(Square),
    /// S3: the row (9 to 1) has no piece of this size.
    MissingSize {
        /// Row number as players count it.
        row: usize,
        /// The size that is missing.
        size: Size,
    },
}

impl Deal {
    /// The deal, if the position is one: row 10 empty, every other square with one single piece.
    pub fn new(position: Position) -> Option<Self> {
        let fits = Square::all().all(|square| match position.get(square) {
            None => square.depth() == 0,
            Some(stack) => square.depth() > 0 && stack.shape.sizes().len() == 1,
        });
        // 45 single pieces with equal counts of three at most per colour can only be the full set.
        debug_assert!(!fits || position.stacks().count() == PIECES);
        (fits && position.swaps_used() == 0).then_some(Self(position))
    }

    /// The position before the first move.
    pub const fn position(&self) -> &Position {
        &self.0
    }

    /// The setup rules S2 and S3 that this deal breaks, in reading order.
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
