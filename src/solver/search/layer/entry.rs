//! Entries of a layer, and batches of candidates sorted for its shards.

use super::{SHARDS, shard_of};
use crate::solver::search::candidate::{Candidate, EntryState, Origin};

/// A board of a layer. The board itself is kept apart from this, and only as long as somebody may want it: the
/// origins tell how to make it again.
#[derive(Clone, Copy)]
pub(crate) struct LayerEntry {
    pub(crate) origin: Origin,
    pub(crate) state: EntryState,
    /// Trees of the board, banked or standing.
    pub(crate) trees: u8,
}

/// For each shard the indices of those of some candidates that it would keep.
#[derive(Default)]
pub(crate) struct ShardIndex([Vec<u32>; SHARDS]);

impl ShardIndex {
    /// Sorts other candidates.
    pub(crate) fn sort(&mut self, candidates: &[Candidate]) {
        self.0.iter_mut().for_each(Vec::clear);
        for (index, candidate) in (0..).zip(candidates) {
            self.0[shard_of(candidate)].push(index);
        }
    }
}

/// Offers in the order in which they enter, sorted by those who made them, if all of them enter: who fills a shard need not
/// look at the others.
#[derive(Clone, Copy)]
pub(crate) struct CandidateBatch<'o> {
    pub(crate) candidates: &'o [Candidate],
    pub(crate) sorted: &'o ShardIndex,
}

impl<'o> CandidateBatch<'o> {
    /// Those that a shard would keep.
    pub(super) fn of_shard(self, shard: usize) -> impl Iterator<Item = &'o Candidate> {
        self.sorted.0[shard].iter().map(move |&index| &self.candidates[index as usize])
    }
}
