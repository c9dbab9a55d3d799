//! Wins in one move.

use crate::games::pentamid::game::{Move, Position, Rules, Size, Square, Status};

/// A move that makes a line and wins, if the side to move has one. Wins that leave the opponent without a move are not
/// looked for. The game must not be over.
///
/// A move adds one visible piece of its player at most, on the square it comes to. So that square completes a line of the
/// pieces visible now, and most positions have no such square. A drop uncovers nothing; a step may uncover a line of the
/// opponent, or take its own piece out of the line, and is tried.
#[inline]
pub(crate) fn win_at_once(rules: &Rules, position: &Position) -> Option<Move> {
    let side = position.side();
    let completing = rules.completing(position.visible(side));
    if completing == 0 {
        return None;
    }
    let vacant = completing & rules.droppable & !position.occupied();
    if vacant != 0 {
        let on_top = Size::ALL.into_iter().rev().find(|&size| position.tops_a_nest(rules, side, size));
        if let Some(size) = on_top {
            return Some(Move::Drop { size, to: Square::lowest(vacant) });
        }
    }
    position.steps_onto(rules, completing).find(|&mv| {
        let status = position.after(mv).line_status(rules);
        status == Status::Line(side)
    })
}
