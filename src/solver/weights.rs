//! Weights of the evaluation: for each feature the constant, linear and square part in the progress made.
//!
//! Made by `examples/tune.rs` from pairs of boards of one deal after equally many merges. Of some deals the
//! weights were first made without, to be judged by them.

use super::outlook::FEATURES;

/// From boards won and lost. 65962 boards of 738 deals form 11400 pairs. In 90.0 % of
/// those held out the former had the greater value; the mean log loss is 0.2454.
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

/// From boards on the way to a win and boards beside it. 551075 boards of 647 deals form 531665 pairs. In 72.6 % of
/// those held out the former had the greater value; the mean log loss is 0.5344.
pub(super) const TRAIL: [[f32; 3]; FEATURES] = [
    [0.0204, 0.2910, 0.0906],
    [0.2324, -0.0644, -0.0727],
    [-0.3273, 0.0135, -0.0706],
    [-0.5654, -0.2703, -0.2671],
    [-0.3393, -0.2479, -0.2335],
    [-0.1411, 0.0586, 0.1350],
    [0.2339, -0.0071, 0.2615],
    [0.0255, 0.0866, 0.2430],
    [-0.0689, 0.2323, -0.3983],
    [-0.4831, 0.6509, 0.2774],
    [-0.1244, 0.1789, 0.7639],
    [0.1174, -0.2893, 0.2344],
    [-0.0941, 0.0352, 0.0350],
    [-0.0786, -0.2602, -0.3370],
];
