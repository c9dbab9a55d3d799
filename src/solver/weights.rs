//! Weights of the evaluation: for each feature the constant, linear and square part in the progress made.
//!
//! Made by `examples/tune.rs` from 30791 boards of 353 deals. They form 5400 pairs of a won and a lost
//! board of one deal after equally many merges. On deals held out from a first fit, the won board had the
//! greater value in 90.6 % of the pairs, with a mean log loss of 0.2351.

use super::outlook::FEATURES;

pub(super) const WEIGHTS: [[f32; 3]; FEATURES] = [
    [0.0588, 0.0922, 0.0424],
    [0.0908, 0.0603, 0.1473],
    [-0.1990, -0.0896, 0.0391],
    [-0.3748, -0.1631, -0.1267],
    [-0.0580, -0.0458, 0.0456],
    [-0.0504, -0.0003, -0.0095],
    [0.1452, 0.0033, -0.1072],
    [0.1603, 0.0633, 0.0286],
    [-0.0230, -0.0339, -0.0294],
    [0.0395, -0.0050, -0.0324],
    [0.2092, 0.1712, 0.1453],
    [0.0301, 0.0684, 0.0762],
    [-0.0946, -0.0687, -0.0211],
    [-0.1685, -0.2043, -0.0962],
];
