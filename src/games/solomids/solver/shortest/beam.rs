//! Cost-bounded beams: short lines to a goal by the best boards of each layer.
//!
//! As in the beams of the solver, a layer holds the boards with equally many merges made; transfers and swaps stay in a
//! layer. A beam expands the best boards of each layer, as many as it is wide. It finds short lines and proves nothing.
//! Boards are expanded in batches, which threads share; the results enter the layers in a fixed order, so the number of
//! threads changes nothing.
//!
//! # Boards that are dropped
//! - Those that need more moves than allowed: what is spent, and a merge for every stack that a win has to lose.
//! - Dead ends, by the upper bound of the solver. Switched off with [`Pruning::DeadEnds`].
//! - Those that another board of their layer dominates at no greater cost: same swaps used, same orders except trees that
//!   are missing in its own, and each of its placements is in the other board, with those trees banked, at no greater total
//!   cost. Whatever can be played from the one can be played from the other, and costs the same from then on. Switched off
//!   with [`Pruning::Domination`]; then only equal boards are dropped.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rayon::prelude::*;

use super::cost_tables::CostTables;
use crate::games::solomids::game::{COLUMNS, TREES};
use crate::games::solomids::solver::board::{
    AppliedOp, Board, BoardAction, OpLog, StackActions, StackFit, SwapAction, extra_trees,
};
use crate::games::solomids::solver::bounds::{Goal, UpperBound, max_trees};
use crate::games::solomids::solver::config::{Config, Progress, Pruning, PruningSet};
use crate::games::solomids::solver::ordering::{Evaluation, Heuristic, OrderedValue};
use crate::games::solomids::solver::outcome::StopReason;
use crate::games::solomids::solver::search::context::Budget;
use crate::games::solomids::solver::search::dominance::{DominanceIndex, Signature};

/// Boards expanded together, at most.
const BATCH: usize = 256;
/// Penalty of every move, in units of the evaluation.
const THRIFT: f32 = 3.0;

/// A line: the number of its stacks, slides and transfers, and its actions.
pub(super) type PricedLine = (u8, Vec<BoardAction>);

/// The board that an action was played on, by layer and number, and the action.
#[derive(Clone, Copy)]
struct Origin {
    level: u8,
    entry: u32,
    action: BoardAction,
}

struct Entry {
    board: Board,
    /// Stacks, slides and transfers made so far, for the cheapest placements; the cost tables hold the rest.
    spent: u8,
    dropped: bool,
    /// `None` for the root.
    origin: Option<Origin>,
}

/// A layer: the boards with equally many merges made.
#[derive(Default)]
struct Layer {
    entries: Vec<Entry>,
    /// The entries that no other dominates.
    groups: DominanceIndex,
    /// The entries to expand, by value and number; of equal values the earlier one comes first.
    waiting: BinaryHeap<(OrderedValue, Reverse<u32>)>,
}

/// A board that may enter a layer, unless another one dominates it.
struct Candidate {
    level: usize,
    entry: Entry,
    value: OrderedValue,
}

#[derive(Default)]
struct Successors {
    candidates: Vec<Candidate>,
    /// The cheapest action that reaches the goal, with the moves spent; `None` if no action does.
    reached: Option<(u8, Origin)>,
    boards: u64,
}

/// Counts the slides that the operations of an action take.
impl OpLog for u8 {
    fn note(&mut self, applied: AppliedOp) {
        *self += applied.change.price;
    }
}

pub(super) struct LengthBeam<'a> {
    tables: &'a CostTables,
    pruning: PruningSet,
    parallel: bool,
    goal: Goal,
    /// Moves allowed, merges included.
    most: u8,
    width: usize,
    /// Merges from the root to trees only.
    merges: usize,
    layers: Vec<Layer>,
}

impl<'a> LengthBeam<'a> {
    /// A beam from a root for a line of at most `most` moves.
    pub(super) fn new(
        tables: &'a CostTables,
        config: &Config,
        root: Board,
        goal: Goal,
        most: u8,
        width: usize,
    ) -> Self {
        let mut beam = Self {
            tables,
            pruning: config.pruning,
            parallel: config.parallelism.is_parallel(),
            goal,
            most,
            width,
            merges: root.merges_left(),
            layers: vec![Layer::default()],
        };
        if let Some(first) = beam.candidate(0, root, 0, None) {
            beam.enter(first);
        }
        beam
    }

