//! Statistics of rows: shares of results with confidence intervals, and distributions of measures.
//!
//! Rows of different dealers are never counted together, since dealers deal differently: a [`Summary`] has one
//! [`SummaryGroup`] for each. [`Confidence`], [`Distribution`] and [`TextTable`] know nothing of rows.

mod distribution;
pub mod export;
mod measure;
pub mod plot;
mod report;
mod sample;
mod summary;
pub mod table;

pub use distribution::{Distribution, QUANTILES};
pub use measure::{ClassShare, Measure, ResultClass};
pub use report::{ReportOrigin, report};
pub use summary::{SourceFile, Summary, SummaryGroup};
pub use table::TextTable;

pub use crate::kit::interval::{Confidence, Interval, Method};
