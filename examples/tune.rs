//! Makes the weights of the evaluation (`src/solver/weights.rs`), in two steps.
//!
//! The first collects boards of the tabletop dealer's deals, as the search meets them, each with the answer
//! whether it can be won without a swap:
//!
//! ```sh
//! cargo run --release --example tune -- collect --seed 2 --start 0 --count 1000 > boards.csv
//! ```
//!
//! A file may hold several ranges of deals, but of one seed only. It stays good while features come and go,
//! since these are counted anew. The second step fits the weights to the boards:
//!
//! ```sh
//! cargo run --release --example tune -- fit boards.csv > weights.rs && mv weights.rs src/solver/weights.rs
//! ```
//!
//! (Written there at once, it would be empty when the example is built.) With a new feature comes a row of
//! zeros in the old weights, so that they still compile.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Parser;
use rayon::prelude::*;
use solomids::dealer::tabletop;
use solomids::solver::tuning::{Fit, Sample, collect, fit};

/// Make the weights of the evaluation
#[derive(Parser)]
enum Step {
    /// Print boards that are known to be won or lost
    Collect {
        /// Seed of the tabletop dealer
        #[arg(long)]
        seed: u64,
        /// First deal
        #[arg(long)]
        start: u64,
        /// Number of deals
        #[arg(long)]
        count: u64,
    },
    /// Fit weights to boards and print the Rust module that holds them
    Fit {
        /// What `collect` has printed
        boards: PathBuf,
    },
}

fn main() -> anyhow::Result<()> {
    match Step::parse() {
        Step::Collect { seed, start, count } => print_boards(seed, start, count),
        Step::Fit { boards } => print_weights(&boards),
    }
}

fn print_boards(seed: u64, start: u64, count: u64) -> anyhow::Result<()> {
    let end = start.checked_add(count).context("there are no such deals")?;
    let mut out = io::stdout().lock();
    // A batch is printed as soon as all of it is there.
    let batch = 16 * rayon::current_num_threads() as u64;
    let mut from = start;
    while from < end {
        let to = end.min(from.saturating_add(batch));
        let deals: Vec<u64> = (from..to).collect();
        let collect = |&deal: &u64| collect(&tabletop::deal(seed, deal), deal);
        let boards: Vec<Vec<Sample>> = deals.par_iter().with_max_len(1).map(collect).collect();
        for board in boards.into_iter().flatten() {
            writeln!(out, "{board}")?;
        }
        from = to;
    }
    Ok(())
}

fn print_weights(path: &Path) -> anyhow::Result<()> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    ensure!(text.is_empty() || text.ends_with('\n'), "{name}: the last line is cut off");
    let read = |(i, row): (usize, &str)| row.parse().with_context(|| format!("{name}: line {}", i + 1));
    let boards: Vec<Sample> = text.lines().enumerate().map(read).collect::<Result<_, _>>()?;
    let fit = fit(&boards).with_context(|| format!("{name}: these boards teach nothing"))?;
    eprintln!("{} boards of {} deals, {} pairs", fit.boards, fit.deals, fit.pairs);
    eprintln!("{} pairs held out: accuracy {:.4}, log loss {:.4}", fit.held_out, fit.accuracy, fit.log_loss);
    print!("{}", module(&fit));
    Ok(())
}

/// The module with the weights, as rustfmt likes it.
fn module(fit: &Fit) -> String {
    let row = |parts: &[f64; 3]| format!("    [{}],", parts.map(number).join(", "));
    let rows: Vec<String> = fit.weights.iter().map(row).collect();
    format!(
        "\
//! Weights of the evaluation: for each feature the constant, linear and square part in the progress made.
//!
//! Made by `examples/tune.rs` from {} boards of {} deals. They form {} pairs of a won and a lost
//! board of one deal after equally many merges. On deals held out from a first fit, the won board had the
//! greater value in {:.1} % of the pairs, with a mean log loss of {:.4}.

use super::outlook::FEATURES;

pub(super) const WEIGHTS: [[f32; 3]; FEATURES] = [
{}
];
",
        fit.boards,
        fit.deals,
        fit.pairs,
        100.0 * fit.accuracy,
        fit.log_loss,
        rows.join("\n"),
    )
}

/// A number with four decimals, never a negative zero.
fn number(x: f64) -> String {
    let text = format!("{x:.4}");
    if text == "-0.0000" { text[1..].into() } else { text }
}
