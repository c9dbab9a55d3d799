//! One pass: the boards from which the goal may still come within a given number of moves, layer by layer.
//!
//! As in the beam of the solver, a layer holds the boards with equally many merges made; transfers and swaps
//! stay in a layer. A pass that looks at all boards of every layer and does not reach its goal proves that
//! it takes more moves; one that looks at the best of each layer only may find a short line.
//!
//! Boards enter a layer at once, but for those that are too dear by what is known of the board before, and are
//! seen_cleared at when it is their turn: most come by several ways, and this is done once. It happens in batches,
//! by several threads if there are any; what comes of a batch enters the layers in a fixed order, so their
//! number changes nothing.
//!
//! # What is dropped
//! - A board from which the goal takes too many moves ([`bound`](super::bound)); switched off with dead ends.
//! - Of a column, the ways to stand that slides alone make too dear: what is needed elsewhere comes on top.
//! - A board that another one of its layer *undercuts*: both have the same swaps used and the same orders, but for
//!   trees that may be missing in its own, and each of its ways to stand is there in the other, with these trees
//!   banked, at no greater cost in all. *Argument:* what can be played from the one can be played from the other,
//!   and costs the same from then on. (Riders do not wait here, so it does not matter who is whose neighbour.)
//!   Switched off with domination; then only a board that is there already is dropped.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rayon::prelude::*;

use super::bound::{ActionCost, FailedAllowances, Landmarks, LengthBound};
use super::tables::CostTables;
use crate::game::{COLUMNS, TREES};
use crate::solver::board::codes::{StackFit, colour_of, extra_trees};
use crate::solver::board::stackings::StackActions;
use crate::solver::board::{AppliedOp, Board, BoardAction, OpLog, SwapAction};
use crate::solver::bounds::goal::Goal;
use crate::solver::config::{Config, Progress, Rule, Rules};
use crate::solver::line::polish::SlotAction;
use crate::solver::line::slots::StackSlots;
use crate::solver::ordering::evaluation::{Evaluation, OrderedValue};
use crate::solver::ordering::heuristic::Heuristic;
use crate::solver::outcome::Stop;
use crate::solver::search::budget::NodeBudget;
use crate::solver::search::dominance_index::{DominanceIndex, Signature};

/// How a pass ended.
pub(super) enum LengthPassEnd {
    /// The goal is reached in so many moves by these actions.
    Reached(u8, Vec<SlotAction>),
    /// The goal takes more moves.
    Exhausted,
    /// Nothing was found, and not all boards were seen_cleared at.
    Overflowed,
    /// A limit ended it.
    Stopped(Stop),
}

/// Where a board came from.
#[derive(Clone, Copy)]
struct PassOrigin {
    level: u8,
    entry: u32,
    step: BoardAction,
}

struct PassEntry {
    /// Without the ways to stand that are too dear by what the board before needs.
    board: Board,
    /// Trees that went with these out of the orders, by their indices.
    gone: [u16; COLUMNS],
    /// Moves made, banks and swaps apart; at least, for the column sets have prices of their own.
    spent: u8,
    /// Another board undercuts it.
    dropped: bool,
    /// What the last action took.
    paid: ActionCost,
    /// `None` for the first.
    origin: Option<PassOrigin>,
    /// What a closer look at the board has found.
    found: Option<Box<InspectedBoard>>,
}

/// What a closer look at a board finds.
struct InspectedBoard {
    need: Landmarks,
    vain: FailedAllowances,
    /// The board without the ways to stand that are too dear by what it needs.
    board: Board,
    /// Trees that were taken out of the orders because nobody can afford to keep them, by their indices.
    gone: [u16; COLUMNS],
}

/// An entry that waits, by value; the earlier one comes first.
type QueuedEntry = (OrderedValue, Reverse<u32>);

/// The boards with equally many merges made.
#[derive(Default)]
struct PassLayer {
    entries: Vec<PassEntry>,
    /// The entries that no other undercuts, those from which the goal takes too many moves among them.
    groups: DominanceIndex,
    waiting: BinaryHeap<QueuedEntry>,
}

