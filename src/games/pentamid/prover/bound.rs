//! The drop defence: a bound that shows, at a glance, that a player cannot win within a horizon.
//!
//! # Statement
//! Let the attacker have `p` moves within the horizon. Let the defender have, for each of its turns up to and right after the
//! horizon, a piece in reserve and a vacant square (checked as if every ply took one away). A line is *alive* unless a large of
//! the defender stands on it or more than `p` of its squares do not show the attacker. A line alive weighs `2^-v`, where `v` is
//! the number of its vacant squares on which pieces may be dropped. `W` is the sum of these weights, and `b` the number of the
//! defender's larges in reserve.
//! - Defender to move: if `W < 2^-max(0, p - b)`, the attacker does not win within the horizon.
//! - Attacker to move: the same with `p - 1` for `p` in the exponent, and with `W` plus the largest sum of the weights of the
//!   lines through one vacant square for `W`.
//!
//! # Argument
//! The defender drops on every turn. A drop uncovers nothing, and a player with a drop is not stuck, so the attacker wins only by
//! a line of its own. A move of the attacker adds at most one square to those that show it, so a line that lacks more than `p`
//! squares is out of reach.
//!
//! Call a vacant square *claimed* once a piece of the attacker has come to it, and count all squares that are not vacant at first
//! as claimed too. Weigh each line alive by its unclaimed squares. While larges last, the defender drops one on the unclaimed
//! square whose lines weigh most together. Such a square is still vacant. A large is never covered and the defender does not move
//! it, so these lines are dead for good. The attacker's next move claims at most one square, which doubles the weights of the
//! lines through it; they weighed no more together than the lines just killed. So the sum after a move of each is no larger than
//! before (P. Erdős and J. L. Selfridge, "On a combinatorial game", Journal of Combinatorial Theory A 14 (1973) 298–301).
//!
//! A whole line would weigh 1. After the larges are gone, the attacker claims at most `p - b` more squares, and a line that has no
//! more than that unclaimed weighs `2^-(p - b)` at least. Either is more than `W`. Squares that the attacker leaves stay claimed,
//! which only helps the attacker. Drops never bring back an earlier state, so all this holds under either reading of repetition.
//!
//! # Tight horizons
//! If the defender can drop on all its turns and every line alive lacks `p` squares, then each move of the attacker has to come to
//! a square that one of these lines lacks: any other move leaves too many.
//!
//! # Test
//! `tests/pentamid/prover.rs` compares verdicts with the bound, without it, and of a plain search.

use crate::games::pentamid::game::{Position, Rules, Side, Size, squares};

/// Weight of a line without vacant squares: weights are multiples of `1 / UNIT`.
const UNIT: u32 = 1 << 20;

/// What the bound says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// The attacker does not win within the horizon.
    NoWin,
    /// The attacker's move must come to one of these squares to win within the horizon.
    Targets(u64),
}

/// Whether a player can drop on each of its turns among the next `plies` and, should the ply after them be its own, on
/// that one too (else it might lose for want of a move), however the game goes.
#[inline]
pub(super) fn always_drops(rules: &Rules, position: &Position, side: Side, plies: u32) -> bool {
    let waits = u32::from(position.side() != side);
    // The turns are at the plies `waits`, `waits + 2`, … up to `plies`, counted from 0.
    let Some(span) = plies.checked_sub(waits) else { return true };
    let turns = span / 2 + 1;
    let last = waits + 2 * (turns - 1);
    let reserve: usize = Size::ALL.iter().map(|&size| position.reserve(rules, side, size)).sum();
    let vacant = (rules.droppable & !position.occupied()).count_ones();
    reserve as u32 >= turns && vacant > last
}

/// Asks the bound whether `attacker` can win within `plies`, given all lines of the board.
#[inline]
pub(super) fn cut(lines: &[u64], rules: &Rules, position: &Position, attacker: Side, plies: u32) -> Cut {
    let defender = attacker.other();
    if !always_drops(rules, position, defender, plies) {
        return Cut::Targets(rules.board);
    }
    let to_move = position.side() == attacker;
    let moves = u32::midpoint(plies, u32::from(to_move));
    let shown = position.visible(attacker);
    let blocks = position.layers[defender.index()][Size::Large.index()];
    let vacant = rules.droppable & !position.occupied();
    let mut total = 0;
    let mut least = u32::MAX;
    let mut targets = 0;
    let mut weights = [0; 64];
    for &line in lines {
        let missing = line & !shown;
        let count = missing.count_ones();
        if line & blocks != 0 || count > moves {
            continue;
        }
        let free = line & vacant;
        let weight = UNIT >> free.count_ones();
        total += weight;
        if count < least {
            (least, targets) = (count, 0);
        }
        if count == least {
            targets |= missing;
        }
        if to_move {
            squares(free).for_each(|square| weights[square.index()] += weight);
        }
    }
    if total == 0 {
        return Cut::NoWin;
    }
    let rounds = moves - u32::from(to_move);
    let heaviest = weights.into_iter().max().unwrap_or(0);
    let larges = position.reserve(rules, defender, Size::Large) as u32;
    if total + heaviest < UNIT >> rounds.saturating_sub(larges).min(20) {
        return Cut::NoWin;
    }
    Cut::Targets(if to_move && least == moves { targets } else { rules.board })
}
