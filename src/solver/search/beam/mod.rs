//! The search itself: a complete beam over boards, layer by layer.
//!
//! A [`Layer`] holds the boards with the same number of merges still to be made. Transfers and swaps lead to
//! boards of the same layer, merges to the next. A beam either looks at the most promising boards of each
//! layer, up to a number, or at all of them ([`BeamWidth`]). If it reaches its goal, that is a win; if no layer
//! had more boards than it seen_cleared at, it has seen everything, and that is a proof. So one engine finds and
//! proves.
//!
//! A beam that looks at everything can be paused after a number of nodes and go on later, and once it has
//! seen everything it can be given an easier goal: then it looks only at what the goal before made no
//! difference to.
//!
//! # Determinism
//! Boards are expanded in batches whose size depends on the breadth alone. Within a batch threads work on
//! their own, but boards enter a layer in a fixed order, so every number of threads sees the same layers.

#[cfg(any(test, feature = "tuning"))]
mod sample;
mod trace;

use rayon::prelude::*;

#[cfg(any(test, feature = "tuning"))]
pub(crate) use self::sample::{sample, sample_steps, sample_trail};
use super::expansion::{ExpansionResult, Successors};
use super::layer::{CandidateBatch, Layer, LayerEntry, ShardIndex, SpareBuffers};
use super::pass::PassResult;
use crate::solver::board::action::Action;
use crate::solver::board::{Board, BoardAction};
use crate::solver::bounds::goal::Goal;
use crate::solver::config::Progress;
use crate::solver::ordering::evaluation::Evaluation;
use crate::solver::ordering::heuristic::Heuristic;
use crate::solver::outcome::Stop;
use crate::solver::search::budget::NodeBudget;
use crate::solver::search::candidate::{Candidate, EntryId, EntryState, Origin};
use crate::solver::search::context::SearchContext;

/// Least width of the beams that look for wins like a precedent, by the trail heuristic. Easier wins are found sooner
/// without one, by narrower beams and dives.
const FOLLOWING: usize = 1024;

/// How much of each layer a beam looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BeamWidth {
    /// The boards that are best by this heuristic, at most so many.
    Best(usize, Heuristic),
    /// All boards.
    All,
}

/// A beam under way.
pub(crate) struct Beam<'a> {
    context: SearchContext<'a>,
    root: Board,
    goal: Goal,
    breadth: BeamWidth,
    /// Whether boards that upper_estimate too little have to wait outside,
    defers_evaluation: bool,
    /// and those of layers that were left may be let go; who looks at beams afterwards wants them all.
    frees_layers: bool,
    /// Whether no layer had more boards than were seen_cleared at so far.
    complete: bool,
    /// Merges left in the first layer.
    merges: usize,
    /// The layer that is being expanded.
    level: usize,
    layers: Vec<Layer>,
    /// Nodes expanded in each layer for the present goal.
    expanded: Vec<u64>,
    /// Level and entry from which the goal was reached; good as long as nothing is let go.
    end: Option<(usize, EntryId)>,
    /// SpareBuffers for what comes of a batch, used again and again,
    chunks: Vec<ExpansionChunk>,
    /// and room for the next layer.
    room: SpareBuffers,
}

impl<'a> Beam<'a> {
    pub(crate) fn new(context: SearchContext<'a>, root: Board, goal: Goal, breadth: BeamWidth) -> Self {
        let merges = root.merges_left();
        let mut beam = Self {
            context,
            root,
            goal,
            breadth,
            defers_evaluation: true,
            frees_layers: true,
            complete: true,
            merges,
            level: 0,
            layers: Vec::new(),
            expanded: Vec::new(),
            end: None,
            chunks: Vec::new(),
            room: SpareBuffers::default(),
        };
        beam.add_layer();
        let (candidates, mut sorted) =
            ([Candidate::new(root, Origin::Root, context.store)], ShardIndex::default());
        sorted.sort(&candidates);
        beam.layers[0]
            .extend(context, std::iter::once(CandidateBatch { candidates: &candidates, sorted: &sorted }));
        beam
    }

    fn add_layer(&mut self) {
        let merges_left = self.merges.saturating_sub(self.layers.len());
        self.expanded.push(0);
        let evaluation = match self.breadth {
            BeamWidth::Best(width, heuristic) => {
                let precedent =
                    self.context.precedent.filter(|_| heuristic == Heuristic::Trail && width >= FOLLOWING);
                let example = precedent.map(|precedent| precedent.board(merges_left));
                Some(Evaluation::new(heuristic, merges_left).with_example(example))
            }
            BeamWidth::All => None,
        };
        self.layers.push(Layer::new(evaluation, self.layers.len(), std::mem::take(&mut self.room)));
    }

