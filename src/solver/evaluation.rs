//! How promising a board looks: a linear function of what [`outlook`](super::outlook) counts, larger is better.
//!
//! The weights are those of logistic regressions ([`tuning`](super::tuning)). They change with the number of
//! merges left, and only order the search: no verdict depends on them. There are two kinds, for a deal that
//! one leads astray is often easy for the other.

use super::lattice::SetInfo;
use super::outlook::{FEATURES, FREEDOM, Features, freedom};
use super::weights::{OUTCOME, TRAIL};
use crate::game::{COLUMNS, PIECES, TREES};

/// Merges that turn a full deal into trees.
pub(super) const MERGES: usize = PIECES - TREES as usize;

/// How far a game has come, from 0 to 1, when so many merges are left.
pub(super) fn progress(merges_left: usize) -> f32 {
    1.0 - merges_left as f32 / MERGES as f32
}

/// Whose advice a search follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guide {
    /// Tells boards that can be won without a swap from those that cannot.
    Outcome,
    /// Tells the boards on the way to a win that was hard to find from those beside it.
    Trail,
}

/// The weights for boards with so many merges left.
pub(super) fn weights(guide: Guide, merges_left: usize) -> Features {
    let progress = progress(merges_left);
    let weights = match guide {
        Guide::Outcome => OUTCOME,
        Guide::Trail => TRAIL,
    };
    weights.map(|[constant, linear, square]| constant + progress * (linear + progress * square))
}

/// The value of a board.
pub(super) fn evaluate(features: &Features, weights: &Features) -> f32 {
    let products: [f32; FEATURES] = std::array::from_fn(|i| features[i] * weights[i]);
    products.iter().sum()
}

/// The part of the value that tells how freely the columns can stand, which takes little time.
pub(super) fn ease(info: [&SetInfo; COLUMNS], weights: &Features) -> f32 {
    freedom(info).iter().zip(&weights[FREEDOM]).map(|(feature, weight)| feature * weight).sum()
}
