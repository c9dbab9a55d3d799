//! Tuning: makes the weights of the evaluation (`src/games/solomids/solver/ordering/weights.rs`) in two steps, and the slopes of the
//! child estimate (`src/games/solomids/solver/ordering/slopes.rs`) in a third.
//!
//! The first step samples boards of the tabletop dealer's deals, as the search meets them: boards that are proven to be
//! won without a swap or not, and boards on and beside the way to wins that are hard to find:
//!
//! ```sh
//! cargo run --release --example tune -- collect --seed 2 --start 0 --count 1000 > boards.csv
//! cargo run --release --example tune -- collect --trail --seed 1 --start 10000 --count 10000 > trails.csv
//! ```
//!
//! A file may hold several ranges of deals, but of one seed only. It stays valid when features change, since these are
//! counted anew. The second step fits the weights to the boards:
//!
//! ```sh
//! cargo run --release --example tune -- fit boards.csv trails.csv > weights.rs && mv weights.rs src/games/solomids/solver/ordering/
//! ```
//!
//! (Redirected there directly, the file would be empty when the example is built.) For a new feature, first add a row
//! of zeros to the old weights, so that they still compile.
//!
//! The slopes must be fitted anew after that:
//!
//! ```sh
//! cargo run --release --example tune -- slopes --seed 1 --start 10000 --count 2000 > slopes.rs
//! mv slopes.rs src/games/solomids/solver/ordering/
//! ```

mod fits;

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Parser;
use rayon::prelude::*;
use solomids::dealer::tabletop;
use solomids::game::Deal;
use solomids::solver::tuning::{EvaluationStep, Sample, collect, collect_steps, collect_trail};

use fits::{SlopeFit, WeightFit, fit, fit_slopes};

/// Make the weights of the evaluation
#[derive(Parser)]
enum TuneCommand {
    /// Print boards that are known to be won or lost
    Collect {
        /// Print boards on and beside the way to a win instead
        #[arg(long)]
        trail: bool,
        #[command(flatten)]
        deals: DealsArgs,
    },
    /// Fit weights to boards and print the Rust module that holds them
    Fit {
        /// What `collect` has printed
        boards: PathBuf,
        /// What `collect --trail` has printed
        trails: PathBuf,
    },
    /// Fit slopes to what beams meet and print the Rust module that holds them
    Slopes {
        #[command(flatten)]
        deals: DealsArgs,
    },
}

