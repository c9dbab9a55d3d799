//! The solver: classes in order, each from what its moves are known to lead to.
//!
//! # Levels of distance
//! Positions decided in `d` plies decide the positions before them. Distances are gone through in order, and each level in
//! parallel. A position before a loss in `d` wins in `d + 1`, unless a drop wins sooner. A position before a win in `d` is looked
//! at: if all its steps are wins for the other side in `d` plies or fewer, and no drop escapes, it loses in `d + 1`, or later if a
//! drop lasts longer. Most wins are lines that stand or can be made at once, so in the first two levels all open positions are
//! looked at in place of those before a win. While a level is gone through, only greater distances are written, so that the values
//! do not depend on the order or on the number of threads.
//!
//! # Outcomes alone
//! A folder keeps who wins, and no distances. To the solver a decided game has ended then: the classes that drops lead to are read
//! as wins and losses in 0 plies, and distances count the steps since. One that is too long for a byte is as good as the greatest
//! that a byte holds, whose level is repeated until it decides no more.

use std::path::Path;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use rayon::prelude::*;

use super::classes::{Class, Layers, Material};
use super::folder::{ClassFile, Folder, FolderError};
use super::table::{
    ENDLESS, LONGEST, LONGEST_LOSS, LONGEST_WIN, LOSS, Totals, UNUSED, ValueTable, WIN, count_positions,
};
use crate::games::pentamid::game::{Rules, Size, Status, Symmetry, squares};
use crate::kit::search::{Halt, Limits, StopReason};

/// How far a solver is, for display: the slots that are done, and all of them.
pub type SolveProgress = [AtomicU64; 2];

/// A run of the solver: what ends it, and what it tells.
struct Run<'a> {
    halt: Halt,
    progress: &'a SolveProgress,
}

/// Why a variant was not solved.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// More memory is needed.
    #[error("the variant takes {need} bytes of memory; at most {most} are used")]
    TooLarge {
        /// Bytes needed, or fewer.
        need: u64,
        /// The limit.
        most: u64,
    },
    /// There are more positions than can be numbered.
    #[error("the variant has too many positions to be numbered")]
    Huge,
    /// A win takes more plies than a byte holds.
    #[error("a win takes more than {LONGEST} plies; the table holds none that long")]
    TooLong,
    /// The solver was interrupted, or its time was used up. A folder has the classes that were done.
    #[error("{0}")]
    Halted(StopReason),
    /// A value contradicts those after the moves of its position. The memory of the machine may be at fault.
    #[error("the value of \"{0}\" is wrong, as those after its moves show; its class was not kept")]
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

/// What is known of a variant once the outcomes of all classes are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// Whether the first player wins from the start (true) or loses (false); neither if the game is endless.
    pub first_wins: Option<bool>,
    /// All classes, those with more pieces first.
    pub classes: Vec<ClassTotals>,
}

/// Solves a variant in memory, with distances, within limits on time and memory. Uses the current rayon pool; the table does not depend on the number of threads.
///
/// # Errors
/// If memory does not suffice, a win takes too long, or the solver was interrupted.
pub fn solve(rules: &Rules, limits: &Limits, progress: &SolveProgress) -> Result<ValueTable, SolveError> {
    let run = Run { halt: limits.halt(), progress };
    let materials = run.materials(rules, limits, false)?;
    let mut table = ValueTable::empty(rules);
    for group in materials.chunk_by(|a, b| *b == a.turned()) {
        let known = |material| Ok(table.values(material).map(Known::Distances));
        let values = Group::begin(&table.layers, group, &run, LONGEST, known)?.solve()?;
        if values.iter().flatten().any(|value| [LONGEST_WIN, LONGEST_LOSS].contains(value)) {
            return Err(SolveError::TooLong);
        }
        table.classes.extend(group.iter().copied().zip(values));
    }
    Ok(table)
}

