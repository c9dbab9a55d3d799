//! Spots: the numbers of the places where a page shows pyramids.

use crate::draw::page::stage::Spot;
use crate::draw::svg::pyramid::PyramidPlacement;
use crate::games::solomids::game::tracking::PiecePlace;
use crate::games::solomids::game::{COLUMNS, COPIES, Colour, ROWS, Square};
use crate::games::solomids::view::svg;

/// The spot of a square: 0 to 49 in reading order.
pub(super) const fn square_spot(square: Square) -> Spot {
    square.depth() * COLUMNS + square.column()
}

/// The spot of a piece of this colour: that of its square, else one of the three in the bank of its colour, after those of all
/// squares.
pub(super) const fn piece_spot(colour: Colour, place: PiecePlace) -> Spot {
    match place {
        PiecePlace::Board(square) => square_spot(square),
        PiecePlace::Bank(nth) => COLUMNS * ROWS + COPIES * colour.index() + nth as usize,
    }
}

/// The placements of all spots, in order.
pub(super) fn placements() -> impl Iterator<Item = PyramidPlacement> {
    let bank = Colour::ALL.into_iter().flat_map(|colour| (0..COPIES).map(move |nth| (colour, nth)));
    let bank = bank.map(|(colour, nth)| svg::bank_placement(colour, nth));
    Square::all().map(svg::square_placement).chain(bank)
}
