//! Wins as timetables, and proofs for any number of threads. The environment variable `SOLOMIDS_POSITIONS` sets how many
//! deals are looked at: `SOLOMIDS_POSITIONS=40 cargo test --release --features sat timetable`.

use rayon::prelude::*;

use super::super::super::{ShortestSearch, fewest_moves, length};
use super::*;
use crate::games::solomids::dealer::web;
use crate::games::solomids::game::tracking::PieceTracker;
use crate::games::solomids::game::{Deal, Move, TREES, replay};
use crate::games::solomids::solver::board::Board;
use crate::games::solomids::solver::bounds::Goal;
use crate::games::solomids::solver::config::{Config, Parallelism};
use crate::games::solomids::solver::outcome::{Outcome, StopReason, Verdict};
use crate::games::solomids::solver::search::context::Budget;
use crate::games::solomids::solver::shortest::cost_tables::CostTables;
use crate::games::solomids::solver::shortest::satisfiability::solver::{SatResult, SatSolver};
use crate::games::solomids::solver::solve;

impl Timetable {
    /// Literals that hold for a win without a swap; all others follow from them.
    fn literals_of(&self, start: &Position, line: &[Move]) -> Vec<Lit> {
        let mut tracker = PieceTracker::new(start);
        let ids = self.stack_ids(&tracker);
        let stack_on = |tracker: &PieceTracker, square| {
            let id = tracker.stack_on(square).expect("moves concern stacks");
            ids.iter().position(|&other| other == id).expect("stacks keep their identity")
        };
        let most = self.horizon.slides;
        // Whether each slide of the horizon, by column and number, has been made.
        let slides_made = |slides: [usize; COLUMNS], literal: &dyn Fn(usize, usize) -> Lit| -> Vec<Lit> {
            assert!(
                slides.iter().all(|&made| made <= most),
                "{slides:?} slides, where {most} of a column are allowed"
            );
            let all = (0..COLUMNS).flat_map(|c| (1..=most).map(move |k| (c, k)));
            all.map(|(c, k)| if k <= slides[c] { literal(c, k) } else { -literal(c, k) }).collect()
        };
        let mut holds = Vec::new();
        let (mut left, mut slides, mut transfers) = (Vec::new(), [0; COLUMNS], 0);
        for &mv in line {
            match mv {
                Move::Slide { from, .. } => slides[from.column()] += 1,
                Move::Transfer { from, to } => {
                    transfers += 1;
                    let [from, to] = [from, to].map(|square| stack_on(&tracker, square));
                    holds.push(self.source.get([transfers, from]));
                    holds.push(self.destination.get([transfers, to]));
                    holds.extend(slides_made(slides, &|c, k| self.slid_by.get([transfers, c, k])));
                }
                Move::Stack { from: at, .. } | Move::Bank { at } => {
                    let x = stack_on(&tracker, at);
                    holds.extend(slides_made(slides, &|c, k| self.slid.get([x, c, k])));
                    let handed = (1..=self.horizon.transfers).map(|j| {
                        if j <= transfers { self.handed.get([x, j]) } else { -self.handed.get([x, j]) }
                    });
                    holds.extend(handed);
                    left.push(x);
                }
                Move::Swap { .. } => panic!("a swap"),
            }
            tracker.play(mv).expect("a legal line");
        }
        holds.extend(slides_made(slides, &|c, k| self.slides[c][k - 1]));
        holds.extend(&self.transfers[..transfers]);
        for (i, &a) in left.iter().enumerate() {
            holds.extend(left[i + 1..].iter().map(|&b| self.before(a, b)));
        }
        assert_eq!(left.len(), self.stacks(), "every stack leaves");
        holds
    }
}

/// Result of a proof by timetables: how it ended, both bounds, conflicts, and the line.
type ProvenLength = (Result<(), StopReason>, u8, u8, u64, Option<(Vec<Move>, u8)>);

/// Result of a proof by timetables on a pool of `threads` threads.
fn proven(position: &Position, line: &[Move], limit: Option<u64>, threads: usize) -> ProvenLength {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let config = Config { max_nodes: limit, ..Config::default() };
    let tables = CostTables::new();
    let mut search = ShortestSearch {
        tables: &tables,
        config: &config,
        position,
        root: Board::new(position, &tables),
        goal: Goal { trees: TREES, swaps: position.swaps_used() },
        budget: Budget::new(&config),
        upper: u8::try_from(length(line)).expect("few moves"),
        lower: fewest_moves(position, TREES),
        best: None,
    };
    let end = pool.install(|| search.prove());
    (end, search.lower, search.upper, search.budget.nodes, search.best)
}

