//! The solver: classes in order, each from what its moves are known to lead to.
//!
//! # Levels of distance
//! Positions decided in `d` plies decide the positions before them. Distances are gone through in order, and each level in
//! parallel. A position before a loss in `d` wins in `d + 1`. A position before a win in `d` has one step less to hope for; when
//! none is left, it loses in `d + 1`, or later if a drop lasts longer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};

use rayon::prelude::*;
use smallvec::SmallVec;

use super::classes::{Class, Material};
use super::table::{ENDLESS, LONGEST, LOSS, UNUSED, Value, ValueTable, WIN, count_positions};
use crate::games::pentamid::game::{Position, Rules, Size, Status};
use crate::kit::search::{Halt, StopReason};

/// Limits of a solver.
#[derive(Clone, Debug)]
pub struct SolveLimits {
    /// Positions, at most, colours exchanged counted once and symmetric ones each.
    pub positions: u64,
    /// What ends the solver early.
    pub halt: Halt,
    /// Told the number of values that are known, a byte each, for display.
    pub known: Option<Arc<AtomicU64>>,
}

impl Default for SolveLimits {
    /// 1.1 thousand million positions: some 300 MB on a square board.
    fn default() -> Self {
        Self { positions: 1_100_000_000, halt: Halt::default(), known: None }
    }
}

/// Why a variant was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// There are too many positions.
    #[error("the variant has {count} positions; at most {most} are solved")]
    TooLarge {
        /// Positions of the variant.
        count: u64,
        /// The limit.
        most: u64,
    },
    /// There are more positions than can be numbered.
    #[error("the variant has too many positions to be numbered")]
    Huge,
    /// A win takes more plies than a byte holds.
    #[error("a win takes more than {LONGEST} plies; the table holds none that long")]
    TooLong,
    /// The solver was interrupted, or its time was used up.
    #[error("{0}")]
    Halted(StopReason),
}

/// Slots of the steps of one position, or of the positions whose steps lead to it.
type Slots = SmallVec<[usize; 48]>;

/// A class while it is being solved.
struct Work<'a> {
    class: Class<'a>,
    /// Bytes of values. A win may still become shorter. A loss is one once its counter is 0, and until then a lower bound of
    /// its distance.
    values: Vec<AtomicU8>,
    /// Steps not yet known to lose; [`NEVER`] if one of the other moves does not.
    counters: Vec<AtomicU8>,
}

/// The counter of a position that has a move which never loses.
const NEVER: u8 = 255;

/// Solves a variant. Uses the current rayon pool; the table does not depend on the number of threads.
///
/// # Errors
/// If the variant is too large, or the solver was interrupted.
pub fn solve(rules: &Rules, limits: &SolveLimits) -> Result<ValueTable, SolveError> {
    let count = count_positions(rules).ok_or(SolveError::Huge)?;
    if count > limits.positions {
        return Err(SolveError::TooLarge { count, most: limits.positions });
    }
    let mut table = ValueTable::empty(rules);
    // A class is solved together with the one with the players exchanged, unless it is its own.
    for group in Material::all(rules, None).chunk_by(|a, b| *b == a.turned()) {
        let works: Vec<Work<'_>> =
            group.iter().map(|&material| begin(&table, material, limits)).collect::<Result<_, _>>()?;
        spread(&works, limits)?;
        let solved: Vec<Vec<u8>> = works.into_iter().map(finish).collect();
        table.classes.extend(group.iter().copied().zip(solved));
        if let Some(known) = &limits.known {
            known.store(table.bytes() as u64, Ordering::Relaxed);
        }
    }
    Ok(table)
}

/// A class with all that is known from lines and drops.
///
/// # Errors
/// If the solver is to end.
fn begin<'a>(
    table: &'a ValueTable,
    material: Material,
    limits: &SolveLimits,
) -> Result<Work<'a>, SolveError> {
    /// Slots between two looks at the limits.
    const INTERVAL: usize = 1 << 12;
    let over = AtomicBool::new(false);
    let class = table.layers.class(material);
    let partner = table.layers.class(material.turned());
    let drops = Size::ALL.map(|size| {
        let dropped = material.dropped(size);
        table.values(dropped).map(|values| (table.layers.class(dropped), values))
    });
    let (values, counters) = (0..class.slots())
        .into_par_iter()
        .map(|slot| {
            if slot.is_multiple_of(INTERVAL) && limits.halt.check().is_err() {
                over.store(true, Ordering::Relaxed);
            }
            // What is left out then is never seen: the check below ends the solver.
            let ranks = class.ranks_of(slot);
            let (value, counter) = if !over.load(Ordering::Relaxed) && class.is_used(slot, ranks) {
                first_value(table.rules(), class, partner, &drops, ranks)
            } else {
                (UNUSED, 0)
            };
            (AtomicU8::new(value), AtomicU8::new(counter))
        })
        .unzip();
    if over.into_inner() {
        let reason = limits.halt.check().err().unwrap_or(StopReason::Interrupted);
        return Err(SolveError::Halted(reason));
    }
    Ok(Work { class, values, counters })
}

