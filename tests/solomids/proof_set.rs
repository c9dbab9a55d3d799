//! Deals that cannot be won without a swap: verdicts that rest on proofs, proven again.
//!
//! `cargo test` takes the cheap ones. All of them take minutes:
//! `SOLOMIDS_PROOFS=all cargo test --release --test solomids proof_set`.

use crate::checks;
use rayon::prelude::*;
use solomids::dealer::tabletop;
use solomids::solver::{Bounds, Config, Outcome, Parallelism, Pruning, PruningSet, Solver, Verdict};

/// Rows with fewer nodes than this are always proven again.
const CHEAP: u64 = 20_000;

/// How many of the cheapest rows are proven without each rule.
const ABLATED: usize = 4;

/// Nodes for a proof without a rule, times those with all rules; one that needs more may stay undecided.
const ABLATION_FACTOR: u64 = 10;

/// One row of `data/proof-set.csv`.
#[derive(serde::Deserialize)]
struct Row {
    index: u64,
    verdict: String,
    trees: u8,
    nodes: u64,
}

impl Row {
    fn verdict(&self) -> Verdict {
        match (self.verdict.as_str(), self.trees) {
            ("lost", trees) if trees < 15 => Verdict::Lost { trees },
            ("16", 15) => Verdict::Won { swaps: 1 },
            ("15", 15) => Verdict::Won { swaps: 2 },
            other => panic!("index {}: {other:?}", self.index),
        }
    }

    fn solve(&self, solver: &mut Solver, config: &Config) -> Outcome {
        let deal = tabletop::deal(1, self.index);
        let outcome = solver.solve(deal.position(), config);
        checks::check_line(&format!("index {}", self.index), deal.position(), &outcome);
        outcome
    }
}

/// The rows to prove again, the cheapest first.
fn rows() -> Vec<Row> {
    let mut rows: Vec<Row> = checks::rows("proof-set.csv");
    if std::env::var_os("SOLOMIDS_PROOFS").is_none_or(|wanted| wanted != "all") {
        rows.retain(|row| row.nodes < CHEAP);
    }
    rows.sort_unstable_by_key(|row| row.nodes);
    rows
}

#[test]
fn the_file_has_deals_enough() {
    let rows: Vec<Row> = checks::rows("proof-set.csv");
    assert!(rows.len() >= 40, "{}", rows.len());
    assert!(rows.is_sorted_by(|a, b| a.index < b.index), "in order, each once");
    assert!(rows.iter().any(|row| matches!(row.verdict(), Verdict::Lost { .. })));
    assert!(rows.iter().any(|row| matches!(row.verdict(), Verdict::Won { .. })));
    assert!(rows.iter().filter(|row| row.nodes < CHEAP).count() >= ABLATED);
}

#[test]
fn one_thread_and_two_prove_the_verdicts_alike() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
    let mut solver = Solver::new();
    for row in rows() {
        // One of them on a solver that knows other deals, the other on a new one.
        let one =
            row.solve(&mut solver, &Config { parallelism: Parallelism::Sequential, ..Config::default() });
        let two = pool.install(|| row.solve(&mut Solver::new(), &Config::default()));
        assert_eq!(one.verdict, row.verdict(), "index {}", row.index);
        let found = |outcome: &Outcome| {
            (outcome.verdict, outcome.line.clone(), outcome.stats.nodes, outcome.stats.boards)
        };
        assert_eq!(found(&one), found(&two), "index {}", row.index);
    }
}

#[test]
fn the_verdicts_hold_without_each_rule() {
    let rows = rows();
    let cases: Vec<(&Row, Pruning)> =
        rows.iter().take(ABLATED).flat_map(|row| Pruning::ALL.map(|rule| (row, rule))).collect();
    let decided: usize = cases
        .par_iter()
        .map_init(Solver::new, |solver, &(row, rule)| {
            let pruning = PruningSet::default().without(rule);
            let outcome = row.solve(
                solver,
                &Config {
                    parallelism: Parallelism::Sequential,
                    pruning,
                    ..Config::with_nodes(row.nodes * ABLATION_FACTOR)
                },
            );
            let name = format!("index {} without {}", row.index, rule.name());
            if let Verdict::Undecided { bounds: Bounds { lower, upper }, .. } = outcome.verdict {
                let score = row.verdict().bounds().lower;
                assert!(lower <= score && score <= upper, "{name}: {:?}", outcome.verdict);
                return 0;
            }
            assert_eq!(outcome.verdict, row.verdict(), "{name}");
            1
        })
        .sum();
    println!("{decided} of {} decided", cases.len());
    assert!(decided * 2 >= cases.len(), "too few decided to say anything: {decided} of {}", cases.len());
}
