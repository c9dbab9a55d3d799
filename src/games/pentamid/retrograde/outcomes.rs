//! Boards too large for distances: who wins every position, in two bits, class by class in a folder.
//!
//! # Order of work
//! A class and its partner are solved from the classes that drops lead to, which are read from the folder, in two passes.
//!
//! 1. What needs no step: lines that stand, lines made at once, drops to lost positions. A position with a drop that does not
//!    lose, [`ESCAPES`], can still be won by a step, but is never lost.
//! 2. An open position all of whose steps lose is lost, since all its drops do. The positions before it are won then, and those
//!    before these are marked, to be looked at again. The pass is repeated until no mark is left.
//!
//! At first, all open positions are marked. So nothing has to follow from what the first pass decides, and a position is looked
//! at once, and again only when a step of it has turned out to lose. What is left at the end is endless. The result is the least
//! fixed point, and so depends neither on the order nor on the number of threads.
//!
//! # A defender with fewer pieces
//! If the second player is given only some of his pieces, he has fewer drops, and loses for want of a move sooner. The first
//! player has all his moves. So a first player who cannot force a win then cannot do so in the whole game either; a win or a
//! loss of his proves nothing else about it.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use rayon::prelude::*;

use super::classes::{Class, Counts, Layers, MAX_NESTS, Material};
use super::folder::{ClassFile, Folder, FolderError};
use super::table::Totals;
use crate::games::pentamid::game::{Both, Position, Rules, Size, Status, squares};
use crate::kit::search::{Halt, StopReason};

/// Not decided; every drop is known to lose.
const OPEN: u8 = 0;
/// Won for the side to move.
pub(super) const WON: u8 = 1;
/// Lost for the side to move.
pub(super) const LOST: u8 = 2;
/// Not decided, and never lost: a drop does not lose, or the game is drawn. Also slots without a position.
const ESCAPES: u8 = 3;

/// Bytes of values that one task goes through.
const CHUNK: usize = 1 << 12;

/// Limits of [`solve_classes`], and what it tells.
#[derive(Clone, Debug)]
pub struct ClassLimits {
    /// Bytes of memory, at most, by an estimate made before the work begins.
    pub memory: u64,
    /// What ends the solver early.
    pub halt: Halt,
    /// Told how far the solver is: the slots that it has passed, and those that it will have passed.
    pub progress: Option<Arc<[AtomicU64; 2]>>,
}

impl Default for ClassLimits {
    /// 4 GiB.
    fn default() -> Self {
        Self { memory: 1 << 32, halt: Halt::default(), progress: None }
    }
}

impl ClassLimits {
    fn advance(&self, slots: usize) {
        if let Some(progress) = &self.progress {
            progress[0].fetch_add(slots as u64, Ordering::Relaxed);
        }
    }

    /// Looks whether the solver is to end, and remembers it.
    fn is_over(&self, over: &AtomicBool) -> bool {
        let is_over = over.load(Ordering::Relaxed) || self.halt.check().is_err();
        if is_over {
            over.store(true, Ordering::Relaxed);
        }
        is_over
    }

    /// Ends the solver if it was to end at some look.
    fn unless_over(&self, over: &AtomicBool) -> Result<(), ClassError> {
        if !over.load(Ordering::Relaxed) {
            return Ok(());
        }
        Err(ClassError::Halted(self.halt.check().err().unwrap_or(StopReason::Interrupted)))
    }
}

/// Why classes were not solved.
#[derive(Debug, thiserror::Error)]
pub enum ClassError {
    /// More memory is needed.
    #[error("the largest classes take {need} bytes of memory; at most {most} are used")]
    TooLarge {
        /// Bytes needed, or fewer.
        need: u64,
        /// The limit.
        most: u64,
    },
    /// There are more positions than can be numbered, or the second player was given more than his nests.
    #[error("the variant has too many positions to be numbered")]
    Huge,
    /// The solver was interrupted, or its time was used up. The folder has what was done.
    #[error("{0}")]
    Halted(StopReason),
    /// A value contradicts those after the moves of its position. The memory of the machine may be at fault.
    #[error("the value of \"{0}\" is wrong, as those after its moves show; the class was not written")]
    Wrong(String),
    /// A file cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// Numbers of positions of one class in which no line stands. Symmetric positions are counted once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassTotals {
    /// The pieces.
    pub material: Material,
    /// The numbers.
    pub totals: Totals,
}

/// What is known of a variant once all classes are solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// Whether the first player wins from the start (true) or loses (false); neither if the game is endless.
    pub first_wins: Option<bool>,
    /// All classes, those with more pieces first.
    pub classes: Vec<ClassTotals>,
}

