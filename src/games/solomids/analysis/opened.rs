//! What a move makes possible of the line that it begins.

use crate::games::solomids::game::tracking::PieceTracker;
use crate::games::solomids::game::{Move, Position, Square};

/// What a move makes possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The move that has become legal, by the squares right after the move that makes it so.
    pub mv: Move,
    /// Whether one of its stacks has been brought there.
    pub is_brought: bool,
}

/// What the first move of a line makes possible: of the moves that follow, the first that is illegal before it and legal after it.
/// It is compared by its stacks, wherever they stand, so a stack that has come nearer gains nothing by that alone.
pub fn opened(before: &Position, mv: Move, rest: &[Move]) -> Option<Opened> {
    let before = PieceTracker::new(before);
    let mut after = before;
    after.play(mv).ok()?;
    let mut now = after;
    for &next in rest {
        let [old, new] = [&before, &after].map(|there| by_same_stacks(&now, next, there));
        now.play(next).ok()?;
        let was_legal = |mv| before.position().is_legal(mv);
        if let Some(mv) = new
            && after.position().is_legal(mv)
            && !was_legal(mv)
            && !old.is_some_and(was_legal)
        {
            return Some(Opened { mv, is_brought: old.and_then(ends) != ends(mv) });
        }
    }
    None
}

/// The squares of a stacking move.
const fn ends(mv: Move) -> Option<(Square, Square)> {
    match mv {
        Move::Stack { from, to } | Move::Transfer { from, to } => Some((from, to)),
        _ => None,
    }
}

/// A move of one position with the same stacks in another; a slide there goes as far as it can.
fn by_same_stacks(here: &PieceTracker, mv: Move, there: &PieceTracker) -> Option<Move> {
    let at = |square| there.square_of_stack(here.stack_on(square)?);
    Some(match mv {
        Move::Stack { from, to } | Move::Transfer { from, to } => {
            Move::without_swap(there.position(), at(from)?, at(to)?)
        }
        Move::Slide { from, .. } => {
            let from = at(from)?;
            let before = (0..from.depth()).rev().map(|depth| Square::new(from.column(), depth));
            let to = before.take_while(|&square| there.position().get(square).is_none()).last()?;
            Move::Slide { from, to }
        }
        Move::Bank { at: tree } => Move::Bank { at: at(tree)? },
        Move::Swap { a, b } => Move::Swap { a: at(a)?, b: at(b)? },
    })
}
