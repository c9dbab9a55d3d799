//! Weights of the evaluation: for each feature the constant, linear and square part in the progress made.
//!
//! Made by `examples/tune.rs` from pairs of boards of one deal after equally many merges. Of some deals the
//! weights were first made without, to be judged by them.

use super::outlook::FEATURES;

/// From boards won and lost. 78628 boards of 1102 deals form 6658 pairs. In 91.3 % of
/// those held out the former had the greater value; the mean log loss is 0.2050.
pub(super) const OUTCOME: [[f32; 3]; FEATURES] = [
    [-0.1060, -0.0824, -0.0503],
    [-0.1969, -0.0876, -0.1106],
    [0.0542, -0.0054, -0.0153],
    [-0.0677, -0.0196, -0.0305],
    [0.0214, 0.0168, 0.0670],
    [0.1024, 0.0677, 0.0298],
    [-0.0870, -0.0772, -0.0772],
    [0.0566, 0.0423, 0.0117],
    [-0.0550, -0.0928, -0.1223],
    [-0.0513, -0.0639, -0.0687],
    [-0.1318, -0.0698, -0.0186],
    [0.1040, 0.0619, -0.0134],
    [0.0678, 0.0467, 0.0334],
    [0.0110, 0.0083, 0.0026],
    [0.1450, 0.1064, 0.0823],
    [0.2557, 0.0842, 0.0074],
    [0.1943, 0.1154, 0.0555],
    [0.0190, 0.0774, 0.0799],
    [-0.0124, -0.0209, -0.0215],
    [-0.1950, -0.2016, -0.1487],
];

/// From boards on the way to a win and boards beside it. 543533 boards of 647 deals form 524123 pairs. In 75.6 % of
/// those held out the former had the greater value; the mean log loss is 0.4938.
pub(super) const TRAIL: [[f32; 3]; FEATURES] = [
    [-0.1497, 0.1098, -0.1019],
    [-0.4422, 0.0640, -0.0200],
    [-0.1253, -0.0314, -0.2429],
    [-0.0836, 0.0627, 0.0375],
    [0.0825, -0.0470, 0.2478],
    [0.1298, -0.0268, 0.2432],
    [0.4916, -0.7937, 0.1969],
    [0.1490, -0.2946, 0.4517],
    [-0.1352, 0.3310, -0.2593],
    [-0.0421, 0.1724, -0.3822],
    [-0.0080, -0.0755, -0.2508],
    [-0.0226, 0.1720, 0.2970],
    [-0.0532, 0.0758, 0.2570],
    [0.0299, -0.0185, 0.0107],
    [-0.4759, 0.6427, 0.1653],
    [-0.1295, 0.0438, 0.6004],
    [-0.0342, -0.0802, 0.4556],
    [0.0698, -0.2122, 0.1800],
    [-0.0804, 0.1287, 0.0855],
    [-0.0772, -0.0869, -0.2612],
];
