//! Weights of the rollout policy, made by the method of `examples/solace2_tune.rs` in two runs, of 80 and 90 rounds of 3000 games,
//! from weights set by hand, with 200 for the first standard deviation of the constants.

use super::policy::Weights;

/// The weights, by kind of step: cap, medium, medium under a large of its colour, small, tower of a cap, tower of a nest.
pub const WEIGHTS: Weights = [
    [841, -31, 4, -32, 33, 83, 63, 21, 49, 53, 112, 26, 3, 128],
    [643, -34, -28, -12, -9, 11, 61, 22, 110, 9, 86, 8, 54, 61],
    [362, 38, 18, -18, -4, -2, -56, -23, 95, 31, -74, -49, -14, 33],
    [349, 61, 104, 5, 106, -108, -94, -48, 43, 31, 51, -27, -76, 20],
    [650, 174, 36, -181, 15, 80, 17, 13, -57, -65, -58, -1, -69, 58],
    [723, 94, 19, -46, -9, -64, 11, -70, -17, 3, -28, 35, -3, 1],
];
