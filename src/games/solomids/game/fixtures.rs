//! Positions and lines that unit tests share.

use proptest::prelude::*;

use super::{Colour, Grid, Move, Position, Shape, Square, Stack};

/// A position in which a line can have every kind of move.
pub(crate) const POSITION: &str = ". . . . ./. R12 R3 . ./. . . . ./. K123 . . ./. R3 R2 . R1/\
                                   . . . . ./. . . . ./. . . . ./. . . . ./. . . . .";
/// A line of [`POSITION`] with every kind of move, as a share string without a seed.
pub(crate) const LINE: &str = "_S-B7>B8, M-B9>C9, T-C9>C6, W-C6>E6, S-C6>C8, M-C8>C9, B-C9, S-B8>B10";

/// A position with letters of another stash, 12 banked trees, and one of two earned swaps used.
pub(crate) const XENO_POSITION: &str = "R123 . P12 . ./. . P3 . ./. . . . ./. . . . ./. . . . ./. . . . ./\
                                        . . . . ./. . . . ./. . . . ./. . . . Y123/swaps-used: 1";

pub(crate) fn shuffled_deal() -> impl Strategy<Value = Position> {
    let pieces: Vec<Stack> = Colour::ALL
        .into_iter()
        .flat_map(|colour| [Shape::S1, Shape::S2, Shape::S3].map(|shape| Stack::new(colour, shape)))
        .flat_map(|piece| [piece; 3])
        .collect();
    Just(pieces).prop_shuffle().prop_map(|pieces| {
        let mut grid = Grid::default();
        for (square, piece) in Square::all().skip(5).zip(pieces) {
            grid.set(square, Some(piece));
        }
        Position::new(&grid, 0).expect("the full set")
    })
}

/// Positions that play can reach: a shuffled deal after some moves.
pub(crate) fn reachable_position() -> impl Strategy<Value = Position> {
    let choices = prop::collection::vec(any::<prop::sample::Index>(), 0..160);
    (shuffled_deal(), choices).prop_map(|(mut position, choices)| {
        for choice in choices {
            if let Some(mv) = pick(&position, choice) {
                position.play(mv).expect("a legal move");
            }
        }
        position
    })
}

/// A legal move by a random index. Stacks and banks are preferred, so that walks bank trees and earn swaps.
pub(crate) fn pick(position: &Position, choice: prop::sample::Index) -> Option<Move> {
    let moves = position.legal_moves();
    let preferred: Vec<Move> =
        moves.iter().copied().filter(|mv| matches!(mv, Move::Bank { .. } | Move::Stack { .. })).collect();
    let any = (!moves.is_empty()).then(|| moves[choice.index(moves.len())]);
    preferred.get(choice.index(preferred.len().max(1) + 1)).copied().or(any)
}
