//! The bag of 45 pieces that both dealers draw from, and the table they are laid on (B2, S1).

use crate::game::{COLOURS, COLUMNS, COPIES, Colour, Deal, Grid, Position, Shape, Size, Square, Stack};

/// One pyramid; the three copies of it are not told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) colour: Colour,
    pub(super) size: Size,
}

/// The pieces not yet dealt.
///
/// They lie in a fixed order: colour by colour, within a colour size by size, smallest first, equal pieces
/// side by side. Taking one out keeps the order of the others.
#[derive(Clone, Debug)]
pub(super) struct Bag {
    left: [[u8; Size::ALL.len()]; COLOURS],
}

impl Bag {
    /// All 45 pieces.
    pub(super) const fn full() -> Self {
        Self { left: [[COPIES as u8; Size::ALL.len()]; COLOURS] }
    }

    /// The pieces in the bag that `accept` takes, copies included, in the order of the bag.
    pub(super) fn pieces(&self, accept: impl Fn(Piece) -> bool) -> impl Iterator<Item = Piece> {
        Colour::ALL
            .into_iter()
            .flat_map(|colour| Size::ALL.map(|size| Piece { colour, size }))
            .filter(move |&piece| self.left(piece) > 0 && accept(piece))
            .flat_map(|piece| std::iter::repeat_n(piece, usize::from(self.left(piece))))
    }

    /// How many copies of a piece are in the bag.
    const fn left(&self, piece: Piece) -> u8 {
        self.left[piece.colour.index()][piece.size as usize - 1]
    }

    /// The bag without one copy of this piece, which must be in it.
    pub(super) const fn without(&self, piece: Piece) -> Self {
        let mut left = self.left;
        left[piece.colour.index()][piece.size as usize - 1] -= 1;
        Self { left }
    }
}

/// Some of the three sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sizes(u8);

impl Sizes {
    /// The sizes of these pieces.
    pub(super) fn of(pieces: &[Piece]) -> Self {
        pieces.iter().fold(Self(0), |sizes, &piece| sizes.with(piece))
    }

    /// These sizes and that of a piece.
    pub(super) const fn with(self, piece: Piece) -> Self {
        Self(self.0 | 1 << (piece.size as u8 - 1))
    }

    /// Small, medium and large are among them.
    pub(super) const fn is_complete(self) -> bool {
        self.0 == 0b111
    }
}

/// The pieces dealt so far that stand in the row that the next piece goes to.
pub(super) fn open_row(dealt: &[Piece]) -> &[Piece] {
    &dealt[dealt.len() - dealt.len() % COLUMNS..]
}

/// Puts 45 pieces, in the order they were dealt, on rows 9 down to 1, left to right (S1).
///
/// # Panics
/// If they are not the content of a full bag.
pub(super) fn lay_out(dealt: &[Piece]) -> Deal {
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
