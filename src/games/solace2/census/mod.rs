//! Census: every class of deals, solved, and the exact distribution of best scores.
//!
//! A *class* is a set of deals that are the same up to the order of nests and the names of the colours (one permutation for
//! all three sizes at once). There are 684,714 deals up to order, in 114,383 classes. The *weight* of a deal is the number of
//! assemblies of labelled pieces that give it, up to a factor that all deals share; a random deal is a given one with
//! probability weight over total weight.

mod classes;
#[cfg(feature = "batch")]
mod rows;

pub use classes::{Class, caps_only_score, classes};
#[cfg(feature = "batch")]
pub use rows::{CensusIdentity, CensusRows, Row, Share, Tally, Undecided, run};