/// Solves a variant in a folder, which keeps a file a class; those that it has are not solved again. `defender` is what the
/// second player has, smalls first, if that is less than all nests. Uses the current rayon pool; results and files do not depend
/// on the number of threads.
///
/// # Errors
/// If memory does not suffice, the folder has other or damaged files, or the solver was interrupted.
pub fn solve_classes(
    rules: &Rules,
    defender: Option<Counts>,
    folder: &Path,
    limits: &ClassLimits,
) -> Result<Outcomes, ClassError> {
    let fits = |pieces: Counts| pieces.into_iter().all(|count| usize::from(count) <= rules.nests());
    if rules.nests() > MAX_NESTS || !defender.is_none_or(fits) {
        return Err(ClassError::Huge);
    }
    let materials = Material::all(rules, defender);
    let need = memory(rules, &materials).ok_or(ClassError::Huge)?;
    if need > limits.memory {
        return Err(ClassError::TooLarge { need, most: limits.memory });
    }
    let folder = Folder::open(folder, rules, defender, &materials)?;
    let layers = Layers::new(rules, &materials);
    let mut outcomes = Outcomes { first_wins: None, classes: Vec::new() };
    let read = |material| folder.read(material, layers.class(material).slots());
    if let Some(progress) = &limits.progress {
        let slots: usize = materials.iter().map(|&material| layers.class(material).slots()).sum();
        progress[1].store(2 * slots as u64, Ordering::Relaxed);
    }
    for group in materials.chunk_by(|a, b| *b == a.turned()) {
        limits.halt.check().map_err(ClassError::Halted)?;
        let mut files: Vec<ClassFile> = Vec::new();
        for &material in group {
            files.extend(read(material)?);
        }
        if files.len() < group.len() {
            files = Group::begin(rules, &layers, &materials, group, limits, &read)?.solve()?;
            for (&material, file) in group.iter().zip(&files) {
                folder.write(material, file)?;
            }
        } else {
            limits.advance(files.iter().map(|file| 2 * file.slots).sum());
        }
        outcomes.classes.extend(
            group.iter().zip(&files).map(|(&material, file)| ClassTotals { material, totals: file.totals }),
        );
        if group.contains(&Material::start(defender)) {
            outcomes.first_wins = match files[0].value(0) {
                WON => Some(true),
                LOST => Some(false),
                _ => None,
            };
        }
    }
    Ok(outcomes)
}

/// Bytes of memory that a variant takes, or a few fewer: the classes in work and those that drops lead to, tables of ranks and stacks.
fn memory(rules: &Rules, materials: &[Material]) -> Option<u64> {
    /// Bytes of a rank in its tables, but for those of its squares and pieces.
    const RANK: u64 = 64;
    let symmetries = if rules.width() == rules.height() { 8 } else { 4 };
    let bytes = |material: &Material| {
        let ways = material.ways(rules);
        Some(ways.into_iter().try_fold(1_u64, u64::checked_mul)? / symmetries / 4)
    };
    let known: HashSet<&Material> = materials.iter().collect();
    let mut largest = 0;
    let mut layers = 0_u64;
    for &material in materials {
        let mut both = 0_u64;
        for one in [material, material.turned()] {
            // One bit a position for marks.
            both = both.checked_add(bytes(&one)? / 2)?;
            let drops = Size::ALL.map(|size| one.dropped(size)).into_iter();
            for used in drops.filter(|used| known.contains(used)).chain([one]) {
                both = both.checked_add(bytes(&used)?)?;
            }
        }
        largest = largest.max(both / if material == material.turned() { 2 } else { 1 });
        let ways = material.ways(rules).into_iter().max().unwrap_or(0);
        layers = layers.max(ways.checked_mul(RANK + 4 * rules.area() as u64)?);
    }
    largest.checked_add(layers.checked_mul(2)?)
}

/// A class in work.
struct Work<'a> {
    class: Class<'a>,
    /// Four values a byte.
    values: Vec<AtomicU8>,
    /// A bit for every position that is to be looked at.
    marks: Vec<AtomicU8>,
    /// Positions without a line, and positions with one by their value: won, lost.
    counted: [u64; 3],
    /// By size: what drops lead to; none where none are left.
    drops: [Option<(Class<'a>, ClassFile)>; 3],
}

/// A class and its partner, or one class that is its own partner.
struct Group<'a> {
    rules: &'a Rules,
    limits: &'a ClassLimits,
    works: Vec<Work<'a>>,
}

