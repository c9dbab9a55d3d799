//! Perft: the number of legal move sequences, the standard test and benchmark of move generation.

use super::position::Position;

/// The number of sequences of exactly `depth` legal moves from a position; 1 for a depth of 0.
///
/// A swap counts once, not once for each order of its squares. The moves of the last ply are played too, and a listed
/// move that cannot be played counts for nothing; so an error in [`legal_moves`](Position::legal_moves) or
/// [`after`](Position::after) changes the number.
///
/// ```
/// use solomids::game::{parse_position, perft};
///
/// let start = "R1 R23 . . ./. . . . ./. . . . ./. . . . ./. . . . ./\
///              . . . . ./. . . . ./. . . . ./. . . . ./. . . . ./swaps-used: 2";
/// let start = parse_position(start)?.position;
/// // M-A10>B10 and B-B10, after which the game is won.
/// assert_eq!([0, 1, 2, 3].map(|depth| perft(&start, depth)), [1, 1, 1, 0]);
/// # Ok::<(), solomids::game::ParseError>(())
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves().into_iter();
    moves.filter_map(|mv| position.after(mv).ok()).map(|next| perft(&next, depth - 1)).sum()
}