    /// Gives a beam over all boards another goal, and whatever that brings back to life to look at.
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

    /// Searches until the goal is reached, all is seen, or about so many nodes are expanded.
    pub(crate) fn run(&mut self, nodes: u64, budget: &mut NodeBudget) -> PassResult {
        self.run_extended(nodes, 0, budget)
    }

    /// The same, but goes on after that for as long as it looks as if no more than `extension` nodes were needed beyond those.
    pub(crate) fn run_extended(&mut self, nodes: u64, extension: u64, budget: &mut NodeBudget) -> PassResult {
        let pass = if self.context.parallel && self.width() > BATCH {
            // To enter the pool of threads once is cheaper than to do so for every batch.
            rayon::scope(|_| self.search(nodes, extension, budget))
        } else {
            self.search(nodes, extension, budget)
        };
        (self.chunks, self.room) = Default::default();
        pass
    }

    fn search(&mut self, nodes: u64, extension: u64, budget: &mut NodeBudget) -> PassResult {
        if let Some(steps) = self.reached_already() {
            return PassResult::Reached(steps);
        }
        let enough = budget.nodes.saturating_add(nodes);
        let mut until = enough;
        loop {
            match self.advance(until, budget) {
                Err(stop) => return PassResult::Stopped(stop),
                Ok(Some(steps)) => return PassResult::Reached(steps),
                Ok(None) if budget.nodes >= until && !self.layers[self.level].is_finished() => {
                    let beyond = budget.nodes - enough;
                    if self.nodes_left().is_none_or(|left| beyond + left > extension) {
                        return PassResult::Paused;
                    }
                    until = u64::MAX;
                }
                Ok(None) => {
                    self.complete &= self.layers[self.level].is_finished();
                    self.layers[self.level].release_buffers(&mut self.room);
                    if self.frees_layers {
                        self.layers[self.level].drop_boards(&mut self.room);
                        self.forget();
                    }
                    if self.layers.len() > self.level + 2 {
                        // No layer is to come that would use it.
                        self.room = SpareBuffers::default();
                    }
                    self.level += 1;
                    until = enough;
                    if self.level + 1 == self.layers.len() && self.layers[self.level].is_empty() {
                        return if self.complete { PassResult::Exhausted } else { PassResult::Overflowed };
                    }
                }
            }
        }
    }

    /// About how many nodes are left to expand, if the growth of layers falls by [`FALL`] from each to the next; nobody
    /// knows in the first of them.
    pub(crate) fn nodes_left(&self) -> Option<u64> {
        let before = self.level.checked_sub(1)?;
        let here = self.expanded[self.level] + self.layers[self.level].waiting() as u64;
        let mut growth = libm::log(here as f64 / self.expanded[before].max(1) as f64);
        let (mut size, mut all) = (here as f64, here as f64);
        for _ in self.level..self.merges {
            growth -= FALL;
            size *= libm::exp(growth);
            all += size;
        }
        Some((all as u64).saturating_sub(self.expanded[self.level]))
    }

    /// Lets go of the entries of the layer that was left, and of those before, that lead nowhere.
    fn forget(&mut self) {
        for level in (0..=self.level).rev() {
            let (done, ahead) = self.layers.split_at_mut(level + 1);
            if !done[level].drop_unreferenced(&mut ahead[0]) {
                break;
            }
        }
    }

    /// A board with the trees of the goal may be there from an earlier goal, which wanted more.
    fn reached_already(&self) -> Option<Vec<(Board, BoardAction)>> {
        self.layers.iter().enumerate().find_map(|(level, layer)| {
            let reaches =
                |entry: &LayerEntry| entry.state != EntryState::Dropped && entry.trees >= self.goal.trees;
            let reached = layer.entries().find(|(_, entry)| reaches(entry));
            reached.map(|(id, _)| self.retrace(level, id, None))
        })
    }

    /// Boards to expand before their outcomes enter the layers, and in all.
    const fn quotas(&self) -> (usize, usize) {
        match self.breadth {
            BeamWidth::Best(1..=16, _) => (1, self.width()),
            BeamWidth::Best(width, _) if width < 16 * BATCH => (width / 16, width),
            BeamWidth::Best(width, _) => (BATCH, width),
            BeamWidth::All => (LARGE_BATCH, usize::MAX),
        }
    }

