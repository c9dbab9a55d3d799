//! How promising a board looks: a linear function of what [`outlook`](super::outlook) counts, larger is better.
//!
//! The weights are those of a logistic regression that tells boards that can be won without a swap from
//! those that cannot ([`tuning`](super::tuning)). They change with the number of merges left, and only order
//! the search: no verdict depends on them.

use super::outlook::{FEATURES, Features};
use super::weights::WEIGHTS;
use crate::game::PIECES;
use crate::game::TREES;

/// Merges that turn a full deal into trees.
pub(super) const MERGES: usize = PIECES - TREES as usize;

/// How far a game has come, from 0 to 1, when so many merges are left.
pub(super) fn progress(merges_left: usize) -> f32 {
    1.0 - merges_left as f32 / MERGES as f32
}

/// The weights for boards with so many merges left.
pub(super) fn weights(merges_left: usize) -> Features {
    let progress = progress(merges_left);
    WEIGHTS.map(|[constant, linear, square]| constant + progress * (linear + progress * square))
}

/// The value of a board.
pub(super) fn evaluate(features: &Features, weights: &Features) -> f32 {
    let products: [f32; FEATURES] = std::array::from_fn(|i| features[i] * weights[i]);
    products.iter().sum()
}
