//! A layer: the boards with the same number of merges still to be made.
//!
//! A layer queues its boards for expansion. The layers of a beam of limited width evaluate boards and expand the most
//! promising ones ([`frontier`]); those of an exhaustive beam expand all, large and similar ones together. Each [`shard`]
//! of a layer keeps the boards that no other one dominates.
//!
//! # Determinism
//! Candidates enter in a fixed order, shard by shard, so any number of threads fills the shards in the same way.
//!
//! # Memory
//! Once a layer was left, it drops entries. *Statement:* they are never missed. *Argument:* a dropped entry is the source of
//! no entry that is kept. No easier goal needs it, for in an exhaustive layer it was dominated or united; limited layers have
//! one goal only. *Test:* `beam/tests.rs` compares beams that drop entries with beams that keep them.
//!
//! # Reading order
//! [`shard`], which drops dominated boards; [`frontier`], deferred evaluation; this file: what a layer has, the order of
//! expansion, what a layer keeps once it was left, and how candidates enter.

mod frontier;
mod shard;

use std::collections::VecDeque;

use super::context::SearchContext;
use super::diversity::{Lineages, NicheCounts};
use super::expansion::{Candidate, EntryId, EntryState, Origin};
use super::parameters::{
    ADMISSION_BATCHES, ADMISSION_SLACK, MAX_ADMISSION_BATCH, MIN_ADMISSION_BATCH, MIN_PARALLEL_INSERTS,
    SHARDS,
};
use crate::games::solomids::solver::board::{Board, FACTOR, without_trees};
use crate::games::solomids::solver::bounds::Goal;
use crate::games::solomids::solver::column::{ColumnSets, SetStore};
use crate::games::solomids::solver::ordering::{ChildEstimate, Evaluation};
use frontier::{Frontier, RankedCandidate, TopValues, by_estimate};
use shard::{LayerShard, ValuedEntry, entry_id, for_each_shard, locate, shard_of};

pub(crate) use shard::{CandidateBatch, LayerEntry, ShardIndex, Way};

/// The boards with the same number of merges still to be made.
pub(crate) struct Layer {
    shards: [LayerShard; SHARDS],
    queue: LayerQueue,
}

impl Layer {
    /// An empty layer with `level` layers before it; exhaustive, unless an evaluation says what is promising.
    pub(crate) fn new(evaluation: Option<Evaluation>, level: usize, deferred: Vec<Candidate>) -> Self {
        let queue = match evaluation {
            Some(evaluation) => LayerQueue::BestFirst(Box::new(Frontier::new(evaluation, level, deferred))),
            None => LayerQueue::Exhaustive(None),
        };
        Self { shards: std::array::from_fn(LayerShard::new), queue }
    }

    /// Whether no board has ever entered, and no candidate is deferred.
    pub(crate) fn is_empty(&self) -> bool {
        let deferred =
            matches!(&self.queue, LayerQueue::BestFirst(frontier) if !frontier.deferred.is_empty());
        !deferred && self.len() == 0
    }

    /// Whether all boards are to be expanded, so that batches must be indexed by shard.
    pub(crate) const fn is_exhaustive(&self) -> bool {
        matches!(self.queue, LayerQueue::Exhaustive(_))
    }

    pub(crate) fn entry(&self, id: EntryId) -> &LayerEntry {
        let (shard, index) = locate(id);
        &self.shards[shard].entries[index]
    }

    pub(crate) fn set_state(&mut self, id: EntryId, state: EntryState) {
        let (shard, index) = locate(id);
        self.shards[shard].entries[index].state = state;
    }

    /// The entries of the same layer that an entry was made of: the second is the second part of a union.
    pub(crate) fn same_layer_sources(&self, id: EntryId) -> [Option<EntryId>; 2] {
        let entry = self.entry(id);
        match entry.way() {
            Way::Root | Way::Merge => [None, None],
            Way::SameLayer => [Some(entry.source), None],
            Way::Union => {
                let (shard, index) = locate(id);
                let shard = &self.shards[shard];
                [Some(entry.source), Some(shard.id(shard.part_of(index as u32)))]
            }
        }
    }

