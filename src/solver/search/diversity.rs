//! The most promising first, but not always of one niches: whatever was taken of a niches makes the rest of it worth
//! less.
//!
//! There are two ways to be of one niches. Boards on which the same pieces stand at the bottom ([`Board::niches`]) differ
//! in little. And boards of one *lineage* come from the same board of an early layer: without variety nearly all that
//! reaches the last layers comes from few of these.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::binary_heap::{BinaryHeap, PeekMut};

use ahash::RandomState;

use crate::solver::board::Board;
use crate::solver::ordering::evaluation::OrderedValue;

/// The counts that something is of, one for each way to be of a niches; zero where it is alone.
pub(super) type Niches = [u32; VARIETY.len()];

/// The counts that a board of some lineages is of.
pub(super) fn niches(board: &Board, lineages: Lineages) -> Niches {
    let [early, late] = lineages;
    [board.niche_hash(), early, late]
}

/// Loss of worth for every doubling of what was taken of a niches, for each way to be of one.
const VARIETY: [f32; 1 + FOUNDERS.len()] = [0.7, 0.8, 0.5];

/// How many layers come before each of those whose boards found lineages.
pub(crate) const FOUNDERS: [usize; 2] = [4, 8];

/// The founders that a board comes from: numbers of their own, zero before there were any.
pub(crate) type Lineages = [u32; FOUNDERS.len()];

/// How much was taken of each niches.
pub(super) struct NicheCounts([HashMap<u32, u32, RandomState>; VARIETY.len()]);

impl NicheCounts {
    pub(super) fn new() -> Self {
        Self([(); VARIETY.len()].map(|()| HashMap::with_hasher(RandomState::with_seeds(5, 6, 7, 8))))
    }

    /// What something of a niches is worth by now.
    fn discounted(&self, niches: Niches, value: f32) -> OrderedValue {
        let mut worth = value;
        for ((taken, niches), loss) in self.0.iter().zip(niches).zip(VARIETY) {
            if niches != 0 {
                worth -= loss * doublings(taken.get(&niches).copied().unwrap_or(0));
            }
        }
        OrderedValue(worth)
    }

    /// The same, and takes it.
    pub(super) fn take(&mut self, niches: Niches, value: f32) -> OrderedValue {
        let worth = self.discounted(niches, value);
        self.count(niches);
        worth
    }

    /// Takes something of a niches.
    fn count(&mut self, niches: Niches) {
        for (taken, niches) in self.0.iter_mut().zip(niches) {
            if niches != 0 {
                *taken.entry(niches).or_default() += 1;
            }
        }
    }
}

/// How often what was taken of a niches has doubled.
fn doublings(taken: u32) -> f32 {
    f32::from((taken + 1).ilog2() as u8)
}

/// Something that waits. Of equal worth, the lower number comes first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct QueuedItem {
    /// What it was worth when that was seen_cleared at last.
    worth: OrderedValue,
    number: Reverse<u32>,
    niches: Niches,
    /// What it would be worth if nothing were taken of its counts.
    value: OrderedValue,
}

/// A queue of things that have a number, a value and counts each.
pub(super) struct DiverseQueue {
    waiting: BinaryHeap<QueuedItem>,
    counts: NicheCounts,
}

impl DiverseQueue {
    pub(super) fn new() -> Self {
        Self { waiting: BinaryHeap::new(), counts: NicheCounts::new() }
    }

    pub(super) fn push(&mut self, number: u32, value: f32, niches: Niches) {
        let value = OrderedValue(value);
        self.waiting.push(QueuedItem { worth: value, number: Reverse(number), niches, value });
    }

    /// Takes the thing that is worth most by now, of those that are still wanted.
    pub(super) fn pop(&mut self, wanted: impl Fn(u32) -> bool) -> Option<u32> {
        loop {
            let mut first = self.waiting.peek_mut()?;
            if !wanted(first.number.0) {
                PeekMut::pop(first);
                continue;
            }
            let worth = self.counts.discounted(first.niches, first.value.0);
            if first.worth == worth {
                self.counts.count(first.niches);
                return Some(PeekMut::pop(first).number.0);
            }
            first.worth = worth;
        }
    }

    /// What something of a niches is worth by now.
    pub(super) fn discounted(&self, niches: Niches, value: f32) -> OrderedValue {
        self.counts.discounted(niches, value)
    }

    /// The numbers of all that waits.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u32> {
        self.waiting.iter().map(|it| it.number.0)
    }

    /// Memory in use, about.
    pub(super) fn bytes(&self) -> usize {
        self.waiting.capacity() * size_of::<QueuedItem>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some things with values and counts.
    fn things() -> Vec<(f32, Niches)> {
        (0..200u32).map(|i| (f32::from((i * 37 % 101) as u16) / 8.0, [i * i % 7, i % 3, i % 11])).collect()
    }

    #[test]
    fn what_is_worth_most_by_now_comes_first() {
        let things = things();
        let mut queue = DiverseQueue::new();
        let (mut counts, mut left) = (NicheCounts::new(), Vec::new());
        for (number, &(value, niches)) in (0..).zip(&things) {
            queue.push(number, value, niches);
            left.push(number);
            // Some are taken before all have come.
            if number % 3 == 0 {
                let best = left.iter().max_by_key(|&&number| {
                    let (value, niches) = things[number as usize];
                    (counts.discounted(niches, value), Reverse(number))
                });
                let best = *best.expect("one is left");
                assert_eq!(queue.pop(|_| true), Some(best));
                let (value, niches) = things[best as usize];
                counts.take(niches, value);
                left.retain(|&number| number != best);
            }
        }
    }

    #[test]
    fn what_nobody_wants_any_more_does_not_count() {
        let mut queue = DiverseQueue::new();
        for number in 0..10 {
            queue.push(number, number as f32, [7, 0, 0]);
        }
        assert_eq!(queue.numbers().count(), 10);
        assert_eq!(queue.pop(|number| number < 5), Some(4));
        assert_eq!(queue.discounted([7, 1, 1], 1.0), OrderedValue(1.0 - VARIETY[0]));
        // Who is alone loses nothing by it.
        assert_eq!(queue.discounted([1, 0, 0], 1.0), OrderedValue(1.0));
        assert_eq!(queue.pop(|number| number == 2), Some(2));
        assert_eq!(queue.pop(|_| false), None);
    }

    #[test]
    fn every_doubling_costs_the_same() {
        let mut counts = NicheCounts::new();
        let worths: Vec<f32> = (0..8).map(|i| counts.take([3, i, 9], 1.0).0).collect();
        let fall = VARIETY[0] + VARIETY[2];
        for (worth, doublings) in worths.iter().zip([0, 1, 1, 2, 2, 2, 2, 3]) {
            assert!((worth - (1.0 - fall * f32::from(doublings as u8))).abs() < 1e-5);
        }
        // NicheCounts are of one way only.
        assert_eq!(counts.discounted([9, 3, 4], 1.0), OrderedValue(1.0 - VARIETY[1]));
        assert_eq!(counts.discounted([4, 8, 3], 1.0), OrderedValue(1.0));
    }
}
