//! Solving deals that can be won without a swap, as most can, by a solver that has solved deals before.

use criterion::{Criterion, criterion_group, criterion_main};
use solomids::dealer::tabletop;
use solomids::game::Deal;
use solomids::solver::{Config, Parallelism, Solver, Verdict};

/// Seed of the tabletop dealer.
const SEED: u64 = 1;

/// Half of these take about as much as the median deal, the others up to some ten times more.
const INDICES: [u64; 10] = [0, 1, 12, 13, 15, 19, 21, 23, 31, 34];

fn solve(criterion: &mut Criterion) {
    let deals: [(u64, Deal); 10] = INDICES.map(|index| (index, tabletop::deal(SEED, index)));
    let config = Config { parallelism: Parallelism::Sequential, ..Config::default() };
    let mut solver = Solver::new();
    for (index, deal) in &deals {
        let outcome = solver.solve(deal.position(), &config);
        assert_eq!(outcome.verdict, Verdict::Won { swaps: 0 }, "index {index}");
    }
    let mut group = criterion.benchmark_group("solve");
    group.sample_size(20);
    for (index, deal) in &deals {
        group.bench_function(format!("seed-{SEED}/{index}"), |b| {
            b.iter(|| solver.solve(deal.position(), &config));
        });
    }
    group.finish();
}

criterion_group!(benches, solve);
criterion_main!(benches);
