//! Conversions from the plain reference to the library, for differential tests.

use solomids::game::{Colour, Grid, Move, Palette, Position, Shape, Square, Stack};

use crate::reference as plain;

/// The square of the library.
pub fn square(at: plain::At) -> Square {
    Square::new(at.column, 10 - at.row)
}

/// The move of the library.
pub fn library_move(mv: plain::Move) -> Move {
    match mv {
        plain::Move::Stack(from, to) => Move::Stack { from: square(from), to: square(to) },
        plain::Move::Transfer(from, to) => Move::Transfer { from: square(from), to: square(to) },
        plain::Move::Slide(from, to) => Move::Slide { from: square(from), to: square(to) },
        plain::Move::Bank(at) => Move::Bank { at: square(at) },
        plain::Move::Swap(a, b) => Move::Swap { a: square(a), b: square(b) },
    }
}

/// The palette with the letters of a position.
pub fn palette(position: &plain::Position) -> Palette {
    let letters: Vec<char> = position.colours().into_iter().map(char::from).collect();
    Palette::for_letters(&letters)
}

/// The position of the library, with colours by `palette`.
pub fn library_position(position: &plain::Position, palette: &Palette) -> Position {
    let mut grid = Grid::default();
    for (at, stack) in position.stacks() {
        let colour: Colour = palette.colour(stack.colour.get().into()).expect("a letter of the palette");
        let digits = stack.sizes.to_string();
        let shape = Shape::ALL.into_iter().find(|shape| shape.digits() == digits).expect("one of six shapes");
        grid.set(square(at), Some(Stack::new(colour, shape)));
    }
    Position::new(&grid, position.swaps_used).expect("a position of the game")
}
