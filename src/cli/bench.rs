//! `bench`: fixed deals on one thread, a node count that changes only when the search does, and rates.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use solomids::dealer::tabletop;
use solomids::solver::{Config, Solver, Verdict};

use super::args::{Bench, Common};
use super::terminal::Terminal;
use super::{Status, values};

pub(super) fn run(arguments: &Bench, common: &Common, terminal: Terminal) -> anyhow::Result<Status> {
    let config = Config { threads: 1, ..common.config() };
    let mut solver = Solver::new();
    let (mut nodes, mut boards, mut millis) = (Vec::new(), Vec::new(), Vec::new());
    let mut verdicts: BTreeMap<String, u64> = BTreeMap::new();
    for index in values::indices(arguments.start, arguments.count)? {
        let deal = tabletop::deal(arguments.seed, index);
        let outcome = solver.solve(deal.position(), &config);
        let time = outcome.stats.elapsed.as_secs_f64() * 1e3;
        if arguments.verbose {
            terminal.print(&format!(
                "{index} {:?} {} nodes {time:.3} ms\n",
                outcome.verdict, outcome.stats.nodes
            ))?;
        }
        nodes.push(outcome.stats.nodes);
        boards.push(outcome.stats.boards);
        millis.push(time);
        let verdict = match outcome.verdict {
            Verdict::Won { .. } => format!("with {}", outcome.verdict.bounds().0),
            Verdict::Lost { .. } => "lost".into(),
            Verdict::Undecided { .. } => "undecided".into(),
        };
        *verdicts.entry(verdict).or_default() += 1;
    }
    let seconds = millis.iter().sum::<f64>() / 1e3;
    let (total, all_boards) = (nodes.iter().sum::<u64>(), boards.iter().sum::<u64>());
    nodes.sort_unstable();
    millis.sort_by(f64::total_cmp);
    let mut text = String::new();
    let verdicts: Vec<String> =
        verdicts.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
    let Bench { seed, start, .. } = arguments;
    writeln!(text, "deals      {} seed {seed} from {start}", tabletop::FORMAT)?;
    writeln!(text, "answers    {}", verdicts.join(", "))?;
    writeln!(text, "signature  {total} nodes, {all_boards} boards")?;
    for (name, share) in [("median", 0.5), ("p90", 0.9), ("p99", 0.99), ("slowest", 1.0)] {
        let at = (share * (nodes.len().saturating_sub(1)) as f64) as usize;
        if let (Some(nodes), Some(millis)) = (nodes.get(at), millis.get(at)) {
            writeln!(text, "{name:10} {nodes:>10} nodes {millis:>12.3} ms")?;
        }
    }
    writeln!(
        text,
        "mean       {:>10.1} nodes {:>12.3} ms",
        total as f64 / nodes.len() as f64,
        seconds * 1e3 / nodes.len() as f64
    )?;
    writeln!(
        text,
        "rate       {:.0} nodes/s, {:.0} boards/s",
        total as f64 / seconds,
        all_boards as f64 / seconds
    )?;
    terminal.print(&text)?;
    Ok(Status::Done)
}
