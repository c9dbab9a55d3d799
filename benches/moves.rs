//! Benchmarks of move generation and play on fixed positions.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use solomids::dealer::tabletop;
use solomids::game::{parse_position, perft};

/// A position of the middle game with an unused swap.
const MIDDLE: &str = "Y1 G3 Y2 R2 G1/G23 G1 Y3 R3 K1/G2 K23 R3 R12 R1/. . . . ./. . . . ./\
                      . . . . ./. . . . ./. . . . ./. . . . ./. . . . ./swaps-used: 1";

fn moves(criterion: &mut Criterion) {
    let positions = [
        ("deal", *tabletop::deal(1, 0).position()),
        ("middle", parse_position(MIDDLE).expect("a position").position),
    ];
    let mut group = criterion.benchmark_group("moves");
    for (name, position) in &positions {
        let moves = position.legal_moves();
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(format!("list/{name}"), |b| b.iter(|| black_box(position).legal_moves()));
        group.bench_function(format!("play/{name}"), |b| {
            b.iter_batched_ref(
                || vec![*position; moves.len()],
                |copies| {
                    for (copy, &mv) in copies.iter_mut().zip(&moves) {
                        copy.play(black_box(mv)).expect("a legal move");
                    }
                },
                BatchSize::SmallInput,
            );
        });
        group.throughput(Throughput::Elements(perft(position, 2)));
        group.bench_function(format!("perft-2/{name}"), |b| b.iter(|| perft(black_box(position), 2)));
    }
    group.finish();
}

criterion_group!(benches, moves);
criterion_main!(benches);
