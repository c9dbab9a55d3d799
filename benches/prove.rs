//! Proofs: positions of `data/benchmark.csv` that cannot be won without a swap, by a solver that starts anew.

use criterion::{Criterion, criterion_group, criterion_main};
use solomids::game::{Position, parse_position};
use solomids::solver::{Config, Parallelism, Solver, Verdict};

/// Numbers of two that cannot be won at all, and of one that needs a swap.
const PROVEN: [(&str, Verdict); 3] = [
    ("68", Verdict::Lost { trees: 4 }),
    ("106", Verdict::Lost { trees: 0 }),
    ("224", Verdict::Won { swaps: 1 }),
];

/// The position with a number.
fn position(number: &str) -> Position {
    let rows = include_str!("../data/benchmark.csv").lines();
    let row = rows.map(|row| row.split(',').collect::<Vec<_>>()).find(|row| row[0] == number);
    parse_position(row.expect("a row")[2]).expect("a position").position
}

fn prove(criterion: &mut Criterion) {
    let config = Config { parallelism: Parallelism::Sequential, ..Config::default() };
    let mut group = criterion.benchmark_group("prove");
    group.sample_size(10);
    for (name, verdict) in PROVEN {
        let position = position(name);
        group.bench_function(name, |b| {
            b.iter(|| assert_eq!(Solver::new().solve(&position, &config).verdict, verdict));
        });
    }
    group.finish();
}

criterion_group!(benches, prove);
criterion_main!(benches);
