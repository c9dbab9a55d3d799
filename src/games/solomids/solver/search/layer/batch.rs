//! Batches of candidates, sorted by the shards of the layer that they are for.

use crate::games::solomids::solver::search::candidate::Candidate;
use crate::games::solomids::solver::search::parameters::SHARDS;

/// The shard of a candidate. Comparable boards share one.
pub(super) fn shard_of(candidate: &Candidate) -> usize {
    candidate.signature.group_hash.part(SHARDS)
}

/// For each shard the indices of its candidates in a batch.
#[derive(Default)]
pub(crate) struct ShardIndex([Vec<u32>; SHARDS]);

impl ShardIndex {
    /// Replaces the index by that of other candidates.
    pub(crate) fn rebuild(&mut self, candidates: &[Candidate]) {
        self.0.iter_mut().for_each(Vec::clear);
        for (index, candidate) in (0..).zip(candidates) {
            self.0[shard_of(candidate)].push(index);
        }
    }
}

/// Candidates in the order in which they are inserted. For exhaustive layers they are indexed by shard, so that a
/// thread that fills a shard reads its own candidates only.
#[derive(Clone, Copy)]
pub(crate) struct CandidateBatch<'c> {
    pub(crate) candidates: &'c [Candidate],
    /// Index of the candidates; unused where the layer is not exhaustive.
    pub(crate) by_shard: &'c ShardIndex,
}

impl<'c> CandidateBatch<'c> {
    /// The candidates of a shard, in order.
    pub(super) fn of_shard(self, shard: usize) -> impl Iterator<Item = &'c Candidate> {
        self.by_shard.0[shard].iter().map(move |&index| &self.candidates[index as usize])
    }
}