    /// All entries that ever entered and were not dropped with their layer, in a fixed order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (EntryId, &LayerEntry)> {
        self.shards
            .iter()
            .flat_map(|shard| (0..).zip(&shard.entries).map(|(index, entry)| (shard.id(index), entry)))
    }

    /// Number of entries, dropped ones included.
    pub(crate) fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.entries.len()).sum()
    }

    /// Estimates for candidates to this layer from `parent`, which has this value; `None` in exhaustive layers.
    pub(crate) fn child_estimate(
        &self,
        parent: &Board,
        value: f32,
        store: &SetStore,
    ) -> Option<ChildEstimate<'_>> {
        match &self.queue {
            LayerQueue::BestFirst(frontier) => Some(frontier.evaluation.child_estimate(parent, value, store)),
            LayerQueue::Exhaustive(_) => None,
        }
    }

    /// Value of the board of an entry; zero in exhaustive layers.
    pub(crate) fn value(&self, id: EntryId) -> f32 {
        let (shard, index) = locate(id);
        self.shards[shard].values.get(index).copied().unwrap_or(0.0)
    }

    /// Lineages of the children of an entry in this layer, then in the next. `None` in exhaustive layers.
    pub(crate) fn child_lineages(&self, id: EntryId) -> Option<[Lineages; 2]> {
        let LayerQueue::BestFirst(frontier) = &self.queue else { return None };
        let (shard, index) = locate(id);
        let here = self.shards[shard].lineages(index as u32);
        let mut next = here;
        for (lineage, founds) in next.iter_mut().zip(frontier.founds_lineages) {
            if founds {
                *lineage = id + 1;
            }
        }
        Some([here, next])
    }

    pub(crate) fn bytes(&self) -> usize {
        self.shards.iter().map(LayerShard::bytes).sum::<usize>() + self.queue.bytes()
    }

    pub(crate) fn is_finished(&self) -> bool {
        match &self.queue {
            LayerQueue::BestFirst(frontier) => {
                let dropped = |id| self.entry(id).state == EntryState::Dropped;
                frontier.deferred.is_empty() && frontier.waiting.numbers().all(dropped)
            }
            LayerQueue::Exhaustive(waiting) => waiting.as_ref().is_some_and(VecDeque::is_empty),
        }
    }

    /// About how many boards of an exhaustive layer are queued; zero in other layers.
    pub(crate) fn queued(&self) -> usize {
        if let LayerQueue::Exhaustive(Some(waiting)) = &self.queue { waiting.len() } else { 0 }
    }

    /// Takes the next boards to expand from the queue, at most `count`.
    pub(crate) fn pop(&mut self, count: usize) -> Vec<EntryId> {
        let Self { shards, queue } = self;
        let wanted = |id: EntryId| {
            let (shard, index) = locate(id);
            shards[shard].entries[index].state != EntryState::Dropped
        };
        let next = || match queue {
            LayerQueue::BestFirst(frontier) => frontier.waiting.pop(wanted),
            LayerQueue::Exhaustive(waiting) => {
                std::iter::from_fn(|| waiting.as_mut()?.pop_front()).find(|&id| wanted(id))
            }
        };
        std::iter::from_fn(next).take(count).collect()
    }

    /// Queues the boards of an exhaustive layer that wait, in the order of [`expansion_rank`]. Returns their number; zero
    /// in other layers.
    pub(crate) fn queue_waiting(&mut self, store: &SetStore) -> usize {
        let Self { shards, queue: LayerQueue::Exhaustive(waiting) } = self else { return 0 };
        let entries = shards.iter().map(|shard| shard.entries.len()).sum();
        let mut ranked: Vec<u64> = Vec::with_capacity(entries);
        for shard in shards {
            ranked.extend(shard.waiting(store).map(|(index, board)| {
                u64::from(expansion_rank(&board, store)) << 32 | u64::from(shard.id(index))
            }));
        }
        ranked.sort_unstable();
        let queue = ranked.into_iter().map(|ranked| ranked as EntryId);
        waiting.insert(queue.collect()).len()
    }

    /// Puts a batch back to the front of the queue of an exhaustive layer, so that the beam can be continued there.
    pub(crate) fn requeue(&mut self, batch: &[EntryId]) {
        if let LayerQueue::Exhaustive(Some(waiting)) = &mut self.queue {
            for &id in batch.iter().rev() {
                waiting.push_front(id);
            }
        }
    }

    /// Lets the boards of an exhaustive layer wait that an easier goal concerns: those whose upper bound no longer rules
    /// the goal out, and with `swaps` those on which the goal allows more swaps.
    pub(crate) fn reopen(&mut self, goal: Goal, swaps: bool) {
        let LayerQueue::Exhaustive(waiting) = &mut self.queue else { return };
        *waiting = None;
        for entry in self.shards.iter_mut().flat_map(|shard| &mut shard.entries) {
            entry.state = match entry.state {
                EntryState::Dead(bound) if !bound.rules_out(goal) => EntryState::Waiting,
                EntryState::Expanded if swaps => EntryState::WaitingForSwaps,
                state => state,
            };
        }
    }

    /// Reserves memory for about this number of boards, if there are none yet.
    pub(crate) fn reserve_for(&mut self, boards: usize) {
        self.shards.iter_mut().for_each(|shard| shard.reserve_for(boards / SHARDS));
    }

    /// Frees what only insertions need. A later insertion builds it anew. Returns the buffer of deferred candidates.
    pub(crate) fn release_buffers(&mut self) -> Vec<Candidate> {
        self.shards.iter_mut().for_each(LayerShard::release_buffers);
        match &mut self.queue {
            LayerQueue::BestFirst(frontier) => frontier.release_buffers(),
            LayerQueue::Exhaustive(waiting) => {
                waiting.iter_mut().for_each(VecDeque::shrink_to_fit);
                Vec::new()
            }
        }
    }

    /// Drops the entries that nothing will refer to again, once the layer was left. Returns whether most were dropped.
    ///
    /// Kept are the sources of the boards of the `next` layer, in exhaustive layers also all entries but dominated
    /// ones, which an easier goal may reopen; and the sources of all that is kept.
    pub(crate) fn drop_unreferenced(&mut self, next: &mut Self) -> bool {
        let is_exhaustive = self.is_exhaustive();
        let mut marks = self.shards.each_ref().map(|shard| vec![false; shard.entries.len()]);
        let mut open: Vec<EntryId> = Vec::new();
        let mut mark = |id: EntryId| {
            open.push(id);
            while let Some(id) = open.pop() {
                let (shard, index) = locate(id);
                if !std::mem::replace(&mut marks[shard][index], true) {
                    open.extend(self.same_layer_sources(id).into_iter().flatten());
                }
            }
        };
        next.sources_in_layer_before().for_each(|&mut id| mark(id));
        let kept = self.entries().filter(|(_, entry)| is_exhaustive && entry.state != EntryState::Dropped);
        kept.for_each(|(id, _)| mark(id));
        let most = 2 * marks.iter().flatten().filter(|&&mark| mark).count() < marks.iter().flatten().count();
        let mut marks = marks.iter();
        let numbers =
            self.shards.each_mut().map(|shard| shard.retain_marked(marks.next().expect("one for each")));
        let renumber = |id: &mut EntryId| {
            let (shard, index) = locate(*id);
            *id = entry_id(shard, numbers[shard][index]);
        };
        self.sources_by(|way| matches!(way, Way::SameLayer | Way::Union)).for_each(renumber);
        next.sources_in_layer_before().for_each(renumber);
        most
    }

    /// Sources of the entries that were made in certain ways.
    fn sources_by(&mut self, is_wanted: impl Fn(Way) -> bool) -> impl Iterator<Item = &mut EntryId> {
        let entries = self.shards.iter_mut().flat_map(|shard| &mut shard.entries);
        entries.filter(move |entry| is_wanted(entry.way())).map(|entry| &mut entry.source)
    }

    /// Sources of entries and deferred candidates that are in the layer before.
    fn sources_in_layer_before(&mut self) -> impl Iterator<Item = &mut EntryId> {
        let Self { shards, queue } = self;
        let deferred = match queue {
            LayerQueue::BestFirst(frontier) => frontier.deferred.as_mut_slice(),
            LayerQueue::Exhaustive(_) => &mut [],
        };
        let entries = shards.iter_mut().flat_map(|shard| &mut shard.entries);
        let of_entries = entries.filter(|entry| entry.way() == Way::Merge).map(|entry| &mut entry.source);
        let of_deferred = deferred.iter_mut().filter_map(|candidate| match &mut candidate.origin {
            Origin::Merge(from, _) => Some(from),
            _ => None,
        });
        of_entries.chain(of_deferred)
    }

    /// Inserts candidates in the order given. Where evaluation is deferred, those below the threshold are deferred.
    pub(crate) fn insert<'c>(
        &mut self,
        context: SearchContext<'_>,
        batches: impl Iterator<Item = CandidateBatch<'c>> + Clone + Sync,
    ) {
        match &mut self.queue {
            LayerQueue::BestFirst(frontier) => {
                let good = frontier.partition_by_threshold(batches.flat_map(|batch| batch.candidates));
                self.insert_all(context, &good);
            }
            LayerQueue::Exhaustive(_) => {
                let count = batches.clone().map(|batch| batch.candidates.len()).sum();
                let of_shard = |shard| batches.clone().flat_map(move |batch| batch.of_shard(shard));
                self.insert_by_shard(context, count, of_shard);
            }
        }
    }

    /// Defers candidates to this layer until it is expanded; inserts them at once where the layer is exhaustive.
    pub(crate) fn defer<'c>(
        &mut self,
        context: SearchContext<'_>,
        batches: impl Iterator<Item = CandidateBatch<'c>> + Clone + Sync,
    ) {
        match &mut self.queue {
            LayerQueue::BestFirst(frontier) => {
                frontier.deferred.extend(batches.flat_map(|batch| batch.candidates));
            }
            LayerQueue::Exhaustive(_) => self.insert(context, batches),
        }
    }

    /// Bytes that the deferred candidates take besides their own while they are moved to where they have room; none as long as they have.
    pub(crate) const fn growth_memory(&self) -> usize {
        match &self.queue {
            LayerQueue::BestFirst(frontier) => frontier.growth_memory(),
            LayerQueue::Exhaustive(_) => 0,
        }
    }

    /// Bytes that it takes to rank the deferred candidates.
    pub(crate) const fn ranking_memory(&self) -> usize {
        match &self.queue {
            LayerQueue::BestFirst(frontier) => {
                frontier.deferred.len() * (size_of::<RankedCandidate>() + size_of::<bool>())
            }
            LayerQueue::Exhaustive(_) => 0,
        }
    }

    /// Admits the best deferred candidates, given that `left` more boards will be expanded. Returns whether there were any.
    ///
    /// Candidates are inserted and evaluated in batches, the greatest upper estimates first, until the next upper
    /// estimate is below the threshold: the least of the best values for which there is room.
    pub(crate) fn admit_deferred(&mut self, context: SearchContext<'_>, left: usize) -> bool {
        let LayerQueue::BestFirst(frontier) = &mut self.queue else { return false };
        let mut deferred = std::mem::take(&mut frontier.deferred);
        let mut niche_counts = NicheCounts::new();
        let room = left.saturating_add(left / ADMISSION_SLACK);
        let batch_size = (room / ADMISSION_BATCHES).clamp(MIN_ADMISSION_BATCH, MAX_ADMISSION_BATCH);
        let mut top = TopValues::new(room.min(deferred.len()));
        let order = by_estimate(&deferred, context.is_parallel());
        let mut admitted = vec![false; deferred.len()];
        let mut rest = order.iter();
        loop {
            let threshold = top.threshold();
            let batch = rest.clone().take(batch_size);
            let batch: Vec<u32> = batch
                .take_while(|candidate| candidate.discounted >= threshold)
                .map(|candidate| candidate.number.0)
                .collect();
            let Some(last) = batch.len().checked_sub(1) else { break };
            rest.nth(last);
            let candidates: Vec<&Candidate> =
                batch.iter().map(|&number| &deferred[number as usize]).collect();
            for ValuedEntry { value, niches, .. } in self.insert_all(context, &candidates) {
                top.insert(niche_counts.take(niches, value));
            }
            for number in batch {
                admitted[number as usize] = true;
            }
        }
        let any = !deferred.is_empty();
        let mut admitted = admitted.into_iter();
        deferred.retain(|_| !admitted.next().expect("there is a mark for every candidate"));
        if let LayerQueue::BestFirst(frontier) = &mut self.queue {
            frontier.threshold = top.threshold();
            frontier.deferred = deferred;
        }
        any
    }

    /// Inserts candidates in the order given and queues them. Returns their values, except in exhaustive layers.
    fn insert_all(&mut self, context: SearchContext<'_>, candidates: &[&Candidate]) -> Vec<ValuedEntry> {
        let mut by_shard: [Vec<&Candidate>; SHARDS] = Default::default();
        for candidate in candidates {
            by_shard[shard_of(candidate)].push(candidate);
        }
        self.insert_by_shard(context, candidates.len(), |shard| by_shard[shard].iter().copied())
    }

    /// Inserts `count` candidates, given by shard, and queues them. Returns their values, except in exhaustive layers.
    fn insert_by_shard<'c, I: Iterator<Item = &'c Candidate>>(
        &mut self,
        context: SearchContext<'_>,
        count: usize,
        of_shard: impl Fn(usize) -> I + Sync,
    ) -> Vec<ValuedEntry> {
        let parallel = context.is_parallel() && count >= MIN_PARALLEL_INSERTS;
        let Self { shards, queue } = self;
        let reuses = matches!(queue, LayerQueue::Exhaustive(None));
        let fill = |shard: &mut LayerShard| shard.insert_all(context, of_shard(shard.number), reuses);
        match queue {
            LayerQueue::BestFirst(frontier) => {
                let value = |shard: &mut LayerShard| {
                    fill(shard);
                    shard.take_valued(context, &frontier.evaluation)
                };
                let valued: Vec<ValuedEntry> = for_each_shard(shards, parallel, value);
                for &ValuedEntry { entry, value, niches } in &valued {
                    frontier.waiting.push(entry, value, niches);
                }
                valued
            }
            LayerQueue::Exhaustive(waiting) => {
                let inserted = for_each_shard(shards, parallel, |shard| {
                    fill(shard);
                    shard.take_unvalued()
                });
                if let Some(waiting) = waiting {
                    waiting.extend(&inserted);
                }
                Vec::new()
            }
        }
    }
}

