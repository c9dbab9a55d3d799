//! One pass: the boards from which the goal may still come within a given number of moves, layer by layer.
//!
//! As in the beam of the solver, a layer holds the boards with equally many merges made; transfers and swaps
//! stay in a layer. A pass that looks at all boards of every layer and does not reach its goal proves that
//! it takes more moves; one that looks at the best of each layer only may find a short line.
//!
//! Boards are expanded in batches, by several threads if there are any; what comes of a batch enters the layers in a fixed
//! order, so their number changes nothing.
//!
//! # What is dropped
//! - A board from which the goal takes too many moves ([`bound`](super::bound)); switched off with dead ends.
//! - Of a column, the ways to stand that slides alone make too dear: what is needed elsewhere comes on top.
//! - A board that another one of its layer *undercuts*: both have the same orders and swaps used, and each
//!   way to stand of the one is there in the other, at no greater cost in all. *Argument:* what can be played
//!   from the one can be played from the other, and costs the same from then on. Switched off with
//!   domination; then only a board that is there already is dropped.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rayon::prelude::*;

use super::bound::{Need, Relaxation};
use super::tables::Tables;
use crate::game::{COLUMNS, TREES};
use crate::solver::board::{Applied, Board, Exchange, Log, Step};
use crate::solver::codes::{Fit, colour_of};
use crate::solver::evaluation::{Evaluation, Guide, Worth};
use crate::solver::expansion::Goal;
use crate::solver::groups::{Groups, hash};
use crate::solver::limits::{Budget, Config, Progress, Rule, Rules};
use crate::solver::outcome::Stop;
use crate::solver::polish::Deed;
use crate::solver::slots::Slots;
use crate::solver::stackings::Stackings;

/// How a pass ended.
pub(super) enum End {
    /// The goal is reached in so many moves by these actions.
    Reached(u8, Vec<Deed>),
    /// The goal takes more moves.
    Exhausted,
    /// Nothing was found, and not all boards were looked at.
    Overflowed,
    /// A limit ended it.
    Stopped(Stop),
}

/// Where a board came from.
#[derive(Clone, Copy)]
struct Origin {
    level: u8,
    entry: u32,
    step: Step,
}

struct Entry {
    board: Board,
    /// Moves made, banks and swaps apart; at least, for the column sets have prices of their own.
    spent: u8,
    need: Need,
    /// Another board undercuts it.
    dropped: bool,
    /// `None` for the first.
    origin: Option<Origin>,
    /// Trees that were taken out of the orders because nobody can afford to keep them, by their indices.
    gone: [u16; COLUMNS],
}

/// An entry that waits, by value; the earlier one comes first.
type Waiting = (Worth, Reverse<u32>);

/// The boards with equally many merges made.
#[derive(Default)]
struct Layer {
    entries: Vec<Entry>,
    /// The entries that no other undercuts.
    groups: Groups,
    waiting: BinaryHeap<Waiting>,
}

/// Adds up the slides that the operations of an action take, by column.
struct Toll<'a> {
    tables: &'a Tables,
    slides: [u8; COLUMNS],
}

impl<'a> Toll<'a> {
    const fn new(tables: &'a Tables) -> Self {
        Self { tables, slides: [0; COLUMNS] }
    }
}

impl Log for Toll<'_> {
    fn note(&mut self, applied: Applied) {
        self.slides[applied.column] += self.tables.price(applied.before, applied.op);
    }
}

/// A board that wants to enter a layer.
struct Offer {
    level: usize,
    board: Board,
    spent: u8,
    /// What it needs for sure.
    known: Need,
    origin: Option<Origin>,
}

/// A board that may enter a layer, unless others that come before it undercut it.
struct Newcomer {
    level: usize,
    entry: Entry,
    value: Worth,
}

/// What comes of a board.
#[derive(Default)]
struct Offspring {
    newcomers: Vec<Newcomer>,
    /// The cheapest action that reaches the goal, if any does.
    reached: Option<(u8, Origin)>,
    /// Boards generated.
    boards: u64,
}

/// Boards that are expanded before their outcomes enter the layers, at most.
const BATCH: usize = 256;

