//! Sizes and times of certificates: `cargo run --release --example certificates -- INDEX …` for tabletop deals of seed 1.
//!
//! One row of CSV a deal: what the search took, how long the certificate took to write and to check, and how large it is.

use std::time::Instant;

use solomids::certificate::{CheckConfig, check, write};
use solomids::dealer::tabletop;
use solomids::solver::{Config, Solver};

fn main() {
    println!("index,score,nodes,solve_s,write_s,check_s,bytes,zstd_bytes,sets,boards,successors,accepted");
    for argument in std::env::args().skip(1) {
        let index: u64 = argument.parse().expect("an index");
        let position = *tabletop::deal(1, index).position();
        let (mut solver, config) = (Solver::new(), Config::default());
        let begun = Instant::now();
        let outcome = solver.solve(&position, &config);
        let solved = begun.elapsed().as_secs_f64();
        let Some(score) = outcome.verdict.score() else { continue };
        let (begun, mut bytes) = (Instant::now(), Vec::new());
        let written =
            write(&mut bytes, &position, &outcome, &Solver::new(), &config).expect("a decided position");
        let wrote = begun.elapsed().as_secs_f64();
        let begun = Instant::now();
        let checked = check(&bytes[..], &CheckConfig::default());
        let taken = begun.elapsed().as_secs_f64();
        let compressed = zstd::encode_all(&bytes[..], 6).expect("memory").len();
        if let Err(error) = &checked {
            eprintln!("{index}: {error}");
        }
        let stats = checked.as_ref().map(|checked| checked.stats).unwrap_or_default();
        println!(
            "{index},{score},{},{solved:.3},{wrote:.3},{taken:.3},{},{compressed},{},{},{},{}",
            outcome.stats.nodes,
            bytes.len(),
            written.sets,
            written.boards,
            stats.successors,
            checked.is_ok()
        );
    }
}
