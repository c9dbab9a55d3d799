//! Times of single deals of Solace II: the table of `docs/solace2.md`.
//!
//! ```sh
//! cargo run --release --example solace2_measure -- EVERY
//! ```
//!
//! solves every `EVERY`-th class of deals under each preset on one thread, with one solver, and prints the least, median, 99th
//! percentile and greatest of the times, in microseconds. The first deals, which are solved while tables grow, count too.

use std::time::Instant;

use anyhow::Context as _;
use solomids::solace2::census::classes;
use solomids::solace2::game::{Position, Reading};
use solomids::solace2::solver::{Limits, Solver};

fn main() -> anyhow::Result<()> {
    let every = std::env::args().nth(1).context("which classes? `-- 10` solves every tenth")?.parse()?;
    let starts: Vec<Position> =
        classes(5).iter().step_by(every).map(|class| Position::new(&class.deal)).collect();
    println!("reading,deals,least_us,median_us,p99_us,most_us");
    for (name, reading) in Reading::PRESETS {
        let mut solver = Solver::default();
        let mut times: Vec<u128> = Vec::with_capacity(starts.len());
        for start in &starts {
            let begin = Instant::now();
            solver.solve(start, reading, &Limits::default());
            times.push(begin.elapsed().as_nanos());
        }
        times.sort_unstable();
        let at = |share: usize| times[(times.len() - 1) * share / 100] as f64 / 1_000.0;
        println!("{name},{},{:.1},{:.1},{:.1},{:.1}", times.len(), at(0), at(50), at(99), at(100));
    }
    Ok(())
}
