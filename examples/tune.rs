//! Makes the weights of the evaluation (`src/solver/weights.rs`), in two steps.
//!
//! The first collects boards of the tabletop dealer's deals, as the search meets them: some with the answer
//! whether they can be won without a swap, and some on and beside the way to wins that are hard to find:
//!
//! ```sh
//! cargo run --release --example tune -- collect --seed 2 --start 0 --count 1000 > boards.csv
//! cargo run --release --example tune -- collect --trail --seed 1 --start 10000 --count 10000 > trails.csv
//! ```
//!
//! A file may hold several ranges of deals, but of one seed only. It stays good while features come and go,
//! since these are counted anew. The second step fits the weights to the boards:
//!
//! ```sh
//! cargo run --release --example tune -- fit boards.csv trails.csv > weights.rs && mv weights.rs src/solver/
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
use solomids::game::Deal;
use solomids::solver::tuning::{Fit, Sample, collect, collect_trail, fit, fit_trail};

/// Make the weights of the evaluation
#[derive(Parser)]
enum Step {
    /// Print boards that are known to be won or lost
    Collect {
        /// Print boards on and beside the way to a win instead
        #[arg(long)]
        trail: bool,
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
        /// What `collect --trail` has printed
        trails: PathBuf,
    },
}

fn main() -> anyhow::Result<()> {
    match Step::parse() {
        Step::Collect { trail, seed, start, count } => {
            print_boards(if trail { collect_trail } else { collect }, seed, start, count)
        }
        Step::Fit { boards, trails } => {
            print!("{}", module(&fitted(fit, &boards)?, &fitted(fit_trail, &trails)?));
            Ok(())
        }
    }
}

fn print_boards(
    collect: fn(&Deal, u64) -> Vec<Sample>,
    seed: u64,
    start: u64,
    count: u64,
) -> anyhow::Result<()> {
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

fn fitted(fit: fn(&[Sample]) -> Option<Fit>, path: &Path) -> anyhow::Result<Fit> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    ensure!(text.is_empty() || text.ends_with('\n'), "{name}: the last line is cut off");
    let read = |(i, row): (usize, &str)| row.parse().with_context(|| format!("{name}: line {}", i + 1));
    let boards: Vec<Sample> = text.lines().enumerate().map(read).collect::<Result<_, _>>()?;
    let fit = fit(&boards).with_context(|| format!("{name}: these boards teach nothing"))?;
    eprintln!("{} boards of {} deals, {} pairs", fit.boards, fit.deals, fit.pairs);
    eprintln!("{} pairs held out: accuracy {:.4}, log loss {:.4}", fit.held_out, fit.accuracy, fit.log_loss);
    Ok(fit)
}

/// The module with the weights, as rustfmt likes it.
fn module(outcome: &Fit, trail: &Fit) -> String {
    format!(
        "\
//! Weights of the evaluation: for each feature the constant, linear and square part in the progress made.
//!
//! Made by `examples/tune.rs` from pairs of boards of one deal after equally many merges. Of some deals the
//! weights were first made without, to be judged by them.

use super::outlook::FEATURES;

/// From boards won and lost. {}
pub(super) const OUTCOME: [[f32; 3]; FEATURES] = [
{}
];

/// From boards on the way to a win and boards beside it. {}
pub(super) const TRAIL: [[f32; 3]; FEATURES] = [
{}
];
",
        origin(outcome),
        rows(outcome),
        origin(trail),
        rows(trail),
    )
}

fn origin(fit: &Fit) -> String {
    format!(
        "\
{} boards of {} deals form {} pairs. In {:.1} % of
/// those held out the former had the greater value; the mean log loss is {:.4}.",
        fit.boards,
        fit.deals,
        fit.pairs,
        100.0 * fit.accuracy,
        fit.log_loss,
    )
}

fn rows(fit: &Fit) -> String {
    let row = |parts: &[f64; 3]| format!("    [{}],", parts.map(number).join(", "));
    fit.weights.iter().map(row).collect::<Vec<_>>().join("\n")
}

/// A number with four decimals, never a negative zero.
fn number(x: f64) -> String {
    let text = format!("{x:.4}");
    if text == "-0.0000" { text[1..].into() } else { text }
}
