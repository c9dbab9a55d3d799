//! Cost-bounded layered search: the boards from which the goal may still be reached within a number of moves.
//!
//! As in the beams of the solver, a layer holds the boards with equally many merges made; transfers and swaps stay in a
//! layer. A complete pass expands every board and, if it does not reach its goal, proves that the goal takes more moves. A
//! narrow pass expands the best boards of each layer and may find a short line.
//!
//! A board enters its layer at once, unless it is too expensive by the landmarks of its parent. It is inspected when its
//! turn comes, because most boards are reached in several ways. Inspection happens in batches, which threads share; the
//! results enter the layers in a fixed order, so the number of threads changes nothing.
//!
//! # Pruning
//! - **Too many moves.** A board is dropped if the [`bound`](super::bound) exceeds the moves left. Switched off with
//!   [`Pruning::DeadEnds`].
//! - **Trimming.** Placements of a column are dropped if their cost, with what is needed elsewhere, exceeds the moves left.
//! - **Cost-aware dominance.** *Statement:* a board is dropped if another board of its layer dominates it at no greater
//!   cost: same swaps used, same orders except trees that are missing in its own, and each of its placements is in the
//!   other board, with those trees banked, at no greater total cost. *Argument:* whatever can be played from the one can
//!   be played from the other, and costs the same from then on. Local transfers are plain actions here, so neighbours do
//!   not matter. Switched off with [`Pruning::Domination`]; then only equal boards are dropped.
//!
//! *Test:* `tests/solomids/shortest.rs` compares lengths with a plain search that has neither.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rayon::prelude::*;

use super::bound::{ActionCost, Landmarks, LengthBound};
use super::tables::CostTables;
use crate::games::solomids::game::{COLUMNS, TREES};
use crate::games::solomids::solver::board::codes::{StackFit, colour_of, extra_trees};
use crate::games::solomids::solver::board::stackings::StackActions;
use crate::games::solomids::solver::board::{AppliedOp, Board, BoardAction, OpLog, SwapAction};
use crate::games::solomids::solver::bounds::goal::Goal;
use crate::games::solomids::solver::config::{Config, Progress, Pruning, PruningSet};
use crate::games::solomids::solver::line::polish::SlotAction;
use crate::games::solomids::solver::line::slots::StackSlots;
use crate::games::solomids::solver::ordering::evaluation::{Evaluation, OrderedValue};
use crate::games::solomids::solver::ordering::heuristic::Heuristic;
use crate::games::solomids::solver::outcome::StopReason;
use crate::games::solomids::solver::search::budget::Budget;
use crate::games::solomids::solver::search::dominance_index::{DominanceIndex, Signature};

/// How a pass ended.
pub(super) enum LengthPassEnd {
    /// The goal is reached: the number of moves, and the actions.
    Reached(u8, Vec<SlotAction>),
    /// The goal takes more moves than allowed.
    Exhausted,
    /// No line was found, and not all boards were expanded.
    Overflowed,
    /// A limit ended the pass.
    Stopped(StopReason),
}

/// The parent of a board and the action that made it.
#[derive(Clone, Copy)]
struct PassOrigin {
    level: u8,
    entry: u32,
    step: BoardAction,
}

struct PassEntry {
    /// The board, without placements that are too expensive by the landmarks of its parent.
    board: Board,
    /// Trees that left the orders with those placements, by index.
    gone: [u16; COLUMNS],
    /// Stacks, slides and transfers made so far, for the cheapest placements; the cost tables hold the rest.
    spent: u8,
    /// Whether another board dominates it.
    dropped: bool,
    /// Cost of the last action.
    paid: ActionCost,
    /// Parent and action; `None` for the root.
    origin: Option<PassOrigin>,
    /// Result of the inspection, once it was made.
    found: Option<Box<InspectedBoard>>,
}

/// Result of inspecting a board.
struct InspectedBoard {
    need: Landmarks,
    /// The board, without placements that are too expensive by its own landmarks.
    board: Board,
    /// Trees that left the orders with those placements, by index.
    gone: [u16; COLUMNS],
}

