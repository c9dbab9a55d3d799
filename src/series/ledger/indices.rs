//! Ranges of indices, which name the lines of a ledger.

use std::fmt;

/// Consecutive indices, perhaps none.
///
/// The *place* of an index in a range counts from 0. Invariant: the last index is below 2^64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexRange {
    first: u64,
    count: u64,
}

impl IndexRange {
    /// `count` indices from `first` on; `None` if they go beyond 2^64 − 1.
    pub const fn new(first: u64, count: u64) -> Option<Self> {
        match first.checked_add(count.saturating_sub(1)) {
            Some(_) => Some(Self { first, count }),
            None => None,
        }
    }

    /// The first index.
    pub const fn first(self) -> u64 {
        self.first
    }

    /// Number of indices.
    pub const fn count(self) -> u64 {
        self.count
    }

    /// The index at a place, which is below `count`.
    pub const fn index(self, place: u64) -> u64 {
        debug_assert!(place < self.count);
        self.first.wrapping_add(place)
    }

    /// The place of an index. If `expected` is given, it must be that place.
    ///
    /// # Errors
    /// If the index is outside the range or has another place; the message follows the name of its line.
    pub fn place(self, index: u64, expected: Option<u64>) -> Result<u64, String> {
        let place = index.wrapping_sub(self.first);
        if place >= self.count {
            return Err(format!("has index {index}, which does not belong here"));
        }
        if expected.is_some_and(|expected| expected != place) {
            return Err(format!("has index {index}, which is not the next one"));
        }
        Ok(place)
    }

    /// Part `number` of `of` nearly equal parts, from 1; their counts differ by at most 1.
    #[must_use]
    pub const fn part(self, number: u64, of: u64) -> Self {
        debug_assert!(1 <= number && number <= of);
        let (count, number, of) = (self.count as u128, number as u128, of as u128);
        let from = (count * (number - 1) / of) as u64;
        let to = (count * number / of) as u64;
        Self { first: self.first.wrapping_add(from), count: to - from }
    }
}

impl fmt::Display for IndexRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            0 => f.write_str("no index"),
            1 => write!(f, "index {}", self.first),
            count => write!(f, "indices {} to {}", self.first, self.index(count - 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ranges_end_at_the_last_number() {
        assert!(IndexRange::new(u64::MAX, 2).is_none());
        let last = IndexRange::new(u64::MAX, 1).unwrap();
        assert_eq!((last.index(0), last.to_string().as_str()), (u64::MAX, "index 18446744073709551615"));
        let all = IndexRange::new(1, u64::MAX).unwrap();
        assert_eq!(all.index(u64::MAX - 1), u64::MAX);
        assert_eq!(IndexRange::new(7, 0).unwrap().to_string(), "no index");
        assert_eq!(IndexRange::new(7, 3).unwrap().to_string(), "indices 7 to 9");
    }

    #[test]
    fn few_indices_leave_parts_empty() {
        let range = IndexRange::new(10, 2).unwrap();
        let parts: Vec<u64> = (1..=5).map(|number| range.part(number, 5).count()).collect();
        assert_eq!(parts.iter().sum::<u64>(), 2);
        assert_eq!(parts.iter().filter(|&&count| count == 0).count(), 3);
    }

    proptest! {
        #[test]
        fn parts_partition_a_range(first: u64, count: u64, of in 1..=9_u64, big: bool) {
            let count = count.min((u64::MAX - first).saturating_add(1)).max(1);
            let of = if big { u64::MAX - of } else { of };
            let range = IndexRange::new(first, count).unwrap();
            prop_assert_eq!(range.part(1, of).first(), first);
            for number in [1, of / 2, of.saturating_sub(1)].into_iter().filter(|&n| n >= 1 && n < of) {
                let (this, next) = (range.part(number, of), range.part(number + 1, of));
                prop_assert_eq!(this.first().wrapping_add(this.count()), next.first());
                prop_assert!(this.count().abs_diff(next.count()) <= 1);
            }
            let last = range.part(of, of);
            prop_assert_eq!(last.first().wrapping_add(last.count()), first.wrapping_add(count));
        }
    }
}