    /// The shortest line found; `None` if there is none.
    ///
    /// # Errors
    /// The limit that ended the beam before it had found one.
    pub(super) fn run(mut self, budget: &mut Budget) -> Result<Option<PricedLine>, StopReason> {
        // A narrow beam takes small batches, so that it re-orders its queue more often.
        let batch_size = (self.width / 16).clamp(1, BATCH);
        let mut best = None;
        let mut level = 0;
        while !self.layers[level].entries.is_empty() {
            self.layers.push(Layer::default());
            let mut left = self.width;
            while left > 0 {
                let batch = match self.pop(level, left.min(batch_size), budget) {
                    Ok(batch) if batch.is_empty() => break,
                    Ok(batch) => batch,
                    Err(_) if best.is_some() => return Ok(best),
                    Err(stopped) => return Err(stopped),
                };
                for successors in self.expand_all(level, &batch) {
                    left -= 1;
                    budget.nodes += 1;
                    budget.boards += successors.boards;
                    if let Some((spent, last)) = successors.reached.filter(|&(spent, _)| spent <= self.most) {
                        best = Some((spent, self.retrace(last)));
                        if spent == 0 {
                            return Ok(best);
                        }
                        self.most = spent - 1;
                    }
                    successors.candidates.into_iter().for_each(|candidate| self.enter(candidate));
                }
            }
            let Layer { groups, waiting, .. } = &mut self.layers[level];
            (*groups, *waiting) = Default::default();
            level += 1;
        }
        Ok(best)
    }

    /// The next entries of a layer that are not dominated: at most `most`, and no more than the node budget grants.
    fn pop(&mut self, level: usize, most: usize, budget: &mut Budget) -> Result<Vec<u32>, StopReason> {
        let granted = budget.grant(most)?;
        let Goal { trees, swaps } = self.goal;
        let merges_left = self.merges.saturating_sub(level);
        let progress = Progress { trees, swaps, merges_left, nodes: 0, length: None };
        budget.check_periodically(progress, || self.bytes())?;
        let mut batch = Vec::new();
        while batch.len() < granted {
            let Some((_, Reverse(number))) = self.layers[level].waiting.pop() else { break };
            let Entry { ref board, spent, dropped, .. } = self.layers[level].entries[number as usize];
            if !dropped && spent + self.moves_needed(board) <= self.most {
                batch.push(number);
            }
        }
        Ok(batch)
    }

    /// Successors of those entries that are no dead ends.
    fn expand_all(&self, level: usize, batch: &[u32]) -> Vec<Successors> {
        let expand = |&number: &u32| self.expand(level, number);
        if self.parallel && batch.len() > 1 {
            batch.par_iter().with_max_len(8).filter_map(expand).collect()
        } else {
            batch.iter().filter_map(expand).collect()
        }
    }

    /// Successors of an entry; `None` if it is a dead end.
    fn expand(&self, level: usize, entry: u32) -> Option<Successors> {
        let (tables, goal) = (self.tables, self.goal);
        let Entry { board, spent, .. } = self.layers[level].entries[entry as usize];
        let unpacked = board.unpack(tables);
        if self.pruning.has(Pruning::DeadEnds)
            && UpperBound::new(&board, max_trees(&unpacked)).rules_out(goal)
        {
            return None;
        }
        let mut found = Successors::default();
        let mut add = |next: usize, child: Board, moves: u8, action| {
            let (spent, origin) = (spent + moves, Origin { level: level as u8, entry, action });
            found.boards += 1;
            if child.trees < goal.trees {
                found.candidates.extend(self.candidate(next, child, spent, Some(origin)));
            } else if found.reached.is_none_or(|(least, _)| spent < least) {
                found.reached = Some((spent, origin));
            }
        };
        let mut stackings = StackActions::new();
        unpacked.stackings(&mut stackings);
        for &(mv, fit) in &stackings {
            let mut moves = 1;
            let child = board.stack(tables, mv, &mut moves);
            add(level + usize::from(fit == StackFit::Merge), child, moves, BoardAction::Stack(mv));
        }
        let ways = (board.swaps < goal.swaps).then(|| board.ways_to_earn_swap());
        for bank in ways.into_iter().flatten() {
            let mut earned = 0;
            let banked = board.after_banks(tables, bank, &mut earned);
            for (a, b) in banked.swap_pairs(tables) {
                let (mut child, mut moves) = (banked, earned);
                child.swap(tables, &mut moves, [a, b]);
                add(level, child, moves, BoardAction::Swap(SwapAction { bank, a, b }));
            }
        }
        Some(found)
    }

