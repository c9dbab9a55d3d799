//! Proofs: deals of `data/hard.csv` that cannot be won without a swap, by a solver that starts anew.

use criterion::{Criterion, criterion_group, criterion_main};
use solomids::game::{Deal, parse_deal};
use solomids::solver::{Config, Parallelism, Solver, Verdict};

/// One that needs a swap, and two that cannot be won at all.
const PROVEN: [(&str, Verdict); 3] =
    [("a", Verdict::Won { swaps: 1 }), ("c", Verdict::Lost { trees: 5 }), ("g", Verdict::Lost { trees: 0 })];

/// The deal with a name.
fn deal(name: &str) -> Deal {
    let line = include_str!("../data/hard.csv").lines().find(|line| line.split(',').next() == Some(name));
    let text = line.and_then(|line| line.split(',').nth(1)).expect("a row with a deal");
    parse_deal(text).expect("a deal").deal
}

fn prove(criterion: &mut Criterion) {
    let config = Config { parallelism: Parallelism::Sequential, ..Config::default() };
    let mut group = criterion.benchmark_group("prove");
    group.sample_size(10);
    for (name, verdict) in PROVEN {
        let deal = deal(name);
        group.bench_function(name, |b| {
            b.iter(|| assert_eq!(Solver::new().solve(deal.position(), &config).verdict, verdict));
        });
    }
    group.finish();
}

criterion_group!(benches, prove);
criterion_main!(benches);
