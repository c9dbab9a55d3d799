//! What a batch is to do: which deals, which part of them, within which limits.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use sha2::{Digest as _, Sha256};

use super::columns::Extra;
use super::row::{Dealer, Finding, Place, Row};
use crate::dealer::{tabletop, web};
use crate::game::{Deal, Palette};
use crate::solver::{Rule, Rules};

/// The deals that indices stand for.
#[derive(Clone, Debug)]
pub enum Deals {
    /// Those of a seed of the tabletop dealer.
    Tabletop {
        /// The seed.
        seed: u64,
    },
    /// The web page's, whose seeds are the indices.
    Web,
    /// Deals given as text, with their letters.
    Text(Vec<(Deal, Palette)>),
}

impl Deals {
    /// Who deals.
    pub const fn dealer(&self) -> Dealer {
        match self {
            Self::Tabletop { .. } => Dealer::Tabletop,
            Self::Web => Dealer::Web,
            Self::Text(_) => Dealer::Text,
        }
    }

    /// The name of the mapping from seeds to deals.
    pub const fn format(&self) -> &'static str {
        match self {
            Self::Tabletop { .. } => tabletop::FORMAT,
            Self::Web => web::FORMAT,
            Self::Text(_) => Dealer::Text.name(),
        }
    }

    /// How a row names the deal with this index.
    pub const fn place(&self, index: u64) -> Place {
        let seed = match self {
            Self::Tabletop { seed } => Some(*seed),
            Self::Web => Some(index),
            Self::Text(_) => None,
        };
        Place { index, seed, dealer: self.dealer() }
    }

    /// The deal with this index; `None` where there is none.
    pub fn deal(&self, index: u64) -> Option<(Deal, Palette)> {
        match self {
            Self::Tabletop { seed } => Some((tabletop::deal(*seed, index), Palette::default())),
            Self::Web => web::deal(&index.to_string()).map(|deal| (deal, Palette::default())),
            Self::Text(deals) => deals.get(usize::try_from(index).ok()?).copied(),
        }
    }

    /// Whether the deal of a row is the one with its index.
    ///
    /// # Errors
    /// That it is not, in words that follow its name.
    pub fn expect(&self, row: &Row) -> Result<(), String> {
        let deal = self.deal(row.index).map(|(deal, palette)| palette.canonical(deal.position()));
        if deal.is_some() == (row.verdict != Finding::NoDeal) && deal.unwrap_or_default() == row.deal {
            Ok(())
        } else {
            Err(format!("does not have the deal with index {}", row.index))
        }
    }

    /// The SHA-256 of deals given as text, in canonical notation, one a line.
    pub fn digest(&self) -> Option<String> {
        let Self::Text(deals) = self else { return None };
        let mut hash = Sha256::new();
        for (deal, palette) in deals {
            hash.update(palette.canonical(deal.position()));
            hash.update("\n");
        }
        let bytes: [u8; 32] = hash.finalize().into();
        Some(bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(hex_digit).collect())
    }
}

fn hex_digit(number: u8) -> char {
    char::from_digit(number.into(), 16).unwrap_or('?')
}

/// Consecutive indices, perhaps none.
///
/// Invariant: the last one is below 2^64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    first: u64,
    count: u64,
}

impl Range {
    /// So many indices from `first` on; `None` if they go beyond 2^64 − 1.
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

    /// How many there are.
    pub const fn count(self) -> u64 {
        self.count
    }

    /// The index at this place, counted from 0, which is below `count`.
    pub const fn index(self, offset: u64) -> u64 {
        debug_assert!(offset < self.count);
        self.first.wrapping_add(offset)
    }

    /// The part of a shard: consecutive indices, as many in each shard, give or take one.
    #[must_use]
    pub const fn shard(self, shard: Shard) -> Self {
        let (count, of) = (self.count as u128, shard.of as u128);
        let from = (count * (shard.number - 1) as u128 / of) as u64;
        let to = (count * shard.number as u128 / of) as u64;
        Self { first: self.first.wrapping_add(from), count: to - from }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            0 => f.write_str("no index"),
            1 => write!(f, "index {}", self.first),
            count => write!(f, "indices {} to {}", self.first, self.index(count - 1)),
        }
    }
}