/// Value that a board loses with every move, in units of the evaluation.
const THRIFT: f32 = 1.0;

/// A pass under way.
pub(super) struct Pass<'a> {
    tables: &'a Tables,
    rules: Rules,
    /// Whether to use the threads of the current pool.
    parallel: bool,
    goal: Goal,
    /// Moves allowed.
    most: u8,
    /// Boards looked at in each layer, at most.
    width: Option<usize>,
    /// Merges that turn the first board into trees.
    merges: usize,
    root: Board,
    layers: Vec<Layer>,
}

impl<'a> Pass<'a> {
    /// A pass from a board, for a line of at most so many moves. Without a width it looks at all boards.
    pub(super) fn new(
        tables: &'a Tables,
        config: &Config,
        root: Board,
        goal: Goal,
        most: u8,
        width: Option<usize>,
    ) -> Self {
        let mut pass = Self {
            tables,
            rules: config.rules,
            parallel: config.threads != 1,
            goal,
            most,
            width,
            merges: root.merges_left(),
            root,
            layers: vec![Layer::default()],
        };
        let known = Need::default();
        if let Some(first) = pass.look_at(Offer { level: 0, board: root, spent: 0, known, origin: None }) {
            pass.enter(first);
        }
        pass
    }

    /// Searches until all boards that count are looked at, or the goal is reached in as few moves as this
    /// pass can.
    pub(super) fn run(&mut self, budget: &mut Budget) -> End {
        let mut complete = true;
        let mut best = None;
        let mut level = 0;
        while !self.layers[level].entries.is_empty() {
            self.layers.push(Layer::default());
            let mut left = self.width.unwrap_or(usize::MAX);
            loop {
                let batch = match self.pop(level, left.min(self.batch()), budget) {
                    Ok(batch) => batch,
                    Err(stop) => {
                        return best.map_or(End::Stopped(stop), |(spent, deeds)| End::Reached(spent, deeds));
                    }
                };
                if batch.is_empty() {
                    complete &= left > 0 || self.pop_one(level).is_none();
                    break;
                }
                left -= batch.len();
                for offspring in self.expand_all(level, &batch) {
                    budget.boards += offspring.boards;
                    if let Some((spent, origin)) = offspring.reached.filter(|&(spent, _)| spent <= self.most)
                    {
                        best = Some((spent, self.retrace(origin)));
                        if self.width.is_none() || spent == 0 {
                            return best.map_or(End::Exhausted, |(spent, deeds)| End::Reached(spent, deeds));
                        }
                        self.most = spent - 1;
                    }
                    offspring.newcomers.into_iter().for_each(|newcomer| self.enter(newcomer));
                }
            }
            let layer = &mut self.layers[level];
            layer.groups = Groups::new();
            layer.waiting = BinaryHeap::new();
            level += 1;
        }
        match best {
            Some((spent, deeds)) => End::Reached(spent, deeds),
            None if complete => End::Exhausted,
            None => End::Overflowed,
        }
    }

    /// Boards that are expanded together. A narrow pass looks after fewer of them which ones are best.
    fn batch(&self) -> usize {
        self.width.map_or(BATCH, |width| (width / 16).clamp(1, BATCH))
    }

    /// The next entry of a layer that counts.
    fn pop_one(&mut self, level: usize) -> Option<Waiting> {
        loop {
            let next = self.layers[level].waiting.pop()?;
            let Entry { spent, ref need, ref board, dropped, .. } =
                self.layers[level].entries[next.1.0 as usize];
            if !dropped && spent + self.merges_needed(board) + need.total() <= self.most {
                return Some(next);
            }
        }
    }

    /// The next entries of a layer that count, at most so many, and pays for them.
    fn pop(&mut self, level: usize, most: usize, budget: &mut Budget) -> Result<Vec<u32>, Stop> {
        let mut batch: Vec<Waiting> = std::iter::from_fn(|| self.pop_one(level)).take(most).collect();
        let granted = budget.grant(batch.len());
        // What cannot be paid for goes on waiting: a layer is not done before all of it is.
        self.layers[level].waiting.extend(batch.split_off(*granted.as_ref().unwrap_or(&0)));
        granted?;
        budget.nodes += batch.len() as u64;
        let Goal { trees, swaps } = self.goal;
        let merges_left = self.merges.saturating_sub(level);
        budget.glance(Progress { trees, swaps, merges_left, nodes: 0 }, || self.bytes())?;
        Ok(batch.into_iter().map(|(_, Reverse(entry))| entry).collect())
    }