    const fn width(&self) -> usize {
        match self.breadth {
            BeamWidth::Best(width, _) => width,
            BeamWidth::All => usize::MAX,
        }
    }

    /// Makes the boards of a layer again if they were let go. The layer before it must have its own.
    fn restore(&mut self, level: usize) {
        let (before, rest) = self.layers.split_at_mut(level);
        rest[0].restore(self.context.store, &self.root, before.last());
    }

    /// Prepares the present layer for all of it to be expanded. The next one will grow from it as it did from the one
    /// before, or less.
    fn line_up(&mut self) {
        let (done, ahead) = self.layers.split_at_mut(self.level + 1);
        let layer = &mut done[self.level];
        let waiting = layer.group_comparable(self.context);
        if let Some(before) = self.level.checked_sub(1) {
            let growth = waiting as f64 / self.expanded[before].max(1) as f64;
            ahead[0].reserve_for((growth.min(4.0) * layer.len() as f64) as usize);
        }
    }

    /// Expands boards of the present layer. Gives the steps that reach the goal, if any do.
    fn advance(
        &mut self,
        until: u64,
        budget: &mut NodeBudget,
    ) -> Result<Option<Vec<(Board, BoardAction)>>, Stop> {
        let Self { context, goal, level, defers_evaluation, .. } = *self;
        if self.layers.len() == level + 1 {
            self.add_layer();
        }
        self.restore(level);
        self.restore(level + 1);
        if self.breadth == BeamWidth::All && self.expanded[level] == 0 {
            self.line_up();
        }
        let merges_left = self.merges.saturating_sub(level);
        let (batch, mut left) = self.quotas();
        while budget.nodes < until {
            let (done, ahead) = self.layers.split_at_mut(level + 1);
            let (layer, next) = (&mut done[level], &mut ahead[0]);
            let batch = layer.pop(budget.grant(batch.min(left))?);
            if batch.is_empty() {
                if left > 0 && layer.admit_deferred(context, left) {
                    continue;
                }
                break;
            }
            budget.nodes += batch.len() as u64;
            self.expanded[level] += batch.len() as u64;
            let chunks =
                expand(context, goal, layer, defers_evaluation.then_some(&*next), &batch, &mut self.chunks);
            budget.boards += chunks.iter().map(|chunk| chunk.successors.boards()).sum::<u64>();
            if let Some(&ExpansionChunk { reached: Some((id, board, step)), .. }) = chunks.last() {
                layer.requeue(&batch);
                self.end = Some((level, id));
                return Ok(Some(self.retrace(level, id, Some((board, step)))));
            }
            for (&state, &id) in chunks.iter().flat_map(|chunk| &chunk.states).zip(&batch) {
                left -= usize::from(!matches!(state, EntryState::Dead(_)));
                layer.entry_mut(id).state = state;
            }
            layer.extend(context, chunks.iter().map(ExpansionChunk::here));
            next.defer(context, chunks.iter().map(ExpansionChunk::next));
            let Goal { trees, swaps } = goal;
            let progress = Progress { trees, swaps, merges_left, nodes: 0 };
            budget.check_periodically(progress, || context.store.bytes() + self.bytes())?;
        }
        Ok(None)
    }

    /// Memory in use, about.
    pub(crate) fn bytes(&self) -> usize {
        let layers: usize = self.layers.iter().map(Layer::bytes).sum();
        layers + self.chunks.iter().map(ExpansionChunk::bytes).sum::<usize>() + self.room.bytes()
    }
}

/// Boards that are expanded before their outcomes enter the layers, at most;
const BATCH: usize = 1024;
/// where all are, it matters less which of them come first, and more that threads seldom wait for each other.
const LARGE_BATCH: usize = 8 * BATCH;

/// How much less the growth of a layer is than that of the one before, as the logarithm of a ratio: about the mean of
/// hard proofs. Of 40 of these (tabletop, seeds 1, 7 and 8) that had expanded 200,000 nodes it tells what is left of two
/// thirds within a factor of 1.4, and of 50 that had expanded 50,000 within a factor of 2.
const FALL: f64 = 0.17;

/// Boards that a thread expands before it looks for more, at most,
const CHUNK: usize = 32;
/// and chunks of a batch, if it has enough boards for that.
const CHUNKS: usize = 16;