/// Which part of a batch: `2/7`.
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

    /// How many parts there are.
    pub const fn of(self) -> u64 {
        self.of
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number =
            |part: &str| part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse::<u64>().ok()).flatten();
        let shard = text.split_once('/').and_then(|(i, n)| number(i).zip(number(n)));
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

/// Limits of the search of each deal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Nodes: reproducible.
    pub max_nodes: Option<u64>,
    /// Time: not reproducible.
    pub timeout: Option<Duration>,
    /// Bytes that all searches together may use, if the user said so: not quite reproducible.
    pub memory: Option<u64>,
}

/// Everything that says what the rows of a batch will be.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where deals come from.
    pub deals: Deals,
    /// The whole batch.
    pub whole: Range,
    /// The part of it to do, if not all.
    pub shard: Option<Shard>,
    /// Limits of each search.
    pub limits: Limits,
    /// Rules in force.
    pub rules: Rules,
    /// Columns on demand.
    pub extras: Vec<Extra>,
}

impl Plan {
    /// The indices to do.
    pub fn range(&self) -> Range {
        self.shard.map_or(self.whole, |shard| self.whole.shard(shard))
    }

    /// The rules that are switched off, of those that make a difference.
    pub fn without(&self) -> impl Iterator<Item = Rule> {
        let rules = self.rules;
        Rule::OF_SEARCH.into_iter().filter(move |&rule| !rules.has(rule))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ranges_end_at_the_last_number() {
        assert!(Range::new(u64::MAX, 2).is_none());
        let last = Range::new(u64::MAX, 1).unwrap();
        assert_eq!((last.index(0), last.to_string().as_str()), (u64::MAX, "index 18446744073709551615"));
        let all = Range::new(1, u64::MAX).unwrap();
        assert_eq!(all.index(u64::MAX - 1), u64::MAX);
        assert_eq!(Range::new(7, 0).unwrap().to_string(), "no index");
        assert_eq!(Range::new(7, 3).unwrap().to_string(), "indices 7 to 9");
    }

    #[test]
    fn shards_are_written_number_of_all() {
        for text in ["1/1", "2/7", "18446744073709551615/18446744073709551615"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in ["", "1", "0/3", "4/3", "0/0", "1/0", "-1/3", "+1/3", "1/3/3", "a/b", "1 / 3", "/"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }

    #[test]
    fn few_deals_leave_shards_empty() {
        let range = Range::new(10, 2).unwrap();
        let parts: Vec<u64> = (1..=5).map(|i| range.shard(Shard { number: i, of: 5 }).count()).collect();
        assert_eq!(parts.iter().sum::<u64>(), 2);
        assert_eq!(parts.iter().filter(|&&count| count == 0).count(), 3);
    }

    proptest! {
        #[test]
        fn shards_share_out_a_range(first: u64, count: u64, of in 1..=9_u64, big: bool) {
            let count = count.min((u64::MAX - first).saturating_add(1)).max(1);
            let of = if big { u64::MAX - of } else { of };
            let range = Range::new(first, count).unwrap();
            let part = |number| range.shard(Shard { number, of });
            prop_assert_eq!(part(1).first(), first);
            for number in [1, of / 2, of.saturating_sub(1)].into_iter().filter(|&n| n >= 1 && n < of) {
                let (this, next) = (part(number), part(number + 1));
                prop_assert_eq!(this.first().wrapping_add(this.count()), next.first());
                prop_assert!(this.count().abs_diff(next.count()) <= 1);
            }
            let last = part(of);
            prop_assert_eq!(last.first().wrapping_add(last.count()), first.wrapping_add(count));
        }
    }
}