/// Solves a variant in a folder, without distances, within limits on time and memory. The folder keeps a file a class; those that it has are not solved again. Uses the
/// current rayon pool; files do not depend on the number of threads.
///
/// # Errors
/// If memory does not suffice, the folder has other or damaged files, or the solver was interrupted.
pub fn solve_classes(
    rules: &Rules,
    folder: &Path,
    limits: &Limits,
    progress: &SolveProgress,
) -> Result<Outcomes, SolveError> {
    let run = Run { halt: limits.halt(), progress };
    let materials = run.materials(rules, limits, true)?;
    let folder = Folder::open(folder, rules, &materials)?;
    let layers = Layers::new(rules, &materials);
    let read = |material| folder.read(material, layers.class(material).slots());
    let mut outcomes = Outcomes { first_wins: None, classes: Vec::new() };
    for group in materials.chunk_by(|a, b| *b == a.turned()) {
        run.halt.check().map_err(SolveError::Halted)?;
        let files = group.iter().filter_map(|&material| read(material).transpose());
        let mut files: Vec<ClassFile> = files.collect::<Result<_, _>>()?;
        if files.len() < group.len() {
            let known = |material: Material| {
                Ok(if materials.contains(&material) { read(material)?.map(Known::Outcomes) } else { None })
            };
            let solved = Group::begin(&layers, group, &run, LONGEST, known)?.solve()?;
            files.clear();
            for (&material, values) in group.iter().zip(solved) {
                let file = ClassFile::new(&values, Totals::count(&layers, material, &values));
                folder.write(material, &file)?;
                files.push(file);
            }
        } else {
            run.advance(files.iter().map(|file| file.slots).sum());
        }
        let totals =
            |(&material, file): (&Material, &ClassFile)| ClassTotals { material, totals: file.totals };
        outcomes.classes.extend(group.iter().zip(&files).map(totals));
        if group.contains(&Material::START) {
            outcomes.first_wins = match files[0].value(0) {
                WIN => Some(true),
                LOSS => Some(false),
                _ => None,
            };
        }
    }
    Ok(outcomes)
}

/// Bytes of memory that a variant takes, or a few fewer: tables of ranks, and a byte a slot, of all classes or, in a folder, of those in
/// work, beside two bits of those that drops lead to.
fn memory(rules: &Rules, materials: &[Material], in_folder: bool) -> u64 {
    /// Bytes of a rank in its tables, but for those of its squares and pieces.
    const RANK: u64 = 64;
    let symmetries = Symmetry::all(rules).len() as u64;
    let slots = |material: Material| material.ways(rules).into_iter().product::<u64>() / symmetries;
    let in_work = |group: &[Material]| -> u64 {
        let drops = group.iter().flat_map(|material| Size::ALL.map(|size| material.dropped(size)));
        let below: u64 = drops.filter(|drop| materials.contains(drop)).map(slots).sum();
        group.iter().map(|&material| slots(material)).sum::<u64>() + below / 4
    };
    let values = if in_folder {
        materials.chunk_by(|a, b| *b == a.turned()).map(in_work).max()
    } else {
        Some(materials.iter().map(|&material| slots(material)).sum())
    };
    let ranks = materials.iter().flat_map(|material| material.ways(rules)).max();
    let tables = ranks.unwrap_or(0).saturating_mul(2 * (RANK + 4 * rules.area() as u64));
    values.unwrap_or(0).saturating_add(tables)
}

impl Run<'_> {
    /// The materials of a variant, if their values fit into memory. Nothing of them is solved yet.
    fn materials(
        &self,
        rules: &Rules,
        limits: &Limits,
        in_folder: bool,
    ) -> Result<Vec<Material>, SolveError> {
        let positions = count_positions(rules).ok_or(SolveError::Huge)?;
        let materials = Material::all(rules);
        let need = memory(rules, &materials, in_folder);
        if let Some(most) = limits.memory.filter(|&most| need > most) {
            return Err(SolveError::TooLarge { need, most });
        }
        self.progress[1].store(positions / Symmetry::all(rules).len() as u64, Ordering::Relaxed);
        Ok(materials)
    }

    /// Adds slots that are done.
    fn advance(&self, slots: usize) {
        self.progress[0].fetch_add(slots as u64, Ordering::Relaxed);
    }
}

