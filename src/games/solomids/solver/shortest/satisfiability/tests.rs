use rayon::prelude::*;

use super::super::tables::CostTables;
use super::clauses::TRUE;
use super::sat_solver::{SatResult, SatSolver};
use super::timetable::Timetable;
use super::*;
use crate::games::solomids::dealer::web;
use crate::games::solomids::game::{Deal, Position};
use crate::games::solomids::solver::board::Board;
use crate::games::solomids::solver::config::Config;
use crate::games::solomids::solver::outcome::{Outcome, Verdict};
use crate::games::solomids::solver::search::budget::Budget;
use crate::games::solomids::solver::{Parallelism, solve};

/// Late positions of games that can be won without a further swap, and what the solver says of them.
fn positions() -> impl Iterator<Item = (String, Position, Outcome)> {
    let mut turn = 0_usize;
    (0..16).filter_map(move |seed| Some((seed, web::deal(&seed.to_string())?))).flat_map(
        move |(seed, deal)| {
            let line =
                solve(deal.position(), &Config { parallelism: Parallelism::Sequential, ..Config::default() })
                    .line;
            let mut found = Vec::new();
            for last in [12, 20, 26, 32] {
                let mut position = *deal.position();
                line.iter().take(line.len() - last).for_each(|&mv| position.play(mv).expect("legal"));
                // And a little off the line, so that there are stacks of all kinds.
                for stray in 0..3 {
                    let outcome = solve(
                        &position,
                        &Config { parallelism: Parallelism::Sequential, ..Config::default() },
                    );
                    if matches!(outcome.verdict, Verdict::Won { swaps } if swaps == position.swaps_used()) {
                        found.push((format!("seed {seed}, {last}, {stray}"), position, outcome));
                    }
                    let moves = position.legal_moves();
                    turn += 7;
                    if let Some(&mv) = moves.get(turn % moves.len().max(1)) {
                        position.play(mv).expect("legal");
                    }
                }
            }
            found
        },
    )
}