/// Adds up the slides that the operations of an action take, by column.
struct SlideCounter<'a> {
    tables: &'a CostTables,
    paid: ActionCost,
}

impl<'a> SlideCounter<'a> {
    fn new(tables: &'a CostTables) -> Self {
        Self { tables, paid: ActionCost::default() }
    }
}

impl OpLog for SlideCounter<'_> {
    fn note(&mut self, applied: AppliedOp) {
        self.paid.slides[applied.column] += self.tables.price(applied.before, applied.op);
        self.paid.touched |= u8::from(applied.change.set != applied.before) << applied.column;
    }
}

/// A board that may enter a layer, unless others that come before it undercut it.
struct PassCandidate {
    level: usize,
    entry: PassEntry,
    value: OrderedValue,
}

/// What comes of a board from which the goal may come.
struct PassSuccessors {
    entry: u32,
    found: InspectedBoard,
    newcomers: Vec<PassCandidate>,
    /// The cheapest action that reaches the goal, if any does.
    reached: Option<(u8, PassOrigin)>,
    /// Boards generated.
    boards: u64,
}

/// Boards that are seen_cleared at before what comes of them enters the layers, at most.
const BATCH: usize = 256;

/// Value that a board loses with every move, in units of the evaluation.
const THRIFT: f32 = 3.0;

/// A pass under way.
pub(super) struct LengthPass<'a> {
    tables: &'a CostTables,
    rules: Rules,
    /// Whether to use the threads of the current pool.
    parallel: bool,
    goal: Goal,
    /// Moves allowed.
    most: u8,
    /// Boards expanded in each layer, at most.
    width: Option<usize>,
    /// Merges that turn the first board into trees.
    merges: usize,
    root: Board,
    layers: Vec<PassLayer>,
    /// Memory of what was found, about.
    found: usize,
}

impl<'a> LengthPass<'a> {
    /// A pass from a board, for a line of at most so many moves. Without a width it looks at all boards.
    pub(super) fn new(
        tables: &'a CostTables,
        config: &Config,
        root: Board,
        goal: Goal,
        most: u8,
        width: Option<usize>,
    ) -> Self {
        let mut pass = Self {
            tables,
            rules: config.rules,
            parallel: config.parallelism.is_parallel(),
            goal,
            most,
            width,
            merges: root.merges_left(),
            root,
            layers: vec![PassLayer::default()],
            found: 0,
        };
        if let Some(first) = pass.admit(0, &root, 0, &Landmarks::default(), ActionCost::default(), None) {
            pass.enter(first);
        }
        pass
    }

    /// Searches until all boards that count are seen_cleared at, or the goal is reached in as few moves as this
    /// pass can.
    pub(super) fn run(&mut self, budget: &mut NodeBudget) -> LengthPassEnd {
        let mut complete = true;
        let mut best = None;
        let mut level = 0;
        while !self.layers[level].entries.is_empty() {
            self.layers.push(PassLayer::default());
            let mut left = self.width.unwrap_or(usize::MAX);
            loop {
                let batch = match self.pop(level, left.min(self.batch()), budget) {
                    Ok(batch) => batch,
                    Err(stop) => {
                        return best.map_or(LengthPassEnd::Stopped(stop), |(spent, actions)| {
                            LengthPassEnd::Reached(spent, actions)
                        });
                    }
                };
                if batch.is_empty() {
                    complete &= left > 0 || self.pop_one(level).is_none();
                    break;
                }
                for offspring in self.expand_all(level, &batch) {
                    left -= 1;
                    budget.nodes += 1;
                    budget.boards += offspring.boards;
                    self.found += size_of::<InspectedBoard>() + offspring.found.vain.bytes();
                    self.layers[level].entries[offspring.entry as usize].found =
                        Some(Box::new(offspring.found));
                    if let Some((spent, origin)) = offspring.reached.filter(|&(spent, _)| spent <= self.most)
                    {
                        let actions = self.retrace(origin);
                        if self.width.is_none() || spent == 0 {
                            return LengthPassEnd::Reached(spent, actions);
                        }
                        best = Some((spent, actions));
                        self.most = spent - 1;
                    }
                    offspring.newcomers.into_iter().for_each(|newcomer| self.enter(newcomer));
                }
            }
            let layer = &mut self.layers[level];
            layer.groups = DominanceIndex::new();
            layer.waiting = BinaryHeap::new();
            if let Some(before) = level.checked_sub(1) {
                self.forget(before);
            }
            level += 1;
        }
        match best {
            Some((spent, actions)) => LengthPassEnd::Reached(spent, actions),
            None if complete => LengthPassEnd::Exhausted,
            None => LengthPassEnd::Overflowed,
        }
    }

