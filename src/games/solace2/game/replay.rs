//! Lines of moves replayed by the rules alone: what a line reaches, or which of its moves is illegal.
//!
//! Whatever a search claims is checked here, so nothing here may use a search.

use super::moves::{IllegalMove, Move};
use super::position::Position;
use super::reading::Reading;

/// The first illegal move of a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {ply}, {mv}, is illegal: {reason}")]
pub struct IllegalLine {
    /// Number of the move, from 1.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// Why it cannot be played.
    pub reason: IllegalMove,
    /// The position it cannot be played in: all moves before it are legal.
    pub before: Box<Position>,
}

/// Plays a line and gives back the position it ends in, whose score is what the line reaches.
///
/// # Errors
/// The first illegal move.
pub fn replay(start: &Position, reading: Reading, moves: &[Move]) -> Result<Position, IllegalLine> {
    let mut position = *start;
    for (i, &mv) in moves.iter().enumerate() {
        position.play(mv, reading).map_err(|reason| IllegalLine {
            ply: i + 1,
            mv,
            reason,
            before: Box::new(position),
        })?;
    }
    Ok(position)
}