/// Some entries of a layer, expanded in their order; none after one that reaches the goal.
#[derive(Default)]
struct ExpansionChunk {
    successors: Successors,
    /// What comes of them in the same layer and in the next, by shard, where all boards are seen_cleared at.
    sorted: [ShardIndex; 2],
    /// What has become of the entries.
    states: Vec<EntryState>,
    /// The entry that reaches the goal, the board it becomes, and by what.
    reached: Option<(EntryId, Board, Action)>,
}

impl ExpansionChunk {
    /// Expands other entries. Given the next layer, it defers_evaluation what comes of them, and hands their lineages on.
    fn expand(
        &mut self,
        context: SearchContext<'_>,
        goal: Goal,
        layer: &Layer,
        next: Option<&Layer>,
        ids: &[EntryId],
    ) {
        let Self { successors, sorted, states, reached } = self;
        successors.clear();
        states.clear();
        *reached = None;
        for &id in ids {
            let (board, state) = (layer.board(id), layer.entry(id).state);
            let (here, forward) = (successors.here.len(), successors.next.len());
            let fate = successors.expand(context, goal, id, board, state);
            if let Some(next) = next {
                let value = layer.value(id);
                estimate_children(context, board, value, layer, &mut successors.here[here..]);
                estimate_children(context, board, value, next, &mut successors.next[forward..]);
                if let Some([stays, merges]) = layer.lineages(id) {
                    successors.here[here..].iter_mut().for_each(|candidate| candidate.lineages = stays);
                    successors.next[forward..].iter_mut().for_each(|candidate| candidate.lineages = merges);
                }
            }
            states.push(match fate {
                ExpansionResult::Dead(outlook) => EntryState::Dead(outlook),
                ExpansionResult::Expanded => EntryState::Expanded,
                ExpansionResult::Finished => EntryState::Finished,
                ExpansionResult::Reached(board, step) => {
                    *reached = Some((id, board, step));
                    break;
                }
            });
        }
        if layer.is_exhaustive() {
            sorted[0].sort(&successors.here);
            sorted[1].sort(&successors.next);
        }
    }

    /// Memory in use, about.
    const fn bytes(&self) -> usize {
        let Successors { here, next } = &self.successors;
        (here.capacity() + next.capacity()) * (size_of::<Candidate>() + size_of::<u32>())
    }

    /// What is for the same layer.
    fn here(&self) -> CandidateBatch<'_> {
        CandidateBatch { candidates: &self.successors.here, sorted: &self.sorted[0] }
    }

    /// What is for the next one.
    fn next(&self) -> CandidateBatch<'_> {
        CandidateBatch { candidates: &self.successors.next, sorted: &self.sorted[1] }
    }
}

/// Foretells what some candidates to a layer are worth that come from one board, which has this value.
fn estimate_children(
    context: SearchContext<'_>,
    from: &Board,
    value: f32,
    layer: &Layer,
    candidates: &mut [Candidate],
) {
    let Some(forecast) = layer.forecast(from, value, context.store) else { return };
    for candidate in candidates {
        candidate.upper_estimate = candidate.upper_estimate(forecast, context.store);
    }
}

/// Expands some entries of a layer, in chunks, of which it uses as many as it needs; none after the first that reaches
/// the goal.
fn expand<'p>(
    context: SearchContext<'_>,
    goal: Goal,
    layer: &Layer,
    next: Option<&Layer>,
    batch: &[EntryId],
    chunks: &'p mut Vec<ExpansionChunk>,
) -> &'p [ExpansionChunk] {
    let parallel = context.parallel && batch.len() >= 8;
    let size = if parallel { batch.len().div_ceil(CHUNKS).min(CHUNK) } else { CHUNK };
    let needed = batch.len().div_ceil(size);
    if chunks.len() < needed {
        chunks.resize_with(needed, ExpansionChunk::default);
    }
    let chunks = &mut chunks[..needed];
    if parallel {
        let expand =
            |(chunk, ids): (&mut ExpansionChunk, &[EntryId])| chunk.expand(context, goal, layer, next, ids);
        chunks.par_iter_mut().zip(batch.par_chunks(size)).for_each(expand);
    } else {
        for (chunk, ids) in chunks.iter_mut().zip(batch.chunks(size)) {
            chunk.expand(context, goal, layer, next, ids);
            if chunk.reached.is_some() {
                break;
            }
        }
    }
    let last = chunks.iter().position(|chunk| chunk.reached.is_some());
    &chunks[..last.map_or(needed, |last| last + 1)]
}

#[cfg(test)]
mod tests;
