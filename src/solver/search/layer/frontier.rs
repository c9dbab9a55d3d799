//! Which boards of a layer a beam looks at more closely.
//!
//! Merges lead to many more boards of the next layer than a beam will expand there, and to value them all would
//! take most of its time. So they wait *deferred* at first, each with what it is worth at most in all likelihood
//! ([`forecast`](crate::solver::ordering::estimate)). When no board is left to expand some are let in, the most promising
//! first, until the next one promises less than what there is room for is worth; that threshold then stays for boards that
//! come from the layer itself. Whoever is still deferred when the layer is left was not seen.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rayon::prelude::*;

use crate::solver::ordering::evaluation::{Evaluation, OrderedValue};
use crate::solver::search::candidate::Candidate;
use crate::solver::search::diversity::{DiverseQueue, FOUNDERS, NicheCounts, Niches};

/// What a beam chooses from in a layer.
pub(super) struct Frontier {
    pub(super) evaluation: Evaluation,
    /// Entries, by value.
    pub(super) waiting: DiverseQueue,
    /// Boards that nobody has valued.
    pub(super) deferred: Vec<Candidate>,
    /// What a board has to upper_estimate to be let in.
    pub(super) threshold: OrderedValue,
    /// Which of the lineages its boards found.
    pub(super) founds_lineages: [bool; FOUNDERS.len()],
}

impl Frontier {
    /// Nothing, so many layers after the first, with room for those deferred.
    pub(super) fn new(evaluation: Evaluation, level: usize, deferred: Vec<Candidate>) -> Self {
        let founds_lineages = FOUNDERS.map(|founders| founders == level);
        Self {
            evaluation,
            waiting: DiverseQueue::new(),
            deferred,
            threshold: OrderedValue::LEAST,
            founds_lineages,
        }
    }

    /// Frees what is of no use once the layer was left, and gives the room of those deferred.
    pub(super) fn release_buffers(&mut self) -> Vec<Candidate> {
        self.waiting = DiverseQueue::new();
        let mut room = std::mem::take(&mut self.deferred);
        room.clear();
        room
    }

    /// Of some boards those that upper_estimate enough; the others have to wait deferred.
    pub(super) fn partition_by_threshold<'o>(
        &mut self,
        candidates: impl Iterator<Item = &'o Candidate>,
    ) -> Vec<&'o Candidate> {
        let Self { waiting, deferred, threshold, .. } = self;
        let (good, poor): (Vec<&Candidate>, Vec<&Candidate>) = candidates.partition(|candidate| {
            waiting.discounted(candidate.niches(), candidate.upper_estimate) >= *threshold
        });
        deferred.extend(poor);
        good
    }

    /// Memory in use, about.
    pub(super) fn bytes(&self) -> usize {
        self.waiting.bytes() + self.deferred.capacity() * size_of::<Candidate>()
    }
}

/// A candidate: what it would be worth when it is its turn, its number, and its niche_counts.
pub(super) type RankedCandidate = (OrderedValue, Reverse<u32>, Niches);

/// Candidates in the order in which they would be expanded if they were worth what they upper_estimate: exactly that as long
/// as those of one niches are alike in one way only, and else about that, since each is taken to come after all that
/// upper_estimate more. (Exactly that, by a queue, makes wide beams take twice the time, and finds no more.)
pub(super) fn by_estimate(candidates: &[Candidate], parallel: bool) -> Vec<RankedCandidate> {
    let sort = |order: &mut [RankedCandidate]| {
        if parallel {
            order.par_sort_unstable_by(|a, b| b.cmp(a));
        } else {
            order.sort_unstable_by(|a, b| b.cmp(a));
        }
    };
    let candidate = |(number, candidate): (u32, &Candidate)| {
        (OrderedValue(candidate.upper_estimate), Reverse(number), candidate.niches())
    };
    let mut order: Vec<RankedCandidate> = (0..).zip(candidates).map(candidate).collect();
    sort(&mut order);
    let mut niche_counts = NicheCounts::new();
    for (worth, _, niches) in &mut order {
        *worth = niche_counts.take(*niches, worth.0);
    }
    sort(&mut order);
    order
}

/// Remembers the greatest of what it is shown, so many of them.
pub(super) struct TopValues {
    best: BinaryHeap<Reverse<OrderedValue>>,
    places: usize,
}

impl TopValues {
    pub(super) fn new(places: usize) -> Self {
        Self { best: BinaryHeap::with_capacity(places + 1), places }
    }

    pub(super) fn insert(&mut self, worth: OrderedValue) {
        self.best.push(Reverse(worth));
        if self.best.len() > self.places {
            self.best.pop();
        }
    }

    /// What others have to beat.
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
    use crate::dealer::tabletop;
    use crate::solver::board::Board;
    use crate::solver::column::store::SetStore;
    use crate::solver::search::candidate::Origin;
    use crate::solver::search::diversity::Lineages;

    /// Some candidates, of boards of three niche_counts, and of other lineages.
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

    /// The numbers of candidates by upper_estimate, for any number of threads.
    fn numbers(candidates: &[Candidate]) -> Vec<u32> {
        let [one, some] = [false, true].map(|parallel| {
            let order = by_estimate(candidates, parallel);
            assert!(order.is_sorted_by(|a, b| a.0 >= b.0));
            order.into_iter().map(|(_, Reverse(number), _)| number).collect::<Vec<u32>>()
        });
        assert_eq!(one, some);
        one
    }

    /// Their order in a queue.
    fn queued(candidates: &[Candidate]) -> Vec<u32> {
        let mut queue = DiverseQueue::new();
        for (number, candidate) in (0..).zip(candidates) {
            queue.push(number, candidate.upper_estimate, candidate.niches());
        }
        std::iter::from_fn(|| queue.pop(|_| true)).collect()
    }

    #[test]
    fn candidates_come_as_they_would_if_their_promises_were_values() {
        // Lineages of which each has boards of one niches only make no difference.
        for apart in [0, 1] {
            let candidates = candidates(|i| [apart * (i * i % 3), 0]);
            assert_eq!(numbers(&candidates), queued(&candidates));
        }
    }

    #[test]
    fn candidates_of_several_lineages_come_about_as_they_would() {
        let candidates = candidates(|i| [i % 2, i % 11]);
        let (found, expected) = (numbers(&candidates), queued(&candidates));
        let early = |order: &[u32]| order[..50].iter().copied().collect::<HashSet<u32>>();
        let common = early(&found).intersection(&early(&expected)).count();
        assert!(common >= 45, "{common} of the first 50");
    }

    #[test]
    fn the_bar_is_the_least_of_the_best() {
        let mut podium = TopValues::new(3);
        let bars = [5.0, 1.0, 3.0, 2.0, 0.5, 9.0, 9.0].map(|value| {
            podium.insert(OrderedValue(value));
            podium.threshold()
        });
        let expected = [f32::NEG_INFINITY, f32::NEG_INFINITY, 1.0, 2.0, 2.0, 3.0, 5.0];
        assert_eq!(bars, expected.map(OrderedValue));
    }
}
