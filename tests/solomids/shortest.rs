//! Shortest lines against the plain search, on random small positions of all shapes; and lines of whole deals.
//!
//! The environment variable `SOLOMIDS_POSITIONS` sets how many positions are compared:
//! `SOLOMIDS_POSITIONS=5000 cargo test --release --test solomids shortest`.

use crate::{checks, common, reference};
use rayon::prelude::*;
use solomids::dealer::web;
use solomids::game::{Move, Palette, Position, replay};
use solomids::solver::{
    Bounds, Config, Outcome, Parallelism, Pruning, PruningSet, Shortest, Stats, StopReason, Verdict, length,
    shortest, solve,
};

/// Positions after which the plain search gives up.
const LIMIT: usize = 60_000;

/// Nodes after which a search with a rule switched off gives up.
const NODES: u64 = 5_000;

/// How many positions to compare.
fn count() -> u64 {
    std::env::var("SOLOMIDS_POSITIONS").map_or(250, |n| n.parse().expect("a number"))
}

/// The line of a shortening must be as good as that of the outcome, and as long as it says. `expected` is the length by the
/// plain search.
fn check(name: &str, position: &Position, outcome: &Outcome, found: &Shortest, expected: Option<usize>) {
    let [before, after] = [&outcome.line, &found.line]
        .map(|line| replay(position, line).unwrap_or_else(|error| panic!("{name}: {error}")));
    assert_eq!(before.score(), after.score(), "{name}");
    assert_eq!(found.length, length(&found.line), "{name}");
    assert!(found.lower_bound <= found.length && found.length <= length(&outcome.line), "{name}");
    let is_right = |expected| found.lower_bound <= expected && expected <= found.length;
    assert!(expected.is_none_or(is_right), "{name}: {expected:?}, {found:?}");
}

/// Compares the shortest line of a position, and those with a rule switched off, with the plain search. Returns whether the
/// line is as short as can be and whether that is proven; `None` if the plain search gives up.
fn compare(name: &str, plain: &reference::Position, limit: usize) -> Option<(bool, bool)> {
    let answer = reference::solve(plain, limit)?;
    // Without a win swaps are as good as any other move.
    let expected = reference::fewest_moves(plain, answer.trees, answer.swaps.unwrap_or(2), limit)?;
    let position = common::library_position(plain, &common::palette(plain));
    let outcome = solve(&position, &Config { parallelism: Parallelism::Sequential, ..Config::default() });
    let found = shortest(&position, &Config::default(), &outcome);
    check(name, &position, &outcome, &found, Some(expected));
    for rule in [Pruning::Domination, Pruning::DeadEnds] {
        let pruning = PruningSet::default().without(rule);
        let config = Config { pruning, ..Config::with_nodes(NODES) };
        let found = shortest(&position, &config, &outcome);
        check(&format!("{name}, without {}", rule.name()), &position, &outcome, &found, Some(expected));
    }
    Some((found.length == expected, found.is_proven()))
}

#[test]
fn shortest_lines_are_those_of_the_plain_search() {
    let count = count();
    let compared: Vec<(bool, bool)> = (0..count)
        .into_par_iter()
        .filter_map(|seed| {
            let (text, swaps_used) = reference::random_position(seed);
            let name = format!("seed {seed}: {text} swaps used {swaps_used}");
            compare(&name, &reference::Position::parse(&text, swaps_used), LIMIT)
        })
        .collect();
    let all = compared.len();
    let shortest = compared.iter().filter(|it| it.0).count();
    let proven = compared.iter().filter(|it| it.1).count();
    println!("{all} of {count} positions compared, {shortest} lines are shortest, {proven} proven");
    assert!(all * 10 >= count as usize * 6, "the plain search gave up on too many");
    assert!(shortest * 20 >= all * 19 && proven * 4 >= all, "{shortest} shortest, {proven} proven of {all}");
}

#[test]
fn shortest_lines_at_the_end_of_deals_are_those_of_the_plain_search() {
    let cases: Vec<_> = (0..12).flat_map(|seed| [5, 6, 7].map(|merges| (seed, merges))).collect();
    let compared = cases.par_iter().filter_map(|&(seed, merges)| {
        let deal = web::deal(&seed.to_string())?;
        let line = solve(deal.position(), &Config::default()).line;
        let is_stack = |mv: &Move| matches!(mv, Move::Stack { .. });
        let stacks: Vec<usize> = (0..line.len()).filter(|&at| is_stack(&line[at])).collect();
        let position = replay(deal.position(), &line[..stacks[stacks.len() - merges]]).expect("a legal line");
        let plain =
            reference::Position::parse(&Palette::default().position_line(&position), position.swaps_used());
        compare(&format!("web seed {seed}, {merges} stacks before the end"), &plain, LIMIT)
    });
    let compared: Vec<(bool, bool)> = compared.collect();
    println!("{} of {} compared", compared.len(), cases.len());
    assert!(compared.len() * 2 > cases.len(), "too few: {}", compared.len());
    assert!(compared.iter().all(|it| it.0), "a line is not the shortest");
}