/// Rank of a board in an exhaustive layer, which expands the least first.
///
/// ```text
/// bit    31 … 25                                       24 … 20   …   4 … 0
///         127 - log of the number of members, rounded   hashes of the orders without trees, column A to E
/// ```
/// Large boards come first, since what follows from them dominates what follows from others. Of boards of about one size
/// those with equal orders come together, since their successors are comparable: they are compared with boards that are in
/// the cache of the processor.
fn expansion_rank(board: &Board, store: &SetStore) -> u32 {
    let log_members = board.set.iter().map(|&set| store.info(set).log_members).sum::<f32>() as u32;
    let append = |rank: u32, order| rank << 5 | (without_trees(order).wrapping_mul(FACTOR) >> 59) as u32;
    board.order.into_iter().fold(127 - log_members.min(127), append)
}

enum LayerQueue {
    /// Most promising first, as many as the beam is wide.
    BestFirst(Box<Frontier>),
    /// All, in the order of [`Layer::queue_waiting`]; `None` as long as boards of the layer before are expanded.
    Exhaustive(Option<VecDeque<EntryId>>),
}

impl LayerQueue {
    fn bytes(&self) -> usize {
        match self {
            Self::BestFirst(frontier) => frontier.bytes(),
            Self::Exhaustive(waiting) => {
                waiting.as_ref().map_or(0, VecDeque::capacity) * size_of::<EntryId>()
            }
        }
    }
}