    /// Forgets what leads nowhere from the boards of a layer; whatever comes of them was seen_cleared at.
    fn forget(&mut self, level: usize) {
        for found in self.layers[level].entries.iter_mut().filter_map(|entry| entry.found.as_mut()) {
            self.found -= found.vain.bytes();
            found.vain = FailedAllowances::default();
        }
    }

    /// Boards that are seen_cleared at together. A narrow pass looks after fewer of them which ones are best.
    fn batch(&self) -> usize {
        self.width.map_or(BATCH, |width| (width / 16).clamp(1, BATCH))
    }

    /// The next entry of a layer that counts.
    fn pop_one(&mut self, level: usize) -> Option<QueuedEntry> {
        loop {
            let next = self.layers[level].waiting.pop()?;
            let PassEntry { spent, ref board, dropped, .. } = self.layers[level].entries[next.1.0 as usize];
            if !dropped && spent + self.merges_needed(board) <= self.most {
                return Some(next);
            }
        }
    }

    /// The next entries of a layer that count, at most so many, and no more than can be paid for.
    fn pop(&mut self, level: usize, most: usize, budget: &mut NodeBudget) -> Result<Vec<u32>, Stop> {
        let mut batch: Vec<QueuedEntry> = std::iter::from_fn(|| self.pop_one(level)).take(most).collect();
        let granted = budget.grant(batch.len());
        // What cannot be paid for goes on waiting: a layer is not done before all of it is.
        self.layers[level].waiting.extend(batch.split_off(*granted.as_ref().unwrap_or(&0)));
        granted?;
        let Goal { trees, swaps } = self.goal;
        let merges_left = self.merges.saturating_sub(level);
        budget.check_periodically(Progress { trees, swaps, merges_left, nodes: 0, length: None }, || {
            self.bytes()
        })?;
        Ok(batch.into_iter().map(|(_, Reverse(entry))| entry).collect())
    }

    /// What comes of those entries from which the goal may come.
    fn expand_all(&self, level: usize, batch: &[u32]) -> Vec<PassSuccessors> {
        let expand = |&entry: &u32| Some(self.expand(level, entry, self.look_at(level, entry)?));
        if self.parallel && batch.len() > 1 {
            batch.par_iter().with_max_len(8).filter_map(expand).collect()
        } else {
            batch.iter().filter_map(expand).collect()
        }
    }

    /// Has a closer look at an entry; `None` if the goal takes too many moves from there.
    fn look_at(&self, level: usize, entry: u32) -> Option<InspectedBoard> {
        let PassEntry { ref board, spent, paid, origin, .. } = self.layers[level].entries[entry as usize];
        let left = self.most.checked_sub(spent + self.merges_needed(board))?;
        let (known, vain) = origin.map_or_else(Default::default, |PassOrigin { level, entry, .. }| {
            let found = self.layers[level as usize].entries[entry as usize].found.as_ref();
            let InspectedBoard { need, vain, .. } =
                &**found.expect("who leads somewhere was seen_cleared at");
            (need.after(paid), vain.after(paid))
        });
        let (need, vain) = if self.rules.has(Rule::DeadEnds) {
            let unpacked = board.unpack(self.tables);
            LengthBound::new(self.tables, board, &unpacked, self.goal).need(left, known, vain)?
        } else {
            (known, vain)
        };
        let (board, gone) =
            self.trimmed(board, std::array::from_fn(|c| left.saturating_sub(need.elsewhere(c))));
        Some(InspectedBoard { need, vain, board, gone })
    }