    /// What comes of some entries.
    fn expand_all(&self, level: usize, batch: &[u32]) -> Vec<Offspring> {
        let expand = |&entry: &u32| self.expand(level, entry);
        if self.parallel && batch.len() > 1 {
            batch.par_iter().with_max_len(8).map(expand).collect()
        } else {
            batch.iter().map(expand).collect()
        }
    }

    /// What comes of an entry.
    fn expand(&self, level: usize, entry: u32) -> Offspring {
        let Entry { board, spent, ref need, .. } = self.layers[level].entries[entry as usize];
        let tables = self.tables;
        let origin = |step| Origin { level: level as u8, entry, step };
        let mut offspring = Offspring::default();
        let mut stackings = Stackings::new();
        board.unpack(tables).stackings(&mut stackings);
        for &(mv, fit) in &stackings {
            let mut toll = Toll::new(tables);
            let child = board.stack(tables, mv, &mut toll);
            offspring.boards += 1;
            let spent = spent + 1 + toll.slides.iter().sum::<u8>();
            let origin = origin(Step::Stack(mv));
            if child.trees >= self.goal.trees {
                if offspring.reached.is_none_or(|(least, _)| spent < least) {
                    offspring.reached = Some((spent, origin));
                }
                continue;
            }
            let transfer = (fit == Fit::Transfer).then(|| colour_of(board.code(mv.from)));
            let known = need.after(toll.slides, transfer);
            let level = level + usize::from(fit == Fit::Merge);
            let offer = Offer { level, board: child, spent, known, origin: Some(origin) };
            offspring.newcomers.extend(self.look_at(offer));
        }
        if board.swaps < self.goal.swaps {
            for bank in board.earnings() {
                let mut earned = Toll::new(tables);
                let banked = board.after_banks(tables, bank, &mut earned);
                for (a, b) in banked.pairs(tables) {
                    let mut toll = Toll { tables, slides: earned.slides };
                    let mut child = banked;
                    child.swap(tables, &mut toll, a, b);
                    offspring.boards += 1;
                    let spent = spent + toll.slides.iter().sum::<u8>();
                    let known = need.after(toll.slides, None);
                    let origin = Some(origin(Step::Swap(Exchange { bank, a, b })));
                    let offer = Offer { level, board: child, spent, known, origin };
                    offspring.newcomers.extend(self.look_at(offer));
                }
            }
        }
        offspring
    }

    /// Merges that the goal takes for certain: a win takes all.
    fn merges_needed(&self, board: &Board) -> u8 {
        if self.goal.trees == TREES { board.merges_left() as u8 } else { 0 }
    }

    /// Looks whether a board may enter its layer: not if it costs too much or another one undercuts it.
    fn look_at(&self, offer: Offer) -> Option<Newcomer> {
        let Offer { level, board: whole, spent, known, origin } = offer;
        // A tree takes a stacking at least.
        let trees_needed = self.goal.trees.saturating_sub(whole.trees);
        let left = self.most.checked_sub(spent + self.merges_needed(&whole))?;
        if spent + trees_needed > self.most {
            return None;
        }
        let (board, _) =
            self.trimmed(&whole, std::array::from_fn(|c| left.saturating_sub(known.elsewhere(c))));
        if self.is_undercut(level, &board, spent) {
            return None;
        }
        let need = if self.rules.has(Rule::DeadEnds) {
            let unpacked = board.unpack(self.tables);
            Relaxation::new(self.tables, &board, &unpacked, self.goal).need(left, known)?
        } else {
            known
        };
        let (board, gone) = self.trimmed(&whole, std::array::from_fn(|c| left - need.elsewhere(c)));
        let value = if self.width.is_some() {
            let evaluation = Evaluation::new(Guide::Trail, self.merges.saturating_sub(level));
            let cost = spent + self.merges_needed(&board) + need.total();
            evaluation.value(&board.unpack(self.tables)) - THRIFT * f32::from(cost)
        } else {
            // Cheap boards first, for they undercut others.
            -f32::from(spent)
        };
        let entry = Entry { board, spent, need, dropped: false, origin, gone };
        Some(Newcomer { level, entry, value: Worth(value) })
    }

