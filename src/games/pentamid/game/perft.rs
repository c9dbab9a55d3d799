//! Counts of legal move sequences (perft), the usual test of move generation.
//!
//! Nothing is played after a line; a move that makes one counts. The moves of the last ply are counted, not made, and if
//! the ply before it is a drop, then the drops are counted all at once too.

use super::board::Size;
use super::history::{History, Repetition};
use super::moves::Move;
use super::position::Position;
use super::variant::Rules;

/// Counts the sequences of exactly `depth` moves, earlier states allowed to come back.
pub fn perft(rules: &Rules, position: &Position, depth: u32) -> u64 {
    let after = |mv| perft(rules, &position.after(mv), depth - 1);
    match depth {
        0 => 1,
        _ if position.has_ended_by_line(rules) => 0,
        1 => position.count_moves(rules),
        2 => replies_to_drops(rules, position) + position.steps(rules).map(after).sum::<u64>(),
        _ => position.each_move(rules).map(after).sum(),
    }
}

/// Number of sequences of a drop and a reply to it.
///
/// A drop covers nothing, so it takes from the opponent's moves exactly these: drops on that square, and steps onto
/// it with pieces that are not larger. Summed over all vacant squares, the latter are all steps onto vacant squares. A drop
/// that makes a line has no reply.
fn replies_to_drops(rules: &Rules, position: &Position) -> u64 {
    let (own, other) = (position.side(), position.side().other());
    let vacant = rules.droppable & !position.occupied();
    let winning = rules.completing(position.visible(own)) & vacant;
    let reaches = position.reaches(rules, other);
    let kinds = position.kinds(rules, other);
    let all_steps: u32 = reaches.iter().map(|reach| reach.count(rules.board)).sum();
    let elsewhere = kinds * vacant.count_ones() + all_steps - kinds * u32::from(vacant != 0);
    // Replies to drops of this size on all squares of a set of vacant ones.
    let replies = |size: Size, set: u64| {
        let lost: u32 = reaches.iter().filter(|reach| reach.size <= size).map(|reach| reach.count(set)).sum();
        u64::from(elsewhere * set.count_ones() - lost)
    };
    let sizes = Size::ALL.into_iter().filter(|&size| position.tops_a_nest(rules, own, size));
    sizes.map(|size| replies(size, vacant) - replies(size, winning)).sum()
}

/// Counts the sequences of exactly `depth` moves that go on from a history, by either reading of repetition.
pub fn perft_from(rules: &Rules, repetition: Repetition, history: &mut History, depth: u32) -> u64 {
    match repetition {
        Repetition::Allowed => perft(rules, history.now(), depth),
        Repetition::Barred => barred_perft(rules, history, depth),
    }
}

fn barred_perft(rules: &Rules, history: &mut History, depth: u32) -> u64 {
    /// Plies without a drop after which a state comes back at the earliest.
    const SHORTEST: usize = 4;
    let position = *history.now();
    if depth == 0 || history.since_drop().len() - 1 + (depth as usize) < SHORTEST {
        return perft(rules, &position, depth);
    }
    if position.has_ended_by_line(rules) {
        return 0;
    }
    if depth == 1 {
        return position.count_moves(rules) - history.barred().count() as u64;
    }
    let barred: Vec<Move> = history.barred().map(|(mv, _)| mv).collect();
    let after = |mv| {
        history.push(mv);
        let count = barred_perft(rules, history, depth - 1);
        history.pop();
        count
    };
    position.each_move(rules).filter(|mv| !barred.contains(mv)).map(after).sum()
}
