//! Tunes the policy of the players `policy` and `tree` of Solace II (`WEIGHTS` in `src/games/solace2/players/steps/policy.rs`).
//!
//! ```sh
//! cargo run --release --example solace2_tune -- ROUNDS GAMES
//! ```
//!
//! starts from the weights in the library and prints others, with the mean scores before and after, by the cross-entropy method
//! (Rubinstein, "The cross-entropy method for combinatorial and continuous optimization", 1999): in each round 64 vectors are
//! drawn from independent normal distributions around the mean, each plays the same games, and the ten best set the next
//! distribution. 80 rounds of 3000 games take about two minutes. The same arguments give the same weights.

use anyhow::Context as _;
use solomids::solace2::game::Reading;
use solomids::solace2::players::{WEIGHTS, policy_mean};

/// Vectors of a round, and those of them that set the next distribution.
const VECTORS: usize = 64;
const ELITE: usize = 10;

/// Standard deviation of the first distribution.
const SPREAD: f64 = 60.0;

/// Share of the new distribution in the next one.
const PACE: f64 = 0.6;

/// Random numbers of the standard normal distribution: Box and Muller's method on `SplitMix64`.
struct Normal(u64);

impl Normal {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn next(&mut self) -> f64 {
        let (radius, angle) = (self.uniform().max(f64::MIN_POSITIVE), self.uniform());
        (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
    }
}

fn main() -> anyhow::Result<()> {
    let number = |i| -> anyhow::Result<u32> { Ok(std::env::args().nth(i).context("ROUNDS GAMES")?.parse()?) };
    let (rounds, games) = (number(1)?, number(2)?);
    let weights = |vector: &[f64]| {
        let mut numbers = vector.iter().map(|x| x.round() as i32);
        WEIGHTS.map(|row| row.map(|old| numbers.next().unwrap_or(old)))
    };
    let mut mean: Vec<f64> = WEIGHTS.iter().flatten().map(|&weight| f64::from(weight)).collect();
    let mut spread = vec![SPREAD; mean.len()];
    let mut normal = Normal(1);
    for round in 0..rounds {
        let mut tried: Vec<(f64, Vec<f64>)> = Vec::new();
        for _ in 0..VECTORS {
            let vector: Vec<f64> = mean.iter().zip(&spread).map(|(m, s)| m + s * normal.next()).collect();
            let seed = u64::from(round) + 1;
            tried.push((policy_mean(&weights(&vector), Reading::LITERAL, seed, games), vector));
        }
        tried.sort_by(|a, b| b.0.total_cmp(&a.0));
        // The least spread shrinks to nothing, so that rounds do not settle early.
        let least = 0.3 * SPREAD * (1.0 - f64::from(round) / f64::from(rounds));
        for i in 0..mean.len() {
            let elite = || tried[..ELITE].iter().map(|(_, vector)| vector[i]);
            let centre = elite().sum::<f64>() / ELITE as f64;
            let square = elite().map(|x| (x - centre).powi(2)).sum::<f64>() / ELITE as f64;
            mean[i] += PACE * (centre - mean[i]);
            spread[i] = (spread[i] + PACE * (square.sqrt() - spread[i])).max(least);
        }
        eprintln!("round {}: best {:.3}", round + 1, tried[0].0);
    }
    let found = weights(&mean);
    eprintln!("before {:.4}", policy_mean(&WEIGHTS, Reading::LITERAL, 0, 50_000));
    eprintln!("after {:.4}", policy_mean(&found, Reading::LITERAL, 0, 50_000));
    for row in found {
        println!("    {row:?},");
    }
    Ok(())
}