    /// Adds a board to its layer, unless another one undercuts it.
    fn enter(&mut self, newcomer: Newcomer) {
        let Newcomer { level, entry: Entry { board, spent, .. }, value } = newcomer;
        if self.is_undercut(level, &board, spent) {
            return;
        }
        let Self { tables, rules, layers, .. } = self;
        let Layer { entries, groups, waiting } = &mut layers[level];
        let mut group = groups.group(&board, hash(&board), |rival| &entries[rival as usize].board);
        group.retain(|rival| {
            let it = &mut entries[rival as usize];
            it.dropped = undercuts(tables, *rules, (&board, spent), (&it.board, it.spent));
            !it.dropped
        });
        let entry = entries.len() as u32;
        group.push(entry);
        entries.push(newcomer.entry);
        waiting.push((value, Reverse(entry)));
    }

    /// A board without the ways to stand that cost more than this beyond the cheapest, and the trees that
    /// went with them.
    fn trimmed(&self, board: &Board, extra: [u8; COLUMNS]) -> (Board, [u16; COLUMNS]) {
        let mut trimmed = *board;
        let gone = std::array::from_fn(|c| {
            let change = self.tables.trim(board.set[c], extra[c]);
            trimmed.settle(c, change.set, change.banked);
            change.banked
        });
        (trimmed, gone)
    }

    fn is_undercut(&self, level: usize, board: &Board, spent: u8) -> bool {
        let Layer { entries, groups, .. } = &self.layers[level];
        groups.rivals(board, hash(board), |rival| &entries[rival as usize].board).any(|rival| {
            let it = &entries[rival as usize];
            undercuts(self.tables, self.rules, (&it.board, it.spent), (board, spent))
        })
    }

    /// Memory in use, about.
    fn bytes(&self) -> usize {
        let layer = |layer: &Layer| {
            layer.entries.capacity() * size_of::<Entry>()
                + layer.waiting.capacity() * size_of::<(Worth, Reverse<u32>)>()
                + layer.groups.bytes()
        };
        self.tables.bytes() + self.layers.iter().map(layer).sum::<usize>()
    }

    /// The actions that lead to an entry, and one more.
    fn retrace(&self, last: Origin) -> Vec<Deed> {
        let mut path = Vec::new();
        let mut at = Some(last);
        while let Some(Origin { level, entry, step }) = at {
            let entry = &self.layers[level as usize].entries[entry as usize];
            path.push((entry, step));
            at = entry.origin;
        }
        let mut slots = Slots::of(&self.root);
        let all = slots.clone();
        let mut deeds = Vec::new();
        for (Entry { board, gone, .. }, step) in path.into_iter().rev() {
            for (column, &gone) in gone.iter().enumerate() {
                slots.take_out(column, gone);
            }
            // Whoever can afford more may still have trees that were given up here.
            deeds.push(Deed::new(self.tables, board, step, &slots).with_gone(all.without(&slots)));
            let mut log: Vec<Applied> = Vec::new();
            board.play(self.tables, step, &mut log);
            slots.follow_all(&log);
        }
        deeds
    }
}

/// Whether every way to stand of the second board is there in the first, at no greater cost in all.
fn undercuts(tables: &Tables, rules: Rules, (a, spent_a): (&Board, u8), (b, spent_b): (&Board, u8)) -> bool {
    let Some(mut most) = spent_b.checked_sub(spent_a) else { return false };
    if !rules.has(Rule::Domination) {
        return a == b;
    }
    for c in 0..COLUMNS {
        match tables.surcharge(a.set[c], b.set[c], most) {
            Some(surcharge) => most -= surcharge,
            None => return false,
        }
    }
    true
}
