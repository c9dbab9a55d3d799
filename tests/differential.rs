//! The solver against the plain search, on random small positions of all shapes.
//!
//! `cargo test` compares the first few hundred positions. The environment variable `SOLOMIDS_POSITIONS` sets
//! another number: `SOLOMIDS_POSITIONS=20000 cargo test --release --test differential`.

mod common;
mod reference;

use rayon::prelude::*;
use solomids::game::replay;
use solomids::solver::{Config, Solver, Verdict};

/// States after which the plain search gives up on a position.
const LIMIT: usize = 300_000;

#[test]
fn solver_and_plain_search_agree() {
    let count = std::env::var("SOLOMIDS_POSITIONS").map_or(400, |n| n.parse().expect("a number"));
    let compared: usize = (0..count)
        .into_par_iter()
        .map_init(Solver::new, |solver, seed| usize::from(agree(solver, seed)))
        .sum();
    println!("{compared} of {count} positions compared");
    assert!(
        compared * 10 >= count as usize * 9,
        "the plain search gave up on too many: {compared} of {count}"
    );
}

/// Compares one position; false if the plain search gave up on it.
fn agree(solver: &mut Solver, seed: u64) -> bool {
    let (text, swaps_used) = reference::random_position(seed);
    let plain = reference::Position::parse(&text, swaps_used);
    let Some(answer) = reference::solve(&plain, LIMIT) else { return false };
    let position = common::library_position(&plain, &common::palette(&plain));
    let outcome = solver.solve(&position, &Config::default());
    let expected = match answer.swaps {
        Some(swaps) => Verdict::Won { swaps },
        None => Verdict::Lost { trees: answer.trees },
    };
    assert_eq!(outcome.verdict, expected, "seed {seed}: {text} swaps used {swaps_used}");
    let end = replay(&position, &outcome.line).unwrap_or_else(|error| panic!("seed {seed}: {text}: {error}"));
    assert_eq!(end.score(), answer.score, "seed {seed}: {text}");
    true
}
