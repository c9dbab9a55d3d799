//! The positions of `data/benchmark.csv`: verdicts proven again.
//!
//! `cargo test` takes tiers 2 and 3. Those to tier 5 take minutes:
//! `SOLOMIDS_PROOFS=all cargo test --release --test solomids benchmark`.

use std::collections::HashSet;

use crate::checks;
use rayon::prelude::*;
use solomids::game::{Position, parse_position};
use solomids::solver::{Bounds, Config, Outcome, Parallelism, Pruning, PruningSet, Solver, Verdict};

/// How many of the cheapest proofs that there is no win without a swap are made without each rule.
const ABLATED: usize = 4;

/// Nodes for a proof without a rule, times those with all rules; one that needs more may stay undecided.
const ABLATION_FACTOR: u64 = 10;

/// One row of `data/benchmark.csv`.
#[derive(serde::Deserialize)]
struct Row {
    number: u64,
    tier: u32,
    position: String,
    verdict: String,
    score: u8,
    trees: u8,
    nodes: u64,
}

impl Row {
    fn verdict(&self) -> Verdict {
        match (self.verdict.as_str(), self.score) {
            ("lost", trees) if trees < 15 => Verdict::Lost { trees },
            ("won", score @ 15..=17) => Verdict::Won { swaps: 17 - score },
            other => panic!("position {}: {other:?}", self.number),
        }
    }

    fn position(&self) -> Position {
        parse_position(&self.position).unwrap_or_else(|error| panic!("{}: {error}", self.number)).position
    }

    fn solve(&self, solver: &mut Solver, config: &Config) -> Outcome {
        let position = self.position();
        let outcome = solver.solve(&position, config);
        checks::check_line(&format!("position {}", self.number), &position, &outcome);
        outcome
    }
}

/// The rows to prove again, the cheapest first.
fn rows() -> Vec<Row> {
    let is_all = std::env::var_os("SOLOMIDS_PROOFS").is_some_and(|wanted| wanted == "all");
    let mut rows: Vec<Row> = checks::rows("benchmark.csv");
    rows.retain(|row| row.tier <= if is_all { 5 } else { 3 });
    rows.sort_unstable_by_key(|row| row.nodes);
    rows
}

#[test]
fn the_file_has_four_hundred_positions_in_tiers_of_their_nodes() {
    let rows: Vec<Row> = checks::rows("benchmark.csv");
    assert_eq!(rows.len(), 400);
    assert_eq!(rows.iter().map(|row| row.position.as_str()).collect::<HashSet<_>>().len(), 400);
    for (row, number) in rows.iter().zip(1..) {
        assert_eq!((row.number, row.tier), (number, row.nodes.ilog10()), "in order");
        assert_eq!(row.trees, 15 - row.position().trees_banked(), "position {number}");
    }
    for tier in 2..=7 {
        let of_tier = || rows.iter().filter(|row| row.tier == tier).map(Row::verdict);
        assert!(of_tier().any(|verdict| matches!(verdict, Verdict::Lost { .. })), "tier {tier}");
        assert!(of_tier().any(|verdict| matches!(verdict, Verdict::Won { .. })), "tier {tier}");
    }
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
        assert_eq!(one.verdict, row.verdict(), "position {}", row.number);
        let found = |outcome: &Outcome| {
            (outcome.verdict, outcome.line.clone(), outcome.stats.nodes, outcome.stats.boards)
        };
        assert_eq!(found(&one), found(&two), "position {}", row.number);
    }
}

#[test]
fn the_verdicts_hold_without_each_rule() {
    let rows: Vec<Row> = rows().into_iter().filter(|row| row.score < 17).collect();
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
            let name = format!("position {} without {}", row.number, rule.name());
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
