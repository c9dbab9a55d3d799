//! Diversity penalty: a priority queue in which every board taken from a niche makes the rest of the niche worth less.
//!
//! A beam of the best boards alone has too many of one kind, and fails with all of them at once. There are two kinds of
//! niches: boards with equal pieces at the bottoms of their stacks ([`Board::niche_hash`]), which differ in little; and
//! boards of one *lineage*, descendants of one board of an early layer, for without a penalty nearly all boards of the
//! last layers descend from a few.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::binary_heap::{BinaryHeap, PeekMut};

use ahash::RandomState;

use super::parameters::{DIVERSITY_PENALTY, FOUNDER_LAYERS};
use crate::games::solomids::solver::board::Board;
use crate::games::solomids::solver::ordering::OrderedValue;

/// Niches of a board, one of each kind: by bottom pieces, then by lineages. Zero stands for no niche.
pub(super) type Niches = [u32; DIVERSITY_PENALTY.len()];

/// Niches of a board with these lineages.
pub(super) fn niches(board: &Board, lineages: Lineages) -> Niches {
    let [early, late] = lineages;
    [board.niche_hash(), early, late]
}

/// Lineages of a board: the number of its ancestor in each founder layer, zero before that layer.
pub(super) type Lineages = [u32; FOUNDER_LAYERS.len()];

/// Number of boards taken from each niche, by kind of niche.
pub(super) struct NicheCounts([HashMap<u32, u32, RandomState>; DIVERSITY_PENALTY.len()]);

impl NicheCounts {
    pub(super) fn new() -> Self {
        Self(
            [(); DIVERSITY_PENALTY.len()].map(|()| HashMap::with_hasher(RandomState::with_seeds(5, 6, 7, 8))),
        )
    }

    /// Value of a board of these niches less its diversity penalty.
    fn discounted(&self, niches: Niches, value: f32) -> OrderedValue {
        let mut discounted = value;
        for ((taken, niche), penalty) in self.0.iter().zip(niches).zip(DIVERSITY_PENALTY) {
            if niche != 0 {
                discounted -= penalty * doublings(taken.get(&niche).copied().unwrap_or(0));
            }
        }
        OrderedValue(discounted)
    }

    /// Takes a board of these niches. Returns its value less the penalty before.
    pub(super) fn take(&mut self, niches: Niches, value: f32) -> OrderedValue {
        let discounted = self.discounted(niches, value);
        self.count(niches);
        discounted
    }

    fn count(&mut self, niches: Niches) {
        for (taken, niche) in self.0.iter_mut().zip(niches) {
            if niche != 0 {
                *taken.entry(niche).or_default() += 1;
            }
        }
    }
}

/// How often the number of boards taken from a niche has doubled.
fn doublings(taken: u32) -> f32 {
    f32::from((taken + 1).ilog2() as u8)
}

/// Board in the queue. Of equal discounted values, the lower number comes first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct QueuedItem {
    /// Value less the penalty when that was last computed. It only falls, so it is an upper bound.
    discounted: OrderedValue,
    number: Reverse<u32>,
    niches: Niches,
    value: OrderedValue,
}

/// Priority queue of boards by discounted value. Boards are given by number; their penalties are updated lazily.
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
        self.waiting.push(QueuedItem { discounted: value, number: Reverse(number), niches, value });
    }

    /// Takes the board with the greatest discounted value. Boards that are not `wanted` are removed, and do not count.
    pub(super) fn pop(&mut self, wanted: impl Fn(u32) -> bool) -> Option<u32> {
        loop {
            let mut first = self.waiting.peek_mut()?;
            if !wanted(first.number.0) {
                PeekMut::pop(first);
                continue;
            }
            let discounted = self.counts.discounted(first.niches, first.value.0);
            if first.discounted == discounted {
                self.counts.count(first.niches);
                return Some(PeekMut::pop(first).number.0);
            }
            first.discounted = discounted;
        }
    }

    /// Value of a board of these niches less its penalty by now.
    pub(super) fn discounted(&self, niches: Niches, value: f32) -> OrderedValue {
        self.counts.discounted(niches, value)
    }

    pub(super) fn numbers(&self) -> impl Iterator<Item = u32> {
        self.waiting.iter().map(|it| it.number.0)
    }

    pub(super) fn bytes(&self) -> usize {
        self.waiting.capacity() * size_of::<QueuedItem>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards() -> Vec<(f32, Niches)> {
        (0..200u32).map(|i| (f32::from((i * 37 % 101) as u16) / 8.0, [i * i % 7, i % 3, i % 11])).collect()
    }

    #[test]
    fn the_greatest_discounted_value_is_popped_first() {
        let boards = boards();
        let mut queue = DiverseQueue::new();
        let (mut counts, mut left) = (NicheCounts::new(), Vec::new());
        for (number, &(value, niches)) in (0..).zip(&boards) {
            queue.push(number, value, niches);
            left.push(number);
            // Some are taken before all have come.
            if number % 3 == 0 {
                let best = left.iter().max_by_key(|&&number| {
                    let (value, niches) = boards[number as usize];
                    (counts.discounted(niches, value), Reverse(number))
                });
                let best = *best.expect("one is left");
                assert_eq!(queue.pop(|_| true), Some(best));
                let (value, niches) = boards[best as usize];
                counts.take(niches, value);
                left.retain(|&number| number != best);
            }
        }
    }

    #[test]
    fn boards_no_longer_wanted_do_not_count() {
        let mut queue = DiverseQueue::new();
        for number in 0..10 {
            queue.push(number, number as f32, [7, 0, 0]);
        }
        assert_eq!(queue.numbers().count(), 10);
        assert_eq!(queue.pop(|number| number < 5), Some(4));
        assert_eq!(queue.discounted([7, 1, 1], 1.0), OrderedValue(1.0 - DIVERSITY_PENALTY[0]));
        // A board in no niche that was taken from has no penalty.
        assert_eq!(queue.discounted([1, 0, 0], 1.0), OrderedValue(1.0));
        assert_eq!(queue.pop(|number| number == 2), Some(2));
        assert_eq!(queue.pop(|_| false), None);
    }

    #[test]
    fn every_doubling_costs_the_same_penalty() {
        let mut counts = NicheCounts::new();
        let values: Vec<f32> = (0..8).map(|i| counts.take([3, i, 9], 1.0).0).collect();
        let fall = DIVERSITY_PENALTY[0] + DIVERSITY_PENALTY[2];
        for (value, doublings) in values.iter().zip([0, 1, 1, 2, 2, 2, 2, 3]) {
            assert!((value - (1.0 - fall * f32::from(doublings as u8))).abs() < 1e-5);
        }
        // Niches of different kinds are counted apart.
        assert_eq!(counts.discounted([9, 3, 4], 1.0), OrderedValue(1.0 - DIVERSITY_PENALTY[1]));
        assert_eq!(counts.discounted([4, 8, 3], 1.0), OrderedValue(1.0));
    }
}
