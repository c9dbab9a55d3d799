//! Beam search over boards, layer by layer, with a width limit or exhaustive.
//!
//! A [`Layer`] holds the boards with the same number of merges still to be made. Transfers and swaps lead to boards of
//! the same layer, merges to the next. A beam expands the most promising boards of each layer, up to its width, or all
//! of them ([`BeamWidth`]). If it reaches its goal, that is a win. If no layer had more boards than were expanded, that
//! is a proof. So one engine finds wins and proves that there are none.
//!
//! # Proof
//! *Statement:* a beam that ends as [`PassResult::Exhausted`] proves that its goal is out of reach. *Argument:* every
//! board of every layer was expanded, dominated, united with another or dead, and no candidate was left deferred.
//! *Test:* the tests here, `tests/solomids/differential.rs` and `tests/solomids/benchmark.rs`.
//!
//! An exhaustive beam can be paused and continued, and can be given another goal, paused or exhausted: then it goes on with
//! what it has not expanded, and with what the former goal had excluded. Stackings are the same for every goal, so expanded
//! boards need no second expansion; swaps are made again where more are allowed, and dead boards are tested again, for
//! their upper bounds depend on no goal. For a harder goal what is dead stays dead.
//!
//! # Determinism
//! Boards are expanded in batches whose size depends on the width alone. Within a batch threads work on their own, but
//! candidates enter a layer in a fixed order, so any number of threads sees the same layers.

pub(crate) mod sample;

use rayon::prelude::*;

use super::context::{Budget, PassResult, SearchContext};
use super::expansion::{Candidate, EntryId, EntryState, ExpansionResult, Origin, Successors};
use super::layer::{CandidateBatch, Layer, LayerEntry, ShardIndex, Way};
use super::parameters::{
    BATCHES_PER_LAYER, CHUNKS_PER_BATCH, EXHAUSTIVE_BATCH, GROWTH_FALL, MAX_BATCH, MAX_CHUNK,
    MAX_RESERVED_GROWTH, MIN_PARALLEL_BATCH, MIN_PRECEDENT_WIDTH,
};
use crate::games::solomids::solver::board::{Action, AppliedOp, Board, Step};
use crate::games::solomids::solver::bounds::Goal;
use crate::games::solomids::solver::config::Progress;
use crate::games::solomids::solver::ordering::{Evaluation, Heuristic};
use crate::games::solomids::solver::outcome::StopReason;

/// Number of boards of each layer that a beam expands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BeamWidth {
    /// The most promising boards by a heuristic, at most this many.
    Limited(usize, Heuristic),
    Exhaustive,
}

impl BeamWidth {
    /// Boards expanded in a layer, at most.
    const fn limit(self) -> usize {
        match self {
            Self::Limited(width, _) => width,
            Self::Exhaustive => usize::MAX,
        }
    }

    /// Boards expanded before their successors enter the layers, at most.
    fn batch(self) -> usize {
        match self {
            Self::Limited(width, _) => (width / BATCHES_PER_LAYER).clamp(1, MAX_BATCH),
            Self::Exhaustive => EXHAUSTIVE_BATCH,
        }
    }
}

pub(crate) struct Beam<'a> {
    context: SearchContext<'a>,
    goal: Goal,
    width: BeamWidth,
    /// Whether candidates of low upper estimates are left unevaluated. Only samples and tests switch it off.
    defers_evaluation: bool,
    /// Whether layers that were left drop entries. Only samples and tests switch it off.
    frees_layers: bool,
    /// Whether no layer so far had more boards than were expanded.
    complete: bool,
    merges: usize,
    level: usize,
    layers: Vec<Layer>,
    /// Nodes expanded in each layer for the present goal.
    expanded: Vec<u64>,
    /// Entry that reached the goal. Its numbers are valid as long as no layer is freed.
    goal_entry: Option<GoalEntry>,
    /// Chunks of the last batch, kept for their memory.
    chunks: Vec<ExpansionChunk>,
    /// Buffer of deferred candidates that one layer leaves to the next, since the system takes time to clear new memory.
    deferred: Vec<Candidate>,
    /// Receives every board that is expanded.
    recorder: Option<&'a mut (dyn FnMut(&Board) + Send)>,
}