/// A queued entry: its value and its number. Of equal values the earlier entry comes first.
type QueuedEntry = (OrderedValue, Reverse<u32>);

/// A layer: the boards with equally many merges made.
#[derive(Default)]
struct PassLayer {
    entries: Vec<PassEntry>,
    /// The entries that no other dominates, including those from which the goal takes too many moves.
    groups: DominanceIndex,
    waiting: BinaryHeap<QueuedEntry>,
}

/// Log that counts the slides that the operations of an action take, by column.
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
    }
}

/// A generated board that may enter a layer, unless an earlier one dominates it.
struct PassCandidate {
    level: usize,
    entry: PassEntry,
    value: OrderedValue,
}

/// Successors of an expanded board.
struct PassSuccessors {
    entry: u32,
    found: InspectedBoard,
    newcomers: Vec<PassCandidate>,
    /// The cheapest action that reaches the goal; `None` if no action does.
    reached: Option<(u8, PassOrigin)>,
    /// Number of boards generated.
    boards: u64,
}

/// Boards inspected and expanded together, at most.
const BATCH: usize = 256;

/// Penalty of every move, in units of the evaluation.
const THRIFT: f32 = 3.0;

/// A pass under way.
pub(super) struct LengthPass<'a> {
    tables: &'a CostTables,
    pruning: PruningSet,
    /// Whether threads of the current pool share the work.
    parallel: bool,
    goal: Goal,
    /// Moves allowed, merges included.
    most: u8,
    /// Beam width in boards; `None` for a complete pass.
    width: Option<usize>,
    /// Merges from the root to trees only.
    merges: usize,
    root: Board,
    layers: Vec<PassLayer>,
    /// Estimated bytes of the inspections that are kept.
    found: usize,
}

impl<'a> LengthPass<'a> {
    /// A pass from a root for a line of at most `most` moves; complete without a width.
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
            pruning: config.pruning,
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

