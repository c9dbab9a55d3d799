//! The solver: classes in order, each from what its moves are known to lead to.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use rayon::prelude::*;
use smallvec::SmallVec;

use super::board::{Board, Ended, Stacks};
use super::class::{Class, Layers, Material};
use super::levels::spread;
use super::table::{ENDLESS, LONGEST, LOSS, UNUSED, Value, ValueTable, WIN, count_positions};
use crate::games::pentamid::game::Rules;
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
pub(super) type Slots = SmallVec<[usize; 48]>;

/// A class while it is being solved.
pub(super) struct Work<'a> {
    pub(super) class: Class<'a>,
    /// Bytes of values. A win may still become shorter. A loss is one once its counter is 0, and until then a lower bound of
    /// its distance.
    pub(super) values: Vec<AtomicU8>,
    /// Steps not yet known to lose; [`NEVER`] if one of the other moves does not.
    pub(super) counters: Vec<AtomicU8>,
}

/// The counter of a position that has a move which never loses.
pub(super) const NEVER: u8 = 255;

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
    let materials = Material::all(rules.nests(), rules.area());
    let mut at = 0;
    while at < materials.len() {
        let material = materials[at];
        let pair = if material == material.turned() { 1 } else { 2 };
        let group = &materials[at..at + pair];
        let works: Vec<Work<'_>> =
            group.iter().map(|&material| begin(&table, material, limits)).collect::<Result<_, _>>()?;
        spread(&table.layers.board, &works, limits)?;
        let solved: Vec<Vec<u8>> = works.into_iter().map(finish).collect();
        table.classes.extend(group.iter().copied().zip(solved));
        at += pair;
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
    let layers = &table.layers;
    let class = layers.class(material);
    let partner = layers.class(material.turned());
    let drops: [Option<(Class<'_>, &[u8])>; 3] = [0, 1, 2].map(|size| {
        let dropped = material.dropped(size);
        table.values(dropped).map(|values| (layers.class(dropped), values))
    });
    let slots = class.slots();
    let (values, counters) = (0..slots)
        .into_par_iter()
        .map(|slot| {
            if slot.is_multiple_of(INTERVAL) && limits.halt.check().is_err() {
                over.store(true, Ordering::Relaxed);
            }
            // What is left out then is never seen: the check below ends the solver.
            let (value, counter) = if !over.load(Ordering::Relaxed) && class.is_used(slot) {
                first_value(layers, class, partner, &drops, slot)
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
    layers: &Layers,
    class: Class<'_>,
    partner: Class<'_>,
    drops: &[Option<(Class<'_>, &[u8])>; 3],
    slot: usize,
) -> (u8, u8) {
    let board = &layers.board;
    let stacks = class.stacks(slot);
    match board.ended(&stacks) {
        Ended::No => {}
        Ended::Won => return (WIN, 0),
        Ended::Lost => return (LOSS, 0),
        Ended::Drawn => return (ENDLESS, 0),
    }
    let mut best: Option<u32> = None;
    let mut floor = 0;
    let mut never = false;
    let mut judge = |value: Value| match value {
        Value::Loss(plies) => best = Some(best.map_or(plies + 1, |least| least.min(plies + 1))),
        Value::Win(plies) => floor = floor.max(plies + 1),
        Value::Endless => never = true,
    };
    board.each_drop(&stacks, |size, square| {
        let mut next = stacks;
        next.mine[size] |= 1 << square;
        let next = next.turned();
        if let Some((class, values)) = drops[size] {
            let byte = values[class.slot(class.ranks(&next))];
            judge(Value::from_byte(byte).unwrap_or(Value::Endless));
        }
    });
    let steps = neighbours(board, partner, &stacks, |next| match board.ended(next) {
        Ended::No => true,
        ended => {
            judge(match ended {
                Ended::Won => Value::Win(0),
                Ended::Lost => Value::Loss(0),
                Ended::No | Ended::Drawn => Value::Endless,
            });
            false
        }
    });
    let counter = if never { NEVER } else { steps.len() as u8 };
    let value = match best {
        Some(plies) => WIN + plies.min(LONGEST + 1) as u8,
        None if never => ENDLESS,
        None => LOSS + floor.min(LONGEST) as u8,
    };
    (value, counter)
}

/// Slots of the positions that the side to move reaches by steps, each once, if `keeps` accepts them.
#[inline]
fn neighbours(
    board: &Board,
    partner: Class<'_>,
    stacks: &Stacks,
    mut keeps: impl FnMut(&Stacks) -> bool,
) -> Slots {
    let mut slots = Slots::new();
    let turned = partner.ranks(&stacks.turned());
    board.each_step(stacks, |size, from, to| {
        let next = stacks.stepped(size, from, to).turned();
        if keeps(&next) {
            let mut ranks = turned;
            ranks[size] = partner.rank(size, &next);
            slots.push(partner.slot(ranks));
        }
    });
    slots.sort_unstable();
    slots.dedup();
    slots
}

/// Slots of the positions from which a step leads here, each once.
#[inline]
pub(super) fn predecessors(board: &Board, partner: Class<'_>, stacks: &Stacks) -> Slots {
    let mut slots = Slots::new();
    // The side that has just moved is to move again, and takes its step back.
    let before = stacks.turned();
    let here = partner.ranks(&before);
    board.each_step(&before, |size, from, to| {
        let mut ranks = here;
        ranks[size] = partner.rank(size, &before.stepped(size, from, to));
        slots.push(partner.slot(ranks));
    });
    slots.sort_unstable();
    slots.dedup();
    slots
}

/// The bytes of a class once nothing more can be found: what has not been decided is endless.
fn finish(Work { values, counters, .. }: Work<'_>) -> Vec<u8> {
    let undecided = |value: u8, counter: u8| (LOSS..=253).contains(&value) && counter > 0;
    values
        .into_par_iter()
        .zip(counters)
        .map(|(value, counter)| {
            let value = value.into_inner();
            if undecided(value, counter.into_inner()) { ENDLESS } else { value }
        })
        .collect()
}
