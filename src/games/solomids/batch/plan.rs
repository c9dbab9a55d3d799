//! Plan of a batch: its deals, the shard to solve, the limits of each search.

use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use super::columns::{Columns, Row};
use super::names::{DealId, Dealer, RowVerdict};
use super::row::position_field;
use crate::games::solomids::dealer::{tabletop, web};
use crate::games::solomids::game::{Palette, Position};
use crate::games::solomids::solver::PruningSet;
use crate::series::{IndexRange, SearchLimits, Shard, hex};

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
    Text(Arc<[(Position, Palette)]>),
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
        for (position, palette) in deals.iter() {
            hash.update(position_field(position, palette));
            hash.update("\n");
        }
        Some(hex(hash.finalize().into()))
    }
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
    pub shard: Option<Shard>,
    /// Limits of each search.
    pub limits: SearchLimits,
    /// Rules of the search that are switched on.
    pub pruning: PruningSet,
    /// Columns of the rows.
    pub columns: Columns,
}
