//! How fast Pentamid's moves are counted, positions are proven and moves are chosen.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use solomids::pentamid::engine::Engine;
use solomids::pentamid::game::{Game, Position, Repetition, Rules, perft};
use solomids::pentamid::prover::{Config, Limits, prove};

fn pentamid(criterion: &mut Criterion) {
    let rules = Rules::default();
    criterion.bench_function("pentamid perft 5", |bencher| {
        bencher.iter(|| perft(black_box(&rules), &Position::START, 5));
    });
    let config = Config { plies: 12, repetition: Repetition::Allowed, table: 1 << 22, ..Config::default() };
    criterion.bench_function("pentamid prove 12 plies", |bencher| {
        bencher.iter(|| prove(black_box(&rules), &Position::START, &config));
    });
    let game = Game::new(rules, Repetition::Barred, Position::START);
    criterion.bench_function("pentamid engine 20000 nodes", |bencher| {
        bencher.iter(|| Engine::new(black_box(&rules)).choose(&game, &Limits::nodes(20_000)));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = pentamid
}
criterion_main!(benches);
