//! The 45 pieces that both dealers draw from, and the layout of a deal (B2, S1).

use crate::games::solomids::game::{
    COLUMNS, COPIES, Colour, Deal, Grid, Position, Shape, Size, Square, Stack,
};

/// A single pyramid. Its three copies are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BagPiece {
    pub(super) colour: Colour,
    pub(super) size: Size,
}

/// All pieces: by colour, then by size, smallest first. Taking one out keeps the order of the others.
pub(super) fn full_bag() -> Vec<BagPiece> {
    let kinds = Colour::ALL.into_iter().flat_map(|colour| Size::ALL.map(|size| BagPiece { colour, size }));
    kinds.flat_map(|piece| [piece; COPIES]).collect()
}

/// Whether all three sizes are among some pieces.
pub(super) fn has_all_sizes<'p>(pieces: impl IntoIterator<Item = &'p BagPiece>) -> bool {
    pieces.into_iter().fold(0, |sizes, piece| sizes | 1 << piece.size.pips()) == 0b1110
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
