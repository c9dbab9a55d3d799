//! Bridges from the plain reference to the library, for tests that compare the two.

#![allow(dead_code, reason = "every test file compiles this module and uses the parts it needs")]
#![allow(unreachable_pub, reason = "a module shared by test files has no outside to reach")]

use solomids::game::{Colour, Grid, Move, Palette, Position, Shape, Square, Stack};

use crate::reference as plain;

/// The library's square.
pub fn square(at: plain::At) -> Square {
    Square::new(at.column, 10 - at.row)
}

/// The library's move.
pub fn library_move(mv: plain::Move) -> Move {
    match mv {
        plain::Move::Stack(from, to) => Move::Stack { from: square(from), to: square(to) },
        plain::Move::Transfer(from, to) => Move::Transfer { from: square(from), to: square(to) },
        plain::Move::Slide(from, to) => Move::Slide { from: square(from), to: square(to) },
        plain::Move::Bank(at) => Move::Bank { at: square(at) },
        plain::Move::Swap(a, b) => Move::Swap { a: square(a), b: square(b) },
    }
}

/// A palette with the letters of a position.
pub fn palette(position: &plain::Position) -> Palette {
    let letters: Vec<char> = position.colours().into_iter().map(char::from).collect();
    Palette::for_letters(&letters)
}

/// The library's position, its colours lettered by `palette`.
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