/// The values of a class that drops lead to.
enum Known<'a> {
    Distances(&'a [u8]),
    Outcomes(ClassFile),
}

impl Known<'_> {
    #[inline]
    fn value(&self, slot: usize) -> u8 {
        match self {
            Self::Distances(values) => values[slot],
            Self::Outcomes(file) => file.value(slot),
        }
    }
}

/// Slots that one task goes through.
const CHUNK: usize = 1 << 14;

/// The byte of a position that is not decided, and loses if all its steps do.
const OPEN: u8 = 127;
/// The byte of a position in which the game is drawn.
const DRAWN: u8 = 254;

/// What some moves of a position lead to.
#[derive(Clone, Copy, Default)]
struct Reached {
    /// Plies of the shortest win.
    win: Option<u8>,
    /// Plies of the longest loss.
    loss: u8,
    /// Whether a move does not lose.
    escapes: bool,
}

impl Reached {
    /// Adds a move, by the value of the position that it leads to.
    #[inline]
    fn add(&mut self, value: u8) {
        match value {
            LOSS..=LONGEST_LOSS => {
                let plies = value - LOSS + 1;
                self.win = Some(self.win.map_or(plies, |least| least.min(plies)));
            }
            WIN..=LONGEST_WIN => self.loss = self.loss.max(value - WIN + 1),
            _ => self.escapes = true,
        }
    }
}

/// A class in work.
struct Work<'a> {
    class: Class<'a>,
    values: Vec<AtomicU8>,
    /// By size: what drops lead to; nothing where none are left.
    drops: [Option<(Class<'a>, Known<'a>)>; 3],
}

impl Work<'_> {
    #[inline]
    fn get(&self, slot: usize) -> u8 {
        self.values[slot].load(Ordering::Relaxed)
    }

    fn reached_by_drops(&self, rules: &Rules, ranks: [u32; 3]) -> Reached {
        let vacant = rules.droppable & !self.class.board(ranks).occupied();
        let turned = self.class.turned(ranks);
        let mut reached = Reached::default();
        for (size, drop) in Size::ALL.into_iter().zip(&self.drops) {
            let Some((class, known)) = drop else { continue };
            for to in squares(vacant) {
                reached.add(known.value(class.slot(self.class.dropped(ranks, turned, size, to))));
                if reached.win == Some(1) {
                    return reached;
                }
            }
        }
        reached
    }

    /// Plies of the longest loss by a drop. Without distances none lasts longer than a step.
    fn longest_by_drops(&self, rules: &Rules, ranks: [u32; 3]) -> u8 {
        let mut drops = self.drops.iter().flatten();
        let has_distances = drops.any(|(_, known)| matches!(known, Known::Distances(_)));
        if has_distances { self.reached_by_drops(rules, ranks).loss } else { 0 }
    }

    /// The value of a slot before any step is known.
    fn first_value(&self, rules: &Rules, slot: usize, longest: u8) -> u8 {
        let ranks = self.class.ranks_of(slot);
        if !self.class.is_used(slot, ranks) {
            return UNUSED;
        }
        let position = self.class.board(ranks);
        match position.line_status(rules) {
            Status::Line(side) => return if side == position.side() { WIN } else { LOSS },
            Status::Drawn => return DRAWN,
            Status::Open | Status::Stuck(_) => {}
        }
        match self.reached_by_drops(rules, ranks) {
            Reached { win: Some(plies), .. } => WIN + plies.min(longest),
            Reached { escapes: true, .. } => ENDLESS,
            // Without a step nothing else decides.
            Reached { loss, .. } if self.class.all_steps(ranks, |_| false) => LOSS + loss.min(longest),
            Reached { .. } => OPEN,
        }
    }
}

/// A class and its partner, to which its steps lead, or one class that is its own partner.
struct Group<'a> {
    rules: &'a Rules,
    run: &'a Run<'a>,
    works: Vec<Work<'a>>,
    /// The greatest distance that values have.
    longest: u8,
}

