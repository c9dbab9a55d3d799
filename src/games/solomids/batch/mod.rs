//! Batches: many deals solved, one row of CSV each, in the order of their indices.
//!
//! A [`BatchPlan`] says which rows there are, [`BatchRows`] is the [series](crate::series) of them, [`run()`] makes them. The
//! rows of a plan are the same bytes for any number of threads, for any shards once merged, and after any interruption once
//! resumed, unless a limit on time or memory ends a search.

mod best;
mod columns;
#[cfg(test)]
pub(crate) mod fixtures;
mod merge;
mod names;
mod plan;
mod read;
mod row;
mod row_format;
mod rows;
mod run;

pub use best::BestRows;
pub use columns::{COLUMNS, Column, ColumnType, Columns, Row, RowField};
pub use merge::ShardFiles;
pub use names::{DealId, Dealer, RowVerdict};
pub use plan::{BatchPlan, Deals};
pub use read::Rows;
pub use row_format::RowFormat;
pub use rows::{BatchIdentity, BatchRows, Meta, checked_rows, status};
pub use run::run;

pub use crate::series::Error;