#[derive(Clone, Copy, clap::Args)]
struct DealsArgs {
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

impl DealsArgs {
    /// The numbers of the deals.
    fn numbers(self) -> anyhow::Result<Range<u64>> {
        let end = self.start.checked_add(self.count).context("there are no such deals")?;
        Ok(self.start..end)
    }
}

fn main() -> anyhow::Result<()> {
    match TuneCommand::parse() {
        TuneCommand::Collect { trail, deals } => {
            print_boards(if trail { collect_trail } else { collect }, deals)
        }
        TuneCommand::Fit { boards, trails } => {
            print!("{}", module(&fitted(&boards, false)?, &fitted(&trails, true)?));
            Ok(())
        }
        TuneCommand::Slopes { deals } => {
            let [outcome, trail] = steps(deals)?.map(|steps| fit_slopes(&steps));
            let too_few = "these deals teach nothing";
            print!("{}", slopes_module(&outcome.context(too_few)?, &trail.context(too_few)?));
            Ok(())
        }
    }
}

/// Prints the samples of deals, one a line.
fn print_boards(collect: fn(&Deal, u64) -> Vec<Sample>, deals: DealsArgs) -> anyhow::Result<()> {
    let Range { start, end } = deals.numbers()?;
    let mut out = csv::WriterBuilder::new().has_headers(false).from_writer(io::stdout().lock());
    // Samples are printed in batches of deals, in order.
    let batch = 16 * rayon::current_num_threads() as u64;
    let mut from = start;
    while from < end {
        let to = end.min(from.saturating_add(batch));
        let numbers: Vec<u64> = (from..to).collect();
        let collect = |&deal: &u64| collect(&tabletop::deal(deals.seed, deal), deal);
        let boards: Vec<Vec<Sample>> = numbers.par_iter().with_max_len(1).map(collect).collect();
        for board in boards.into_iter().flatten() {
            out.serialize(board)?;
        }
        from = to;
    }
    Ok(out.flush()?)
}

/// Steps sampled from deals, for the heuristic `Winnable`, then for `OnPath`.
fn steps(deals: DealsArgs) -> anyhow::Result<[Vec<EvaluationStep>; 2]> {
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

/// Weights fitted to the samples in a file.
fn fitted(path: &Path, on_path: bool) -> anyhow::Result<WeightFit> {
    let name = path.display();
    let mut rows = csv::ReaderBuilder::new().has_headers(false).from_path(path)?;
    let boards = rows.deserialize().collect::<Result<Vec<Sample>, _>>().with_context(|| name.to_string())?;
    let fit = fit(&boards, on_path).with_context(|| format!("{name}: these boards teach nothing"))?;
    eprintln!("{} boards of {} deals, {} pairs", fit.boards, fit.deals, fit.pairs);
    eprintln!("{} pairs held out: accuracy {:.4}, log loss {:.4}", fit.held_out, fit.accuracy, fit.log_loss);
    Ok(fit)
}

/// Source of the module with the weights, formatted as by rustfmt.
fn module(outcome: &WeightFit, trail: &WeightFit) -> String {
    format!(
        "\
//! Weights of the features, each as its constant, linear and square part in the progress.
//!
//! Generated by `examples/tune` from pairs of boards of one deal and layer. Accuracy and log loss are those of
//! held-out deals, under weights fitted without them.

use super::features::FEATURES;

/// Won boards against lost ones:
{}
pub(crate) const WINNABLE: [[f32; 3]; FEATURES] = [
{}
];

/// Boards on the way to a win against boards beside it:
{}
pub(crate) const ON_PATH: [[f32; 3]; FEATURES] = [
{}
];
",
        quality(outcome),
        rows(outcome),
        quality(trail),
        rows(trail),
    )
}

/// Size and quality of a fit, as a doc line.
fn quality(fit: &WeightFit) -> String {
    format!(
        "/// {} boards of {} deals in {} pairs. Accuracy {:.1} %, log loss {:.4}.",
        fit.boards,
        fit.deals,
        fit.pairs,
        100.0 * fit.accuracy,
        fit.log_loss,
    )
}

/// Rows of a table of weights.
fn rows(fit: &WeightFit) -> String {
    let row = |parts: &[f64; 3]| format!("    [{}],", parts.map(number).join(", "));
    fit.weights.iter().map(row).collect::<Vec<_>>().join("\n")
}

/// Source of the module with the slopes, formatted as by rustfmt.
fn slopes_module(outcome: &SlopeFit, trail: &SlopeFit) -> String {
    let constants = [("WINNABLE", outcome), ("ON_PATH", trail)].map(|(name, slopes)| {
        let rows: Vec<String> = slopes
            .slopes
            .iter()
            .map(|parts| format!("        [{}],", parts.map(number).join(", ")))
            .collect();
        format!(
            "
/// Fitted to {} boards of {} deals. Of those held out {:.1} % exceed their upper estimate.
pub(super) const {name}: EstimatorWeights = EstimatorWeights {{
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
//! Coefficients of the child estimate: the factor of the parent's value, the deviation of values from estimates, then
//! the slope of each cheap feature and a constant, each as its constant and linear part in the progress.
//!
//! Generated by `examples/tune`. The deviation and the share above are those of held-out deals, under coefficients
//! fitted without them.

use super::evaluation::EstimatorWeights;
{}",
        constants.join("")
    )
}

/// A number with four decimals, never a negative zero.
fn number(x: f64) -> String {
    let text = format!("{x:.4}");
    if text == "-0.0000" { text[1..].into() } else { text }
}