impl<'a> Beam<'a> {
    pub(crate) fn new(context: SearchContext<'a>, root: Board, goal: Goal, width: BeamWidth) -> Self {
        let mut beam = Self {
            context,
            goal,
            width,
            defers_evaluation: true,
            frees_layers: true,
            complete: true,
            merges: root.merges_left(),
            level: 0,
            layers: Vec::new(),
            expanded: Vec::new(),
            goal_entry: None,
            chunks: Vec::new(),
            deferred: Vec::new(),
            recorder: None,
        };
        beam.add_layer();
        let candidates = [Candidate::new(root, Origin::Root, context.store)];
        let mut by_shard = ShardIndex::default();
        by_shard.rebuild(&candidates);
        let batch = CandidateBatch { candidates: &candidates, by_shard: &by_shard };
        beam.layers[0].insert(context, std::iter::once(batch));
        beam
    }

    /// Has every board that is expanded from now on, and is no dead end, handed to a recorder.
    pub(crate) fn record_to(&mut self, recorder: &'a mut (dyn FnMut(&Board) + Send)) {
        self.recorder = Some(recorder);
    }

    fn add_layer(&mut self) {
        let level = self.layers.len();
        let merges_left = self.merges.saturating_sub(level);
        let evaluation = match self.width {
            BeamWidth::Limited(width, heuristic) => {
                let follows = heuristic == Heuristic::OnPath && width >= MIN_PRECEDENT_WIDTH;
                let precedent = self.context.precedent.filter(|_| follows);
                let reference = precedent.map(|precedent| precedent.board(merges_left));
                Some(Evaluation::new(heuristic, merges_left).with_reference(reference))
            }
            BeamWidth::Exhaustive => None,
        };
        self.expanded.push(0);
        self.layers.push(Layer::new(evaluation, level, std::mem::take(&mut self.deferred)));
    }

    /// Gives an exhaustive beam an easier goal, and queues the boards that it concerns.
    pub(crate) fn retarget(&mut self, goal: Goal) {
        if goal == self.goal {
            return;
        }
        let swaps = goal.swaps > self.goal.swaps;
        self.goal = goal;
        self.level = 0;
        self.expanded.fill(0);
        for layer in &mut self.layers {
            layer.reopen(goal, swaps);
        }
    }

    /// Searches until the goal is reached, the last layer is done, or about `nodes` nodes are expanded.
    pub(crate) fn run(&mut self, nodes: u64, budget: &mut Budget) -> PassResult {
        self.run_extended(nodes, 0, budget)
    }

    /// Searches like [`run`](Self::run), and goes on while at most `extension` nodes beyond `nodes` are predicted.
    pub(crate) fn run_extended(&mut self, nodes: u64, extension: u64, budget: &mut Budget) -> PassResult {
        let pass = if self.context.is_parallel() && self.width.limit() > MAX_BATCH {
            // To enter the thread pool once is cheaper than to enter it for every batch.
            rayon::scope(|_| self.search(nodes, extension, budget))
        } else {
            self.search(nodes, extension, budget)
        };
        (self.chunks, self.deferred) = Default::default();
        pass
    }

    fn search(&mut self, nodes: u64, extension: u64, budget: &mut Budget) -> PassResult {
        if let Some(entry) = self.entry_at_goal() {
            return self.conclude(entry);
        }
        let enough = budget.nodes.saturating_add(nodes);
        let mut until = enough;
        loop {
            match self.advance(until, budget) {
                Err(stop) => return PassResult::Stopped(stop),
                Ok(Some(entry)) => return self.conclude(entry),
                Ok(None) if budget.nodes >= until && !self.layers[self.level].is_finished() => {
                    let beyond = budget.nodes - enough;
                    if self.nodes_left().is_none_or(|left| beyond + left > extension) {
                        return PassResult::Paused;
                    }
                    until = u64::MAX;
                }
                Ok(None) => {
                    self.leave_layer();
                    until = enough;
                    if self.level + 1 == self.layers.len() && self.layers[self.level].is_empty() {
                        return if self.complete { PassResult::Exhausted } else { PassResult::Overflowed };
                    }
                }
            }
        }
    }

