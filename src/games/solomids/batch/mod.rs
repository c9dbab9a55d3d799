//! Batches: many deals solved, one row of CSV each, in the order of their indices.
//!
//! A [`BatchPlan`] says which rows there are, [`run()`] makes them, a [`RowLedger`] keeps them. The rows of a plan are
//! the same bytes for any number of threads, for any shards once merged, and after any interruption once resumed, unless a
//! limit on time or memory ends a search. [`Reuse`] takes over what an earlier batch has decided.

mod checked_rows;
mod columns;
mod csv_records;
mod error;
#[cfg(test)]
pub(crate) mod fixtures;
mod memory;
mod merge;
mod meta;
#[cfg(feature = "parquet")]
mod parquet;
mod plan;
mod queue;
mod read;
mod reuse;
mod row;
mod row_check;
mod row_format;
mod row_ledger;
mod run;
mod shard_file;
mod shard_span;
mod status;

pub use checked_rows::CheckedRows;
pub use columns::{COLUMNS, ColumnType, Columns, ExtraColumn};
pub use error::{Difference, Error};
pub use merge::ShardFiles;
pub use meta::{Meta, MetaLimits, SCHEMA};
pub use plan::{BatchPlan, BatchShard, Deals, Limits};
pub use read::Rows;
pub use reuse::Reuse;
pub use row::{DealId, Dealer, Row, RowField, RowVerdict};
pub use row_format::RowFormat;
pub use row_ledger::RowLedger;
pub use run::{BatchEnd, BatchEvent, RunOptions, run};
pub use shard_span::ShardSpan;
pub use status::{BatchStatus, ShardStatus};
