//! Census: every class of deals, solved, and the exact distribution of best scores.
//!
//! A *class* is a set of deals that are the same up to the order of nests and the names of the colours (one permutation for
//! all three sizes at once). There are 684,714 deals up to order, in 114,383 classes. The *weight* of a deal is the number of
//! assemblies of labelled pieces that give it, up to a factor that all deals share; a random deal is a given one with
//! probability weight over total weight.

mod classes;
#[cfg(feature = "batch")]
pub mod rows;

use super::game::Reading;
pub use classes::{Class, caps_only_score, classes};

/// Mean best score of a random deal of 15 nests under a preset, as the census found it. `None` for other readings.
pub fn known_mean(reading: Reading) -> Option<f64> {
    let table = include_str!("../../../../data/solace2/distribution.csv");
    let name = reading.name();
    let (mut sum, mut total) = (0, 0);
    for line in table.lines() {
        let fields: Vec<&str> = line.split(',').collect();
        if let [preset, score, _, _, weight] = fields[..]
            && preset == name
        {
            let (score, weight): (u64, u64) = (score.parse().ok()?, weight.parse().ok()?);
            (sum, total) = (sum + score * weight, total + weight);
        }
    }
    (total > 0).then(|| sum as f64 / total as f64)
}
