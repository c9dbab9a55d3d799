//! Makes the weights of the evaluation of Pentamid (`WEIGHTS` in `src/games/pentamid/engine/evaluate.rs`) from games of the
//! engine against itself, and prints them as they stand there.
//!
//! ```sh
//! cargo run --release --example pentamid_tune -- GAMES NODES SEED CAP
//! ```
//!
//! Games begin with six random plies. Every position after them that is not decided at once is a sample, with the result of its
//! game; unfinished games are left out. The weights are fitted by logistic regression on the samples (R. Coulom's and P.
//! Österlund's "Texel's tuning method"), by gradient descent with a fixed number of steps, so the same arguments give the same
//! weights: hundredths of what a feature adds to the natural logarithm of the odds of winning. The games depend on the weights that
//! are in force, so a second round gives others.

use anyhow::Context as _;
use rayon::prelude::*;
use solomids::pentamid::engine::{EnginePlayer, FEATURES, GameSeries, Rng, Strength, features};
use solomids::pentamid::game::{Position, Rules};

/// Features of a position, and 1 if the side to move won, else 0.
type Sample = ([f64; FEATURES], f64);

fn samples(rules: &Rules, games: u64, nodes: u64, seed: u64, cap: usize) -> Vec<Sample> {
    let series = GameSeries { rules: *rules, games, seed, first: Vec::new(), random: 6, cap, pairs: false };
    let played =
        series.play(|_| [0, 1].map(|_| EnginePlayer::new(rules, Strength::Nodes(nodes), Rng::new(1, 0))));
    let mut samples = Vec::new();
    let mut unfinished = 0;
    for played in played {
        let Some(winner) = played.game.status().winner() else {
            unfinished += 1;
            continue;
        };
        let mut position = Position::START;
        let moves = played.game.moves();
        for (ply, &mv) in moves.iter().enumerate() {
            if ply >= played.opening && ply + 2 < moves.len() {
                let counts = features(rules, &position).map(f64::from);
                samples.push((counts, f64::from(u8::from(winner == position.side()))));
            }
            position.play_unchecked(mv);
        }
    }
    eprintln!("{games} games, {unfinished} of them unfinished, {} samples", samples.len());
    samples
}

/// Logistic regression: the weights with the least cross-entropy, with a small penalty for large ones.
fn fit(samples: &[Sample]) -> [f64; FEATURES] {
    const STEPS: usize = 3000;
    const PENALTY: f64 = 1e-4;
    let mut weights = [0.0; FEATURES];
    // Each feature has its own pace, by how much it varies.
    let mut squares = [1e-9; FEATURES];
    for (counts, _) in samples {
        for (square, count) in squares.iter_mut().zip(counts) {
            *square += count * count / samples.len() as f64;
        }
    }
    for _ in 0..STEPS {
        // Chunks of fixed size, summed in order: the sum does not depend on the threads.
        let partial: Vec<[f64; FEATURES]> = samples
            .par_chunks(4096)
            .map(|chunk| {
                let mut gradient = [0.0; FEATURES];
                for (counts, won) in chunk {
                    let score: f64 = counts.iter().zip(&weights).map(|(count, weight)| count * weight).sum();
                    let error = 1.0 / (1.0 + (-score).exp()) - won;
                    for (slope, count) in gradient.iter_mut().zip(counts) {
                        *slope += error * count;
                    }
                }
                gradient
            })
            .collect();
        for i in 0..FEATURES {
            let slope: f64 = partial.iter().map(|gradient| gradient[i]).sum::<f64>() / samples.len() as f64;
            weights[i] -= (slope + PENALTY * weights[i]) / squares[i] * 0.5;
        }
    }
    weights
}

fn main() -> anyhow::Result<()> {
    let numbers: Vec<u64> =
        std::env::args().skip(1).map(|arg| arg.parse().context("a number")).collect::<Result<_, _>>()?;
    let number = |i: usize, default: u64| numbers.get(i).copied().unwrap_or(default);
    let (games, nodes, seed, cap) = (number(0, 2000), number(1, 2000), number(2, 1), number(3, 200));
    let samples = samples(&Rules::default(), games, nodes, seed, cap as usize);
    let weights = fit(&samples);
    let shown = |range: std::ops::Range<usize>| {
        let numbers = weights[range].iter().map(|weight| format!("{:.0}", weight * 100.0).replace("-0", "0"));
        numbers.collect::<Vec<_>>().join(", ")
    };
    println!(
        "/// Weights of the features, made by `examples/pentamid_tune.rs`: {games} games, {nodes} nodes a move, seed {seed}, \
         {cap} plies at most.\npub const WEIGHTS: Weights = ["
    );
    let rows = [
        (0..6, "open lines: lacking one, two, three squares, by how many of them are in reach"),
        (6..12, "hindered lines"),
        (12..13, "squares that a step can reach"),
        (13..16, "in reserve: larges, mediums, smalls"),
        (16..19, "visible: larges, mediums, smalls"),
        (19..21, "under visible pieces of the opponent: mediums, smalls"),
        (21..FEATURES, "the turn"),
    ];
    for (range, of) in rows {
        println!("    {}, // {of}", shown(range));
    }
    println!("];");
    Ok(())
}
