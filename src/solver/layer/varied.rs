//! The most promising first, but not always of one kind: whatever was taken of a kind makes the rest of it worth
//! less. (What kinds are is up to [`Board::kind`](super::super::board::Board::kind).)

use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::binary_heap::{BinaryHeap, PeekMut};

use ahash::RandomState;

use super::super::evaluation::Worth;

/// Loss of worth for every doubling of what was taken of a kind.
const VARIETY: f32 = 0.7;

/// How much was taken of each kind.
pub(super) struct Kinds(HashMap<u32, u32, RandomState>);

impl Kinds {
    pub(super) fn new() -> Self {
        Self(HashMap::with_hasher(RandomState::with_seeds(5, 6, 7, 8)))
    }

    /// How often what was taken of a kind has doubled.
    fn doublings(&self, kind: u32) -> u8 {
        self.0.get(&kind).map_or(0, |&taken| doublings(taken))
    }

    /// What something of a kind is worth by now.
    fn discounted(&self, kind: u32, value: f32) -> Worth {
        Worth(value - VARIETY * f32::from(self.doublings(kind)))
    }

    /// The same, and takes it.
    pub(super) fn take(&mut self, kind: u32, value: f32) -> Worth {
        let taken = self.0.entry(kind).or_default();
        *taken += 1;
        Worth(value - VARIETY * f32::from(doublings(*taken - 1)))
    }
}

const fn doublings(taken: u32) -> u8 {
    (taken + 1).ilog2() as u8
}

/// Something that waits. Of equal worth, the lower number comes first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    worth: Worth,
    number: Reverse<u32>,
    kind: u32,
    /// How often its kind had doubled when its worth was looked at last.
    doublings: u8,
}

/// A queue of things that have a number, a value and a kind each.
pub(super) struct Varied {
    waiting: BinaryHeap<Waiting>,
    kinds: Kinds,
}

impl Varied {
    pub(super) fn new() -> Self {
        Self { waiting: BinaryHeap::new(), kinds: Kinds::new() }
    }

    pub(super) fn push(&mut self, number: u32, value: f32, kind: u32) {
        self.waiting.push(Waiting { worth: Worth(value), number: Reverse(number), kind, doublings: 0 });
    }

    /// Takes the thing that is worth most by now, of those that are still wanted.
    pub(super) fn pop(&mut self, wanted: impl Fn(u32) -> bool) -> Option<u32> {
        loop {
            let mut first = self.waiting.peek_mut()?;
            if !wanted(first.number.0) {
                PeekMut::pop(first);
                continue;
            }
            let doublings = self.kinds.doublings(first.kind);
            if first.doublings == doublings {
                self.kinds.take(first.kind, 0.0);
                return Some(PeekMut::pop(first).number.0);
            }
            first.worth.0 -= VARIETY * f32::from(doublings - first.doublings);
            first.doublings = doublings;
        }
    }

    /// What something of a kind is worth by now.
    pub(super) fn discounted(&self, kind: u32, value: f32) -> Worth {
        self.kinds.discounted(kind, value)
    }

    /// The numbers of all that waits.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u32> {
        self.waiting.iter().map(|it| it.number.0)
    }

    /// Memory in use, about.
    pub(super) fn bytes(&self) -> usize {
        self.waiting.capacity() * size_of::<Waiting>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some things with values and kinds.
    fn things() -> Vec<(f32, u32)> {
        (0..200u32).map(|i| (f32::from((i * 37 % 101) as u16) / 8.0, i * i % 7)).collect()
    }

    #[test]
    fn what_is_worth_most_by_now_comes_first() {
        let things = things();
        let mut queue = Varied::new();
        let (mut kinds, mut left) = (Kinds::new(), Vec::new());
        for (number, &(value, kind)) in (0..).zip(&things) {
            queue.push(number, value, kind);
            left.push(number);
            // Some are taken before all have come.
            if number % 3 == 0 {
                let best = left.iter().max_by_key(|&&number| {
                    let (value, kind) = things[number as usize];
                    (kinds.discounted(kind, value), Reverse(number))
                });
                let best = *best.expect("one is left");
                assert_eq!(queue.pop(|_| true), Some(best));
                let (value, kind) = things[best as usize];
                kinds.take(kind, value);
                left.retain(|&number| number != best);
            }
        }
    }

    #[test]
    fn what_nobody_wants_any_more_does_not_count() {
        let mut queue = Varied::new();
        for number in 0..10 {
            queue.push(number, number as f32, 0);
        }
        assert_eq!(queue.numbers().count(), 10);
        assert_eq!(queue.pop(|number| number < 5), Some(4));
        assert_eq!(queue.discounted(0, 1.0), Worth(1.0 - VARIETY));
        assert_eq!(queue.pop(|number| number == 2), Some(2));
        assert_eq!(queue.pop(|_| false), None);
    }

    #[test]
    fn every_doubling_costs_the_same() {
        let mut kinds = Kinds::new();
        let worths: Vec<f32> = (0..8).map(|_| kinds.take(3, 1.0).0).collect();
        let falls = [0, 1, 1, 2, 2, 2, 2, 3].map(|doublings| 1.0 - VARIETY * doublings as f32);
        assert_eq!(worths, falls);
        assert_eq!(kinds.discounted(4, 1.0), Worth(1.0));
    }
}
