//! Levels of distance: positions decided in `d` plies decide the positions before them.
//!
//! Distances are gone through in order, and each level in parallel. A position before a loss in `d` wins in `d + 1`. A position
//! before a win in `d` has one step less to hope for; when none is left, it loses in `d + 1`, or later if a drop lasts longer.

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

use rayon::prelude::*;

use super::board::Board;
use super::solve::{NEVER, SolveError, SolveLimits, Work, predecessors};
use super::table::{ENDLESS, LONGEST, LOSS, WIN};

/// Slots that one task goes through.
const CHUNK: usize = 1 << 14;

/// Spreads the values of a class and its partner (or of one class that is its own partner) through their steps.
///
/// # Errors
/// If a win takes more plies than a byte holds, or the solver is to end.
pub(super) fn spread(board: &Board, works: &[Work<'_>], limits: &SolveLimits) -> Result<(), SolveError> {
    let furthest = AtomicU32::new(first_furthest(works));
    let mut plies = 0;
    while plies <= furthest.load(Ordering::Relaxed) {
        if plies >= LONGEST {
            return Err(SolveError::TooLong);
        }
        limits.halt.check().map_err(SolveError::Halted)?;
        for (i, work) in works.iter().enumerate() {
            let partner = &works[works.len() - 1 - i];
            level(board, work, partner, plies, &furthest);
        }
        plies += 1;
    }
    Ok(())
}

/// The greatest distance that is known or bounded at first.
fn first_furthest(works: &[Work<'_>]) -> u32 {
    let distance = |value: &AtomicU8| match value.load(Ordering::Relaxed) {
        value @ WIN..LOSS => u32::from(value - WIN),
        value @ LOSS..=253 => u32::from(value - LOSS),
        _ => 0,
    };
    works.iter().filter_map(|work| work.values.par_iter().map(distance).max()).max().unwrap_or(0)
}

/// Spreads what is decided in exactly `plies`.
fn level(board: &Board, work: &Work<'_>, partner: &Work<'_>, plies: u32, furthest: &AtomicU32) {
    let (win, loss) = (WIN + plies as u8, LOSS + plies as u8);
    work.values.par_chunks(CHUNK).enumerate().for_each(|(chunk, values)| {
        for (i, value) in values.iter().enumerate() {
            let value = value.load(Ordering::Relaxed);
            let slot = chunk * CHUNK + i;
            // A win in 0 is a line that stands: the steps that make it are judged from the start, and not counted.
            let won = value == win && plies > 0;
            if !won && (value != loss || work.counters[slot].load(Ordering::Relaxed) > 0) {
                continue;
            }
            for slot in predecessors(board, partner.class, &work.class.stacks(slot)) {
                let (value, counter) = (&partner.values[slot], &partner.counters[slot]);
                if won {
                    one_step_less(value, counter, plies + 1);
                } else {
                    wins_in(value, counter, plies + 1);
                }
                furthest.fetch_max(plies + 1, Ordering::Relaxed);
            }
        }
    });
}

/// One more step of a position is known to lose.
fn one_step_less(value: &AtomicU8, counter: &AtomicU8, plies: u32) {
    let down = |left: u8| (left != NEVER && left > 0).then(|| left - 1);
    if counter.fetch_update(Ordering::Relaxed, Ordering::Relaxed, down) == Ok(1) {
        let lost = |value: u8| (value >= LOSS).then(|| value.max(LOSS + plies as u8));
        let _ = value.fetch_update(Ordering::Relaxed, Ordering::Relaxed, lost);
    }
}

/// A step of a position is known to win in this number of plies, the step included.
fn wins_in(value: &AtomicU8, counter: &AtomicU8, plies: u32) {
    let wins = WIN + plies as u8;
    let better = |value: u8| match value {
        ENDLESS => (counter.load(Ordering::Relaxed) == NEVER).then_some(wins),
        WIN..LOSS => (wins < value).then_some(wins),
        LOSS..=253 => (counter.load(Ordering::Relaxed) > 0).then_some(wins),
        _ => None,
    };
    let _ = value.fetch_update(Ordering::Relaxed, Ordering::Relaxed, better);
}