    /// Searches until no board is left, or the goal is reached in the fewest moves that this pass can find.
    pub(super) fn run(&mut self, budget: &mut Budget) -> LengthPassEnd {
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
                    self.found += size_of::<InspectedBoard>();
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
            level += 1;
        }
        match best {
            Some((spent, actions)) => LengthPassEnd::Reached(spent, actions),
            None if complete => LengthPassEnd::Exhausted,
            None => LengthPassEnd::Overflowed,
        }
    }

    /// Batch size in boards. A narrow pass takes smaller batches, so that it re-orders its queue more often.
    fn batch(&self) -> usize {
        self.width.map_or(BATCH, |width| (width / 16).clamp(1, BATCH))
    }

    /// The next queued entry of a layer that is not dominated.
    fn pop_one(&mut self, level: usize) -> Option<QueuedEntry> {
        loop {
            let next = self.layers[level].waiting.pop()?;
            let PassEntry { spent, ref board, dropped, .. } = self.layers[level].entries[next.1.0 as usize];
            if !dropped && spent + self.merges_needed(board) <= self.most {
                return Some(next);
            }
        }
    }

    /// The next queued entries of a layer that are not dominated: at most `most`, and no more than the node budget grants.
    fn pop(&mut self, level: usize, most: usize, budget: &mut Budget) -> Result<Vec<u32>, StopReason> {
        let mut batch: Vec<QueuedEntry> = std::iter::from_fn(|| self.pop_one(level)).take(most).collect();
        let granted = budget.grant(batch.len());
        // Entries beyond the node budget stay queued: a layer is finished only when its queue is empty.
        self.layers[level].waiting.extend(batch.split_off(*granted.as_ref().unwrap_or(&0)));
        granted?;
        let Goal { trees, swaps } = self.goal;
        let merges_left = self.merges.saturating_sub(level);
        budget.check_periodically(Progress { trees, swaps, merges_left, nodes: 0, length: None }, || {
            self.bytes()
        })?;
        Ok(batch.into_iter().map(|(_, Reverse(entry))| entry).collect())
    }

    /// Successors of those entries from which the goal may still be reached.
    fn expand_all(&self, level: usize, batch: &[u32]) -> Vec<PassSuccessors> {
        let expand = |&entry: &u32| Some(self.expand(level, entry, self.inspect(level, entry)?));
        if self.parallel && batch.len() > 1 {
            batch.par_iter().with_max_len(8).filter_map(expand).collect()
        } else {
            batch.iter().filter_map(expand).collect()
        }
    }

    /// Inspects an entry; `None` if the goal takes too many moves from there.
    fn inspect(&self, level: usize, entry: u32) -> Option<InspectedBoard> {
        let PassEntry { ref board, spent, paid, origin, .. } = self.layers[level].entries[entry as usize];
        let left = self.most.checked_sub(spent + self.merges_needed(board))?;
        let known = origin.map_or_else(Landmarks::default, |PassOrigin { level, entry, .. }| {
            let inspected = self.layers[level as usize].entries[entry as usize].found.as_ref();
            inspected.expect("expanded boards were inspected").need.after(paid)
        });
        let need = if self.pruning.has(Pruning::DeadEnds) {
            let unpacked = board.unpack(self.tables);
            LengthBound::new(self.tables, board, &unpacked, self.goal).need(left, known)?
        } else {
            known
        };
        let (board, gone) =
            self.trimmed(board, std::array::from_fn(|c| left.saturating_sub(need.elsewhere(c))));
        Some(InspectedBoard { need, board, gone })
    }

    /// Successors of an inspected entry.
    fn expand(&self, level: usize, entry: u32, found: InspectedBoard) -> PassSuccessors {
        let spent = self.layers[level].entries[entry as usize].spent;
        let InspectedBoard { board, ref need, .. } = found;
        let tables = self.tables;
        let origin = |step| PassOrigin { level: level as u8, entry, step };
        let (mut newcomers, mut reached, mut boards) = (Vec::new(), None::<(u8, PassOrigin)>, 0);
        let mut stackings = StackActions::new();
        board.unpack(tables).stackings(&mut stackings);
        for &(mv, fit) in &stackings {
            let mut slides_taken = SlideCounter::new(tables);
            let child = board.stack(tables, mv, &mut slides_taken);
            boards += 1;
            let SlideCounter { mut paid, .. } = slides_taken;
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
                    let mut slides_taken = SlideCounter { tables, ..earned };
                    let mut child = banked;
                    child.swap(tables, &mut slides_taken, a, b);
                    boards += 1;
                    let SlideCounter { paid, .. } = slides_taken;
                    let spent = spent + paid.slides.iter().sum::<u8>();
                    let origin = Some(origin(BoardAction::Swap(SwapAction { bank, a, b })));
                    newcomers.extend(self.admit(level, &child, spent, &need.after(paid), paid, origin));
                }
            }
        }
        PassSuccessors { entry, found, newcomers, reached, boards }
    }

    /// Merges that the goal certainly needs: a win needs all.
    fn merges_needed(&self, board: &Board) -> u8 {
        if self.goal.trees == TREES { board.merges_left() as u8 } else { 0 }
    }

    /// Whether a board may enter its layer: it is not too expensive by the landmarks of its parent, and not dominated.
    fn admit(
        &self,
        level: usize,
        whole: &Board,
        spent: u8,
        known: &Landmarks,
        paid: ActionCost,
        origin: Option<PassOrigin>,
    ) -> Option<PassCandidate> {
        // Every further tree takes at least one stacking.
        let trees_needed = self.goal.trees.saturating_sub(whole.trees);
        let left = self.most.checked_sub(spent + self.merges_needed(whole))?;
        if spent + trees_needed > self.most || known.total() > left {
            return None;
        }
        let (board, gone) =
            self.trimmed(whole, std::array::from_fn(|c| left.saturating_sub(known.elsewhere(c))));
        if self.is_dominated(level, &board, spent) {
            return None;
        }
        let value = if self.width.is_some() {
            let evaluation = Evaluation::new(Heuristic::OnPath, self.merges.saturating_sub(level));
            let cost = spent + self.merges_needed(&board) + known.total();
            evaluation.value(&board.unpack(self.tables)) - THRIFT * f32::from(cost)
        } else {
            // Cheap boards first, because they dominate others.
            -f32::from(spent)
        };
        let entry = PassEntry { board, gone, spent, dropped: false, paid, origin, found: None };
        Some(PassCandidate { level, entry, value: OrderedValue(value) })
    }

    /// Adds a board to its layer unless another one dominates it, and drops the boards it dominates.
    fn enter(&mut self, newcomer: PassCandidate) {
        let PassCandidate { level, entry: PassEntry { board, spent, .. }, value } = newcomer;
        if self.is_dominated(level, &board, spent) {
            return;
        }
        let Self { tables, pruning, layers, .. } = self;
        let PassLayer { entries, groups, waiting } = &mut layers[level];
        let Signature { group_hash, cover_filter } = Signature::new(&board, *tables);
        let mut group = groups.group(group_hash);
        group.retain(cover_filter, |rival| {
            let it = &mut entries[rival as usize];
            it.dropped = dominates_at_cost(tables, *pruning, (&board, spent), (&it.board, it.spent));
            !it.dropped
        });
        let entry = entries.len() as u32;
        group.push(entry, cover_filter);
        entries.push(newcomer.entry);
        waiting.push((value, Reverse(entry)));
    }

    /// A board without the placements whose extra exceeds the given ones, and the trees that leave the orders with them.
    fn trimmed(&self, board: &Board, extra: [u8; COLUMNS]) -> (Board, [u16; COLUMNS]) {
        let mut trimmed = *board;
        let gone = std::array::from_fn(|c| {
            let change = self.tables.trim(board.set[c], extra[c]);
            trimmed.set_column(c, change.set, change.banked);
            change.banked
        });
        (trimmed, gone)
    }

    fn is_dominated(&self, level: usize, board: &Board, spent: u8) -> bool {
        let PassLayer { entries, groups, .. } = &self.layers[level];
        groups.may_dominate(Signature::new(board, self.tables)).any(|rival| {
            let it = &entries[rival as usize];
            dominates_at_cost(self.tables, self.pruning, (&it.board, it.spent), (board, spent))
        })
    }

    /// Estimated memory in use, in bytes.
    fn bytes(&self) -> usize {
        let layer = |layer: &PassLayer| {
            layer.entries.capacity() * size_of::<PassEntry>()
                + layer.waiting.capacity() * size_of::<(OrderedValue, Reverse<u32>)>()
                + layer.groups.bytes()
        };
        self.tables.bytes() + self.found + self.layers.iter().map(layer).sum::<usize>()
    }

    /// The actions from the root to an entry, with a last one.
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
            let found = found.as_ref().expect("entries on the way were inspected");
            for (column, (&first, &then)) in gone.iter().zip(&found.gone).enumerate() {
                slots.remove_places(column, first);
                slots.remove_places(column, then);
            }
            let board = &found.board;
            // A replay without trimming may still have trees that left the orders here.
            actions.push(SlotAction::new(self.tables, board, step, &slots).with_emptied(all.without(&slots)));
            let mut log: Vec<AppliedOp> = Vec::new();
            board.play(self.tables, step, &mut log);
            slots.follow_all(&log);
        }
        actions
    }
}

/// Whether the first board has every placement of the second at no greater total cost.
fn dominates_at_cost(
    tables: &CostTables,
    pruning: PruningSet,
    (a, spent_a): (&Board, u8),
    (b, spent_b): (&Board, u8),
) -> bool {
    let Some(mut most) = spent_b.checked_sub(spent_a) else { return false };
    if !pruning.has(Pruning::Domination) {
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
