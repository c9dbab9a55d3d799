//! `bench`: solves fixed deals on one thread and prints the node signature, quantiles and rates.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use solomids::analysis::Bounds;
use solomids::dealer::{tabletop, web};
use solomids::game::Deal;
use solomids::numbers::counted;
use solomids::solver::{Config, Outcome, Parallelism, Solver, Stats, Verdict};

use super::args::{DealerArg, values};
use super::exit_status::ExitStatus;
use super::interrupt;
use super::settings::{SearchSettings, indices};
use super::terminal::Terminal;

/// Solve fixed deals on one thread and print a node count and rates
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  solomids bench --count 1000")]
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
    /// One line for each deal as well
    #[arg(long)]
    pub(crate) verbose: bool,
}

pub(super) fn run(
    arguments: &BenchArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    let interrupt = interrupt::flag()?;
    let config = Config {
        parallelism: Parallelism::Sequential,
        interrupt: Some(Arc::clone(&interrupt)),
        ..settings.config.clone()
    };
    let mut solver = Solver::new();
    let mut workload = Workload::default();
    for index in indices(arguments.start, arguments.count)? {
        // The web page deals nothing for some of its seeds.
        let Some(deal) = deal(arguments, index) else { continue };
        let outcome = solver.solve(deal.position(), &config);
        if interrupt.load(Ordering::SeqCst) {
            terminal.note(&format!("interrupted before the end of index {index}"));
            break;
        }
        if arguments.verbose {
            let Stats { nodes, elapsed, .. } = outcome.stats;
            let bounds = Bounds::from(outcome.verdict);
            let nodes = counted(nodes, "node");
            terminal
                .print(&format!("{index}: {bounds}, {nodes}, {:.3} ms\n", elapsed.as_secs_f64() * 1e3))?;
        }
        workload.add(&outcome);
    }
    let BenchArgs { seed, start, .. } = arguments;
    let deals = match arguments.dealer {
        DealerArg::Tabletop => format!("{} seed {seed} from {start}", tabletop::FORMAT),
        DealerArg::Web => format!("{} seeds from {start}", web::FORMAT),
    };
    terminal.print(&format!("deals      {deals}\n{}", report(&workload)?))?;
    Ok(if interrupt.load(Ordering::SeqCst) { ExitStatus::Interrupted } else { ExitStatus::Done })
}

fn deal(arguments: &BenchArgs, index: u64) -> Option<Deal> {
    match arguments.dealer {
        DealerArg::Tabletop => Some(tabletop::deal(arguments.seed, index)),
        DealerArg::Web => web::deal(&index.to_string()),
    }
}

/// Work of many searches.
#[derive(Default)]
struct Workload {
    /// Number of searches by verdict: `with 17`, `lost`, `undecided`.
    verdicts: BTreeMap<String, u64>,
    stats: Vec<Stats>,
}

impl Workload {
    fn add(&mut self, outcome: &Outcome) {
        let verdict = match outcome.verdict {
            Verdict::Won { .. } => format!("with {}", Bounds::from(outcome.verdict).lower),
            Verdict::Lost { .. } => "lost".into(),
            Verdict::Undecided { .. } => "undecided".into(),
        };
        *self.verdicts.entry(verdict).or_default() += 1;
        self.stats.push(outcome.stats);
    }

    /// The least nodes and, independently, the least time that a `share` of all searches, from 0 to 1, does not exceed;
    /// `None` without searches.
    fn quantile(&self, share: f64) -> Option<(u64, Duration)> {
        let at = ((share * self.stats.len() as f64).ceil() as usize).saturating_sub(1);
        let mut nodes: Vec<u64> = self.stats.iter().map(|stats| stats.nodes).collect();
        let mut times: Vec<Duration> = self.stats.iter().map(|stats| stats.elapsed).collect();
        nodes.sort_unstable();
        times.sort_unstable();
        Some((*nodes.get(at)?, *times.get(at)?))
    }
}

/// Formats verdicts, the signature, quantiles and rates.
fn report(workload: &Workload) -> Result<String, std::fmt::Error> {
    let verdicts: Vec<String> =
        workload.verdicts.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
    let none = if verdicts.is_empty() { "none" } else { "" };
    let sum = |number: fn(&Stats) -> u64| workload.stats.iter().map(number).sum::<u64>();
    let (nodes, boards) = (sum(|stats| stats.nodes), sum(|stats| stats.boards));
    let seconds = workload.stats.iter().map(|stats| stats.elapsed).sum::<Duration>().as_secs_f64();
    let mut text = String::new();
    writeln!(text, "answers    {none}{}", verdicts.join(", "))?;
    writeln!(text, "signature  {nodes} nodes, {boards} boards")?;
    for (name, share) in [("median", 0.5), ("p90", 0.9), ("p99", 0.99), ("slowest", 1.0)] {
        if let Some((nodes, time)) = workload.quantile(share) {
            writeln!(text, "{name:10} {nodes:>10} nodes {:>12.3} ms", time.as_secs_f64() * 1e3)?;
        }
    }
    let count = workload.stats.len().max(1) as f64;
    writeln!(text, "mean       {:>10.1} nodes {:>12.3} ms", nodes as f64 / count, seconds * 1e3 / count)?;
    let per_second = |number: u64| number as f64 / seconds.max(f64::MIN_POSITIVE);
    writeln!(text, "rate       {:.0} nodes/s, {:.0} boards/s", per_second(nodes), per_second(boards))?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_nearest_ranks() {
        let mut workload = Workload::default();
        assert_eq!(workload.quantile(0.5), None);
        for nodes in [30, 10, 20, 40] {
            let stats = Stats { nodes, boards: 1, elapsed: Duration::from_millis(100 - nodes) };
            workload.add(&Outcome { verdict: Verdict::Won { swaps: 1 }, line: Vec::new(), stats });
        }
        let quantile = |share| workload.quantile(share).map(|(nodes, time)| (nodes, time.as_millis()));
        assert_eq!([0.5, 0.9, 1.0].map(quantile), [Some((20, 70)), Some((40, 90)), Some((40, 90))]);
        assert_eq!(workload.verdicts["with 16"], 4);
    }
}
