//! Statistics of rows: shares of results with confidence intervals, and distributions of measures.
//!
//! Rows of different dealers are never counted together, since dealers deal differently: a [`Summary`] has one
//! [`SummaryGroup`] for each. [`Confidence`], [`Distribution`] and [`TextTable`] know nothing of rows.

mod class;
mod distribution;
pub mod export;
#[cfg(feature = "figures")]
pub mod figure;
mod measure;
pub mod plot;
mod report;
mod runs;
mod sample;
mod summary;
pub mod table;
mod text_table;

pub use class::{ClassShare, ResultClass};
pub use distribution::{Distribution, QUANTILES};
pub use measure::Measure;
pub use report::{ReportOrigin, report};
pub use summary::{SourceFile, Summary, SummaryError, SummaryGroup};
pub use text_table::TextTable;

pub use crate::kit::interval::{Confidence, Interval, Method};
