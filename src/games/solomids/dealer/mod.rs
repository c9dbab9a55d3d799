//! Dealers: the setup procedure of the rules and the dealer of the web page, both as functions of a seed.
//!
//! Neither dealer is uniform over the boards that S2 and S3 allow, so every statistic names its dealer. A `FORMAT` names one
//! mapping from seeds to deals; a mapping that changes gets a new name.

mod bag;
mod seedrandom;
mod source;
pub mod tabletop;
pub mod web;

pub use source::{DealerError, Source};