    /// Goes on to the next layer, and frees what is not needed of those before.
    fn leave_layer(&mut self) {
        let layer = &mut self.layers[self.level];
        self.complete &= layer.is_finished();
        self.deferred = layer.release_buffers();
        if self.frees_layers {
            self.drop_unreferenced();
        }
        if self.layers.len() > self.level + 2 {
            // No layer is to be added that would use the buffer.
            self.deferred = Vec::new();
        }
        self.level += 1;
    }

    /// Drops the entries that nothing refers to, layer by layer backwards, as long as most of a layer are dropped.
    fn drop_unreferenced(&mut self) {
        for level in (0..=self.level).rev() {
            let (done, ahead) = self.layers.split_at_mut(level + 1);
            if !done[level].drop_unreferenced(&mut ahead[0]) {
                break;
            }
        }
    }

    /// Predicted number of nodes left, if growth falls by [`GROWTH_FALL`] a layer; `None` in the first layer.
    pub(crate) fn nodes_left(&self) -> Option<u64> {
        let before = self.level.checked_sub(1)?;
        let here = self.expanded[self.level] + self.layers[self.level].queued() as u64;
        let mut growth = libm::log(here as f64 / self.expanded[before].max(1) as f64);
        let (mut size, mut all) = (here as f64, here as f64);
        for _ in self.level..self.merges {
            growth -= GROWTH_FALL;
            size *= libm::exp(growth);
            all += size;
        }
        Some((all as u64).saturating_sub(self.expanded[self.level]))
    }

    /// An entry that meets the goal already: it may be left from an earlier goal, which wanted more.
    fn entry_at_goal(&self) -> Option<GoalEntry> {
        self.layers.iter().enumerate().find_map(|(level, layer)| {
            let reaches =
                |entry: &LayerEntry| entry.state != EntryState::Dropped && entry.trees() >= self.goal.trees;
            let reached = layer.entries().find(|(_, entry)| reaches(entry));
            reached.map(|(id, _)| GoalEntry { level, id, last: None })
        })
    }

    fn conclude(&mut self, entry: GoalEntry) -> PassResult {
        let entry = *self.goal_entry.insert(entry);
        PassResult::Reached(self.retrace(entry))
    }

    /// Prepares the present layer for the expansion of all its boards, and reserves memory in the next: that grows by
    /// the factor by which this one has grown, or less.
    fn prepare_exhaustive(&mut self) {
        let (done, ahead) = self.layers.split_at_mut(self.level + 1);
        let layer = &mut done[self.level];
        let queued = layer.queue_waiting(self.context.store);
        if let Some(before) = self.level.checked_sub(1) {
            let growth = queued as f64 / self.expanded[before].max(1) as f64;
            ahead[0].reserve_for((growth.min(MAX_RESERVED_GROWTH) * layer.len() as f64) as usize);
        }
    }

    /// Expands boards of the layer until it is done or the search has `until` nodes, or an entry reaches the goal.
    fn advance(&mut self, until: u64, budget: &mut Budget) -> Result<Option<GoalEntry>, StopReason> {
        let Self { context, goal, width, level, defers_evaluation, .. } = *self;
        if self.layers.len() == level + 1 {
            self.add_layer();
        }
        if width == BeamWidth::Exhaustive && self.expanded[level] == 0 {
            self.prepare_exhaustive();
        }
        let merges_left = self.merges.saturating_sub(level);
        let mut left = width.limit();
        while budget.nodes < until {
            let (done, ahead) = self.layers.split_at_mut(level + 1);
            let (layer, next) = (&mut done[level], &mut ahead[0]);
            budget.check_room(next.growth_memory())?;
            let batch = layer.pop(budget.grant(width.batch().min(left))?);
            if batch.is_empty() {
                if left > 0 {
                    budget.check_room(layer.ranking_memory())?;
                    if layer.admit_deferred(context, left) {
                        continue;
                    }
                }
                break;
            }
            budget.nodes += batch.len() as u64;
            self.expanded[level] += batch.len() as u64;
            let estimating_next = defers_evaluation.then_some(&*next);
            let expansion = LayerExpansion { context, goal, layer, estimating_next };
            let chunks = expansion.expand(&batch, &mut self.chunks);
            budget.boards += chunks.iter().map(ExpansionChunk::boards).sum::<u64>();
            if let Some((id, board, action)) = chunks.last().and_then(|chunk| chunk.reached) {
                layer.requeue(&batch);
                return Ok(Some(GoalEntry { level, id, last: Some((board, action)) }));
            }
            for (&state, &id) in chunks.iter().flat_map(|chunk| &chunk.states).zip(&batch) {
                let dead = matches!(state, EntryState::Dead(_));
                left -= usize::from(!dead);
                if let Some(recorder) = self.recorder.as_deref_mut().filter(|_| !dead) {
                    recorder(&layer.entry(id).board(context.store));
                }
                layer.set_state(id, state);
            }
            layer.insert(context, chunks.iter().map(ExpansionChunk::here));
            next.defer(context, chunks.iter().map(ExpansionChunk::next));
            let Goal { trees, swaps } = goal;
            let progress = Progress { trees, swaps, merges_left, nodes: 0, length: None };
            budget.check_periodically(progress, || context.store.bytes() + self.bytes())?;
        }
        Ok(None)
    }

