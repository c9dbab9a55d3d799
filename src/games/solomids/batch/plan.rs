//! Plan of a batch: its deals, the shard to solve, the limits of each search.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use sha2::{Digest as _, Sha256};

use super::columns::Columns;
use super::row::{DealId, Dealer, Row, RowVerdict, position_field};
use crate::games::solomids::dealer::{tabletop, web};
use crate::games::solomids::game::{Palette, Position};
use crate::games::solomids::solver::{Pruning, PruningSet};
use crate::series::ledger::{IndexRange, hex};

/// Mapping from indices to deals.
#[derive(Clone, Debug)]
pub enum Deals {
    /// Deals of one seed of the tabletop dealer.
    Tabletop {
        /// The seed.
        seed: u64,
    },
    /// Deals of the web page, whose seeds are the indices.
    Web,
    /// Deals or other positions given as text, with their palettes.
    Text(Vec<(Position, Palette)>),
}

impl Deals {
    /// The dealer.
    pub const fn dealer(&self) -> Dealer {
        match self {
            Self::Tabletop { .. } => Dealer::Tabletop,
            Self::Web => Dealer::Web,
            Self::Text(_) => Dealer::Text,
        }
    }

    /// Name of the mapping from seeds to deals, with its version.
    pub const fn format(&self) -> &'static str {
        match self {
            Self::Tabletop { .. } => tabletop::FORMAT,
            Self::Web => web::FORMAT,
            Self::Text(_) => Dealer::Text.name(),
        }
    }

    /// Identification of the deal with this index in its row.
    pub const fn id(&self, index: u64) -> DealId {
        let seed = match self {
            Self::Tabletop { seed } => Some(*seed),
            Self::Web => Some(index),
            Self::Text(_) => None,
        };
        DealId { index, seed, dealer: self.dealer() }
    }

    /// The position with this index, with its palette; `None` if nothing is dealt.
    pub fn position(&self, index: u64) -> Option<(Position, Palette)> {
        match self {
            Self::Tabletop { seed } => Some((tabletop::deal(*seed, index).into(), Palette::default())),
            Self::Web => web::deal(&index.to_string()).map(|deal| (deal.into(), Palette::default())),
            Self::Text(deals) => deals.get(usize::try_from(index).ok()?).copied(),
        }
    }

    /// The deal with this index as column `deal` has it; empty if nothing is dealt.
    pub(super) fn deal_field(&self, index: u64) -> String {
        self.position(index)
            .map_or_else(String::new, |(position, palette)| position_field(&position, &palette))
    }

    /// Checks that the deal of a row is the one with its index.
    ///
    /// # Errors
    /// If it is another deal; the message follows the name of the row.
    pub fn expect(&self, row: &Row) -> Result<(), String> {
        let deal = self.deal_field(row.index);
        if deal.is_empty() == (row.verdict == RowVerdict::NoDeal) && deal == row.deal {
            Ok(())
        } else {
            Err(format!("does not have the deal with index {}", row.index))
        }
    }

    /// The SHA-256 of deals given as text, in canonical notation, one a line.
    pub fn digest(&self) -> Option<String> {
        let Self::Text(deals) = self else { return None };
        let mut hash = Sha256::new();
        for (position, palette) in deals {
            hash.update(position_field(position, palette));
            hash.update("\n");
        }
        Some(hex(hash.finalize().into()))
    }
}

/// Part of a batch: `2/7` is the second of seven.
///
/// Invariant: 1 ≤ number ≤ of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchShard {
    number: u64,
    of: u64,
}

impl BatchShard {
    /// Number of the part, from 1.
    pub const fn number(self) -> u64 {
        self.number
    }

    /// Number of parts.
    pub const fn of(self) -> u64 {
        self.of
    }
}

impl FromStr for BatchShard {
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

impl fmt::Display for BatchShard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Limits of the search of each deal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Nodes; reproducible.
    pub max_nodes: Option<u64>,
    /// Time; not reproducible.
    pub timeout: Option<Duration>,
    /// Bytes for all searches together, if the user set them; only searches that reach them are not reproducible.
    pub memory: Option<u64>,
}

/// Everything that determines the rows of a batch.
#[derive(Clone, Debug)]
pub struct BatchPlan {
    /// The deals.
    pub deals: Deals,
    /// Indices of the deals where not all of a range are solved: ascending, each once. `whole` then counts places in this
    /// list.
    pub chosen: Option<Vec<u64>>,
    /// Indices of the whole batch.
    pub whole: IndexRange,
    /// The part to solve; `None` for the whole batch.
    pub shard: Option<BatchShard>,
    /// Limits of each search.
    pub limits: Limits,
    /// Rules of the search that are switched on.
    pub pruning: PruningSet,
    /// Columns of the rows.
    pub columns: Columns,
}

impl BatchPlan {
    /// Indices to solve.
    pub fn range(&self) -> IndexRange {
        self.shard.map_or(self.whole, |shard| self.whole.part(shard.number, shard.of))
    }

    /// Index of the deal at a place of [`range`](Self::range).
    pub fn index(&self, place: u64) -> u64 {
        let number = self.range().index(place);
        let chosen = self.chosen.as_ref();
        chosen.and_then(|chosen| chosen.get(usize::try_from(number).ok()?)).copied().unwrap_or(number)
    }

    /// Whether the deal with this index is one of [`range`](Self::range).
    pub fn has(&self, index: u64) -> bool {
        let number = match &self.chosen {
            Some(chosen) => chosen.binary_search(&index).ok().map(|at| at as u64),
            None => Some(index),
        };
        number.is_some_and(|number| self.range().place(number, None).is_ok())
    }

    /// Rules of the search that are switched off.
    pub fn without(&self) -> impl Iterator<Item = Pruning> {
        let pruning = self.pruning;
        Pruning::OF_SEARCH.into_iter().filter(move |&rule| !pruning.has(rule))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_written_number_of_all() {
        for text in ["1/1", "2/7", "18446744073709551615/18446744073709551615"] {
            assert_eq!(text.parse::<BatchShard>().unwrap().to_string(), text);
        }
        for text in ["", "1", "0/3", "4/3", "0/0", "1/0", "-1/3", "+1/3", "1/3/3", "a/b", "1 / 3", "/"] {
            assert!(text.parse::<BatchShard>().is_err(), "{text}");
        }
    }
}