/// Does something with a search that knows nothing yet.
fn search<T>(
    position: &Position,
    config: &Config,
    outcome: &Outcome,
    act: impl FnOnce(&mut ShortestSearch<'_>) -> T,
) -> T {
    let tables = CostTables::new();
    let root = Board::new(position, &tables);
    let Verdict::Won { swaps } = outcome.verdict else { panic!("no win") };
    let mut search = ShortestSearch {
        tables: &tables,
        config,
        position,
        root,
        goal: Goal { trees: TREES, swaps },
        budget: Budget::new(config),
        upper: u8::try_from(length(&outcome.line)).expect("few moves"),
        lower: 0,
        best: None,
    };
    act(&mut search)
}

/// Result of a proof by timetables: how it ended, both bounds, conflicts, and the line.
type ProvenLength = (Result<(), StopReason>, u8, u8, u64, Option<(Vec<Move>, u8)>);

/// Result of a proof by timetables on a pool of `threads` threads.
fn proven(position: &Position, outcome: &Outcome, config: &Config, threads: usize) -> ProvenLength {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    search(position, config, outcome, |search| {
        search.bound();
        let end = pool.install(|| search.prove());
        (end, search.lower, search.upper, search.budget.nodes, search.best.take())
    })
}

#[test]
fn timetables_give_the_same_lengths_as_passes() {
    let config = Config { parallelism: Parallelism::Sequential, ..Config::default() };
    let (mut compared, mut shorter) = (0, 0);
    for (name, position, outcome) in positions() {
        let by_passes = search(&position, &config, &outcome, |search| {
            while search.lower < search.upper {
                search.pass(search.lower, None).expect("no limit");
            }
            search.upper
        });
        let proof = proven(&position, &outcome, &config, 1);
        let (end, lower, upper, _, best) = &proof;
        assert_eq!((end, lower, upper), (&Ok(()), &by_passes, &by_passes), "{name}");
        if let Some((line, score)) = best {
            let end = game::replay(&position, line).expect("a legal line");
            assert_eq!((end.is_won(), end.score()), (true, *score), "{name}");
            assert_eq!(length(line), usize::from(*upper), "{name}");
        }
        let shared = Config { parallelism: Parallelism::Pool, ..config.clone() };
        assert_eq!(proven(&position, &outcome, &shared, 3), proof, "{name}");
        if length(&outcome.line) < 10 {
            // Without the bound every length is tried, more of them than the horizon of one solver.
            let plain = Config { pruning: config.pruning.without(Pruning::DeadEnds), ..config.clone() };
            let (end, lower, upper, ..) = proven(&position, &outcome, &plain, 1);
            assert_eq!((end, lower, upper), (Ok(()), by_passes, by_passes), "{name}");
        }
        compared += 1;
        shorter += u32::from(usize::from(by_passes) < length(&outcome.line));
    }
    assert!(compared > 80 && shorter > 15, "{compared} compared, {shorter} of them shorter");
}

#[test]
fn timetables_are_the_same_for_any_number_of_threads_and_any_limit() {
    let deal = web::deal("24").expect("dealt");
    let free = Config { parallelism: Parallelism::Sequential, ..Config::default() };
    let outcome = solve(deal.position(), &free);
    let (name, late, won) = positions().nth(20).expect("many");
    let (_, _, upper, all, line) = proven(&late, &won, &free, 1);
    assert!(line.is_some() && all > 3, "{name}: {all}");
    let cases = [0, 1, 500, 2_000, 5_000].map(|limit| (deal.position(), &outcome, limit, false));
    let late = [0, 1, all / 2, all - 1, all, all + 1].map(|limit| (&late, &won, limit, limit > all));
    for (position, outcome, limit, is_enough) in cases.into_iter().chain(late) {
        let results = [1, 2, 3].map(|threads| {
            let config = Config { max_nodes: Some(limit), ..Config::default() };
            proven(position, outcome, &config, threads)
        });
        let [first, others @ ..] = &results;
        for other in others {
            assert_eq!(other, first, "{limit}");
        }
        let (end, lower, shortest, nodes, _) = first;
        if is_enough {
            assert_eq!((end, *lower, *shortest, *nodes), (&Ok(()), upper, upper, all), "{limit}");
        } else {
            assert_eq!((end, *nodes), (&Err(StopReason::Nodes), limit), "{limit}");
        }
    }
}

/// Wins without a swap, from the deal on and from places on the way: after some needless moves, transfers first,
/// what the solver makes of it.
fn wins() -> Vec<(String, Position, Outcome)> {
    let mut found = Vec::new();
    for seed in 0..36 {
        let Some(deal) = web::deal(&seed.to_string()) else { continue };
        let (mut position, mut line) = (*deal.position(), Vec::new());
        for turn in 0..seed % 12 {
            let moves = position.legal_moves();
            let transfer = moves.iter().find(|mv| turn % 2 == 1 && matches!(mv, Move::Transfer { .. }));
            let mv = *transfer.unwrap_or(&moves[(7 * seed + 5 * turn) % moves.len()]);
            position.play(mv).expect("legal");
            line.push(mv);
        }
        let config =
            Config { parallelism: Parallelism::Sequential, max_nodes: Some(20_000), ..Config::default() };
        let Outcome { verdict, line: rest, stats } = solve(&position, &config);
        if verdict != (Verdict::Won { swaps: 0 }) {
            continue;
        }
        line.extend(rest);
        let mut start = *deal.position();
        for (ply, &mv) in line.iter().enumerate() {
            if ply % 12 == 0 {
                let name = format!("web seed {seed} after {ply} moves");
                found.push((name, start, Outcome { verdict, line: line[ply..].to_vec(), stats }));
            }
            start.play(mv).expect("legal");
        }
    }
    found
}

#[test]
fn every_win_is_a_timetable() {
    let config = Config { parallelism: Parallelism::Sequential, ..Config::default() };
    let transfers: Vec<(bool, u8)> = wins()
        .into_par_iter()
        .map(|(name, position, outcome)| {
            let line = &outcome.line;
            let transfers = line.iter().filter(|mv| matches!(mv, Move::Transfer { .. })).count() as u8;
            let most = u8::try_from(length(line)).expect("few moves");
            let room = search(&position, &config, &outcome, |it| it.room(most, (transfers, transfers)));
            let room = room.unwrap_or_else(|| panic!("{name}: no room"));
            let satisfied = |room: TimetableSize| {
                let (plan, mut clauses) = Timetable::new(&position, room);
                plan.literals_of(&position, line).into_iter().for_each(|literal| clauses.any([literal]));
                let (answer, conflicts) = SatSolver::new(&clauses).solve(TRUE, |_| None);
                assert!(conflicts < 100, "{name}: {conflicts} contradictions");
                matches!(answer, SatResult::Model(_))
            };
            assert!(satisfied(room), "{name}: no timetable");
            if let Some(most) = room.most.checked_sub(1) {
                assert!(!satisfied(TimetableSize { most, ..room }), "{name}: fits into too little room");
            }
            (Deal::new(position).is_some(), transfers)
        })
        .collect();
    let whole = transfers.iter().filter(|(whole, _)| *whole).count();
    let many = transfers.iter().filter(|&&(_, transfers)| transfers >= 3).count();
    assert!(transfers.len() > 120 && whole > 20 && many > 10, "{whole}, {many} of {}", transfers.len());
}