impl Work<'_> {
    // All accesses are in one order: a thread that takes a mark away sees what has been won before the mark was set, or the mark is
    // set again.
    #[inline]
    fn get(&self, slot: usize) -> u8 {
        self.values[slot / 4].load(Ordering::SeqCst) >> (slot % 4 * 2) & 3
    }

    /// Decides a position, unless that has been done. `from` are the values that may be replaced.
    #[inline]
    fn decide(&self, slot: usize, from: &[u8], value: u8) -> bool {
        let shift = slot % 4 * 2;
        let replaced =
            |byte: u8| from.contains(&(byte >> shift & 3)).then_some(byte & !(3 << shift) | value << shift);
        self.values[slot / 4].fetch_update(Ordering::SeqCst, Ordering::SeqCst, replaced).is_ok()
    }

    /// Marks a position to be looked at.
    #[inline]
    fn mark(&self, slot: usize) {
        let (byte, bit) = (&self.marks[slot / 8], 1 << (slot % 8));
        if byte.load(Ordering::SeqCst) & bit == 0 {
            byte.fetch_or(bit, Ordering::SeqCst);
        }
    }

    /// The value of a position that needs no step, and whether a line stands.
    fn first_value(&self, rules: &Rules, ranks: [u32; 3]) -> (u8, bool) {
        let position = self.class.board(ranks);
        match position.line_status(rules) {
            Status::Line(side) => (if side == position.side() { WON } else { LOST }, true),
            Status::Drawn => (ESCAPES, true),
            Status::Open | Status::Stuck(_) => (self.value_by_drops(rules, &position, ranks), false),
        }
    }

    /// The value of a position without a line as far as it needs no value after a step.
    fn value_by_drops(&self, rules: &Rules, position: &Position, ranks: [u32; 3]) -> u8 {
        let vacant = rules.droppable & !position.occupied();
        let completing = rules.completing(position.visible(position.side()));
        let can_drop = self.drops.iter().any(Option::is_some);
        let wins = |mv| position.after(mv).line_status(rules) == Status::Line(position.side());
        if can_drop && completing & vacant != 0
            || completing != 0 && position.steps_onto(rules, completing).any(wins)
        {
            return WON;
        }
        let turned = self.class.turned(ranks);
        let mut value = OPEN;
        for (size, drop) in Size::ALL.into_iter().zip(&self.drops) {
            let Some((class, file)) = drop else { continue };
            for to in squares(vacant) {
                match file.value(class.slot(self.class.dropped(ranks, turned, size, to))) {
                    LOST => return WON,
                    WON => {}
                    _ => value = ESCAPES,
                }
            }
        }
        value
    }
}