impl<'a> Group<'a> {
    /// A group with all that is known from lines and drops.
    fn begin(
        layers: &'a Layers,
        materials: &[Material],
        run: &'a Run<'a>,
        longest: u8,
        known: impl Fn(Material) -> Result<Option<Known<'a>>, SolveError>,
    ) -> Result<Self, SolveError> {
        let rules = &layers.rules;
        let mut works = Vec::new();
        for &material in materials {
            let mut drops = [None, None, None];
            for size in Size::ALL {
                let dropped = material.dropped(size);
                drops[size.index()] = known(dropped)?.map(|known| (layers.class(dropped), known));
            }
            let class = layers.class(material);
            let mut work = Work { class, values: Vec::new(), drops };
            work.values.resize_with(class.slots(), AtomicU8::default);
            work.values
                .par_chunks(CHUNK)
                .enumerate()
                .try_for_each(|(chunk, values)| {
                    run.halt.check()?;
                    for (value, slot) in values.iter().zip(chunk * CHUNK..) {
                        value.store(work.first_value(rules, slot, longest), Ordering::Relaxed);
                    }
                    run.advance(values.len());
                    Ok(())
                })
                .map_err(SolveError::Halted)?;
            works.push(work);
        }
        Ok(Self { rules, run, works, longest })
    }

    /// The class that the steps of a class lead to.
    fn partner(&self, which: usize) -> usize {
        self.works.len() - 1 - which
    }

    /// Spreads the values through steps until nothing more is decided. What is left is endless.
    fn solve(self) -> Result<Vec<Vec<u8>>, SolveError> {
        let greatest = |work: &Work<'_>| {
            work.values.par_iter().map(|value| distance(value.load(Ordering::Relaxed))).max()
        };
        let mut furthest = self.works.iter().filter_map(greatest).max().unwrap_or(0);
        let mut plies = 0;
        while plies <= furthest {
            let mut reached = 0;
            for which in 0..self.works.len() {
                reached = reached.max(self.level(which, plies).map_err(SolveError::Halted)?);
            }
            furthest = furthest.max(reached);
            if plies < self.longest {
                plies += 1;
            } else if reached == 0 {
                break;
            }
        }
        (0..self.works.len()).try_for_each(|which| self.check(which))?;
        let values = |work: Work<'_>| {
            let settle = |value: &AtomicU8| {
                value.store(settled(value.load(Ordering::Relaxed)), Ordering::Relaxed);
            };
            work.values.par_iter().for_each(settle);
            work.values.into_iter().map(AtomicU8::into_inner).collect()
        };
        Ok(self.works.into_iter().map(values).collect())
    }

    /// Decides what follows from the values of exactly this number of plies. Returns the greatest distance that is given.
    fn level(&self, which: usize, plies: u8) -> Result<u8, StopReason> {
        /// Levels in which all open positions are looked at.
        const FIRST: u8 = 2;
        let (work, partner) = (&self.works[which], &self.works[self.partner(which)]);
        let (win, loss, next) = (WIN + plies, LOSS + plies, WIN + (plies + 1).min(self.longest));
        let pass = |(chunk, values): (usize, &[AtomicU8])| {
            self.run.halt.check()?;
            let mut furthest = 0;
            let mut decide = |value: &AtomicU8, decided: Option<u8>| {
                if let Some(decided) = decided {
                    value.store(decided, Ordering::Relaxed);
                    furthest = furthest.max(distance(decided));
                }
            };
            for (value, slot) in values.iter().zip(chunk * CHUNK..) {
                let known = value.load(Ordering::Relaxed);
                if known == OPEN && plies < FIRST {
                    decide(value, self.loss(which, work.class.ranks_of(slot), plies));
                } else if known == loss || known == win && plies >= FIRST {
                    let before = work.class.turned(work.class.ranks_of(slot));
                    partner.class.all_steps(before, |before| {
                        let value = &partner.values[partner.class.slot(before)];
                        let decided = match value.load(Ordering::Relaxed) {
                            OPEN if known == win => self.loss(self.partner(which), before, plies),
                            OPEN | ENDLESS if known == loss => Some(next),
                            longer @ WIN..=LONGEST_WIN if known == loss && longer > next => Some(next),
                            _ => None,
                        };
                        decide(value, decided);
                        true
                    });
                }
            }
            Ok(furthest)
        };
        let passes = work.values.par_chunks(CHUNK).enumerate().map(pass);
        passes.try_reduce(|| 0, |a, b| Ok(a.max(b)))
    }

    /// The value of an open position if all its steps are known to lose in this number of plies or fewer.
    #[inline]
    fn loss(&self, which: usize, ranks: [u32; 3], plies: u8) -> Option<u8> {
        let (work, partner) = (&self.works[which], &self.works[self.partner(which)]);
        let is_win = |ranks| (WIN..=WIN + plies).contains(&partner.get(partner.class.slot(ranks)));
        let loses = work.class.all_steps(ranks, |after| is_win(work.class.turned(after)));
        let longest = || (plies + 1).max(work.longest_by_drops(self.rules, ranks)).min(self.longest);
        loses.then(|| LOSS + longest())
    }

    /// Holds a sample of the values of a class against those after the moves, as the rules list them.
    fn check(&self, which: usize) -> Result<(), SolveError> {
        /// One slot in this number is looked at.
        const STRIDE: usize = 4099;
        let (work, partner) = (&self.works[which], &self.works[self.partner(which)]);
        let is_wrong = |&slot: &usize| {
            let position = work.class.position(slot);
            if work.get(slot) == UNUSED || position.has_ended_by_line(self.rules) {
                return false;
            }
            let mut reached = Reached::default();
            for mv in position.each_move(self.rules) {
                let after = position.after(mv);
                if !mv.is_drop() {
                    reached.add(partner.get(partner.class.slot(partner.class.ranks(&after))));
                } else if let Some((class, known)) = &work.drops[mv.size().index()] {
                    reached.add(known.value(class.slot(class.ranks(&after))));
                }
            }
            let value = match reached {
                Reached { win: Some(plies), .. } => WIN + plies.min(self.longest),
                Reached { escapes: true, .. } => ENDLESS,
                Reached { loss, .. } => LOSS + loss.min(self.longest),
            };
            value != settled(work.get(slot))
        };
        let wrong = (0..work.class.slots()).into_par_iter().step_by(STRIDE).find_first(is_wrong);
        wrong.map_or(Ok(()), |slot| Err(SolveError::Wrong(work.class.position(slot).text(self.rules))))
    }
}

