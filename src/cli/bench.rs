//! `bench`: solves fixed deals on one thread and prints the node signature, quantiles and rates.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use solomids::analysis::{Bounds, Quantile, Workload};
use solomids::dealer::{tabletop, web};
use solomids::game::Deal;
use solomids::numbers::counted;
use solomids::solver::{Config, Parallelism, Solver, Stats};

use super::args::{BenchArgs, DealerArg};
use super::exit_status::ExitStatus;
use super::interrupt;
use super::settings::{SearchSettings, indices};
use super::terminal::Terminal;

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

/// Formats verdicts, the signature, quantiles and rates.
fn report(workload: &Workload) -> Result<String, std::fmt::Error> {
    let verdicts: Vec<String> =
        workload.verdicts.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
    let none = if verdicts.is_empty() { "none" } else { "" };
    let (nodes, boards, seconds) = (workload.nodes(), workload.boards, workload.time().as_secs_f64());
    let mut text = String::new();
    writeln!(text, "answers    {none}{}", verdicts.join(", "))?;
    writeln!(text, "signature  {nodes} nodes, {boards} boards")?;
    for (name, share) in [("median", 0.5), ("p90", 0.9), ("p99", 0.99), ("slowest", 1.0)] {
        if let Some(Quantile { nodes, time }) = workload.quantile(share) {
            writeln!(text, "{name:10} {nodes:>10} nodes {:>12.3} ms", time.as_secs_f64() * 1e3)?;
        }
    }
    let count = workload.searches().max(1) as f64;
    writeln!(text, "mean       {:>10.1} nodes {:>12.3} ms", nodes as f64 / count, seconds * 1e3 / count)?;
    let per_second = |number: u64| number as f64 / seconds.max(f64::MIN_POSITIVE);
    writeln!(text, "rate       {:.0} nodes/s, {:.0} boards/s", per_second(nodes), per_second(boards))?;
    Ok(text)
}
