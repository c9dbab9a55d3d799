//! Batches as series: what their sidecars say, how their rows are written and checked, and what larger limits leave as it is.
//!
//! # Larger limits
//! `--resume` with larger limits keeps rows that were decided with fewer nodes than the old limit. Undecided and failed deals
//! are solved again, and those decided with the very last node. If the number of nodes stays the same, rows that have spent
//! all of it are kept as well.
//!
//! # Statement
//! A row that is kept has the bytes that a search within the new limits gives.
//!
//! # Argument
//! - Every column except `elapsed_us` is a function of the deal and of verdict, line and nodes of its search. So it suffices
//!   that the search is the same.
//! - The next step of a search never depends on its limits: the stages of the driver are fixed, and every deal has a new
//!   solver. A limit only ends a search.
//! - Limits on time and memory and interrupts are checked after whole batches of boards. They end a search or change
//!   nothing; therefore searches of a batch end when a proof runs out of memory. A search that such a limit ends is
//!   undecided: had its bounds met, it would have ended as decided before.
//! - The node limit also cuts the last batch of boards short. A win among the remaining boards is proven, but has cost
//!   fewer nodes than without the limit, and its line may differ. A batch that is cut short uses up the node limit. So if
//!   fewer nodes were used every batch was whole, and it is whole within any larger limit.
//! - A search that has used up a node limit that is the same now ends in the same way, within more time and memory.
//!
//! # Test
//! `win_with_the_last_node_depends_on_the_limit` shows a deal whose row must not be kept.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::columns::{Columns, Row};
use super::names::{Dealer, RowVerdict};
use super::plan::{BatchPlan, Deals};
use crate::games::solomids::game::RULES;
use crate::games::solomids::solver::{Pruning, SEARCH_REVISION, StopReason};
use crate::kit::numbers::counted;
use crate::series::{
    CheckedRows, Error, Part, SearchLimits, Series, SeriesStatus, ShardFile, Sidecar, csv_fields,
};

/// What decides the rows of a batch, as its sidecar has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BatchIdentity {
    /// Name of the program.
    pub program: String,
    /// Version of the program.
    pub version: String,
    /// Revision of the search: [`SEARCH_REVISION`]; versions before its introduction do not name one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search_revision: Option<u32>,
    /// Name of the rules.
    pub rules: String,
    /// Name of the mapping from seeds to deals.
    pub dealer: String,
    /// Seed of the tabletop dealer; none for other dealers.
    pub seed: Option<u64>,
    /// SHA-256 of deals given as text; none for other deals.
    pub deals_sha256: Option<String>,
    /// Limits of each search.
    pub limits: SearchLimits,
    /// Rules of the search that are switched off.
    pub without: Vec<String>,
}

/// Sidecar of a file of rows of a batch.
pub type Meta = Sidecar<BatchIdentity>;

/// The rows of a batch, or of a part of one.
#[derive(Clone, Debug)]
pub struct BatchRows {
    meta: Meta,
    columns: Columns,
    /// The deals, if they can be dealt again.
    deals: Option<Deals>,
}

impl BatchRows {
    /// The rows of a plan.
    pub fn new(plan: &BatchPlan) -> Self {
        let identity = BatchIdentity {
            program: env!("CARGO_PKG_NAME").into(),
            version: env!("CARGO_PKG_VERSION").into(),
            search_revision: Some(SEARCH_REVISION),
            rules: RULES.into(),
            dealer: plan.deals.format().into(),
            seed: match plan.deals {
                Deals::Tabletop { seed } => Some(seed),
                _ => None,
            },
            deals_sha256: plan.deals.digest(),
            limits: plan.limits,
            without: {
                let switched_off = Pruning::ALL.into_iter().filter(|&rule| !plan.pruning.has(rule));
                switched_off.map(|rule| rule.name().into()).collect()
            },
        };
        let mut part = Part::new(plan.whole, plan.shard, plan.chosen.clone());
        part.columns = plan.columns.names().map(Into::into).collect();
        let meta = Sidecar::new(identity, part);
        Self { meta, columns: plan.columns, deals: Some(plan.deals.clone()) }
    }