/// The byte and the counter of a position before any step is known.
fn first_value(
    rules: &Rules,
    class: Class<'_>,
    partner: Class<'_>,
    drops: &[Option<(Class<'_>, &[u8])>; 3],
    ranks: [u32; 3],
) -> (u8, u8) {
    let position = class.board(ranks);
    let ended = |position: &Position| match position.line_status(rules) {
        Status::Line(side) if side == position.side() => Some(Value::Win(0)),
        Status::Line(_) => Some(Value::Loss(0)),
        Status::Drawn => Some(Value::Endless),
        Status::Open | Status::Stuck(_) => None,
    };
    match ended(&position) {
        None => {}
        Some(Value::Win(_)) => return (WIN, 0),
        Some(Value::Loss(_)) => return (LOSS, 0),
        Some(Value::Endless) => return (ENDLESS, 0),
    }
    let mut best: Option<u32> = None;
    let mut floor = 0;
    let mut never = false;
    let mut judge = |value: Value| match value {
        Value::Loss(plies) => best = Some(best.map_or(plies + 1, |least| least.min(plies + 1))),
        Value::Win(plies) => floor = floor.max(plies + 1),
        Value::Endless => never = true,
    };
    let turned = class.turned(ranks);
    for mv in position.drops(rules) {
        if let Some((onto, values)) = drops[mv.size().index()] {
            let byte = values[onto.slot(class.dropped(ranks, turned, mv.size(), mv.to()))];
            judge(Value::from_byte(byte).unwrap_or(Value::Endless));
        }
    }
    let open = slots(class, ranks, |after| {
        let after = class.turned(after);
        // The side to move of a board of ranks is the first player, after a step too.
        let value = ended(&partner.board(after));
        value.map(&mut judge).is_none().then(|| partner.slot(after))
    });
    let counter = open.len() as u8;
    let value = match best {
        Some(plies) => WIN + plies.min(LONGEST + 1) as u8,
        None if never => ENDLESS,
        None => LOSS + floor.min(LONGEST) as u8,
    };
    (value, if never { NEVER } else { counter })
}

/// Slots, each once, that are found for the ranks after the steps of a board.
#[inline]
fn slots(class: Class<'_>, ranks: [u32; 3], mut find: impl FnMut([u32; 3]) -> Option<usize>) -> Slots {
    let mut slots = Slots::new();
    class.all_steps(ranks, |after| {
        slots.extend(find(after));
        true
    });
    slots.sort_unstable();
    slots.dedup();
    slots
}

/// The bytes of a class once nothing more can be found: what has not been decided is endless.
fn finish(Work { values, counters, .. }: Work<'_>) -> Vec<u8> {
    let known = |(value, counter): (AtomicU8, AtomicU8)| match (value.into_inner(), counter.into_inner()) {
        (LOSS..=253, 1..) => ENDLESS,
        (value, _) => value,
    };
    values.into_par_iter().zip(counters).map(known).collect()
}

/// Slots that one task goes through.
const CHUNK: usize = 1 << 14;

/// Spreads the values of a class and its partner (or of one class that is its own partner) through their steps.
///
/// # Errors
/// If a win takes more plies than a byte holds, or the solver is to end.
fn spread(works: &[Work<'_>], limits: &SolveLimits) -> Result<(), SolveError> {
    let furthest = AtomicU32::new(first_furthest(works));
    let mut plies = 0;
    while plies <= furthest.load(Ordering::Relaxed) {
        if plies >= LONGEST {
            return Err(SolveError::TooLong);
        }
        limits.halt.check().map_err(SolveError::Halted)?;
        for (i, work) in works.iter().enumerate() {
            let partner = &works[works.len() - 1 - i];
            level(work, partner, plies, &furthest);
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
fn level(work: &Work<'_>, partner: &Work<'_>, plies: u32, furthest: &AtomicU32) {
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
            let before = work.class.turned(work.class.ranks_of(slot));
            for slot in slots(partner.class, before, |before| Some(partner.class.slot(before))) {
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
