//! Spans of shards: the part of a batch that a file holds.

use std::fmt;
use std::str::FromStr;

use super::plan::BatchShard;

/// Consecutive shards of a batch in one file: `2/7` is a shard, `2-5/7` four shards that were merged.
///
/// Invariant: 1 ≤ first ≤ last ≤ of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardSpan {
    first: u64,
    last: u64,
    of: u64,
}

impl ShardSpan {
    /// Number of the first shard, from 1.
    pub const fn first(self) -> u64 {
        self.first
    }

    /// Number of the last shard.
    pub const fn last(self) -> u64 {
        self.last
    }

    /// Number of shards of the batch.
    pub const fn of(self) -> u64 {
        self.of
    }

    /// The span from the first to the last shard of two spans of one batch.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        Self { first: self.first.min(other.first), last: self.last.max(other.last), ..self }
    }

    /// Whether it is the whole batch.
    pub const fn is_all(self) -> bool {
        self.first == 1 && self.last == self.of
    }
}

impl FromStr for ShardSpan {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (first, rest) = match text.split_once('-') {
            Some((first, rest)) => (first, rest),
            None => (text.split('/').next().unwrap_or_default(), text),
        };
        let last: BatchShard = rest.parse()?;
        let first: BatchShard = format!("{first}/{}", last.of()).parse()?;
        let span = Self { first: first.number(), last: last.number(), of: last.of() };
        if span.first <= span.last { Ok(span) } else { Err("the first shard comes after the last".into()) }
    }
}

impl fmt::Display for ShardSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            write!(f, "{}/{}", self.first, self.of)
        } else {
            write!(f, "{}-{}/{}", self.first, self.last, self.of)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_written_as_they_are_read() {
        for text in ["1/1", "2/7", "2-5/7", "1-7/7"] {
            assert_eq!(text.parse::<ShardSpan>().unwrap().to_string(), text);
        }
        for text in ["", "0/3", "5-2/7", "2-8/7", "0-2/7", "-2/7", "2-/7", "2-3", "1-2-3/7", "1/7-2/7"] {
            assert!(text.parse::<ShardSpan>().is_err(), "{text}");
        }
        let [two, five]: [ShardSpan; 2] = ["2/7", "4-5/7"].map(|text| text.parse().unwrap());
        assert_eq!(five.joined(two).to_string(), "2-5/7");
        assert!(!five.is_all() && "1-7/7".parse::<ShardSpan>().unwrap().is_all());
    }
}
