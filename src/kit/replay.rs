//! Lines of moves, played by the rules of any game.

use std::fmt::{Debug, Display};

/// The first illegal move of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {ply}, {mv}, is illegal: {reason}")]
pub struct IllegalLine<M: Debug + Display, R: Debug + Display, P: Debug> {
    /// Number of the move in the line, from 1.
    pub ply: usize,
    /// The move.
    pub mv: M,
    /// Why it cannot be played.
    pub reason: R,
    /// The position it cannot be played in: all moves before it are legal.
    pub before: P,
}

/// Plays a line by `play`, which leaves the position as it was if it refuses a move.
///
/// # Errors
/// The first illegal move.
pub fn replay<M: Copy + Debug + Display, R: Debug + Display, P: Debug>(
    mut position: P,
    moves: &[M],
    mut play: impl FnMut(&mut P, M) -> Result<(), R>,
) -> Result<P, IllegalLine<M, R, P>> {
    for (&mv, ply) in moves.iter().zip(1..) {
        if let Err(reason) = play(&mut position, mv) {
            return Err(IllegalLine { ply, mv, reason, before: position });
        }
    }
    Ok(position)
}