    /// What comes of an entry.
    fn expand(&self, level: usize, entry: u32, found: InspectedBoard) -> PassSuccessors {
        let spent = self.layers[level].entries[entry as usize].spent;
        let InspectedBoard { board, ref need, .. } = found;
        let tables = self.tables;
        let origin = |step| PassOrigin { level: level as u8, entry, step };
        let (mut newcomers, mut reached, mut boards) = (Vec::new(), None::<(u8, PassOrigin)>, 0);
        let mut stackings = StackActions::new();
        board.unpack(tables).stackings(&mut stackings);
        for &(mv, fit) in &stackings {
            let mut toll = SlideCounter::new(tables);
            let child = board.stack(tables, mv, &mut toll);
            boards += 1;
            let SlideCounter { mut paid, .. } = toll;
            let spent = spent + 1 + paid.slides.iter().sum::<u8>();
            let origin = origin(BoardAction::Stack(mv));
            if child.trees >= self.goal.trees {
                if reached.is_none_or(|(least, _)| spent < least) {
                    reached = Some((spent, origin));
                }
                continue;
            }
            paid.transfer = (fit == StackFit::Transfer).then(|| colour_of(board.code(mv.from)) as u8);
            let level = level + usize::from(fit == StackFit::Merge);
            newcomers.extend(self.admit(level, &child, spent, &need.after(paid), paid, Some(origin)));
        }
        if board.swaps < self.goal.swaps {
            for bank in board.ways_to_earn_swap() {
                let mut earned = SlideCounter::new(tables);
                let banked = board.after_banks(tables, bank, &mut earned);
                for (a, b) in banked.swap_pairs(tables) {
                    let mut toll = SlideCounter { tables, ..earned };
                    let mut child = banked;
                    child.swap(tables, &mut toll, a, b);
                    boards += 1;
                    let SlideCounter { paid, .. } = toll;
                    let spent = spent + paid.slides.iter().sum::<u8>();
                    let origin = Some(origin(BoardAction::Swap(SwapAction { bank, a, b })));
                    newcomers.extend(self.admit(level, &child, spent, &need.after(paid), paid, origin));
                }
            }
        }
        PassSuccessors { entry, found, newcomers, reached, boards }
    }

    /// Merges that the goal takes for certain: a win takes all.
    fn merges_needed(&self, board: &Board) -> u8 {
        if self.goal.trees == TREES { board.merges_left() as u8 } else { 0 }
    }

    /// Whether a board may enter its layer, as far as can be told at once: not if it costs too much by what is
    /// known to be needed, or another one undercuts it.
    fn admit(
        &self,
        level: usize,
        whole: &Board,
        spent: u8,
        known: &Landmarks,
        paid: ActionCost,
        origin: Option<PassOrigin>,
    ) -> Option<PassCandidate> {
        // A tree takes a stacking at least.
        let trees_needed = self.goal.trees.saturating_sub(whole.trees);
        let left = self.most.checked_sub(spent + self.merges_needed(whole))?;
        if spent + trees_needed > self.most || known.total() > left {
            return None;
        }
        let (board, gone) =
            self.trimmed(whole, std::array::from_fn(|c| left.saturating_sub(known.elsewhere(c))));
        if self.is_undercut(level, &board, spent) {
            return None;
        }
        let value = if self.width.is_some() {
            let evaluation = Evaluation::new(Heuristic::Trail, self.merges.saturating_sub(level));
            let cost = spent + self.merges_needed(&board) + known.total();
            evaluation.value(&board.unpack(self.tables)) - THRIFT * f32::from(cost)
        } else {
            // Cheap boards first, for they undercut others.
            -f32::from(spent)
        };
        let entry = PassEntry { board, gone, spent, dropped: false, paid, origin, found: None };
        Some(PassCandidate { level, entry, value: OrderedValue(value) })
    }

