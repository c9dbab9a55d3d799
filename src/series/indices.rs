//! Ranges of indices, which name the rows of a series, the parts of a range that files hold, and sets of places.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

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

    /// `count` indices from 0 on.
    pub const fn below(count: u64) -> Self {
        Self { first: 0, count }
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

    /// The indices of a part. Parts of one range differ by at most 1 in their counts.
    #[must_use]
    pub const fn part(self, shard: Shard) -> Self {
        let (count, number, of) = (self.count as u128, shard.number as u128, shard.of as u128);
        let (from, to) = ((count * (number - 1) / of) as u64, (count * number / of) as u64);
        Self { first: self.first.wrapping_add(from), count: to - from }
    }

    /// Numbers of the parts, of `of` in all, that hold the places from `from` on and before `to`, which are places of the range.
    pub(super) const fn parts(self, of: u64, from: u64, to: u64) -> RangeInclusive<u64> {
        const fn part_of(range: IndexRange, of: u64, place: u64) -> u64 {
            ((place as u128 + 1) * of as u128).div_ceil(range.count as u128) as u64
        }
        part_of(self, of, from)..=part_of(self, of, to - 1)
    }
}

/// Part of a series: `2/7` is the second of seven nearly equal parts.
///
/// Invariant: 1 ≤ number ≤ of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// Number of the part, from 1.
    pub const fn number(self) -> u64 {
        self.number
    }

    /// Number of parts of the series.
    pub const fn of(self) -> u64 {
        self.of
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<u64>().ok());
        let shard = text.split_once('/').and_then(|(part, of)| Some((number(part)??, number(of)??)));
        match shard {
            Some((number, of)) if 1 <= number && number <= of => Ok(Self { number, of }),
            _ => Err("expected I/N with I from 1 to N, such as 2/7".into()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// A set of places, most of which follow each other: 64 of them take a few words.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    words: BTreeMap<u64, u64>,
    count: u64,
}

impl Places {
    /// Adds a place; returns whether it is new.
    pub(super) fn insert(&mut self, place: u64) -> bool {
        let word = self.words.entry(place / 64).or_default();
        let bit = 1 << (place % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        self.count += u64::from(is_new);
        is_new
    }

    pub(super) fn contains(&self, place: u64) -> bool {
        self.words.get(&(place / 64)).is_some_and(|word| word & (1 << (place % 64)) != 0)
    }

    pub(super) const fn count(&self) -> u64 {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ranges_end_at_the_last_number() {
        assert!(IndexRange::new(u64::MAX, 2).is_none());
        assert_eq!(IndexRange::new(u64::MAX, 1).unwrap().index(0), u64::MAX);
        let all = IndexRange::new(1, u64::MAX).unwrap();
        assert_eq!(all.index(u64::MAX - 1), u64::MAX);
    }

    #[test]
    fn few_indices_leave_parts_empty() {
        let range = IndexRange::new(10, 2).unwrap();
        let parts: Vec<u64> =
            (1..=5).map(|number| range.part(format!("{number}/5").parse().unwrap()).count()).collect();
        assert_eq!(parts.iter().sum::<u64>(), 2);
        assert_eq!(parts.iter().filter(|&&count| count == 0).count(), 3);
    }

    proptest! {
        #[test]
        fn parts_partition_a_range(first: u64, count: u64, of in 1..=9_u64, big: bool) {
            let count = count.min((u64::MAX - first).saturating_add(1)).max(1);
            let of = if big { u64::MAX - of } else { of };
            let range = IndexRange::new(first, count).unwrap();
            let part = |number| range.part(Shard { number, of });
            prop_assert_eq!(part(1).first(), first);
            for number in [1, of / 2, of.saturating_sub(1)].into_iter().filter(|&n| n >= 1 && n < of) {
                let (this, next) = (part(number), part(number + 1));
                prop_assert_eq!(this.first().wrapping_add(this.count()), next.first());
                prop_assert!(this.count().abs_diff(next.count()) <= 1);
                if this.count() > 0 {
                    let from = this.first().wrapping_sub(first);
                    prop_assert_eq!(range.parts(of, from, from + this.count()), number..=number);
                }
            }
            prop_assert_eq!(part(of).first().wrapping_add(part(of).count()), first.wrapping_add(count));
            prop_assert_eq!(*range.parts(of, 0, count).end(), of);
        }

        #[test]
        fn a_set_of_places_has_each_once(places in prop::collection::vec(0..300_u64, 0..100)) {
            let mut set = Places::default();
            let mut known = std::collections::BTreeSet::new();
            for &place in &places {
                prop_assert_eq!(set.insert(place), known.insert(place));
            }
            prop_assert!((0..300).all(|place| set.contains(place) == known.contains(&place)));
            prop_assert_eq!(set.count(), known.len() as u64);
        }
    }

    #[test]
    fn shards_are_written_as_they_are_read() {
        for text in ["1/1", "2/7", "18446744073709551615/18446744073709551615"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in [
            "", "1", "0/3", "4/3", "0/0", "1/0", "-1/3", "+1/3", "1/3/3", "a/b", "1 / 3", "/", "2-5/7",
            "2-/7",
        ] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
