//! Weights of the evaluation: for each feature the constant, linear and square part in the progress made.
//!
//! Made by `examples/tune.rs` from pairs of boards of one deal after equally many merges. Of some deals the
//! weights were first made without, to be judged by them.

use super::outlook::FEATURES;

/// From boards won and lost. 78628 boards of 1102 deals form 6658 pairs. In 90.5 % of
/// those held out the former had the greater value; the mean log loss is 0.2328.
pub(super) const OUTCOME: [[f32; 3]; FEATURES] = [
    [-0.1166, -0.0233, 0.0176],
    [-0.2445, -0.0624, -0.0716],
    [-0.0336, 0.0152, 0.0312],
    [-0.0903, -0.0145, -0.0212],
    [0.0550, -0.0221, 0.0111],
    [0.1488, 0.0518, 0.0007],
    [-0.1714, -0.1497, -0.1599],
    [0.3260, 0.1063, -0.0101],
    [-0.1460, -0.1429, -0.1415],
    [-0.0516, -0.0746, -0.0800],
    [-0.0949, -0.0829, -0.0464],
    [0.1344, 0.0873, -0.0052],
    [0.0288, 0.0296, 0.0232],
    [0.0149, 0.0098, 0.0025],
    [0.1350, 0.0411, 0.0207],
    [0.2329, 0.0459, -0.0236],
    [0.1087, 0.0886, 0.0444],
    [-0.0256, 0.0290, 0.0272],
    [0.0744, 0.0536, 0.0329],
    [-0.1358, -0.0925, -0.0849],
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
