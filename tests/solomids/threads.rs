//! Outcomes are equal to the last node for any number of threads, wherever a node limit ends the search.

use rayon::prelude::*;
use solomids::dealer::tabletop;
use solomids::solver::{Config, Limits, Outcome, Parallelism, Verdict, solve};

/// Deals of tabletop, seed 1, that the first depth-first search does not win: a later stage with up to 1,024 boards a
/// layer does, or a proof ends first (6471).
const DEALS: [u64; 5] = [16, 262, 203, 419, 6471];

fn summary(outcome: &Outcome) -> (Verdict, usize, u64, u64) {
    (outcome.verdict, outcome.line.len(), outcome.stats.nodes, outcome.stats.boards)
}

/// Solves with as many threads, within limits.
fn with_threads(threads: usize, cases: &[(u64, Option<u64>)]) -> Vec<Outcome> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    let parallelism = if threads == 1 { Parallelism::Sequential } else { Parallelism::Pool };
    let solved = |&(index, nodes): &(u64, Option<u64>)| {
        let limits = Limits { nodes, ..Limits::default() };
        let config = Config { parallelism, limits, ..Config::default() };
        solve(tabletop::deal(1, index).position(), &config)
    };
    // One after the other, so that all threads share each of them.
    pool.install(|| cases.iter().map(solved).collect())
}

#[test]
fn threads_make_no_difference() {
    let unlimited: Vec<(u64, Option<u64>)> = DEALS.iter().map(|&index| (index, None)).collect();
    let nodes: Vec<u64> = unlimited
        .par_iter()
        .map(|&(index, _)| {
            let config = Config { parallelism: Parallelism::Sequential, ..Config::default() };
            solve(tabletop::deal(1, index).position(), &config).stats.nodes
        })
        .collect();
    // Limits spread over the search, many of them within speculative stages, and close to what is needed.
    let limits = |needed: u64| {
        let spread = [301, 1_100, 1_101, 1_357, 2_000, 2_900, 3_333, 7_000, 12_345];
        spread.into_iter().chain([needed - 1, needed, needed + 1]).filter(move |&limit| limit < needed + 2)
    };
    let limited = DEALS
        .iter()
        .zip(&nodes)
        .flat_map(|(&index, &needed)| limits(needed).map(move |limit| (index, Some(limit))));
    let cases: Vec<(u64, Option<u64>)> = unlimited.into_iter().chain(limited).collect();
    assert!(cases.len() > 40, "{}", cases.len());
    let one = with_threads(1, &cases);
    for threads in [2, 5] {
        for ((case, one), many) in cases.iter().zip(&one).zip(with_threads(threads, &cases)) {
            assert_eq!(summary(one), summary(&many), "{case:?} with {threads} threads");
            assert_eq!(one.line, many.line, "{case:?} with {threads} threads");
        }
    }
    let decided = one.iter().filter(|outcome| !matches!(outcome.verdict, Verdict::Undecided { .. })).count();
    assert!((2 * DEALS.len()..cases.len() - 10).contains(&decided), "{decided}");
}
