//! Solving classes of deals spread over the census, under every preset, by a solver that has solved deals before.

use criterion::{Criterion, criterion_group, criterion_main};
use solomids::solace2::dealer;
use solomids::solace2::game::{Position, Reading};
use solomids::solace2::solver::{Limits, Solver};

/// Deals of seed 1 that are solved in turn.
const DEALS: u64 = 64;

fn solve(criterion: &mut Criterion) {
    let starts: Vec<Position> = (0..DEALS).map(|index| Position::new(&dealer::deal(1, index))).collect();
    let mut solver = Solver::default();
    let mut group = criterion.benchmark_group("solace2");
    group.sample_size(20);
    for (name, reading) in Reading::PRESETS {
        let mut turn = starts.iter().cycle();
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let start = turn.next().unwrap_or(&starts[0]);
                solver.solve(start, reading, &Limits::default())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, solve);
criterion_main!(benches);
