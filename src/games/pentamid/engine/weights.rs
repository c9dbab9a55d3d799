//! Weights of the evaluation, made by `examples/pentamid_tune.rs`:
//! 3000 games, 1000 nodes a move, seed 1, 150 plies at most.

use super::evaluate::Weights;

/// The weights.
pub const WEIGHTS: Weights = [
    231, 101, 36, 18, 0, // open lines, by the squares they lack
    177, 74, 23, 4, 0, // hindered lines
    36, 46, 19, // in reserve: larges, mediums, smalls
    -36, 22, -6, // visible: larges, mediums, smalls
    22, // the turn
];
