//! Calibrates the levels of difficulty: `cargo run --release --example difficulty -- 10000`.
//!
//! Prints the distribution of each measure over the first deals of seed 1 of the tabletop dealer, Spearman's rank
//! correlations of the measures, and the number of deals of each level. A deal undecided after 20,000 nodes counts with
//! these nodes and has no line.

use std::collections::BTreeMap;
use std::env;

use rayon::prelude::*;
use solomids::analysis::{Difficulty, difficulty};
use solomids::dealer::tabletop;
use solomids::solver::{Config, Parallelism, Solver, Verdict};

const SEED: u64 = 1;
const NODES: u64 = 20_000;
const NAMES: [&str; 9] = [
    "random wins, %",
    "random trees",
    "greedy wins, %",
    "greedy trees",
    "forced, %",
    "transfers",
    "first moves",
    "moves in the line",
    "solver's nodes",
];

/// Measures of a deal, in the order of `NAMES`, and its level.
struct DealMeasures {
    measures: [Option<f64>; NAMES.len()],
    word: &'static str,
}

fn measure(solver: &mut Solver, index: u64) -> DealMeasures {
    let deal = tabletop::deal(SEED, index);
    let config = Config { parallelism: Parallelism::Sequential, ..Config::with_nodes(NODES) };
    let outcome = solver.solve(deal.position(), &config);
    let found = difficulty(deal.position(), &outcome, None);
    let Difficulty { random, greedy, moves, forced, transfers, level, .. } = found;
    let solved = matches!(outcome.verdict, Verdict::Won { .. });
    let of_line = |value: f64| solved.then_some(value);
    let measures = [
        Some(100.0 * random.win_share()),
        Some(random.mean_trees()),
        Some(100.0 * greedy.win_share()),
        Some(greedy.mean_trees()),
        of_line(100.0 * forced as f64 / moves.max(1) as f64),
        of_line(transfers as f64),
        Some(deal.position().legal_moves().len() as f64),
        of_line(moves as f64),
        Some(outcome.stats.nodes as f64),
    ];
    DealMeasures { measures, word: level.map_or("not winnable", |level| level.word()) }
}

/// Ranks from 0; equal values share their mean rank.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    for equal in order.chunk_by(|&a, &b| values[a].total_cmp(&values[b]).is_eq()) {
        let below = order.iter().position(|i| i == &equal[0]).unwrap_or(0);
        for &i in equal {
            ranks[i] = below as f64 + (equal.len() - 1) as f64 / 2.0;
        }
    }
    ranks
}

/// Spearman's rank correlation.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let mean = (a.len() as f64 - 1.0) / 2.0;
    let sum = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| (x - mean) * (y - mean)).sum::<f64>();
    sum(&a, &b) / (sum(&a, &a) * sum(&b, &b)).sqrt()
}

fn main() {
    let count: u64 = env::args().nth(1).map_or(1000, |text| text.parse().expect("a number of deals"));
    let rows: Vec<DealMeasures> = (0..count).into_par_iter().map_init(Solver::new, measure).collect();
    println!("{:20} least    1 %   10 %   25 %   35 %   50 %   75 %   90 %   99 %   most", "measure");
    for (i, name) in NAMES.iter().enumerate() {
        let mut values: Vec<f64> = rows.iter().filter_map(|row| row.measures[i]).collect();
        values.sort_by(f64::total_cmp);
        print!("{name:20}");
        for share in [0.0, 0.01, 0.1, 0.25, 0.35, 0.5, 0.75, 0.9, 0.99, 1.0] {
            let at = (share * (values.len() - 1) as f64) as usize;
            print!(" {:6.2}", values[at]);
        }
        println!();
    }
    println!("\nrank correlations with greedy trees");
    for (i, name) in NAMES.iter().enumerate() {
        let both = |row: &DealMeasures| Some((row.measures[i]?, row.measures[3]?));
        let (a, b): (Vec<f64>, Vec<f64>) = rows.iter().filter_map(both).unzip();
        println!("{name:20} {:6.2}", correlation(&a, &b));
    }
    let mut words: BTreeMap<&str, (u32, Vec<f64>)> = BTreeMap::new();
    for row in &rows {
        let entry = words.entry(row.word).or_default();
        entry.0 += 1;
        entry.1.extend(row.measures[8]);
    }
    println!("\nword, deals, the solver's nodes on average");
    for (word, (deals, nodes)) in words {
        println!("{word:12} {deals:6} {:8.0}", nodes.iter().sum::<f64>() / nodes.len() as f64);
    }
}
