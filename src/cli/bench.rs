//! `bench`: solves fixed deals, or the positions of the benchmark, on one thread and prints the node signature, quantiles and rates.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::Ordering;

use crate::analysis::Bounds;
use crate::dealer::{tabletop, web};
use crate::game::{Position, parse_position};
use crate::numbers::counted;
use crate::solver::{Config, Outcome, Parallelism, Solver, Stats, Verdict};
use crate::stats::Distribution;
use clap::Args;

use super::args::{DealerArg, values};
use super::process::interrupt_flag;
use super::settings::indices;
use super::{CommandResult, ExitStatus, SearchSettings, Terminal};

/// Solve fixed deals on one thread and print a node count and rates
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  solomids bench --count 1000
  solomids bench --tier 3")]
pub(crate) struct BenchArgs {
    /// Which dealer deals
    #[arg(long, value_name = "DEALER", default_value = "tabletop")]
    pub(crate) dealer: DealerArg,
    /// Seed of the tabletop dealer, from 0 to 2^64 - 1
    #[arg(long, value_name = "S", value_parser = values::seed, default_value = "1")]
    pub(crate) seed: u64,
    /// Number of the first deal, from 0; a seed of the web page
    #[arg(long, value_name = "A", value_parser = values::index, default_value = "0")]
    pub(crate) start: u64,
    /// How many deals to solve
    #[arg(long, value_name = "N", value_parser = values::count, default_value = "200")]
    pub(crate) count: u64,
    /// In place of deals, the positions of `data/benchmark.csv` in a tier: 2, whose searches take 100 to 999 nodes, to 7
    #[arg(
        long,
        value_name = "TIER",
        value_parser = clap::value_parser!(u8).range(2..=7),
        conflicts_with_all = ["dealer", "seed", "start", "count"]
    )]
    pub(crate) tier: Option<u8>,
    /// One line for each deal as well
    #[arg(long)]
    pub(crate) verbose: bool,
}

/// Positions whose best scores are known, in tiers: `examples/benchmark.rs` makes the file.
const BENCHMARK: &str = include_str!("../../data/benchmark.csv");

/// What is solved: its name, the position, and the best score where it is known.
type Work = (String, Position, Option<u8>);

pub(super) fn run(arguments: &BenchArgs, settings: &SearchSettings, terminal: Terminal) -> CommandResult {
    let interrupt = interrupt_flag()?;
    let config = Config {
        parallelism: Parallelism::Sequential,
        limits: settings.config.limits.interrupted_by(&interrupt),
        ..settings.config.clone()
    };
    let mut solver = Solver::new();
    let mut workload = Workload::default();
    let works: Box<dyn Iterator<Item = anyhow::Result<Work>>> = match arguments.tier {
        Some(tier) => Box::new(BENCHMARK.lines().skip(1).filter_map(move |row| positioned(row, tier))),
        None => {
            Box::new(indices(arguments.start, arguments.count)?.filter_map(|index| dealt(arguments, index)))
        }
    };
    for work in works {
        let (name, position, known) = work?;
        let outcome = solver.solve(&position, &config);
        if interrupt.load(Ordering::SeqCst) {
            terminal.note(&format!("interrupted before the end of {name}"));
            break;
        }
        let Bounds { lower, upper } = outcome.verdict.into();
        if let Some(score) = known.filter(|score| !(lower..=upper).contains(score)) {
            anyhow::bail!(
                "internal error: {name} has the best score {score}, not {lower} to {upper}; please report it"
            );
        }
        if arguments.verbose {
            let Stats { nodes, elapsed, .. } = outcome.stats;
            let bounds = Bounds::from(outcome.verdict);
            let nodes = counted(nodes, "node");
            terminal.print(&format!(
                "{}: {bounds}, {nodes}, {:.3} ms\n",
                name.trim_start_matches("index "),
                elapsed.as_secs_f64() * 1e3
            ))?;
        }
        workload.add(&outcome);
    }
    let BenchArgs { seed, start, .. } = arguments;
    let deals = match (arguments.tier, arguments.dealer) {
        (Some(tier), _) => format!("benchmark, tier {tier}"),
        (None, DealerArg::Tabletop) => format!("{} seed {seed} from {start}", tabletop::FORMAT),
        (None, DealerArg::Web) => format!("{} seeds from {start}", web::FORMAT),
    };
    terminal.print(&format!("deals      {deals}\n{}", report(&workload)?))?;
    Ok(if interrupt.load(Ordering::SeqCst) { ExitStatus::Interrupted } else { ExitStatus::Done })
}

/// A deal; the web page deals nothing for some of its seeds.
fn dealt(arguments: &BenchArgs, index: u64) -> Option<anyhow::Result<Work>> {
    let deal = match arguments.dealer {
        DealerArg::Tabletop => tabletop::deal(arguments.seed, index),
        DealerArg::Web => web::deal(&index.to_string())?,
    };
    Some(Ok((format!("index {index}"), *deal.position(), None)))
}

/// The position in a row of the benchmark, if it is in a tier.
fn positioned(row: &str, tier: u8) -> Option<anyhow::Result<Work>> {
    let [number, of, text, _, score, ..] = row.split(',').collect::<Vec<_>>()[..] else { return None };
    let work = || Ok((format!("position {number}"), parse_position(text)?.position, Some(score.parse()?)));
    (of.parse() == Ok(tier)).then(work)
}

#[derive(Default)]
struct Workload {
    /// Number of searches by verdict: `with 17`, `lost`, `undecided`.
    verdicts: BTreeMap<String, u64>,
    /// Nodes, boards, and nanoseconds, of each search.
    nodes: Distribution,
    boards: Distribution,
    times: Distribution,
}

impl Workload {
    fn add(&mut self, outcome: &Outcome) {
        let verdict = match outcome.verdict {
            Verdict::Won { .. } => format!("with {}", Bounds::from(outcome.verdict).lower),
            Verdict::Lost { .. } => "lost".into(),
            Verdict::Undecided { .. } => "undecided".into(),
        };
        *self.verdicts.entry(verdict).or_default() += 1;
        let Stats { nodes, boards, elapsed } = outcome.stats;
        self.nodes.add(nodes);
        self.boards.add(boards);
        self.times.add(u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX));
    }
}

fn report(workload: &Workload) -> Result<String, std::fmt::Error> {
    let verdicts: Vec<String> =
        workload.verdicts.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
    let none = if verdicts.is_empty() { "none" } else { "" };
    let Workload { nodes, boards, times, .. } = workload;
    let mut text = String::new();
    writeln!(text, "answers    {none}{}", verdicts.join(", "))?;
    writeln!(text, "signature  {} nodes, {} boards", nodes.sum(), boards.sum())?;
    for (name, share) in [("median", 0.5), ("p90", 0.9), ("p99", 0.99), ("slowest", 1.0)] {
        if let (Some(nodes), Some(time)) = (nodes.quantile(share), times.quantile(share)) {
            writeln!(text, "{name:10} {nodes:>10} nodes {:>12.3} ms", time as f64 / 1e6)?;
        }
    }
    let (mean_nodes, mean_time) = (nodes.mean().unwrap_or(0.0), times.mean().unwrap_or(0.0));
    writeln!(text, "mean       {mean_nodes:>10.1} nodes {:>12.3} ms", mean_time / 1e6)?;
    let per_second =
        |numbers: &Distribution| numbers.sum() as f64 / (times.sum() as f64 / 1e9).max(f64::MIN_POSITIVE);
    writeln!(text, "rate       {:.0} nodes/s, {:.0} boards/s", per_second(nodes), per_second(boards))?;
    Ok(text)
}
