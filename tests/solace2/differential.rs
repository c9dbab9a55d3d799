//! The solver against a plain search over single moves that shares no code with it; the rules against the plain rules.
//!
//! `SOLACE2_DEALS=full` runs 2,000 deals of two stashes under every preset, and 200 of three. The plain search then has no limit on
//! positions, so no deal is left out; that takes hours. `SOLACE2_PRESET=NAME` runs one preset only, `SOLACE2_POSITIONS=N` sets a limit,
//! and the comparisons that it leaves out are counted, named and fail the test.

use rayon::prelude::*;
use solomids::solace2::dealer;
use solomids::solace2::game::{Colour, Core, Deal, Lend, Position, Reading, replay};
use solomids::solace2::solver::{Limits, Pruning, PruningSet, Solver, StopReason, Verdict};

use super::is_full;
use super::reference::{Piece, Rules as Plain, Table, best_score};

pub(super) fn plain(reading: Reading) -> Plain {
    let Reading { native, opened, recap, lend, open } = reading;
    Plain { native, opened, recap, lend: lend as u8, open }
}

fn nests(deal: &Deal) -> Vec<[u8; 3]> {
    let colours = |nest: &solomids::solace2::game::Nest| {
        [nest.large, nest.medium, nest.small].map(|colour| colour.index() as u8)
    };
    deal.nests().iter().map(colours).collect()
}

/// Checks one deal: the score is the plain one, and the line replays to it.
fn check(solver: &mut Solver, deal: &Deal, reading: Reading, expected: usize, rules: &str) {
    let start = Position::new(deal);
    let outcome = solver.solve(&start, reading, &Limits::default());
    let name = format!("{} {deal:?} {rules}", reading.name());
    assert_eq!(outcome.verdict, Verdict::Exact { score: expected as u8 }, "{name}");
    let end = replay(&start, reading, &outcome.line).expect("a legal line");
    assert_eq!(usize::from(end.score()), expected, "{name}");
}

/// Compares deals under readings, and gives back the number of comparisons: those whose plain search visits no more than
/// `most` positions.
fn compare(stashes: usize, deals: u64, readings: &[Reading], most: usize) -> usize {
    let compared = (0..deals).into_par_iter().map_init(Solver::default, |solver, index| {
        let deal = dealer::deal_of(stashes, 11, index);
        let decided = readings.iter().filter(|&&reading| {
            let expected = best_score(&nests(&deal), plain(reading), most);
            if let Some(expected) = expected {
                check(solver, &deal, reading, expected, "");
            }
            expected.is_some()
        });
        decided.count()
    });
    compared.sum()
}

fn presets() -> Vec<Reading> {
    Reading::PRESETS.iter().map(|(_, reading)| *reading).collect()
}

#[test]
fn two_stashes_under_every_preset() {
    let deals = if is_full() { 2000 } else { 60 };
    assert_eq!(compare(2, deals, &presets(), usize::MAX) as u64, deals * 5);
}

#[test]
fn three_stashes_under_every_preset() {
    let set = |name: &str| std::env::var(name).ok();
    let limit = set("SOLACE2_POSITIONS").map(|value| value.parse::<usize>().expect("a number"));
    let only = set("SOLACE2_PRESET");
    let (deals, most) = if is_full() { (200, limit.unwrap_or(usize::MAX)) } else { (1, SMALL) };
    for (name, reading) in Reading::PRESETS {
        // Without the switch, those that may lend pieces of finished towers have too many positions.
        let is_small = reading.native && reading.lend != Lend::Always;
        if only.as_ref().is_some_and(|only| only != name) || !is_full() && !is_small {
            continue;
        }
        let compared = compare(3, deals, &[reading], most) as u64;
        eprintln!("three stashes, {name}: {compared} of {deals} deals compared");
        assert_eq!(compared, deals, "{name}: deals left out");
    }
}

/// Positions of the plain search of three stashes that every test run can afford.
const SMALL: usize = 60_000;

#[test]
fn two_stashes_under_every_combination_of_switches() {
    let deals = if is_full() { 300 } else { 4 };
    let readings: Vec<Reading> = Reading::all().collect();
    assert_eq!(compare(2, deals, &readings, usize::MAX) as u64, deals * 48);
}

#[test]
fn every_rule_can_be_left_out() {
    let deals = if is_full() { 100 } else { 2 };
    (0..deals).into_par_iter().for_each(|index| {
        let deal = dealer::deal_of(2, 12, index);
        for reading in Reading::all() {
            let expected = best_score(&nests(&deal), plain(reading), usize::MAX).expect("no limit");
            for rule in Pruning::ALL {
                let solver = &mut Solver::with_pruning(PruningSet::default().without(rule));
                check(solver, &deal, reading, expected, &format!("without {rule:?}"));
            }
        }
    });
}

/// Positions in the middle of games, where pieces stand as no solver would have put them.
#[test]
fn positions_in_mid_game() {
    let deals = if is_full() { 200 } else { 5 };
    let piles = || Solver::with_pruning(PruningSet::default().without(Pruning::Counts));
    let solvers = || (Solver::default(), piles());
    (0..deals).into_par_iter().for_each_init(solvers, |(solver, piles), index| {
        let deal = dealer::deal_of(2, 13, index);
        for reading in Reading::all() {
            let mut position = Position::new(&deal);
            for ply in 0..8 {
                let moves = position.legal_moves(reading);
                let Some(&mv) = moves.get((index as usize * 7 + ply * 5) % moves.len().max(1)) else { break };
                position.play(mv, reading).expect("listed moves are legal");
                let by_piles = piles.solve(&position, reading, &Limits::default());
                let by_counts = solver.solve(&position, reading, &Limits::default());
                assert_eq!(by_piles.verdict, by_counts.verdict, "{} {position:?}", reading.name());
                let end = replay(&position, reading, &by_counts.line).expect("a legal line");
                assert_eq!(Some(end.score()), by_counts.verdict.score());
            }
        }
    });
}

