//! Ranges of indices, which name the rows of a series, and the parts of a range that files hold.

use std::fmt;
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

    /// The indices of a part. Parts of one index differ by at most 1 in their counts.
    #[must_use]
    pub const fn part(self, shard: Shard) -> Self {
        let (count, before, last, of) =
            (self.count as u128, shard.first as u128 - 1, shard.last as u128, shard.of as u128);
        let (from, to) = ((count * before / of) as u64, (count * last / of) as u64);
        Self { first: self.first.wrapping_add(from), count: to - from }
    }
}

/// Part of a series: `2/7` is the second of seven nearly equal parts, `2-5/7` are four that follow each other.
///
/// Invariant: 1 ≤ first ≤ last ≤ of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    first: u64,
    last: u64,
    of: u64,
}

impl Shard {
    /// Number of the first part, from 1.
    pub const fn first(self) -> u64 {
        self.first
    }

    /// Number of the last part.
    pub const fn last(self) -> u64 {
        self.last
    }

    /// Number of parts of the series.
    pub const fn of(self) -> u64 {
        self.of
    }

    /// The parts from the first to the last of two shards of one series.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        Self { first: self.first.min(other.first), last: self.last.max(other.last), ..self }
    }

    /// Whether it is the whole series.
    pub const fn is_all(self) -> bool {
        self.first == 1 && self.last == self.of
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<u64>().ok());
        let shard = text.split_once('/').and_then(|(parts, of)| {
            let (first, last) = parts.split_once('-').unwrap_or((parts, parts));
            Some(Self { first: number(first)??, last: number(last)??, of: number(of)?? })
        });
        shard
            .filter(|&Self { first, last, of }| 1 <= first && first <= last && last <= of)
            .ok_or_else(|| "expected I/N with I from 1 to N, such as 2/7".into())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first)?;
        if self.first < self.last {
            write!(f, "-{}", self.last)?;
        }
        write!(f, "/{}", self.of)
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
            let part = |first, last| range.part(Shard { first, last, of });
            prop_assert_eq!(part(1, 1).first(), first);
            for number in [1, of / 2, of.saturating_sub(1)].into_iter().filter(|&n| n >= 1 && n < of) {
                let (this, next) = (part(number, number), part(number + 1, number + 1));
                prop_assert_eq!(this.first().wrapping_add(this.count()), next.first());
                prop_assert!(this.count().abs_diff(next.count()) <= 1);
                prop_assert_eq!(part(number, number + 1).count(), this.count() + next.count());
            }
            prop_assert_eq!(part(1, of), range);
        }
    }

    #[test]
    fn shards_are_written_as_they_are_read() {
        for text in ["1/1", "2/7", "2-5/7", "1-7/7", "18446744073709551615/18446744073709551615"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in [
            "", "1", "0/3", "4/3", "0/0", "1/0", "-1/3", "+1/3", "1/3/3", "a/b", "1 / 3", "/", "5-2/7",
            "2-8/7", "0-2/7", "-2/7", "2-/7", "2-3", "1-2-3/7", "1/7-2/7",
        ] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        let [two, five]: [Shard; 2] = ["2/7", "4-5/7"].map(|text| text.parse().unwrap());
        assert_eq!(five.joined(two).to_string(), "2-5/7");
        assert!(!five.is_all() && "1-7/7".parse::<Shard>().unwrap().is_all());
    }
}
