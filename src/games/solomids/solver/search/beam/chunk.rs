//! Expansion of a batch of entries in chunks, which threads take one by one.

use rayon::prelude::*;

use crate::games::solomids::solver::board::Board;
use crate::games::solomids::solver::board::action::Action;
use crate::games::solomids::solver::bounds::goal::Goal;
use crate::games::solomids::solver::search::candidate::{Candidate, EntryId, EntryState};
use crate::games::solomids::solver::search::context::SearchContext;
use crate::games::solomids::solver::search::expansion::{ExpansionResult, Successors};
use crate::games::solomids::solver::search::layer::{CandidateBatch, Layer, ShardIndex};
use crate::games::solomids::solver::search::parameters::{CHUNKS_PER_BATCH, MAX_CHUNK, MIN_PARALLEL_BATCH};

/// The entry whose expansion reaches the goal.
#[derive(Clone, Copy)]
pub(super) struct ReachingEntry {
    pub(super) id: EntryId,
    /// Action that reaches the goal.
    pub(super) action: Action,
    /// Board that the action leads to.
    pub(super) board: Board,
}

/// Entries of a layer that were expanded in order, up to the first that reaches the goal.
#[derive(Default)]
pub(super) struct ExpansionChunk {
    successors: Successors,
    /// Shard indices of the successors in the same layer and in the next, where the layer is exhaustive.
    by_shard: [ShardIndex; 2],
    /// New states of the entries; none for one that reaches the goal.
    pub(super) states: Vec<EntryState>,
    /// The last entry expanded, if it reaches the goal.
    pub(super) reached: Option<ReachingEntry>,
}

impl ExpansionChunk {
    /// Number of boards generated.
    pub(super) fn boards(&self) -> u64 {
        self.successors.boards()
    }

    /// Candidates for the same layer.
    pub(super) fn here(&self) -> CandidateBatch<'_> {
        CandidateBatch { candidates: &self.successors.here, by_shard: &self.by_shard[0] }
    }

    /// Candidates for the next layer.
    pub(super) fn next(&self) -> CandidateBatch<'_> {
        CandidateBatch { candidates: &self.successors.next, by_shard: &self.by_shard[1] }
    }

    /// Memory in use, in bytes, about.
    pub(super) const fn bytes(&self) -> usize {
        let Successors { here, next } = &self.successors;
        (here.capacity() + next.capacity()) * (size_of::<Candidate>() + size_of::<u32>())
    }
}

/// What the expansion of a layer's entries depends on.
#[derive(Clone, Copy)]
pub(super) struct LayerExpansion<'l> {
    pub(super) context: SearchContext<'l>,
    pub(super) goal: Goal,
    /// The layer of the entries.
    pub(super) layer: &'l Layer,
    /// The next layer, if the evaluation of successors is deferred.
    pub(super) estimating_next: Option<&'l Layer>,
}

impl LayerExpansion<'_> {
    /// Expands a batch of entries in chunks, up to the first entry that reaches the goal. Returns the chunks used, in
    /// the order of the batch; `chunks` keeps their memory.
    pub(super) fn expand<'c>(
        self,
        batch: &[EntryId],
        chunks: &'c mut Vec<ExpansionChunk>,
    ) -> &'c [ExpansionChunk] {
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
            let (board, state) = (self.layer.board(id), self.layer.entry(id).state);
            let (here, next) = (successors.here.len(), successors.next.len());
            let result = successors.expand(self.context, self.goal, id, board, state);
            if let Some(next_layer) = self.estimating_next {
                self.estimate(id, self.layer, &mut successors.here[here..]);
                self.estimate(id, next_layer, &mut successors.next[next..]);
                if let Some([stays, merges]) = self.layer.child_lineages(id) {
                    successors.here[here..].iter_mut().for_each(|candidate| candidate.lineages = stays);
                    successors.next[next..].iter_mut().for_each(|candidate| candidate.lineages = merges);
                }
            }
            states.push(match result {
                ExpansionResult::Dead(bound) => EntryState::Dead(bound),
                ExpansionResult::Expanded => EntryState::Expanded,
                ExpansionResult::Finished => EntryState::Finished,
                ExpansionResult::Reached(board, action) => {
                    *reached = Some(ReachingEntry { id, action, board });
                    break;
                }
            });
        }
        if self.layer.is_exhaustive() {
            by_shard[0].rebuild(&successors.here);
            by_shard[1].rebuild(&successors.next);
        }
    }

    /// Sets the upper estimates of candidates to a layer that come from one entry.
    fn estimate(self, parent: EntryId, to: &Layer, candidates: &mut [Candidate]) {
        let (board, value) = (self.layer.board(parent), self.layer.value(parent));
        let store = self.context.store;
        let Some(estimate) = to.child_estimate(board, value, store) else { return };
        for candidate in candidates {
            candidate.upper_estimate = candidate.upper_estimate(estimate, store);
        }
    }
}
