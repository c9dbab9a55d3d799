//! Weights of the evaluation: for each feature the constant, linear and square part in the progress made.
//!
//! Made by `examples/tune.rs` from pairs of boards of one deal after equally many merges. Of some deals the
//! weights were first made without, to be judged by them.

use super::features::FEATURES;

/// From boards won and lost. 78155 boards of 845 deals form 15043 pairs. In 91.7 % of
/// those held out the former had the greater value; the mean log loss is 0.2146.
pub(crate) const OUTCOME: [[f32; 3]; FEATURES] = [
    [0.0769, 0.1570, 0.1461],
    [-0.1549, -0.0627, 0.0528],
    [-0.1785, 0.0641, 0.0871],
    [-0.0196, -0.0181, -0.0094],
    [0.1968, -0.0041, -0.0894],
    [0.1484, 0.0550, 0.0234],
    [-0.2579, -0.0388, 0.0205],
    [0.0061, 0.1546, 0.1457],
    [-0.0195, 0.0995, -0.0493],
    [-0.1652, 0.0078, 0.1053],
    [-0.0716, -0.0930, -0.0082],
    [0.1858, 0.0671, -0.0102],
    [0.0813, 0.0329, 0.0290],
    [0.0311, 0.0075, 0.0000],
    [0.3307, -0.0398, -0.1567],
    [0.2458, 0.1936, 0.1093],
    [0.0782, 0.0760, 0.0232],
    [-0.0957, 0.1410, 0.2124],
    [-0.0430, -0.0533, -0.0508],
    [-0.1562, -0.1814, -0.1544],
];

/// From boards on the way to a win and boards beside it. 626038 boards of 737 deals form 603928 pairs. In 75.7 % of
/// those held out the former had the greater value; the mean log loss is 0.4939.
pub(crate) const TRAIL: [[f32; 3]; FEATURES] = [
    [-0.1063, -0.0084, -0.2454],
    [-0.3132, -0.1372, -0.1799],
    [-0.0894, 0.0155, -0.2726],
    [-0.0485, -0.0140, -0.0444],
    [0.2059, -0.1842, 0.2127],
    [0.2659, -0.0318, 0.0969],
    [0.3771, -0.8234, 0.1958],
    [0.1643, -0.2987, 0.4996],
    [-0.1815, 0.1577, 0.0711],
    [-0.0514, 0.1127, -0.3730],
    [-0.0387, -0.0471, -0.3954],
    [-0.2414, 0.2128, 0.6908],
    [-0.0624, 0.0751, 0.1973],
    [0.0497, -0.0353, 0.0042],
    [-0.3969, 0.7828, 0.3371],
    [-0.0135, 0.1554, 0.4774],
    [0.1549, 0.0283, 0.3415],
    [-0.0287, 0.0351, 0.4687],
    [-0.0323, 0.0706, 0.0232],
    [-0.0724, -0.0708, -0.2455],
];
