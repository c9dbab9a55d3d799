//! Which boards of a layer a beam looks at more closely.
//!
//! Merges lead to many more boards of the next layer than a beam will expand there, and to value them all would
//! take most of its time. So they wait *outside* at first, each with what it is worth at most in all likelihood
//! ([`forecast`](crate::solver::ordering::estimate)). When no board is left to expand some are let in, the most promising
//! first, until the next one promises less than what there is room for is worth; that bar then stays for boards that
//! come from the layer itself. Whoever is still outside when the layer is left was not seen.

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
    pub(super) outside: Vec<Candidate>,
    /// What a board has to promise to be let in.
    pub(super) bar: OrderedValue,
    /// Which of the lineages its boards found.
    pub(super) founds: [bool; FOUNDERS.len()],
}

impl Frontier {
    /// Nothing, so many layers after the first, with room for those outside.
    pub(super) fn new(evaluation: Evaluation, level: usize, outside: Vec<Candidate>) -> Self {
        let founds = FOUNDERS.map(|founders| founders == level);
        Self { evaluation, waiting: DiverseQueue::new(), outside, bar: OrderedValue::LEAST, founds }
    }

    /// Frees what is of no use once the layer was left, and gives the room of those outside.
    pub(super) fn leave(&mut self) -> Vec<Candidate> {
        self.waiting = DiverseQueue::new();
        let mut room = std::mem::take(&mut self.outside);
        room.clear();
        room
    }

    /// Of some boards those that promise enough; the others have to wait outside.
    pub(super) fn sift<'o>(&mut self, offers: impl Iterator<Item = &'o Candidate>) -> Vec<&'o Candidate> {
        let Self { waiting, outside, bar, .. } = self;
        let (good, poor): (Vec<&Candidate>, Vec<&Candidate>) =
            offers.partition(|offer| waiting.discounted(offer.kind(), offer.promise) >= *bar);
        outside.extend(poor);
        good
    }

    /// Memory in use, about.
    pub(super) fn bytes(&self) -> usize {
        self.waiting.bytes() + self.outside.capacity() * size_of::<Candidate>()
    }
}

/// A candidate: what it would be worth when it is its turn, its number, and its kinds.
pub(super) type RankedCandidate = (OrderedValue, Reverse<u32>, Niches);

/// Candidates in the order in which they would be expanded if they were worth what they promise: exactly that as long
/// as those of one kind are alike in one way only, and else about that, since each is taken to come after all that
/// promise more. (Exactly that, by a queue, makes wide beams take twice the time, and finds no more.)
pub(super) fn by_promise(offers: &[Candidate], parallel: bool) -> Vec<RankedCandidate> {
    let sort = |order: &mut [RankedCandidate]| {
        if parallel {
            order.par_sort_unstable_by(|a, b| b.cmp(a));
        } else {
            order.sort_unstable_by(|a, b| b.cmp(a));
        }
    };
    let candidate =
        |(number, offer): (u32, &Candidate)| (OrderedValue(offer.promise), Reverse(number), offer.kind());
    let mut order: Vec<RankedCandidate> = (0..).zip(offers).map(candidate).collect();
    sort(&mut order);
    let mut kinds = NicheCounts::new();
    for (worth, _, kind) in &mut order {
        *worth = kinds.take(*kind, worth.0);
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

    pub(super) fn show(&mut self, worth: OrderedValue) {
        self.best.push(Reverse(worth));
        if self.best.len() > self.places {
            self.best.pop();
        }
    }

    /// What others have to beat.
    pub(super) fn bar(&self) -> OrderedValue {
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

    /// Some offers, of boards of three kinds, and of other lineages.
    fn offers(lineages: impl Fn(u32) -> Lineages) -> Vec<Candidate> {
        let store = SetStore::new();
        let boards = [0, 1, 2].map(|deal| Board::new(tabletop::deal(1, deal).position(), &store));
        let offer = |i: u32| {
            let promise = f32::from((i * 29 % 53) as u16) / 4.0 + f32::from(i as u16) / 1000.0;
            let lineages = lineages(i);
            Candidate {
                promise,
                lineages,
                ..Candidate::new(boards[(i * i % 3) as usize], Origin::Root, &store)
            }
        };
        (0..150).map(offer).collect()
    }

    /// The numbers of candidates by promise, for any number of threads.
    fn numbers(offers: &[Candidate]) -> Vec<u32> {
        let [one, some] = [false, true].map(|parallel| {
            let order = by_promise(offers, parallel);
            assert!(order.is_sorted_by(|a, b| a.0 >= b.0));
            order.into_iter().map(|(_, Reverse(number), _)| number).collect::<Vec<u32>>()
        });
        assert_eq!(one, some);
        one
    }

    /// Their order in a queue.
    fn queued(offers: &[Candidate]) -> Vec<u32> {
        let mut queue = DiverseQueue::new();
        for (number, offer) in (0..).zip(offers) {
            queue.push(number, offer.promise, offer.kind());
        }
        std::iter::from_fn(|| queue.pop(|_| true)).collect()
    }

    #[test]
    fn candidates_come_as_they_would_if_their_promises_were_values() {
        // Lineages of which each has boards of one kind only make no difference.
        for apart in [0, 1] {
            let offers = offers(|i| [apart * (i * i % 3), 0]);
            assert_eq!(numbers(&offers), queued(&offers));
        }
    }

    #[test]
    fn candidates_of_several_lineages_come_about_as_they_would() {
        let offers = offers(|i| [i % 2, i % 11]);
        let (found, expected) = (numbers(&offers), queued(&offers));
        let early = |order: &[u32]| order[..50].iter().copied().collect::<HashSet<u32>>();
        let common = early(&found).intersection(&early(&expected)).count();
        assert!(common >= 45, "{common} of the first 50");
    }

    #[test]
    fn the_bar_is_the_least_of_the_best() {
        let mut podium = TopValues::new(3);
        let bars = [5.0, 1.0, 3.0, 2.0, 0.5, 9.0, 9.0].map(|value| {
            podium.show(OrderedValue(value));
            podium.bar()
        });
        let expected = [f32::NEG_INFINITY, f32::NEG_INFINITY, 1.0, 2.0, 2.0, 3.0, 5.0];
        assert_eq!(bars, expected.map(OrderedValue));
    }
}