    /// Moves that the goal certainly needs: a win needs all merges, and every further tree a stack or a transfer.
    fn moves_needed(&self, board: &Board) -> u8 {
        if self.goal.trees == TREES {
            board.merges_left() as u8
        } else {
            self.goal.trees.saturating_sub(board.trees)
        }
    }

    /// A board as a candidate for a layer; `None` if it is too expensive or dominated.
    fn candidate(&self, level: usize, board: Board, spent: u8, origin: Option<Origin>) -> Option<Candidate> {
        let cost = spent + self.moves_needed(&board);
        if cost > self.most || self.is_dominated(level, &board, spent) {
            return None;
        }
        let evaluation = Evaluation::new(Heuristic::OnPath, self.merges.saturating_sub(level));
        let value = evaluation.value(&board.unpack(self.tables)) - THRIFT * f32::from(cost);
        let entry = Entry { board, spent, dropped: false, origin };
        Some(Candidate { level, entry, value: OrderedValue(value) })
    }

    /// Adds a board to its layer unless another one dominates it, and drops the boards it dominates.
    fn enter(&mut self, Candidate { level, entry, value }: Candidate) {
        if self.is_dominated(level, &entry.board, entry.spent) {
            return;
        }
        let Self { tables, pruning, layers, .. } = self;
        let Layer { entries, groups, waiting } = &mut layers[level];
        let Signature { group_hash, cover_filter } = Signature::new(&entry.board, *tables);
        let mut group = groups.group(group_hash);
        group.retain(cover_filter, |rival| {
            let it = &mut entries[rival as usize];
            it.dropped =
                dominates_at_cost(tables, *pruning, (&entry.board, entry.spent), (&it.board, it.spent));
            !it.dropped
        });
        let number = entries.len() as u32;
        group.push(number, cover_filter);
        entries.push(entry);
        waiting.push((value, Reverse(number)));
    }

    fn is_dominated(&self, level: usize, board: &Board, spent: u8) -> bool {
        let Layer { entries, groups, .. } = &self.layers[level];
        groups.may_dominate(Signature::new(board, self.tables)).any(|rival| {
            let it = &entries[rival as usize];
            dominates_at_cost(self.tables, self.pruning, (&it.board, it.spent), (board, spent))
        })
    }

    fn bytes(&self) -> usize {
        let layer = |layer: &Layer| {
            layer.entries.capacity() * size_of::<Entry>()
                + layer.waiting.capacity() * size_of::<(OrderedValue, Reverse<u32>)>()
                + layer.groups.bytes()
        };
        self.tables.bytes() + self.layers.iter().map(layer).sum::<usize>()
    }

    /// The actions from the root to an entry, with a last one.
    fn retrace(&self, last: Origin) -> Vec<BoardAction> {
        let mut actions = Vec::new();
        let mut at = Some(last);
        while let Some(Origin { level, entry, action }) = at {
            actions.push(action);
            at = self.layers[level as usize].entries[entry as usize].origin;
        }
        actions.reverse();
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
    a.swaps == b.swaps
        && (0..COLUMNS).all(|c| {
            let extra_trees = extra_trees(a.order[c], b.order[c]);
            let surcharge = extra_trees.and_then(|it| tables.surcharge(a.set[c], b.set[c], it, most));
            surcharge.is_some_and(|surcharge| {
                most -= surcharge;
                true
            })
        })
}
