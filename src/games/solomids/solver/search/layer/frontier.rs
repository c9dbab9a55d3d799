//! Frontier of a layer in a beam of limited width, with deferred evaluation.
//!
//! Merges lead to many more boards of the next layer than a beam expands there, and to evaluate them all would take
//! most of its time. So candidates are *deferred* at first, each with the upper estimate of its value
//! ([`ChildEstimate`](crate::games::solomids::solver::ordering::ChildEstimate)). When no evaluated board is left to expand, some are admitted, the
//! greatest upper estimates first, until the next one is below the *threshold*: the least of the best values for which
//! there is room. The threshold then stays for candidates from the layer itself. What is still deferred when the layer
//! is left was not seen, so the beam proves nothing.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rayon::prelude::*;

use crate::games::solomids::solver::ordering::{Evaluation, OrderedValue};
use crate::games::solomids::solver::search::diversity::{DiverseQueue, NicheCounts, Niches};
use crate::games::solomids::solver::search::expansion::Candidate;
use crate::games::solomids::solver::search::parameters::FOUNDER_LAYERS;

/// Boards and candidates that a beam chooses from in a layer.
pub(super) struct Frontier {
    pub(super) evaluation: Evaluation,
    pub(super) waiting: DiverseQueue,
    pub(super) deferred: Vec<Candidate>,
    /// Least discounted upper estimate for which a candidate from the layer itself is inserted at once.
    pub(super) threshold: OrderedValue,
    /// Whether the boards of the layer found lineages, by founder layer.
    pub(super) founds_lineages: [bool; FOUNDER_LAYERS.len()],
}

impl Frontier {
    /// An empty frontier of a layer with `level` layers before it, with a buffer for deferred candidates.
    pub(super) fn new(evaluation: Evaluation, level: usize, deferred: Vec<Candidate>) -> Self {
        let founds_lineages = FOUNDER_LAYERS.map(|founders| founders == level);
        Self {
            evaluation,
            waiting: DiverseQueue::new(),
            deferred,
            threshold: OrderedValue::LEAST,
            founds_lineages,
        }
    }

    /// Bytes that the deferred candidates take besides their own while they are moved to where they have room, if that is near.
    pub(super) const fn growth_memory(&self) -> usize {
        let (len, capacity) = (self.deferred.len(), self.deferred.capacity());
        if len + len / 16 < capacity { 0 } else { capacity * size_of::<Candidate>() }
    }

    /// Empties the frontier once its layer was left. Returns the buffer of deferred candidates.
    pub(super) fn release_buffers(&mut self) -> Vec<Candidate> {
        self.waiting = DiverseQueue::new();
        let mut buffer = std::mem::take(&mut self.deferred);
        buffer.clear();
        buffer
    }

    /// Returns the candidates whose discounted upper estimate reaches the threshold, and defers the others.
    pub(super) fn partition_by_threshold<'c>(
        &mut self,
        candidates: impl Iterator<Item = &'c Candidate>,
    ) -> Vec<&'c Candidate> {
        let Self { waiting, deferred, threshold, .. } = self;
        let (good, poor): (Vec<&Candidate>, Vec<&Candidate>) = candidates.partition(|candidate| {
            waiting.discounted(candidate.niches(), candidate.upper_estimate) >= *threshold
        });
        deferred.extend(poor);
        good
    }

    pub(super) fn bytes(&self) -> usize {
        self.waiting.bytes() + self.deferred.capacity() * size_of::<Candidate>()
    }
}

/// Candidate in the order of admission: by discounted upper estimate; of equal ones, the lower number first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RankedCandidate {
    /// Upper estimate less the diversity penalty.
    pub(super) discounted: OrderedValue,
    pub(super) number: Reverse<u32>,
    niches: Niches,
}

/// Candidates in the order in which they would be expanded if their upper estimates were their values.
///
/// The order is exact if boards that share one niche, such as a lineage, share no other niche. Otherwise it is an
/// approximation: each candidate is taken to come after all with greater upper estimates. (The exact order, by a queue, takes wide beams
/// twice the time and finds no more.)
pub(super) fn by_estimate(candidates: &[Candidate], parallel: bool) -> Vec<RankedCandidate> {
    let sort = |order: &mut [RankedCandidate]| {
        if parallel {
            order.par_sort_unstable_by(|a, b| b.cmp(a));
        } else {
            order.sort_unstable_by(|a, b| b.cmp(a));
        }
    };
    let ranked = |(number, candidate): (u32, &Candidate)| RankedCandidate {
        discounted: OrderedValue(candidate.upper_estimate),
        number: Reverse(number),
        niches: candidate.niches(),
    };
    let mut order: Vec<RankedCandidate> = (0..).zip(candidates).map(ranked).collect();
    sort(&mut order);
    let mut niche_counts = NicheCounts::new();
    for candidate in &mut order {
        candidate.discounted = niche_counts.take(candidate.niches, candidate.discounted.0);
    }
    sort(&mut order);
    order
}

