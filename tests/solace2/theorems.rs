//! The theorems of `docs/solace2.md`, held against the solver on a part of the classes: on all with `SOLACE2_DEALS=full`, which takes
//! minutes.

use std::sync::LazyLock;

use rayon::prelude::*;
use solomids::series::{Event, RowFile, RunOptions, SearchLimits, Series as _};
use solomids::solace2::census::rows::{CensusRows, Row, Tally, run};
use solomids::solace2::census::{Class, caps_only_score, classes};
use solomids::solace2::game::{Nest, Position, Reading};
use solomids::solace2::solver::{Limits, Solver};

/// Every class of the real game.
static CLASSES: LazyLock<Vec<Class>> = LazyLock::new(|| classes(5));

fn score(solver: &mut Solver, class: &Class, reading: Reading) -> u8 {
    let outcome = solver.solve(&Position::new(&class.deal), reading, &Limits::default());
    outcome.verdict.score().expect("no limits")
}

/// Holds a statement against every class of the real game, or one in `many`.
fn check_classes(many: usize, holds: impl Fn(&mut Solver, &Class) -> bool + Sync) {
    let step = if super::is_full() { 1 } else { many };
    CLASSES.par_iter().step_by(step).for_each_init(Solver::default, |solver, class| {
        assert!(holds(solver, class), "{class:?}");
    });
}

/// Whether a deal holds two nests with large colours a and b whose mediums are {a, b} and whose smalls are {a, b}.
fn is_paired(class: &Class) -> bool {
    let is_complementary = |x: &Nest, y: &Nest| {
        let both = |p, q| (p, q) == (x.large, y.large) || (q, p) == (x.large, y.large);
        x.large != y.large && both(x.medium, y.medium) && both(x.small, y.small)
    };
    let nests = class.deal.nests();
    nests.iter().any(|x| nests.iter().any(|y| is_complementary(x, y)))
}

#[test]
fn there_are_as_many_classes_and_deals_as_known() {
    let all = &CLASSES;
    let deals: u64 = all.iter().map(|class| u64::from(class.orbit)).sum();
    let weight: u64 = all.iter().map(|class| u64::from(class.orbit) * class.weight).sum();
    assert_eq!((all.len(), deals, weight), (114_383, 684_714, 102_912_869_276));
    assert!(all.windows(2).all(|pair| pair[0].deal.nests() < pair[1].deal.nests()));
}

#[test]
fn caps_only_has_a_closed_form() {
    check_classes(3, |solver, class| {
        let expected = caps_only_score(&class.deal);
        expected <= 12 && score(solver, class, Reading::CAPS_ONLY) == expected
    });
}

#[test]
fn an_open_table_gives_fifteen() {
    check_classes(3, |solver, class| score(solver, class, Reading::OPEN) == 15);
}

#[test]
fn thirteen_needs_a_complementary_pair() {
    check_classes(10, |solver, class| {
        let inert = score(solver, class, Reading::INERT);
        inert <= if is_paired(class) { 13 } else { 12 } && score(solver, class, Reading::RIGID) == inert
    });
}

#[test]
fn a_literal_game_scores_thirteen_if_and_only_if_a_pair_is_there() {
    check_classes(2000, |solver, class| (score(solver, class, Reading::LITERAL) == 13) == is_paired(class));
}

#[test]
fn a_census_gives_the_same_rows_for_any_threads_and_any_start() {
    let census = CensusRows::new(2, Reading::LITERAL, SearchLimits::default());
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("census.csv");
    let found = |threads| {
        let mut rows: Vec<Row> = Vec::new();
        let mut file = RowFile::resume(&census, &path, &mut |row| rows.push(row)).expect("a file");
        let options = RunOptions { threads, memory: u64::MAX, interrupt: std::sync::Arc::default() };
        let observer = &mut |event: Event<'_, Row>| {
            if let Event::Row(row, _) = event {
                rows.push(row.clone());
            }
        };
        let end = run(&mut file, &options, observer).expect("rows");
        file.close().expect("a file");
        assert!(!end.interrupted);
        rows.sort_by_key(|row| row.class);
        (rows, std::fs::read_to_string(&path).expect("a file"))
    };
    let whole = found(1);
    assert_eq!(whole.0.len(), census.classes.len());
    for (lines, threads) in [(0, 3), (6, 2), (100, 3)] {
        let text: String = whole.1.split_inclusive('\n').take(lines).collect();
        std::fs::write(&path, text).expect("a file");
        assert_eq!(found(threads), whole);
    }
    let mut tally = Tally::default();
    for row in &whole.0 {
        assert_eq!(census.parse(census.line(row).trim_end()), Ok((row.class as u64, row.clone())));
        tally.add(row);
    }
    assert_eq!(tally.total().classes, census.classes.len() as u64);
    // No search gives such rows.
    let row = whole.0[7].clone();
    let wrong = [
        (Row { score: Some(99), ..row.clone() }, "has the score 99 after "),
        (Row { class: 8, ..row.clone() }, "does not have the deal of class 8"),
        (Row { class: 999, ..row.clone() }, "is of a class that does not exist"),
        (Row { weight: row.weight + 1, ..row }, "does not have the deal of class 7"),
    ];
    for (row, message) in wrong {
        let error = census.check(&row).expect_err("a wrong row");
        assert!(error.starts_with(message), "{error}");
    }
}

/// The closed form gives the same table as the searches of the census.
#[test]
fn the_table_of_caps_only_follows_from_the_closed_form() {
    let mut tally = Tally::default();
    for (number, class) in CLASSES.iter().enumerate() {
        let (deal, orbit, weight) = (class.deal.clone(), class.orbit, class.weight);
        let score = caps_only_score(&deal);
        tally.add(&Row { class: number, deal, orbit, weight, score: Some(score), nodes: 0 });
    }
    let lines: Vec<String> = tally
        .shares()
        .map(|(score, share)| format!("caps-only,{score},{},{},{}", share.classes, share.deals, share.weight))
        .collect();
    let table = include_str!("../../data/solace2/distribution.csv");
    let expected: Vec<&str> = table.lines().filter(|line| line.starts_with("caps-only,")).collect();
    assert_eq!(lines, expected);
}