    pub(crate) fn bytes(&self) -> usize {
        let layers: usize = self.layers.iter().map(Layer::bytes).sum();
        layers
            + self.chunks.iter().map(ExpansionChunk::bytes).sum::<usize>()
            + self.deferred.capacity() * size_of::<Candidate>()
    }

    /// The actions that lead from the root to the goal, each with the board it is played on.
    ///
    /// A union has two origins, and the actions after it may need a certain one of them. So one member of the last
    /// board is followed backwards, and at each union the part that contains it is chosen.
    fn retrace(&self, entry: GoalEntry) -> Vec<Step> {
        let store = self.context.store;
        let GoalEntry { mut level, mut id, last } = entry;
        let mut board = self.board(level, id);
        let (end, mut action) = last.map_or((board, None), |(end, action)| (end, Some(action)));
        let mut steps = Vec::new();
        let mut placements =
            end.set.map(|set| store.content(set).placements().next().expect("no set is empty"));
        loop {
            let steps_of = |action: Action| action.steps(&board, store);
            for (board, step) in action.take().map_or_else(Vec::new, steps_of).into_iter().rev() {
                let mut log: Vec<AppliedOp> = Vec::new();
                board.play(store, step, &mut log);
                for AppliedOp { column, before, op, change } in log.into_iter().rev() {
                    let placement = store.placement_before(before, op, change, placements[column]);
                    placements[column] = placement.expect("every member of a result has an origin");
                }
                steps.push((board, step));
            }
            let entry = self.layers[level].entry(id);
            match entry.way() {
                Way::Root => break,
                Way::Union => {
                    let parts = self.layers[level].same_layer_sources(id).into_iter().flatten();
                    let holds = |&part: &EntryId| {
                        let mut sets = self.board(level, part).set.into_iter().zip(placements);
                        sets.all(|(set, placement)| store.content(set).contains(placement))
                    };
                    id = parts.into_iter().find(holds).expect("a part of a union has each of its members");
                    board = self.board(level, id);
                }
                way @ (Way::Merge | Way::SameLayer) => {
                    let child = board;
                    level -= usize::from(way == Way::Merge);
                    id = entry.source;
                    board = self.board(level, id);
                    action = Successors::action_between(self.context, &board, &child, way == Way::Merge);
                    assert!(action.is_some(), "an entry is made of its source");
                }
            }
        }
        steps.reverse();
        steps
    }

    fn board(&self, level: usize, id: EntryId) -> Board {
        self.layers[level].entry(id).board(self.context.store)
    }
}

/// Entries of a layer that were expanded in order, up to the first that reaches the goal.
#[derive(Default)]
struct ExpansionChunk {
    successors: Successors,
    /// Shard indices of the successors in the same layer and in the next, where the layer is exhaustive.
    by_shard: [ShardIndex; 2],
    /// New states of the entries; none for one that reaches the goal.
    states: Vec<EntryState>,
    /// The last entry expanded, if it reaches the goal, with the board that does and the action that leads there.
    reached: Option<(EntryId, Board, Action)>,
}

impl ExpansionChunk {
    fn boards(&self) -> u64 {
        self.successors.boards()
    }

