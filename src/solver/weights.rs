//! Weights of the evaluation: for each feature the constant, linear and square part in the progress made.
//!
//! Made by `examples/tune.rs` from 65962 boards of 738 deals. They form 11400 pairs of a won and a lost
//! board of one deal after equally many merges. On deals held out from a first fit, the won board had the
//! greater value in 90.0 % of the pairs, with a mean log loss of 0.2454.

use super::outlook::FEATURES;

/// From won and lost boards.
pub(super) const OUTCOME: [[f32; 3]; FEATURES] = [
    [0.0671, 0.1373, 0.1134],
    [0.0798, 0.0532, 0.1192],
    [-0.1270, -0.0638, -0.0071],
    [-0.4078, -0.1535, -0.0758],
    [-0.0829, -0.0906, -0.0587],
    [-0.0378, 0.0076, -0.0015],
    [0.2161, 0.0389, -0.1112],
    [0.1483, 0.0753, 0.0408],
    [-0.0754, -0.0460, -0.0443],
    [0.0878, -0.0562, -0.1259],
    [0.1109, 0.1543, 0.1930],
    [0.0171, -0.0262, -0.0841],
    [-0.1077, -0.0697, -0.0275],
    [-0.1802, -0.1999, -0.1298],
];

/// From boards on and beside the way to a win.
pub(super) const TRAIL: [[f32; 3]; FEATURES] = [
    [-0.0949, 0.0902, 0.4547],
    [0.0266, 0.0820, 0.0618],
    [-0.1696, -0.2776, 0.0929],
    [-0.2111, -0.4928, -0.1866],
    [-0.1438, -0.4050, -0.0337],
    [-0.0825, -0.0237, 0.1196],
    [0.1615, 0.0892, 0.0953],
    [0.0039, 0.0842, 0.1720],
    [-0.0164, -0.0248, -0.0815],
    [-0.1279, -0.0866, 0.5094],
    [-0.0630, 0.1416, 0.5747],
    [0.0640, 0.0102, 0.0117],
    [-0.0447, -0.0796, 0.1316],
    [-0.0801, -0.0200, -0.3991],
];
