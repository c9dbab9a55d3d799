//! Solace II: the library held against a plain search, known answers, and its own theorems.
//!
//! `SOLACE2_DEALS=full` looks into many more deals; the modules say how long that takes.

mod differential;
mod hidden;
mod reference;
mod theorems;

use rayon::prelude::*;
use solomids::solace2::analysis::careful;
use solomids::solace2::dealer;
use solomids::solace2::game::{Move, Position, Reading, parse_deal, parse_moves, replay};
use solomids::solace2::optimum::View;
use solomids::solace2::solver::{Limits, Solver};

fn is_full() -> bool {
    std::env::var("SOLACE2_DEALS").is_ok_and(|value| value == "full")
}

/// The position that a deal in notation starts from.
fn start(deal: &str) -> Position {
    Position::new(&parse_deal(deal).expect("a deal").deal)
}

const DEAL: &str = "KWK.KWW.WKC.WCC.CKW.CCK";

fn line(text: &str) -> Vec<Move> {
    parse_moves(text).expect("moves").into_iter().map(|spanned| spanned.mv).collect()
}

#[test]
fn illegal_moves_say_why() {
    let cases = [
        (Reading::LITERAL, "L-1>1", "space 1 is both start and end"),
        (Reading::LITERAL, "L-1>13", "there is no space 13"),
        (Reading::LITERAL, "L-1>3", "the pieces on spaces 1 and 3 differ in colour"),
        (Reading::LITERAL, "M-1>3", "no medium is exposed on space 1"),
        (Reading::LITERAL, "S-1>3", "no small is exposed on space 1"),
        (Reading::LITERAL, "T-1>3", "no tower tops the pile on space 1"),
        (
            Reading::LITERAL,
            "L-1>2, L-2>1",
            "the large on space 2 is a cap: only the top of a full nest may move",
        ),
        (Reading::LITERAL, "L-1>2, M-1>2", "the pieces on spaces 1 and 2 differ in colour"),
        (Reading::LITERAL, "L-1>2, L-3>1", "space 1 holds no full nest"),
        (
            Reading::CAPS_ONLY,
            "L-1>2, M-1>3",
            "the large on space 3 is a nest's own: only a cap takes a medium",
        ),
        (Reading::RIGID, "L-1>2, M-1>3, M-3>4", "the piece on space 3 was placed and stays"),
    ];
    for (reading, text, reason) in cases {
        let error = replay(&start(DEAL), reading, &line(text)).expect_err(text);
        assert_eq!(error.reason.to_string(), reason, "{text}");
    }
}

#[test]
fn a_tower_is_built_and_promoted() {
    // White caps white; the black medium of space 3 goes onto the cap that black put on space 2, and so on.
    let moves = line("L-1>2, M-1>3, L-5>6, M-5>2, S-5>3, T-3>5");
    let end = replay(&start(DEAL), Reading::LITERAL, &moves).expect("a legal line");
    assert_eq!(end.score(), 1);
    let tower = end.spaces()[4];
    assert_eq!(tower.complete_tower(), tower.tower());
    let inert = replay(&end, Reading::INERT, &line("S-5>3")).expect_err("a finished tower");
    assert_eq!(inert.reason.to_string(), "the tower on space 5 is finished and stays");
    assert!(end.legal_moves(Reading::LITERAL).iter().all(|&mv| end.check(mv, Reading::LITERAL).is_ok()));
}

/// The answers known from elsewhere, `data/solace2/known-answers.csv`: all of them with `SOLACE2_DEALS=full`, else those that are found
/// within a limit, and bounds that hold them for the few others.
#[test]
fn the_solver_gives_the_known_answers() {
    let file = include_str!("../../data/solace2/known-answers.csv");
    let rows: Vec<&str> = file.lines().filter(|line| !line.starts_with('#')).skip(1).collect();
    assert_eq!(rows.len(), 90);
    let limits = Limits { nodes: if is_full() { None } else { Some(30_000) }, ..Limits::default() };
    let undecided = rows.into_par_iter().map_init(Solver::default, |solver, row| {
        let fields: Vec<&str> = row.split(',').collect();
        let start = start(fields[2]);
        let readings = [Reading::LITERAL, Reading::INERT, Reading::CAPS_ONLY];
        let undecided = readings.into_iter().zip(3..).filter(|&(reading, field)| {
            let score: u8 = fields[field].parse().expect("a score");
            let outcome = solver.solve(&start, reading, &limits);
            let (lower, upper) = outcome.verdict.bounds();
            let context = format!("row {}: {}: {:?}", fields[0], reading.name(), outcome.verdict);
            assert!(lower <= score && score <= upper, "{context}");
            let end = replay(&start, reading, &outcome.line).expect("a legal line");
            assert_eq!(end.score(), lower, "{context}");
            outcome.verdict.score().is_none()
        });
        undecided.count()
    });
    let undecided: usize = undecided.sum();
    assert!(undecided <= if is_full() { 0 } else { 10 }, "{undecided} answers were not found");
}

/// A position is final where the best score is the one that it has, and nowhere else.
#[test]
fn a_game_is_over_where_no_tower_can_come() {
    for (seed, count) in [(980_974, 1), (1, 2)] {
        for (index, (name, reading)) in
            (0..count).flat_map(|index| Reading::PRESETS.map(|preset| (index, preset)))
        {
            let mut position = Position::new(&dealer::deal(seed, index));
            loop {
                let verdict = Solver::default().solve(&position, reading, &Limits::default()).verdict;
                let is_final = Solver::default().is_final(&position, reading);
                let best = verdict.score().expect("no limit");
                assert_eq!(is_final, best == position.score(), "{seed}, {index}, {name}: {position:?}");
                let Some(mv) = careful(&View::new(&position, reading)) else { break };
                position.play(mv, reading).expect("a legal move");
            }
        }
    }
}
