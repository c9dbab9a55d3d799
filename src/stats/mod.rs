//! What many rows say together: shares of results with confidence intervals, and how numbers are distributed.
//!
//! Dealers deal differently, so rows of different dealers are never counted together: a [`Summary`] has one
//! [`Group`] for each.

mod distribution;
mod interval;
pub mod plot;
mod report;
mod summary;
pub mod table;

pub use distribution::Distribution;
pub use interval::{Confidence, Interval, Method};
pub use report::report;
pub use summary::{Class, Group, Measure, Mixed, Share, SourceFile, Summary};