/// The greatest of the values inserted, as many as there are places.
pub(super) struct TopValues {
    best: BinaryHeap<Reverse<OrderedValue>>,
    places: usize,
}

impl TopValues {
    pub(super) fn new(places: usize) -> Self {
        Self { best: BinaryHeap::with_capacity(places + 1), places }
    }

    pub(super) fn insert(&mut self, value: OrderedValue) {
        self.best.push(Reverse(value));
        if self.best.len() > self.places {
            self.best.pop();
        }
    }

    /// The least of the values, if all places are taken.
    pub(super) fn threshold(&self) -> OrderedValue {
        match self.best.peek() {
            Some(&Reverse(least)) if self.best.len() == self.places => least,
            _ => OrderedValue::LEAST,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::games::solomids::dealer::tabletop;
    use crate::games::solomids::solver::board::Board;
    use crate::games::solomids::solver::column::SetStore;
    use crate::games::solomids::solver::search::diversity::Lineages;
    use crate::games::solomids::solver::search::expansion::Origin;

    /// Candidates of three boards, in three niches by bottom pieces, and of the given lineages.
    fn candidates(lineages: impl Fn(u32) -> Lineages) -> Vec<Candidate> {
        let store = SetStore::new();
        let boards = [0, 1, 2].map(|deal| Board::new(tabletop::deal(1, deal).position(), &store));
        let candidate = |i: u32| {
            let upper_estimate = f32::from((i * 29 % 53) as u16) / 4.0 + f32::from(i as u16) / 1000.0;
            let lineages = lineages(i);
            Candidate {
                upper_estimate,
                lineages,
                ..Candidate::new(boards[(i * i % 3) as usize], Origin::Root, &store)
            }
        };
        (0..150).map(candidate).collect()
    }

    /// Numbers of candidates in the order of admission, on one thread and on several.
    fn numbers(candidates: &[Candidate]) -> Vec<u32> {
        let [one, some] = [false, true].map(|parallel| {
            let order = by_estimate(candidates, parallel);
            assert!(order.is_sorted_by(|a, b| a.discounted >= b.discounted));
            order.into_iter().map(|candidate| candidate.number.0).collect::<Vec<u32>>()
        });
        assert_eq!(one, some);
        one
    }

    fn queued(candidates: &[Candidate]) -> Vec<u32> {
        let mut queue = DiverseQueue::new();
        for (number, candidate) in (0..).zip(candidates) {
            queue.push(number, candidate.upper_estimate, candidate.niches());
        }
        std::iter::from_fn(|| queue.pop(|_| true)).collect()
    }

    #[test]
    fn admission_order_is_that_of_a_queue_by_upper_estimates() {
        // Lineages that coincide with niches by bottom pieces make no difference.
        for apart in [0, 1] {
            let candidates = candidates(|i| [apart * (i * i % 3), 0]);
            assert_eq!(numbers(&candidates), queued(&candidates));
        }
    }

    #[test]
    fn admission_order_is_nearly_that_of_a_queue_where_lineages_cross_niches() {
        let candidates = candidates(|i| [i % 2, i % 11]);
        let (found, expected) = (numbers(&candidates), queued(&candidates));
        let early = |order: &[u32]| order[..50].iter().copied().collect::<HashSet<u32>>();
        let common = early(&found).intersection(&early(&expected)).count();
        assert!(common >= 45, "{common} of the first 50");
    }

    #[test]
    fn the_threshold_is_the_least_of_the_best() {
        let mut top = TopValues::new(3);
        let thresholds = [5.0, 1.0, 3.0, 2.0, 0.5, 9.0, 9.0].map(|value| {
            top.insert(OrderedValue(value));
            top.threshold()
        });
        let expected = [f32::NEG_INFINITY, f32::NEG_INFINITY, 1.0, 2.0, 2.0, 3.0, 5.0];
        assert_eq!(thresholds, expected.map(OrderedValue));
    }
}
