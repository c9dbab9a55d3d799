//! Makes the weights of the evaluation (`src/solver/weights.rs`) in two steps, and forecasts in a third.
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
//!
//! Forecasts of what boards are worth (`src/solver/forecast/slopes.rs`) have to be made anew after that:
//!
//! ```sh
//! cargo run --release --example tune -- slopes --seed 1 --start 10000 --count 2000 > slopes.rs
//! mv slopes.rs src/solver/forecast/
//! ```

use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Parser;
use rayon::prelude::*;
use solomids::dealer::tabletop;
use solomids::game::Deal;
use solomids::solver::tuning::{
    EvaluationStep, Sample, SlopeFit, WeightFit, collect, collect_steps, collect_trail, fit, fit_slopes,
    fit_trail,
};

/// Make the weights of the evaluation
#[derive(Parser)]
enum Step {
    /// Print boards that are known to be won or lost
    Collect {
        /// Print boards on and beside the way to a win instead
        #[arg(long)]
        trail: bool,
        #[command(flatten)]
        deals: Deals,
    },
    /// WeightFit weights to boards and print the Rust module that holds them
    WeightFit {
        /// What `collect` has printed
        boards: PathBuf,
        /// What `collect --trail` has printed
        trails: PathBuf,
    },
    /// WeightFit slopes to what beams meet and print the Rust module that holds them
    SlopeFit {
        #[command(flatten)]
        deals: Deals,
    },
}

#[derive(Clone, Copy, clap::Args)]
struct Deals {
    /// Seed of the tabletop dealer
    #[arg(long)]
    seed: u64,
    /// First deal
    #[arg(long)]
    start: u64,
    /// Number of deals
    #[arg(long)]
    count: u64,
}

impl Deals {
    fn numbers(self) -> anyhow::Result<Range<u64>> {
        let end = self.start.checked_add(self.count).context("there are no such deals")?;
        Ok(self.start..end)
    }
}

fn main() -> anyhow::Result<()> {
    match Step::parse() {
        Step::Collect { trail, deals } => print_boards(if trail { collect_trail } else { collect }, deals),
        Step::WeightFit { boards, trails } => {
            print!("{}", module(&fitted(fit, &boards)?, &fitted(fit_trail, &trails)?));
            Ok(())
        }
        Step::SlopeFit { deals } => {
            let [outcome, trail] = steps(deals)?.map(|steps| fit_slopes(&steps));
            let too_few = "these deals teach nothing";
            print!("{}", slopes_module(&outcome.context(too_few)?, &trail.context(too_few)?));
            Ok(())
        }
    }
}

fn print_boards(collect: fn(&Deal, u64) -> Vec<Sample>, deals: Deals) -> anyhow::Result<()> {
    let Range { start, end } = deals.numbers()?;
    let mut out = io::stdout().lock();
    // A batch is printed as soon as all of it is there.
    let batch = 16 * rayon::current_num_threads() as u64;
    let mut from = start;
    while from < end {
        let to = end.min(from.saturating_add(batch));
        let numbers: Vec<u64> = (from..to).collect();
        let collect = |&deal: &u64| collect(&tabletop::deal(deals.seed, deal), deal);
        let boards: Vec<Vec<Sample>> = numbers.par_iter().with_max_len(1).map(collect).collect();
        for board in boards.into_iter().flatten() {
            writeln!(out, "{board}")?;
        }
        from = to;
    }
    Ok(())
}

/// Steps through deals, for either guide.
fn steps(deals: Deals) -> anyhow::Result<[Vec<EvaluationStep>; 2]> {
    let numbers: Vec<u64> = deals.numbers()?.collect();
    let collect = |&deal: &u64| collect_steps(&tabletop::deal(deals.seed, deal), deal);
    let steps: Vec<[Vec<EvaluationStep>; 2]> = numbers.par_iter().with_max_len(1).map(collect).collect();
    Ok(steps.into_iter().fold(Default::default(), |mut all: [Vec<EvaluationStep>; 2], steps| {
        for (all, steps) in all.iter_mut().zip(steps) {
            all.extend(steps);
        }
        all
    }))
}

fn fitted(fit: fn(&[Sample]) -> Option<WeightFit>, path: &Path) -> anyhow::Result<WeightFit> {
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
fn module(outcome: &WeightFit, trail: &WeightFit) -> String {
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

fn origin(fit: &WeightFit) -> String {
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

fn rows(fit: &WeightFit) -> String {
    let row = |parts: &[f64; 3]| format!("    [{}],", parts.map(number).join(", "));
    fit.weights.iter().map(row).collect::<Vec<_>>().join("\n")
}

/// The module with the slopes, as rustfmt likes it.
fn slopes_module(outcome: &SlopeFit, trail: &SlopeFit) -> String {
    let constants = [("OUTCOME", outcome), ("TRAIL", trail)].map(|(name, slopes)| {
        let rows: Vec<String> = slopes
            .slopes
            .iter()
            .map(|parts| format!("        [{}],", parts.map(number).join(", ")))
            .collect();
        format!(
            "
/// From {} boards of {} deals. Of those held out, which the deviation is of, {:.1} % are worth more than they
/// promise.
pub(super) const {name}: SlopeFit = SlopeFit {{
    kept: {},
    deviation: {:.2},
    changes: [
{}
    ],
}};
",
            slopes.boards,
            slopes.deals,
            100.0 * slopes.above,
            number(slopes.kept),
            slopes.deviation,
            rows.join("\n"),
        )
    });
    format!(
        "\
//! What a forecast is made with: how much of a value is kept, by how much values differ from forecasts, then for each
//! plain count, and a constant, the constant and linear part in the progress made.
//!
//! Made by `examples/tune.rs`. Of some deals they were first made without, to be judged by them.

use super::SlopeFit;
{}",
        constants.join("")
    )
}

/// A number with four decimals, never a negative zero.
fn number(x: f64) -> String {
    let text = format!("{x:.4}");
    if text == "-0.0000" { text[1..].into() } else { text }
}
