//! The answers known from elsewhere, `data/solace2/known-answers.csv`.

use rayon::prelude::*;
use solomids::solace2::game::{Position, Reading, parse_deal, replay};
use solomids::solace2::solver::{Limits, Solver, Verdict};

#[test]
fn the_solver_gives_the_known_answers() {
    let file = include_str!("../../data/solace2/known-answers.csv");
    let rows: Vec<&str> = file.lines().filter(|line| !line.starts_with('#')).skip(1).collect();
    assert_eq!(rows.len(), 90);
    rows.into_par_iter().for_each_init(Solver::default, |solver, row| {
        let fields: Vec<&str> = row.split(',').collect();
        let deal = parse_deal(fields[2]).expect("a deal").deal;
        let start = Position::new(&deal);
        let readings = [Reading::LITERAL, Reading::INERT, Reading::CAPS_ONLY];
        for (reading, field) in readings.into_iter().zip(3..) {
            let score: u8 = fields[field].parse().expect("a score");
            let outcome = solver.solve(&start, reading, &Limits::default());
            assert_eq!(outcome.verdict, Verdict::Exact { score }, "row {}: {}", fields[0], reading.name());
            let end = replay(&start, reading, &outcome.line).expect("a legal line");
            assert_eq!(end.score(), score);
        }
    });
}