    /// The rows that a sidecar describes.
    ///
    /// # Errors
    /// If it has columns that this version does not know; the message follows the name of the sidecar.
    pub fn of(meta: Meta) -> Result<Self, String> {
        let columns = Columns::named(&meta.part.columns)?;
        let deals = meta.identity.seed.map_or(Deals::Web, |seed| Deals::Tabletop { seed });
        // Deals given as text, and those of other versions of a dealer, cannot be dealt again.
        let deals = (deals.format() == meta.identity.dealer).then_some(deals);
        Ok(Self { meta, columns, deals })
    }

    /// The columns.
    pub const fn columns(&self) -> Columns {
        self.columns
    }

    /// The sidecar of a file without rows, or the one that the rows are read with.
    pub const fn meta(&self) -> &Meta {
        &self.meta
    }
}

impl Series for BatchRows {
    type Row = Row;
    type Identity = BatchIdentity;

    const KIND: &'static str = "batch";

    fn sidecar(&self) -> &Meta {
        &self.meta
    }

    fn header(&self) -> String {
        self.columns.header()
    }

    fn line(&self, row: &Row) -> String {
        row.to_csv(self.columns)
    }

    fn parse(&self, line: &str) -> Result<(u64, Row), String> {
        let (fields, columns) = (csv_fields(line), self.columns.all());
        let expected = columns.clone().count();
        if fields.len() != expected {
            return Err(format!("has {}, not {expected}", counted(fields.len() as u64, "field")));
        }
        let mut row = Row::read(columns.map(Some), fields.iter().map(AsRef::as_ref))?;
        if !self.columns.deals {
            let deals =
                self.deals.as_ref().ok_or("is without its deal, which this version cannot deal again")?;
            row.deal = deals.deal_field(row.index);
        }
        row.check_counts().map_err(|message| format!("is no row: {message}"))?;
        row.check_line()?;
        let BatchIdentity { dealer, seed, .. } = &self.meta.identity;
        let seed = match row.dealer {
            Dealer::Tabletop => *seed,
            Dealer::Web => Some(row.index),
            Dealer::Text => None,
        };
        if row.dealer.name() != dealer.split('-').next().unwrap_or_default() || row.seed != seed {
            return Err("has another seed or dealer".into());
        }
        Ok((row.index, row))
    }

    fn check(&self, row: &Row) -> Result<(), String> {
        self.deals.as_ref().map_or(Ok(()), |deals| deals.expect(row))
    }

    fn covers(&self, smaller: &BatchIdentity) -> bool {
        self.meta.identity.limits.cover(&smaller.limits)
    }

    fn keeps(&self, row: &Row, smaller: &BatchIdentity) -> bool {
        let (now, then) = (self.meta.identity.limits.max_nodes, smaller.limits.max_nodes);
        let has_spent_all = row.nodes.zip(then).is_some_and(|(nodes, max)| nodes >= max);
        match row.verdict {
            RowVerdict::NoDeal => true,
            RowVerdict::Failed => false,
            _ if has_spent_all => now == then,
            RowVerdict::Won | RowVerdict::Lost => true,
            RowVerdict::Undecided => false,
        }
    }

    fn limit_of(&self, row: &Row) -> Option<&'static str> {
        // Of undecided rows only those are kept that have spent their nodes.
        (row.verdict == RowVerdict::Undecided).then_some(StopReason::Nodes.name())
    }
}

/// The rows of a file that has a sidecar, to be checked; `None` for a file without one.
///
/// # Errors
/// If one of them cannot be read, or the sidecar is malformed.
pub fn checked_rows(path: &Path) -> Result<Option<CheckedRows<BatchRows>>, Error> {
    CheckedRows::open(path, BatchRows::of)
}

/// Progress of the files of a batch: [`SeriesStatus::read`].
///
/// # Errors
/// Those of [`SeriesStatus::read`].
pub fn status(names: &[PathBuf]) -> Result<SeriesStatus, Error> {
    SeriesStatus::read(names, |name| shard_file(name, true))
}

/// The file of rows with its sidecar that there is for a name; of a file that is made anew the new one if `under_way`.
pub(super) fn shard_file(name: &Path, under_way: bool) -> Result<ShardFile<BatchIdentity>, Error> {
    ShardFile::new(name, BatchRows::KIND, "index", under_way)
}

#[cfg(test)]
mod tests;
