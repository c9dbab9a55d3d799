//! Bag of 45 pieces that both dealers draw from, and the layout of a deal (B2, S1).

use crate::games::solomids::game::{
    COLOURS, COLUMNS, COPIES, Colour, Deal, Grid, Position, Shape, Size, Square, Stack,
};

/// A single pyramid. Its three copies are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BagPiece {
    pub(super) colour: Colour,
    pub(super) size: Size,
}

/// Multiset of the pieces not yet dealt.
///
/// Its order is fixed: by colour, then by size, smallest first. Taking a piece out keeps the order of the others.
#[derive(Clone, Debug)]
pub(super) struct Bag {
    /// Copies left of each piece, by colour and size.
    left: [[u8; Size::ALL.len()]; COLOURS],
}

impl Bag {
    /// All 45 pieces.
    pub(super) const fn full() -> Self {
        Self { left: [[COPIES as u8; Size::ALL.len()]; COLOURS] }
    }

    /// The pieces that satisfy `accept`, copies included, in the order of the bag.
    pub(super) fn pieces(&self, accept: impl Fn(BagPiece) -> bool) -> impl Iterator<Item = BagPiece> {
        Colour::ALL
            .into_iter()
            .flat_map(|colour| Size::ALL.map(|size| BagPiece { colour, size }))
            .filter(move |&piece| self.left(piece) > 0 && accept(piece))
            .flat_map(|piece| std::iter::repeat_n(piece, usize::from(self.left(piece))))
    }

    /// Number of copies of a piece.
    const fn left(&self, piece: BagPiece) -> u8 {
        self.left[piece.colour.index()][piece.size as usize - 1]
    }

    /// The bag without one copy of a piece, which must be in it.
    pub(super) const fn without(&self, piece: BagPiece) -> Self {
        let mut left = self.left;
        left[piece.colour.index()][piece.size as usize - 1] -= 1;
        Self { left }
    }
}

/// Set of sizes as a bit set: bit 0 small, bit 1 medium, bit 2 large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SizeSet(u8);

impl SizeSet {
    /// The sizes of these pieces.
    pub(super) fn of(pieces: &[BagPiece]) -> Self {
        pieces.iter().fold(Self(0), |sizes, &piece| sizes.with(piece))
    }

    /// The set with the size of a piece added.
    pub(super) const fn with(self, piece: BagPiece) -> Self {
        Self(self.0 | 1 << (piece.size as u8 - 1))
    }

    /// Whether the set has all three sizes.
    pub(super) const fn is_complete(self) -> bool {
        self.0 == 0b111
    }
}

/// The pieces already dealt to the row of the next piece.
pub(super) fn open_row(dealt: &[BagPiece]) -> &[BagPiece] {
    &dealt[dealt.len() - dealt.len() % COLUMNS..]
}

/// The deal of 45 pieces in the order they were dealt: rows 9 down to 1, left to right (S1).
///
/// # Panics
/// If the pieces are not those of a full bag.
pub(super) fn lay_out(dealt: &[BagPiece]) -> Deal {
    let mut grid = Grid::default();
    for (i, piece) in dealt.iter().enumerate() {
        let shape = match piece.size {
            Size::Small => Shape::S1,
            Size::Medium => Shape::S2,
            Size::Large => Shape::S3,
        };
        grid.set(Square::new(i % COLUMNS, 1 + i / COLUMNS), Some(Stack::new(piece.colour, shape)));
    }
    let position = Position::new(&grid, 0).expect("a bag holds three pieces of each kind");
    Deal::new(position).expect("45 single pieces fill rows 9 to 1")
}
