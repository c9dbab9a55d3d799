//! Positions: the stacks on the board and the side to move; made only from validated input. Symmetries of boards.

use smallvec::SmallVec;

use super::board::{MAX_SIDE, Piece, Side, Size, Square, squares};
use super::variant::Rules;

/// Pieces on one square, the visible one first.
pub type Stack = SmallVec<[Piece; 3]>;

/// A position of some variant. The variant itself is kept apart, in [`Rules`].
///
/// Six words, a bit a square: one for every player and size. A square holds at most one piece of each size, since a piece
/// stands on smaller ones only. So every way to fill the words is one board, as long as the two players' words of a size
/// are disjoint.
///
/// Invariants: no bit off the board; the words of one size disjoint; of each player at least as many larges as mediums
/// and at least as many mediums as smalls, and no more larges than nests (the reserve gives up its nests from the top).
/// Two positions are equal if the same stacks stand on the same squares and the same side is to move (G1); the reserve
/// follows from the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// By player and size, [`Side::index`] and [`Size::index`].
    pub(crate) layers: [[u64; 3]; 2],
    pub(crate) side: Side,
}

/// A board as it may have been typed: stacks on squares, nothing else promised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    squares: [Stack; MAX_SIDE * MAX_SIDE],
}

impl Default for Grid {
    fn default() -> Self {
        Self { squares: std::array::from_fn(|_| Stack::new()) }
    }
}

impl Grid {
    /// The pieces of a square, the visible one first.
    pub fn get(&self, square: Square) -> &[Piece] {
        &self.squares[square.index()]
    }

    /// Puts a stack on a square, the visible piece first, or empties it.
    pub fn set(&mut self, square: Square, stack: &[Piece]) {
        self.squares[square.index()] = stack.into();
    }
}

/// Why a board is no position of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A stack on a square that the board lacks.
    #[error("a stack on {0}, which is off the board")]
    OffBoard(Square),
    /// A piece on one that is not smaller.
    #[error("on {square} a {} stands on a {}; pieces stand on smaller ones only", above.word(), below.word())]
    Unstable {
        /// The square.
        square: Square,
        /// Size of the upper piece.
        above: Size,
        /// Size of the piece under it.
        below: Size,
    },
    /// More larges than nests.
    #[error("player {side} has {count} larges, but only {nests} nests")]
    TooMany {
        /// The player.
        side: Side,
        /// Larges on the board.
        count: usize,
        /// Nests of each player.
        nests: usize,
    },
    /// A piece on the board that must still be inside a nest.
    #[error(
        "player {side} has more {inner}s than {around}s, {count} to {outer_count}; a {inner} comes out of its nest only \
         after the {around}",
        inner = size.word(), around = outer.word()
    )]
    Nested {
        /// The player.
        side: Side,
        /// The size of which there are too many.
        size: Size,
        /// Pieces of that size.
        count: usize,
        /// The next larger size.
        outer: Size,
        /// Pieces of the next larger size.
        outer_count: usize,
    },
}

impl Position {
    /// The empty board with the first player to move.
    pub const START: Self = Self { layers: [[0; 3]; 2], side: Side::One };

    /// The position with these stacks on the board and this side to move.
    ///
    /// # Errors
    /// The first broken invariant: squares from `a1` along the rows, then the counts of each player.
    pub fn new(rules: &Rules, grid: &Grid, side: Side) -> Result<Self, PositionError> {
        let mut position = Self { layers: [[0; 3]; 2], side };
        for square in (0..MAX_SIDE).flat_map(|row| (0..MAX_SIDE).map(move |column| Square::new(column, row)))
        {
            let stack = grid.get(square);
            if !stack.is_empty() && !rules.has(square) {
                return Err(PositionError::OffBoard(square));
            }
            if let Some(pair) = stack.windows(2).find(|pair| pair[0].size <= pair[1].size) {
                return Err(PositionError::Unstable { square, above: pair[0].size, below: pair[1].size });
            }
            for piece in stack {
                position.layers[piece.side.index()][piece.size.index()] |= square.bit();
            }
        }
        for side in Side::ALL {
            let count = |size| position.count(side, size);
            let (larges, nests) = (count(Size::Large), rules.nests());
            if larges > nests {
                return Err(PositionError::TooMany { side, count: larges, nests });
            }
            for (size, outer) in [(Size::Medium, Size::Large), (Size::Small, Size::Medium)] {
                let (count, outer_count) = (count(size), count(outer));
                if count > outer_count {
                    return Err(PositionError::Nested { side, size, count, outer, outer_count });
                }
            }
        }
        Ok(position)
    }

    /// The side to move.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The pieces of a square, the visible one first.
    pub fn stack(&self, square: Square) -> Stack {
        let mut stack = Stack::new();
        for size in Size::ALL.into_iter().rev() {
            for side in Side::ALL {
                if self.layers[side.index()][size.index()] & square.bit() != 0 {
                    stack.push(Piece { side, size });
                }
            }
        }
        stack
    }

    /// The visible piece of a square.
    pub fn top(&self, square: Square) -> Option<Piece> {
        self.stack(square).first().copied()
    }

    /// Pieces of a player and size on the board, covered ones included.
    pub const fn count(&self, side: Side, size: Size) -> usize {
        self.layers[side.index()][size.index()].count_ones() as usize
    }

    /// Pieces of a player and size in reserve, covered ones included.
    pub const fn reserve(&self, rules: &Rules, side: Side, size: Size) -> usize {
        rules.nests() - self.count(side, size)
    }

    /// Squares with a piece of each size, of either player: smalls, mediums, larges.
    #[inline]
    pub(crate) const fn by_size(&self) -> [u64; 3] {
        let [one, two] = &self.layers;
        [one[0] | two[0], one[1] | two[1], one[2] | two[2]]
    }

    /// Squares that are not vacant.
    #[inline]
    pub(crate) const fn occupied(&self) -> u64 {
        let [small, medium, large] = self.by_size();
        small | medium | large
    }

    /// Squares that show a piece of this player.
    #[inline]
    pub(crate) const fn visible(&self, side: Side) -> u64 {
        let [_, medium, large] = self.by_size();
        let own = &self.layers[side.index()];
        own[2] | (own[1] & !large) | (own[0] & !large & !medium)
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::START
    }
}

/// A symmetry of a board: mirrored left to right or not, upside down or not, then, if it is a square, columns and rows
/// exchanged or not.
///
/// Turned and mirrored boards are different states for the rule against repetition, but equally good for both players.
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
        let symmetry = |bits: u8| {
            let [mirrored, flipped, exchanged] = [1, 2, 4].map(|bit| bits & bit != 0);
            Self { width, height, mirrored, flipped, exchanged }
        };
        (0..if width == height { 8 } else { 4 }).map(symmetry).collect()
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