/// All along random games, the moves of the library lead to the same tables as those of the plain rules.
#[test]
fn rules_agree_along_random_games() {
    for index in 0..20u64 {
        let deal = dealer::deal_of(1 + (index % 5) as usize, 14, index);
        for reading in Reading::all() {
            let mut position = Position::new(&deal);
            assert_eq!(as_table(&position), Table::new(&nests(&deal)));
            for ply in 0..60 {
                let table = as_table(&position);
                assert_eq!(usize::from(position.score()), table.score());
                let moves = position.legal_moves(reading);
                let mut reached: Vec<Table> = moves
                    .iter()
                    .map(|&mv| {
                        let mut after = position;
                        after.play_unchecked(mv);
                        as_table(&after)
                    })
                    .collect();
                let mut expected = table.next(plain(reading));
                for tables in [&mut reached, &mut expected] {
                    tables.sort();
                    tables.dedup();
                }
                assert_eq!(reached, expected, "{} {position:?}", reading.name());
                let Some(&mv) = moves.get((index as usize * 31 + ply * 17) % moves.len().max(1)) else {
                    break;
                };
                position.play(mv, reading).expect("listed moves are legal");
            }
        }
    }
}

/// A position as plain piles.
fn as_table(position: &Position) -> Table {
    let mut piles = Vec::new();
    for space in position.spaces() {
        let mut pile = Vec::new();
        let mut put =
            |size, colour: Colour, dealt| pile.push(Piece { size, colour: colour.index() as u8, dealt });
        let nest = space.nest();
        if space.core() != Core::Gone {
            put(1, nest.small, true);
        }
        if matches!(space.core(), Core::Opened | Core::Full) {
            put(2, nest.medium, true);
        }
        if space.core() == Core::Full {
            put(3, nest.large, true);
        }
        (0..space.caps()).for_each(|_| put(3, nest.large, false));
        if let Some(colour) = space.tower() {
            put(3, colour, false);
        }
        let colour = space.topmost_large().unwrap_or(nest.medium);
        if space.has_medium() {
            put(2, colour, false);
        }
        if space.has_small() {
            put(1, colour, false);
        }
        if !pile.is_empty() {
            piles.push(pile);
        }
    }
    let open = position.spaces()[..position.nests()].iter().filter(|space| space.is_open()).count();
    Table::of(piles, open)
}

/// Under readings with R3 most lines of steps are none of moves, and lines of stricter readings come first.
#[test]
fn stricter_readings_give_lines_where_caps_may_move_on() {
    let nodes_without = (0..40_u64).into_par_iter().map(|index| {
        let start = Position::new(&dealer::deal(7, index));
        let mut nodes = 0;
        for name in ["recap+lend-in-progress", "recap+opened+lend-always", "native+opened+recap+lend-never"] {
            let reading: Reading = name.parse().expect("a reading");
            let outcome = Solver::default().solve(&start, reading, &Limits::nodes(1_000));
            let score =
                outcome.verdict.score().unwrap_or_else(|| panic!("{name}, deal {index}: {outcome:?}"));
            let rules = PruningSet::default().without(Pruning::StricterFirst);
            let without = Solver::with_pruning(rules).solve(&start, reading, &Limits::nodes(20_000));
            let (lower, upper) = without.verdict.bounds();
            assert!(
                lower <= score && score <= upper,
                "{name}, deal {index}: {lower} to {upper}, not {score}"
            );
            nodes += without.stats.nodes;
        }
        nodes
    });
    let nodes: u64 = nodes_without.sum();
    assert!(nodes > 120 * 1_000, "{nodes} nodes without lines of stricter readings");
}

#[test]
fn limits_leave_a_search_undecided_between_proven_bounds() {
    let deal = dealer::deal(11, 0);
    let start = Position::new(&deal);
    let best = Solver::default().solve(&start, Reading::LITERAL, &Limits::default());
    let score = best.verdict.score().expect("no limits");
    for max_nodes in 0..best.stats.nodes {
        let limits = Limits::nodes(max_nodes);
        let outcome = Solver::default().solve(&start, Reading::LITERAL, &limits);
        let (lower, upper) = outcome.verdict.bounds();
        assert!(lower <= score && score <= upper, "{max_nodes}: {outcome:?}");
        assert!(outcome.verdict.score().is_none() || lower == upper);
        let end = replay(&start, Reading::LITERAL, &outcome.line).expect("a legal line");
        assert_eq!(end.score(), lower);
        assert!(outcome.stats.nodes <= max_nodes);
    }
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let stops = [
        (Limits { interrupt: Some(flag), ..Limits::default() }, StopReason::Interrupted),
        (Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() }, StopReason::Time),
        (Limits::memory(0), StopReason::Memory),
    ];
    for (limits, stop) in stops {
        let verdict = Solver::default().solve(&start, Reading::LITERAL, &limits).verdict;
        assert_eq!(verdict.stopped(), Some(stop));
    }
}