impl<'a> Group<'a> {
    /// Reads what the classes of a group need, and does the first pass.
    fn begin(
        rules: &'a Rules,
        layers: &'a Layers,
        materials: &[Material],
        group: &[Material],
        limits: &'a ClassLimits,
        read: &impl Fn(Material) -> Result<Option<ClassFile>, FolderError>,
    ) -> Result<Self, ClassError> {
        let mut works = Vec::new();
        for &material in group {
            let mut drops = [None, None, None];
            for size in Size::ALL {
                let dropped = material.dropped(size);
                if materials.contains(&dropped) {
                    drops[size.index()] = read(dropped)?.map(|file| (layers.class(dropped), file));
                }
            }
            let class = layers.class(material);
            let mut work = Work { class, values: Vec::new(), marks: Vec::new(), counted: [0; 3], drops };
            let (slots, over) = (class.slots(), AtomicBool::new(false));
            let mut values = vec![0_u8; slots.div_ceil(4)];
            let mut marks = vec![0_u8; slots.div_ceil(8)];
            let pass = |(chunk, (bytes, marks)): (usize, (&mut [u8], &mut [u8]))| {
                let mut counted = [0; 3];
                if limits.is_over(&over) {
                    return counted;
                }
                let first = chunk * CHUNK * 4;
                let range = first..slots.min(first + bytes.len() * 4);
                limits.advance(range.len());
                class.each(range, |slot, ranks| {
                    let is_used = class.is_used(slot, ranks);
                    let (value, has_line) =
                        if is_used { work.first_value(rules, ranks) } else { (ESCAPES, true) };
                    bytes[(slot - first) / 4] |= value << (slot % 4 * 2);
                    marks[(slot - first) / 8] |= u8::from(value == OPEN) << (slot % 8);
                    let kind = if has_line { usize::from(value) } else { 0 };
                    counted.get_mut(kind).into_iter().for_each(|count| *count += 1);
                });
                counted
            };
            let add = |a: [u64; 3], b: [u64; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
            let chunks = values.par_chunks_mut(CHUNK).zip(marks.par_chunks_mut(CHUNK / 2));
            work.counted = chunks.enumerate().map(pass).reduce(|| [0; 3], add);
            limits.unless_over(&over)?;
            work.values = values.into_iter().map(AtomicU8::new).collect();
            work.marks = marks.into_iter().map(AtomicU8::new).collect();
            works.push(work);
        }
        Ok(Self { rules, limits, works })
    }

    /// The number of the partner of a class, the same one if it is its own.
    const fn partner(&self, which: usize) -> usize {
        self.works.len() - 1 - which
    }

    /// Does the second pass until no mark is left, holds a sample of the values against the rules, and counts them.
    fn solve(self) -> Result<Vec<ClassFile>, ClassError> {
        let over = AtomicBool::new(false);
        let mut first = true;
        while first
            || self.works.iter().any(|work| work.marks.par_iter().any(|m| m.load(Ordering::SeqCst) != 0))
        {
            for (which, work) in self.works.iter().enumerate() {
                work.marks.par_chunks(CHUNK).enumerate().for_each(|(chunk, marks)| {
                    if self.limits.is_over(&over) {
                        return;
                    }
                    if first {
                        self.limits.advance(marks.len() * 8);
                    }
                    for (i, mark) in marks.iter().enumerate() {
                        loop {
                            let bit = mark.load(Ordering::SeqCst).trailing_zeros();
                            if bit >= 8 {
                                break;
                            }
                            mark.fetch_and(!(1 << bit), Ordering::SeqCst);
                            self.look(which, (chunk * CHUNK + i) * 8 + bit as usize);
                        }
                    }
                });
                self.limits.unless_over(&over)?;
            }
            first = false;
        }
        (0..self.works.len()).try_for_each(|which| self.check(which))?;
        Ok(self.works.into_iter().map(Work::finish).collect())
    }

    /// Looks whether an open position is lost, and what follows.
    fn look(&self, which: usize, slot: usize) {
        let (work, partner) = (&self.works[which], &self.works[self.partner(which)]);
        let ranks = work.class.ranks_of(slot);
        if work.get(slot) != OPEN || !self.is_lost(which, ranks) || !work.decide(slot, &[OPEN], LOST) {
            return;
        }
        partner.class.all_steps(work.class.turned(ranks), |before| {
            let slot = partner.class.slot(before);
            let can_win = matches!(partner.get(slot), OPEN | ESCAPES) && !self.is_drawn(partner, before);
            if can_win && partner.decide(slot, &[OPEN, ESCAPES], WON) {
                work.class.all_steps(partner.class.turned(before), |before| {
                    let slot = work.class.slot(before);
                    if work.get(slot) == OPEN {
                        work.mark(slot);
                    }
                    true
                });
            }
            true
        });
    }

    /// Whether every step loses.
    #[inline]
    fn is_lost(&self, which: usize, ranks: [u32; 3]) -> bool {
        let (class, partner) = (self.works[which].class, &self.works[self.partner(which)]);
        class.all_steps(ranks, |after| partner.get(partner.class.slot(class.turned(after))) == WON)
    }

    /// Whether the game is drawn by lines of both players.
    #[inline]
    fn is_drawn(&self, work: &Work<'_>, ranks: [u32; 3]) -> bool {
        self.rules.variant().both == Both::Draw && work.class.board(ranks).has_ended_by_line(self.rules)
    }

    /// Holds a sample of the values of a class against those after the moves, as the rules list them.
    fn check(&self, which: usize) -> Result<(), ClassError> {
        /// One slot in this number is looked at.
        const STRIDE: usize = 4099;
        let (work, partner) = (&self.works[which], &self.works[self.partner(which)]);
        let wrong = (0..work.class.slots()).into_par_iter().step_by(STRIDE).find_first(|&slot| {
            let position = work.class.position(slot);
            if position.has_ended_by_line(self.rules) || !work.class.is_used(slot, work.class.ranks_of(slot))
            {
                return false;
            }
            let after = position.each_move(self.rules).filter_map(|mv| {
                let after = position.after(mv);
                if !mv.is_drop() {
                    return Some(partner.get(partner.class.slot(partner.class.ranks(&after))));
                }
                let (class, file) = work.drops[mv.size().index()].as_ref()?;
                Some(file.value(class.slot(class.ranks(&after))))
            });
            let (mut wins, mut loses) = (false, true);
            after.for_each(|value| (wins, loses) = (wins || value == LOST, loses && value == WON));
            (work.get(slot) == WON, work.get(slot) == LOST) != (wins, loses)
        });
        wrong.map_or(Ok(()), |slot| Err(ClassError::Wrong(work.class.position(slot).text(self.rules))))
    }
}

impl Work<'_> {
    /// The values and their numbers.
    fn finish(self) -> ClassFile {
        let values: Vec<u8> = self.values.into_iter().map(AtomicU8::into_inner).collect();
        let count = |bits: fn(u8) -> u8| -> u64 {
            values.par_iter().map(|&byte| u64::from((bits(byte) & 0x55).count_ones())).sum()
        };
        let [open, won, lost] = self.counted;
        let (wins, losses) =
            (count(|byte| byte & !(byte >> 1)) - won, count(|byte| byte >> 1 & !byte) - lost);
        let totals = Totals { wins, losses, endless: open - wins - losses };
        ClassFile { slots: self.class.slots(), totals, values }
    }
}