    /// Adds a board to its layer, unless another one undercuts it.
    fn enter(&mut self, newcomer: PassCandidate) {
        let PassCandidate { level, entry: PassEntry { board, spent, .. }, value } = newcomer;
        if self.is_undercut(level, &board, spent) {
            return;
        }
        let Self { tables, rules, layers, .. } = self;
        let PassLayer { entries, groups, waiting } = &mut layers[level];
        let Signature { group_hash, cover_filter } = Signature::new(&board, *tables);
        let mut group = groups.group(group_hash);
        group.retain(cover_filter, |rival| {
            let it = &mut entries[rival as usize];
            it.dropped = undercuts(tables, *rules, (&board, spent), (&it.board, it.spent));
            !it.dropped
        });
        let entry = entries.len() as u32;
        group.push(entry, cover_filter);
        entries.push(newcomer.entry);
        waiting.push((value, Reverse(entry)));
    }

    /// A board without the ways to stand that cost more than this beyond the cheapest, and the trees that
    /// went with them.
    fn trimmed(&self, board: &Board, extra: [u8; COLUMNS]) -> (Board, [u16; COLUMNS]) {
        let mut trimmed = *board;
        let gone = std::array::from_fn(|c| {
            let change = self.tables.trim(board.set[c], extra[c]);
            trimmed.set_column(c, change.set, change.banked);
            change.banked
        });
        (trimmed, gone)
    }

    fn is_undercut(&self, level: usize, board: &Board, spent: u8) -> bool {
        let PassLayer { entries, groups, .. } = &self.layers[level];
        groups.may_dominate(Signature::new(board, self.tables)).any(|rival| {
            let it = &entries[rival as usize];
            undercuts(self.tables, self.rules, (&it.board, it.spent), (board, spent))
        })
    }

    /// Memory in use, about.
    fn bytes(&self) -> usize {
        let layer = |layer: &PassLayer| {
            layer.entries.capacity() * size_of::<PassEntry>()
                + layer.waiting.capacity() * size_of::<(OrderedValue, Reverse<u32>)>()
                + layer.groups.bytes()
        };
        self.tables.bytes() + self.found + self.layers.iter().map(layer).sum::<usize>()
    }

    /// The actions that lead to an entry, and one more.
    fn retrace(&self, last: PassOrigin) -> Vec<SlotAction> {
        let mut path = Vec::new();
        let mut at = Some(last);
        while let Some(PassOrigin { level, entry, step }) = at {
            let entry = &self.layers[level as usize].entries[entry as usize];
            path.push((entry, step));
            at = entry.origin;
        }
        let mut slots = StackSlots::of(&self.root);
        let all = slots.clone();
        let mut actions = Vec::new();
        for (PassEntry { gone, found, .. }, step) in path.into_iter().rev() {
            let found = found.as_ref().expect("who leads somewhere was seen_cleared at");
            for (column, (&first, &then)) in gone.iter().zip(&found.gone).enumerate() {
                slots.remove_places(column, first);
                slots.remove_places(column, then);
            }
            let board = &found.board;
            // Whoever can afford more may still have trees that were given up here.
            actions.push(SlotAction::new(self.tables, board, step, &slots).with_emptied(all.without(&slots)));
            let mut log: Vec<AppliedOp> = Vec::new();
            board.play(self.tables, step, &mut log);
            slots.follow_all(&log);
        }
        actions
    }
}

/// Whether every way to stand of the second board is there in the first, at no greater cost in all.
fn undercuts(
    tables: &CostTables,
    rules: Rules,
    (a, spent_a): (&Board, u8),
    (b, spent_b): (&Board, u8),
) -> bool {
    let Some(mut most) = spent_b.checked_sub(spent_a) else { return false };
    if !rules.has(Rule::Domination) {
        return a == b;
    }
    if a.swaps != b.swaps {
        return false;
    }
    for c in 0..COLUMNS {
        let extra_trees = extra_trees(a.order[c], b.order[c]);
        match extra_trees.and_then(|extra_trees| tables.surcharge(a.set[c], b.set[c], extra_trees, most)) {
            Some(surcharge) => most -= surcharge,
            None => return false,
        }
    }
    true
}
