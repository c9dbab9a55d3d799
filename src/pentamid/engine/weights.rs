//! Weights of the evaluation, made by `examples/pentamid_tune.rs`.

use super::evaluate::Weights;

/// The weights.
pub const WEIGHTS: Weights = [
    400, 100, 40, 15, 3, // open lines, by the squares they lack
    150, 40, 15, 5, 1, // hindered lines
    20, 5, 2, // in reserve: larges, mediums, smalls
    20, 10, 5,  // visible: larges, mediums, smalls
    20, // the turn
];
