//! scratch
use solomids::certificate::{check, write};
use solomids::dealer::tabletop;
use solomids::solver::{Config, Solver};
use std::time::Instant;

fn main() {
    for arg in std::env::args().skip(1) {
        let index: u64 = arg.parse().unwrap();
        let position = *tabletop::deal(1, index).position();
        let mut solver = Solver::new();
        let t = Instant::now();
        let outcome = solver.solve(&position, &Config::default());
        let solve = t.elapsed();
        let score = outcome.verdict.score().unwrap();
        let t = Instant::now();
        let mut bytes = Vec::new();
        let written = write(&mut bytes, &position, &outcome, &solver, &Config::default()).unwrap();
        let wrote = t.elapsed();
        let t = Instant::now();
        let checked = check(&bytes[..]);
        println!(
            "{index}: score {score}, solve {solve:.2?} {} nodes, write {wrote:.2?}, {} bytes, {written:?}, check {:.2?}: {}",
            outcome.stats.nodes,
            bytes.len(),
            t.elapsed(),
            match checked {
                Ok(c) => format!("{:?}", c.stats),
                Err(e) => e.to_string(),
            }
        );
        if std::env::var_os("DUMP").is_some() {
            std::fs::write(format!("/tmp/cert-{index}.txt"), bytes).unwrap();
        }
    }
}