/// Plies of a value that is decided.
const fn distance(value: u8) -> u8 {
    match value {
        WIN..=LONGEST_WIN => value - WIN,
        LOSS..=LONGEST_LOSS => value - LOSS,
        _ => 0,
    }
}

/// The value of a slot in the end, when what has not been decided is endless.
const fn settled(value: u8) -> u8 {
    match value {
        OPEN | DRAWN => ENDLESS,
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pentamid::game::Variant;
    use crate::games::pentamid::retrograde::Value;

    #[test]
    fn outcomes_do_not_need_the_distances_that_a_byte_does_not_hold() {
        let (limits, progress) = (Limits::default(), SolveProgress::default());
        let run = Run { halt: limits.halt(), progress: &progress };
        let rules = Rules::new(Variant { nests: 1, ..Variant::of_board(3, 3) }).unwrap();
        let table = solve(&rules, &limits, &progress).unwrap();
        let mut solved: Vec<(Material, Vec<u8>)> = Vec::new();
        for group in Material::all(&rules).chunk_by(|a, b| *b == a.turned()) {
            let known = |material| {
                let values = solved.iter().find(|(other, _)| *other == material);
                Ok(values.map(|(_, values)| Known::Outcomes(ClassFile::new(values, Totals::default()))))
            };
            let values = Group::begin(&table.layers, group, &run, 3, known).unwrap().solve().unwrap();
            solved.extend(group.iter().copied().zip(values));
        }
        let outcome = |value: u8| Value::from_byte(value).map(|value| std::mem::discriminant(&value));
        for ((material, values), (_, exact)) in solved.iter().zip(&table.classes) {
            let differs = values.iter().zip(exact).position(|(a, b)| outcome(*a) != outcome(*b));
            assert_eq!(differs, None, "{material:?}");
        }
    }
}
