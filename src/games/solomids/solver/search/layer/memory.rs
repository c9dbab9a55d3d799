//! Memory of a layer: which boards and entries are kept once the layer was left, and how boards are generated again.
//!
//! *Statement:* dropped boards and entries are never missed. *Argument:*
//! - A dropped board can be generated again: it is what its origin, played again, makes of its source.
//! - A dropped entry is the source of no entry that is kept. No easier goal needs it, for in an exhaustive layer it was
//!   dominated or united; limited layers have one goal only.
//!
//! *Test:* `beam/tests.rs` compares beams that drop boards and entries with beams that keep them.

use super::Layer;
use super::entry::{entry_id, locate};
use super::queue::LayerQueue;
use super::shard::LayerShard;
use crate::games::solomids::solver::board::Board;
use crate::games::solomids::solver::column::store::SetStore;
use crate::games::solomids::solver::search::candidate::{Candidate, EntryId, EntryState, Origin};
use crate::games::solomids::solver::search::parameters::SHARDS;

/// Empty buffers that one layer has left and another one reuses. New memory has to be cleared by the system first,
/// which takes time.
#[derive(Default)]
pub(crate) struct SpareBuffers {
    pub(super) deferred: Vec<Candidate>,
    pub(super) boards: [Vec<Board>; SHARDS],
}

impl SpareBuffers {
    /// Memory in use, in bytes, about.
    pub(crate) fn bytes(&self) -> usize {
        self.deferred.capacity() * size_of::<Candidate>()
            + self.boards.iter().map(|boards| boards.capacity() * size_of::<Board>()).sum::<usize>()
    }
}

impl Layer {
    /// Reserves memory for about this number of boards, if there are none yet.
    pub(crate) fn reserve_for(&mut self, boards: usize) {
        self.shards.iter_mut().for_each(|shard| shard.reserve_for(boards / SHARDS));
    }

    /// Whether the layer has the boards of all its entries.
    pub(crate) fn has_boards(&self) -> bool {
        self.shards.iter().all(|shard| shard.boards.len() == shard.entries.len())
    }

    /// Drops the boards, and leaves their buffers in `spare`.
    pub(crate) fn drop_boards(&mut self, spare: &mut SpareBuffers) {
        for (shard, boards) in self.shards.iter_mut().zip(&mut spare.boards) {
            *boards = std::mem::take(&mut shard.boards);
            boards.clear();
        }
    }

    /// Generates the boards again. The layer before must have its boards.
    pub(crate) fn restore(&mut self, store: &SetStore, root: &Board, before: Option<&Self>) {
        for shard in &mut self.shards {
            shard.boards.reserve_exact(shard.entries.len() - shard.boards.len());
        }
        // An entry refers to earlier entries of its own layer only, so in some shard the next board can be generated.
        while !self.has_boards() {
            for shard in 0..self.shards.len() {
                while let Some(entry) = self.shards[shard].entries.get(self.shards[shard].boards.len()) {
                    let is_merge = matches!(entry.origin, Origin::Merge(..));
                    let source = |id| {
                        if is_merge {
                            return before.map(|layer| layer.board(id));
                        }
                        let (shard, index) = locate(id);
                        self.shards[shard].boards.get(index)
                    };
                    let Some(board) = entry.origin.regenerate(store, root, source) else { break };
                    self.shards[shard].boards.push(board);
                }
            }
        }
    }

    /// Frees what only insertions need, or leaves it in `spare`. A later insertion builds it anew.
    pub(crate) fn release_buffers(&mut self, spare: &mut SpareBuffers) {
        self.shards.iter_mut().for_each(LayerShard::release_buffers);
        match &mut self.queue {
            LayerQueue::BestFirst(frontier) => spare.deferred = frontier.release_buffers(),
            LayerQueue::Exhaustive(waiting) => waiting.shrink_to_fit(),
        }
    }

    /// Drops the entries that nothing will refer to again, once the layer was left. Returns whether most entries were
    /// dropped.
    ///
    /// Kept are the sources of the boards of the `next` layer, in exhaustive layers also all entries but dominated
    /// ones, which an easier goal may reopen; and the sources of all that is kept.
    pub(crate) fn drop_unreferenced(&mut self, next: &mut Self) -> bool {
        let mut open: Vec<EntryId> =
            next.origins().filter_map(|origin| origin.previous_layer_source().copied()).collect();
        if matches!(self.queue, LayerQueue::Exhaustive(_)) {
            open.extend(
                self.entries().filter(|(_, entry)| entry.state != EntryState::Dropped).map(|(id, _)| id),
            );
        }
        let mut marks = self.shards.each_ref().map(|shard| vec![false; shard.entries.len()]);
        while let Some(id) = open.pop() {
            let (shard, index) = locate(id);
            if !std::mem::replace(&mut marks[shard][index], true) {
                open.extend(
                    self.entry_mut(id).origin.same_layer_sources().into_iter().flatten().map(|id| *id),
                );
            }
        }
        let most = 2 * marks.iter().flatten().filter(|&&mark| mark).count() < marks.iter().flatten().count();
        let mut marks = marks.iter();
        let numbers =
            self.shards.each_mut().map(|shard| shard.retain_marked(marks.next().expect("one for each")));
        let renumber = |id: &mut EntryId| {
            let (shard, index) = locate(*id);
            *id = entry_id(shard, numbers[shard][index]);
        };
        self.origins().flat_map(Origin::same_layer_sources).flatten().for_each(renumber);
        next.origins().filter_map(Origin::previous_layer_source).for_each(renumber);
        most
    }

    /// Origins of all entries and deferred candidates.
    fn origins(&mut self) -> impl Iterator<Item = &mut Origin> {
        let deferred = match &mut self.queue {
            LayerQueue::BestFirst(frontier) => frontier.deferred.as_mut_slice(),
            LayerQueue::Exhaustive(_) => &mut [],
        };
        let entries = self.shards.iter_mut().flat_map(|shard| &mut shard.entries);
        entries
            .map(|entry| &mut entry.origin)
            .chain(deferred.iter_mut().map(|candidate| &mut candidate.origin))
    }
}
