//! `bench`: fixed deals on one thread, a node count that changes only when the search does, and rates.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use solomids::analysis::Bounds;
use solomids::dealer::{tabletop, web};
use solomids::game::Deal;
use solomids::numbers::counted;
use solomids::solver::{Config, Outcome, Solver, Stats, Verdict};

use super::args::{Bench, Common, Dealer};
use super::terminal::Terminal;
use super::{Status, interrupt, values};

pub(super) fn run(arguments: &Bench, common: &Common, terminal: Terminal) -> anyhow::Result<Status> {
    let interrupt = interrupt::flag()?;
    let config = Config { threads: 1, interrupt: Some(Arc::clone(&interrupt)), ..common.config() };
    let mut solver = Solver::new();
    let mut tally = Tally::default();
    for index in values::indices(arguments.start, arguments.count)? {
        // The web page deals nothing for some of its seeds.
        let Some(deal) = deal(arguments, index) else { continue };
        let outcome = solver.solve(deal.position(), &config);
        if interrupt.load(Ordering::SeqCst) {
            terminal.note(&format!("interrupted before the end of index {index}"));
            break;
        }
        if arguments.verbose {
            let Stats { nodes, elapsed, .. } = outcome.stats;
            let (lower, upper) = outcome.verdict.bounds();
            let bounds = Bounds { lower, upper };
            let nodes = counted(nodes, "node");
            terminal
                .print(&format!("{index}: {bounds}, {nodes}, {:.3} ms\n", elapsed.as_secs_f64() * 1e3))?;
        }
        tally.add(&outcome);
    }
    let Bench { seed, start, .. } = arguments;
    let deals = match arguments.dealer {
        Dealer::Tabletop => format!("{} seed {seed} from {start}", tabletop::FORMAT),
        Dealer::Web => format!("{} seeds from {start}", web::FORMAT),
    };
    terminal.print(&format!("deals      {deals}\n{}", tally.report()?))?;
    Ok(if interrupt.load(Ordering::SeqCst) { Status::Interrupted } else { Status::Done })
}

fn deal(arguments: &Bench, index: u64) -> Option<Deal> {
    match arguments.dealer {
        Dealer::Tabletop => Some(tabletop::deal(arguments.seed, index)),
        Dealer::Web => web::deal(&index.to_string()),
    }
}

/// What came of all deals.
#[derive(Default)]
struct Tally {
    answers: BTreeMap<String, u64>,
    nodes: Vec<u64>,
    boards: u64,
    millis: Vec<f64>,
}

impl Tally {
    fn add(&mut self, outcome: &Outcome) {
        let answer = match outcome.verdict {
            Verdict::Won { .. } => format!("with {}", outcome.verdict.bounds().0),
            Verdict::Lost { .. } => "lost".into(),
            Verdict::Undecided { .. } => "undecided".into(),
        };
        *self.answers.entry(answer).or_default() += 1;
        self.nodes.push(outcome.stats.nodes);
        self.boards += outcome.stats.boards;
        self.millis.push(outcome.stats.elapsed.as_secs_f64() * 1e3);
    }

    fn report(mut self) -> Result<String, std::fmt::Error> {
        let Self { nodes, millis, boards, answers } = &mut self;
        let (total, time) = (nodes.iter().sum::<u64>(), millis.iter().fold(0.0, |sum, millis| sum + millis));
        let count = nodes.len().max(1) as f64;
        nodes.sort_unstable();
        millis.sort_by(f64::total_cmp);
        let answers: Vec<String> =
            answers.iter().map(|(answer, count)| format!("{count} {answer}")).collect();
        let mut text = String::new();
        let none = if answers.is_empty() { "none" } else { "" };
        writeln!(text, "answers    {none}{}", answers.join(", "))?;
        writeln!(text, "signature  {total} nodes, {boards} boards")?;
        for (name, share) in [("median", 0.5), ("p90", 0.9), ("p99", 0.99), ("slowest", 1.0)] {
            let at = ((share * nodes.len() as f64).ceil() as usize).saturating_sub(1);
            if let (Some(nodes), Some(millis)) = (nodes.get(at), millis.get(at)) {
                writeln!(text, "{name:10} {nodes:>10} nodes {millis:>12.3} ms")?;
            }
        }
        writeln!(text, "mean       {:>10.1} nodes {:>12.3} ms", total as f64 / count, time / count)?;
        let per_second = |number: u64| number as f64 / (time / 1e3).max(f64::MIN_POSITIVE);
        writeln!(text, "rate       {:.0} nodes/s, {:.0} boards/s", per_second(total), per_second(*boards))?;
        Ok(text)
    }
}
