//! A layer: the boards with the same number of merges still to be made.
//!
//! A layer queues its boards for expansion. The layers of a beam of limited width evaluate boards and expand the most
//! promising ones ([`frontier`]); those of an exhaustive beam expand all, in order. Each [`shard`] of a layer keeps the
//! boards that no other one dominates.
//!
//! # Determinism
//! Candidates enter in a fixed order, shard by shard, so any number of threads fills the shards in the same way.
//!
//! # Reading order
//! [`entry`] and [`batch`]; [`shard`], which drops dominated boards; [`frontier`] and [`admission`], deferred
//! evaluation; [`queue`], the order of expansion; [`memory`], what a layer keeps once it was left.

mod admission;
mod batch;
mod entry;
mod frontier;
mod memory;
mod queue;
mod shard;

use std::collections::VecDeque;

pub(crate) use self::batch::{CandidateBatch, ShardIndex};
pub(crate) use self::entry::LayerEntry;
use self::entry::locate;
use self::frontier::Frontier;
pub(crate) use self::memory::SpareBuffers;
use self::queue::LayerQueue;
use self::shard::LayerShard;
use super::candidate::{EntryId, EntryState};
use super::diversity::Lineages;
use super::parameters::SHARDS;
use crate::games::solomids::solver::board::Board;
use crate::games::solomids::solver::column::store::SetStore;
use crate::games::solomids::solver::ordering::estimate::ChildEstimate;
use crate::games::solomids::solver::ordering::evaluation::Evaluation;

/// The boards with the same number of merges still to be made.
pub(crate) struct Layer {
    shards: [LayerShard; SHARDS],
    queue: LayerQueue,
}

impl Layer {
    /// An empty layer with `level` layers before it. With an evaluation it expands the most promising boards first;
    /// without one it is exhaustive.
    pub(crate) fn new(evaluation: Option<Evaluation>, level: usize, spare: SpareBuffers) -> Self {
        let SpareBuffers { deferred, boards } = spare;
        let queue = match evaluation {
            Some(evaluation) => LayerQueue::BestFirst(Box::new(Frontier::new(evaluation, level, deferred))),
            None => LayerQueue::Exhaustive(VecDeque::new()),
        };
        let mut numbers = 0..;
        let shards = boards.map(|boards| LayerShard::new(numbers.next().expect("there are enough"), boards));
        Self { shards, queue }
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

    /// The entry with a number.
    pub(crate) fn entry(&self, id: EntryId) -> &LayerEntry {
        let (shard, index) = locate(id);
        &self.shards[shard].entries[index]
    }

    /// The entry with a number, to be changed.
    fn entry_mut(&mut self, id: EntryId) -> &mut LayerEntry {
        let (shard, index) = locate(id);
        &mut self.shards[shard].entries[index]
    }

    /// Sets the state of an entry.
    pub(crate) fn set_state(&mut self, id: EntryId, state: EntryState) {
        self.entry_mut(id).state = state;
    }

    /// The board of an entry. The layer must have its boards.
    pub(crate) fn board(&self, id: EntryId) -> &Board {
        let (shard, index) = locate(id);
        &self.shards[shard].boards[index]
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

    /// Estimates for candidates to this layer that come from `parent`, which has this value; `None` in exhaustive
    /// layers.
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

    /// Lineages of the children of an entry: of those in this layer, then of those in the next. `None` in exhaustive
    /// layers.
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

    /// Memory in use, in bytes, about.
    pub(crate) fn bytes(&self) -> usize {
        self.shards.iter().map(LayerShard::bytes).sum::<usize>() + self.queue.bytes()
    }
}