#[test]
fn a_limit_leaves_a_line_and_a_bound() {
    let deal = web::deal("1").expect("the page deals this seed");
    let outcome = solve(deal.position(), &Config::default());
    let config = Config::with_nodes(1500);
    let found = shortest(deal.position(), &config, &outcome);
    check("web seed 1", deal.position(), &outcome, &found, None);
    assert_eq!((found.stopped, found.stats.nodes), (Some(StopReason::Nodes), 1500));
    assert!(found.length < length(&outcome.line) && found.lower_bound == 30, "{found:?}");
    // The same on one thread.
    let again =
        shortest(deal.position(), &Config { parallelism: Parallelism::Sequential, ..config }, &outcome);
    assert_eq!((again.line, again.lower_bound), (found.line, found.lower_bound));
    assert_eq!((again.stats.nodes, again.stats.boards), (found.stats.nodes, found.stats.boards));
}

#[test]
fn a_short_line_may_be_better_than_an_undecided_outcome() {
    let (mut tried, mut better) = (0, 0);
    // In 1828 a tree may be given up to save slides, and earns a swap later; beams find better lines in the others that are named.
    for seed in (0..count()).chain([354, 766, 775, 807, 1828, 1967, 2558]) {
        let (text, swaps_used) = reference::random_position(seed);
        let plain = reference::Position::parse(&text, swaps_used);
        let position = common::library_position(&plain, &common::palette(&plain));
        let swap = position.legal_moves().into_iter().find(|mv| matches!(mv, Move::Swap { .. }));
        let Some(swap) = swap else { continue };
        // A line that begins with a swap; whether the swap is needed is not known.
        let after = replay(&position, &[swap]).expect("a legal move");
        let line = [vec![swap], solve(&after, &Config::default()).line].concat();
        let lower = replay(&position, &line).expect("a legal line").score();
        let upper = solve(&position, &Config::default()).verdict.bounds().upper.max(lower + 1);
        let verdict = Verdict::Undecided { bounds: Bounds { lower, upper }, stopped: StopReason::Memory };
        let outcome = Outcome { verdict, line, stats: Stats::default() };
        let found = shortest(&position, &Config::with_nodes(NODES), &outcome);
        let reached = replay(&position, &found.line).expect("a legal line").score();
        assert_eq!(found.score, reached, "seed {seed}: {text}");
        assert!(found.score >= lower, "seed {seed}: {text}");
        let outcome = Outcome { verdict: verdict.with_line(found.score), line: found.line, ..outcome };
        solomids::check::check(&position, &outcome).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        tried += 1;
        better += usize::from(found.score > lower);
    }
    println!("{better} of {tried} lines scored more");
    assert!(tried > 20 && better > 0 && better < tried, "{better} of {tried}");
}

/// A row of `data/known-answers.csv`, as far as it matters here.
#[derive(serde::Deserialize)]
struct Small {
    position: String,
    swaps_used: u8,
}

#[test]
fn nothing_can_be_left_out_of_a_line() {
    // The last two of these seeds once had detours in their lines.
    let deals = (0..31).chain([47, 268]).filter_map(|seed: u32| web::deal(&seed.to_string()));
    // Lines that do not win have more that could be needless.
    let small = checks::rows("known-answers.csv").into_iter().map(|Small { position, swaps_used }| {
        let plain = reference::Position::parse(&position, swaps_used);
        common::library_position(&plain, &common::palette(&plain))
    });
    let positions: Vec<Position> = deals.map(|deal| *deal.position()).chain(small).collect();
    assert!(positions.len() >= 230, "the page deals most seeds");
    for (number, start) in positions.iter().enumerate() {
        let line = solve(start, &Config::default()).line;
        let score = replay(start, &line).expect("a legal line").score();
        let reaches = |moves: &[Move]| replay(start, moves).is_ok_and(|end| end.score() >= score);
        for (i, &first) in line.iter().enumerate() {
            let fewer = [&line[..i], &line[i + 1..]].concat();
            assert!(!reaches(&fewer), "position {number}: nothing needs move {} of its line, {first}", i + 1);
            let (Move::Stack { from, to } | Move::Transfer { from, to }) = first else { continue };
            for (j, &second) in line.iter().enumerate().skip(i + 1) {
                let Move::Transfer { from: through, to: end } = second else { continue };
                if through != to {
                    continue;
                }
                let between = &line[i + 1..j];
                for straight in [Move::Stack { from, to: end }, Move::Transfer { from, to: end }] {
                    let early = [&line[..i], &[straight], between, &line[j + 1..]].concat();
                    let late = [&line[..i], between, &[straight], &line[j + 1..]].concat();
                    assert!(
                        !reaches(&early) && !reaches(&late),
                        "position {number}: {straight} would do for moves {} and {}, {first} and {second}",
                        i + 1,
                        j + 1
                    );
                }
            }
        }
    }
}