#[test]
fn proofs_are_the_same_for_any_number_of_threads_and_any_limit() {
    let config = Config { parallelism: Parallelism::Sequential, ..Config::default() };
    let deal = web::deal("24").expect("dealt");
    let line = solve(deal.position(), &config).line;
    // Seven merges before the end there is a shorter line, which is proven soon.
    let stacks = |line: &[Move]| line.iter().filter(|mv| matches!(mv, Move::Stack { .. })).count();
    let played = (0..line.len()).rev().find(|&at| stacks(&line[at..]) == 12).expect("a long line");
    let late = replay(deal.position(), &line[..played]).expect("legal");
    let rest = &line[played..];
    let (end, lower, upper, all, found) = proven(&late, rest, None, 1);
    assert_eq!((end, lower), (Ok(()), upper));
    println!("{} moves, {upper} at least, {all} conflicts", length(rest));
    assert!(found.is_some() && all > 3, "{all}");
    let whole = [0, 1, 400].map(|limit| (deal.position(), &line[..], limit, false));
    let cut = [0, 1, all / 2, all - 1, all, all + 1].map(|limit| (&late, rest, limit, limit > all));
    for (position, line, limit, is_enough) in whole.into_iter().chain(cut) {
        let [first, others @ ..] = [1, 2, 3].map(|threads| proven(position, line, Some(limit), threads));
        for other in others {
            assert_eq!(other, first, "{limit}");
        }
        let (end, lower, shortest, nodes, _) = first;
        if is_enough {
            assert_eq!((end, lower, shortest, nodes), (Ok(()), upper, upper, all), "{limit}");
        } else {
            assert_eq!((end, nodes), (Err(StopReason::Nodes), limit), "{limit}");
        }
    }
}

/// Wins without a swap, from the deal and from places on the way, after some needless moves, transfers first.
fn wins(deals: usize) -> Vec<(String, Position, Vec<Move>)> {
    let mut found = Vec::new();
    for seed in 0..deals {
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
        let Outcome { verdict, line: rest, .. } = solve(&position, &config);
        if verdict != (Verdict::Won { swaps: 0 }) {
            continue;
        }
        line.extend(rest);
        let mut start = *deal.position();
        for (ply, &mv) in line.iter().enumerate() {
            if ply % 12 == 0 {
                found.push((format!("web seed {seed} after {ply} moves"), start, line[ply..].to_vec()));
            }
            start.play(mv).expect("legal");
        }
    }
    found
}

#[test]
fn every_win_is_a_timetable() {
    let deals = std::env::var("SOLOMIDS_POSITIONS").map_or(12, |n| n.parse().expect("a number"));
    let transfers: Vec<(bool, usize)> = wins(deals)
        .into_par_iter()
        .map(|(name, position, line)| {
            let transfers = line.iter().filter(|mv| matches!(mv, Move::Transfer { .. })).count();
            let merges = line.iter().filter(|mv| matches!(mv, Move::Stack { .. })).count();
            let horizon = Horizon::new(length(&line) - merges, (transfers, transfers)).expect("room");
            // What no column of the line needs makes the clauses many, and is left out.
            let slides = |c| {
                line.iter().filter(|mv| matches!(mv, Move::Slide { from, .. } if from.column() == c)).count()
            };
            let horizon = Horizon { slides: (0..COLUMNS).map(slides).max().unwrap_or(0), ..horizon };
            let satisfied = |horizon: Horizon| {
                let (plan, mut clauses) = Timetable::new(&position, horizon);
                plan.literals_of(&position, &line).into_iter().for_each(|literal| clauses.any([literal]));
                let (answer, conflicts) = SatSolver::new(&clauses).solve(TRUE, |_| None);
                assert!(conflicts < 100, "{name}: {conflicts} contradictions");
                matches!(answer, SatResult::Model(_))
            };
            assert!(satisfied(horizon), "{name}: no timetable");
            if let Some(most) = horizon.most.checked_sub(1) {
                assert!(!satisfied(Horizon { most, ..horizon }), "{name}: fits into too little");
            }
            (Deal::new(position).is_some(), transfers)
        })
        .collect();
    let whole = transfers.iter().filter(|(whole, _)| *whole).count();
    let many = transfers.iter().filter(|&&(_, transfers)| transfers >= 3).count();
    let all = transfers.len();
    println!("{all} wins, {whole} of whole deals, {many} with three transfers or more");
    assert!(all > 3 * deals && whole > deals / 2 && many > deals / 4, "{whole}, {many} of {all}");
}