    fn here(&self) -> CandidateBatch<'_> {
        CandidateBatch { candidates: &self.successors.here, by_shard: &self.by_shard[0] }
    }

    fn next(&self) -> CandidateBatch<'_> {
        CandidateBatch { candidates: &self.successors.next, by_shard: &self.by_shard[1] }
    }

    const fn bytes(&self) -> usize {
        let Successors { here, next } = &self.successors;
        (here.capacity() + next.capacity()) * (size_of::<Candidate>() + size_of::<u32>())
    }
}

#[derive(Clone, Copy)]
struct LayerExpansion<'l> {
    context: SearchContext<'l>,
    goal: Goal,
    layer: &'l Layer,
    /// The next layer, if the evaluation of successors is deferred.
    estimating_next: Option<&'l Layer>,
}

impl LayerExpansion<'_> {
    /// Expands a batch of entries in chunks, up to the first entry that reaches the goal. Returns the chunks used, in
    /// the order of the batch; `chunks` keeps their memory.
    fn expand<'c>(self, batch: &[EntryId], chunks: &'c mut Vec<ExpansionChunk>) -> &'c [ExpansionChunk] {
        let parallel = self.context.is_parallel() && batch.len() >= MIN_PARALLEL_BATCH;
        let size = if parallel { batch.len().div_ceil(CHUNKS_PER_BATCH).min(MAX_CHUNK) } else { MAX_CHUNK };
        let needed = batch.len().div_ceil(size);
        if chunks.len() < needed {
            chunks.resize_with(needed, ExpansionChunk::default);
        }
        let chunks = &mut chunks[..needed];
        if parallel {
            let pairs = chunks.par_iter_mut().zip(batch.par_chunks(size));
            pairs.for_each(|(chunk, ids)| self.expand_chunk(chunk, ids));
        } else {
            for (chunk, ids) in chunks.iter_mut().zip(batch.chunks(size)) {
                self.expand_chunk(chunk, ids);
                if chunk.reached.is_some() {
                    break;
                }
            }
        }
        let last = chunks.iter().position(|chunk| chunk.reached.is_some());
        &chunks[..last.map_or(needed, |last| last + 1)]
    }

    /// Expands entries into a chunk, in place of what is there.
    fn expand_chunk(self, chunk: &mut ExpansionChunk, ids: &[EntryId]) {
        let ExpansionChunk { successors, by_shard, states, reached } = chunk;
        successors.clear();
        states.clear();
        *reached = None;
        for &id in ids {
            let entry = self.layer.entry(id);
            let (board, state) = (entry.board(self.context.store), entry.state);
            let (here, next) = (successors.here.len(), successors.next.len());
            let result = successors.expand(self.context, self.goal, id, &board, state);
            if let Some(next_layer) = self.estimating_next {
                let parent = (&board, self.layer.value(id));
                self.estimate(parent, self.layer, &mut successors.here[here..]);
                self.estimate(parent, next_layer, &mut successors.next[next..]);
                if let Some([stays, merges]) = self.layer.child_lineages(id) {
                    successors.here[here..].iter_mut().for_each(|candidate| candidate.lineages = stays);
                    successors.next[next..].iter_mut().for_each(|candidate| candidate.lineages = merges);
                }
            }
            match result {
                ExpansionResult::Continue(state) => states.push(state),
                ExpansionResult::Break((board, action)) => {
                    *reached = Some((id, board, action));
                    break;
                }
            }
        }
        if self.layer.is_exhaustive() {
            by_shard[0].rebuild(&successors.here);
            by_shard[1].rebuild(&successors.next);
        }
    }

    /// Sets the upper estimates of candidates to a layer that come from one board, which has this value.
    fn estimate(self, (board, value): (&Board, f32), to: &Layer, candidates: &mut [Candidate]) {
        let store = self.context.store;
        let Some(estimate) = to.child_estimate(board, value, store) else { return };
        for candidate in candidates {
            candidate.upper_estimate = candidate.upper_estimate(estimate, store);
        }
    }
}

/// Entry that reaches the goal, or whose expansion does.
#[derive(Clone, Copy)]
struct GoalEntry {
    level: usize,
    id: EntryId,
    /// Board that reaches the goal, with the action on the entry that leads there; `None` for the entry itself.
    last: Option<(Board, Action)>,
}

#[cfg(test)]
mod tests;
