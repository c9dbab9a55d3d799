//! The plain search and the solver give answers known from elsewhere, and the random positions on which they
//! will be compared are of all kinds.

use crate::reference::{Answer, Position, random_position, solve};
use crate::{checks, common};
use rayon::prelude::*;
use solomids::solver::{Config, Parallelism, Solver, Verdict};

/// One row of `data/known-answers.csv`.
#[derive(serde::Deserialize)]
struct Row {
    id: u32,
    position: String,
    swaps_used: u8,
    verdict: String,
    score: u8,
    swaps: Option<u8>,
    trees: u8,
}

/// The rows of the data file.
fn rows() -> Vec<Row> {
    checks::rows("known-answers.csv")
}

#[test]
fn the_file_is_whole_and_agrees_with_itself() {
    let rows = rows();
    assert_eq!(rows.len(), 200);
    for row in rows {
        let of_score = match row.swaps {
            Some(swaps) => ("won", 15 + 2 - swaps, 15),
            None => ("lost", row.score, row.score),
        };
        assert_eq!((row.verdict.as_str(), row.score, row.trees), of_score, "row {}", row.id);
    }
}

#[test]
fn the_plain_search_gives_the_known_answers() {
    let wrong: Vec<String> = rows()
        .into_par_iter()
        .filter_map(|row| {
            let position = Position::parse(&row.position, row.swaps_used);
            let answer = solve(&position, 20_000_000);
            let right = Answer { score: row.score, swaps: row.swaps, trees: row.trees };
            (answer != Some(right)).then(|| format!("row {}: {answer:?} where {right:?} is known", row.id))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_solver_gives_the_known_answers() {
    rows().into_par_iter().for_each_init(Solver::new, |solver, row| {
        let plain = Position::parse(&row.position, row.swaps_used);
        let position = common::library_position(&plain, &common::palette(&plain));
        let outcome =
            solver.solve(&position, &Config { parallelism: Parallelism::Sequential, ..Config::default() });
        let expected = match row.swaps {
            Some(swaps) => Verdict::Won { swaps },
            None => Verdict::Lost { trees: row.trees },
        };
        assert_eq!(outcome.verdict, expected, "row {}", row.id);
        assert_eq!(outcome.verdict.score(), Some(row.score), "row {}", row.id);
        checks::check_line(&format!("row {}", row.id), &position, &outcome);
    });
}

#[test]
fn random_positions_are_of_all_kinds() {
    // What the first seed gives must never change: later tests name positions by their seeds.
    let first = ". . Y1 G1 G3/. . K3 . G2/. . B1 B3 K12/. . G23 Y23 R1/. . G1 B2 G2/. . G1 R23 G3/. . . . ./. . . . ./. . . . ./. . . . .";
    assert_eq!(random_position(0), (first.into(), 0));

    let answers: Vec<(u8, Option<Answer>)> = (0..500)
        .into_par_iter()
        .map(|seed| {
            let (text, swaps_used) = random_position(seed);
            let position = Position::parse(&text, swaps_used);
            assert_eq!(position.to_string(), text);
            (position.swaps_earned(), solve(&position, 200_000))
        })
        .collect();
    let count = |kind: &dyn Fn(u8, Answer) -> bool| {
        answers.iter().filter(|(e, a)| a.is_some_and(|a| kind(*e, a))).count()
    };
    let counts = [
        ("undecided", answers.len() - count(&|_, _| true), 0, 10),
        ("won with 17", count(&|_, a| a.score == 17), 100, 250),
        ("won with 16", count(&|_, a| a.score == 16), 100, 250),
        ("won with 15", count(&|_, a| a.swaps == Some(2)), 20, 250),
        ("lost", count(&|_, a| a.swaps.is_none()), 50, 250),
        ("lost though two swaps are earned", count(&|e, a| e == 2 && a.swaps.is_none()), 5, 250),
        ("won by a swap still to be earned", count(&|e, a| a.swaps.is_some_and(|s| s > e)), 50, 250),
    ];
    for (kind, count, low, high) in counts {
        assert!((low..=high).contains(&count), "{count} {kind}, not {low} to {high}: {counts:?}");
    }
}
