//! Where deals come from: the setup procedure of the rules, the web page's own dealer, and the names of both.
//!
//! Neither dealer is uniform over the boards that S2 and S3 allow, so every statistic names its dealer: a
//! `FORMAT` stands for one mapping from seeds to deals, and a mapping that changes gets a new name.

mod bag;
mod seedrandom;
mod source;
pub mod tabletop;
pub mod web;

pub use source::{DealerError, Source};
