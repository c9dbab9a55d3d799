//! Replay of a line of moves: the position it leads to, or its first illegal move.
//!
//! Results of searches are checked by replay, which therefore shares no code with any search.

use super::moves::{IllegalMove, Move};
use super::position::Position;

/// The first illegal move of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {ply}, {mv}, is illegal: {reason}")]
pub struct IllegalLine {
    /// Number of the move in the line, from 1.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// Reason why the move is illegal.
    pub reason: IllegalMove,
    /// Position before the move.
    pub before: Position,
}

/// The position after a line of moves.
///
/// # Errors
/// The first illegal move.
pub fn replay(start: &Position, moves: &[Move]) -> Result<Position, IllegalLine> {
    let mut position = *start;
    for (i, &mv) in moves.iter().enumerate() {
        position.play(mv).map_err(|reason| IllegalLine { ply: i + 1, mv, reason, before: position })?;
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::solomids::game::{Share, Square, parse_position};

    const START: &str = ". . . . ./. . . . ./. R1 . . ./. . . . ./. R2 . . R3/\
                         . . . . ./. . . . ./. . . . ./. . . . ./. . . . .";

    #[test]
    fn the_end_of_a_line_has_its_score() {
        let start = parse_position(START).unwrap().position;
        let line: Share = "_M-B8>B6, M-B6>E6, S-E6>E10, B-E10".parse().unwrap();
        let end = replay(&start, &line.moves).unwrap();
        assert!(end.is_won());
        assert_eq!((end.score(), start.score()), (17, 14));
        assert_eq!(replay(&start, &[]), Ok(start));
    }

    #[test]
    fn the_first_illegal_move_is_reported() {
        let start = parse_position(START).unwrap().position;
        let line: Share = "_M-B8>B6, M-B6>B8, B-E6".parse().unwrap();
        let error = replay(&start, &line.moves).unwrap_err();
        assert_eq!(error.to_string(), "move 2, M-B6>B8, is illegal: B8 is empty");
        assert_eq!(error.reason, IllegalMove::Empty(Square::new(1, 2)));
        assert_eq!(error.before.stacks().count(), 2);
    }
}
