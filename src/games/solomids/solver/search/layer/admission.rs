//! Insertion of candidates into a layer, at once or by admission of deferred ones.

use super::Layer;
use super::batch::{CandidateBatch, shard_of};
use super::frontier::{TopValues, by_estimate};
use super::queue::LayerQueue;
use super::shard::{LayerShard, ValuedEntry, for_each_shard};
use crate::games::solomids::solver::search::candidate::Candidate;
use crate::games::solomids::solver::search::context::SearchContext;
use crate::games::solomids::solver::search::diversity::NicheCounts;
use crate::games::solomids::solver::search::parameters::{
    ADMISSION_BATCHES, ADMISSION_SLACK, MAX_ADMISSION_BATCH, MIN_ADMISSION_BATCH, MIN_PARALLEL_INSERTS,
    SHARDS,
};

impl Layer {
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

    /// Admits the best deferred candidates, given that `left` more boards will be expanded. Returns whether there were
    /// any candidates.
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
        let fill = |shard: &mut LayerShard| {
            of_shard(shard.number).for_each(|candidate| shard.insert(context, candidate));
        };
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
                waiting.extend(for_each_shard(shards, parallel, |shard| {
                    fill(shard);
                    shard.take_unvalued()
                }));
                Vec::new()
            }
        }
    }
}
