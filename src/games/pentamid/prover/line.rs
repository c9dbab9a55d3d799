//! Lines of best play for results that are proven.
//!
//! The winner takes the first move, in the order of the move list, that wins as soon as possible; the loser the first that
//! lasts as long as possible. So the line depends on the position alone, not on what the search came across.

use super::search::{Node, WinSearch};
use super::{StopReason, Verdict};
use crate::games::pentamid::game::{Key, Move, Position, Repetition, Rules, Status, replay};

/// The line of a proven result. The search has no limits but the interrupt.
///
/// # Errors
/// If it was interrupted.
pub(super) fn best_line<K: Key>(
    search: &mut WinSearch<'_, K>,
    node: &Node<K>,
    verdict: Verdict,
) -> Result<Vec<Move>, StopReason> {
    let side = node.position.side();
    let (winner, mut left) = match verdict {
        Verdict::Win { plies } => (side, plies),
        Verdict::Loss { plies } => (side.other(), plies),
        Verdict::Unknown => return Ok(Vec::new()),
    };
    let mut line = Vec::new();
    let mut node = *node;
    while left > 0 {
        let mut found = None;
        for mv in node.position.moves(search.rules) {
            if search.barred(&node, mv) {
                continue;
            }
            let good = if node.position.side() == winner {
                search.wins_after(&node, mv, winner, left - 1)?
            } else {
                left == 1 || !search.wins_after(&node, mv, winner, left - 2)?
            };
            if good {
                found = Some(mv);
                break;
            }
        }
        let Some(mv) = found else { break };
        node = search.advance(&node, mv);
        line.push(mv);
        left -= 1;
    }
    Ok(line)
}

/// Replays a line by the rules: whether it ends the game as the verdict says, after as many plies.
pub(super) fn holds(
    rules: &Rules,
    repetition: Repetition,
    history: &[Position],
    verdict: Verdict,
    line: &[Move],
) -> bool {
    let Some(&start) = history.last() else { return false };
    let (winner, plies) = match verdict {
        Verdict::Win { plies } => (start.side(), plies),
        Verdict::Loss { plies } => (start.side().other(), plies),
        Verdict::Unknown => return line.is_empty(),
    };
    let Ok(game) = replay(rules, repetition, start, line) else { return false };
    let new = game.history().states();
    let fresh = repetition == Repetition::Allowed
        || new[1..].iter().all(|state| !history[..history.len() - 1].contains(state));
    let over = match game.status() {
        // The history of the game may bar what is left to the loser.
        Status::Open => game.legal_moves().iter().all(|&mv| history.contains(&game.position().after(mv))),
        status => status.winner() == Some(winner),
    };
    fresh && over && line.len() == plies as usize
}
