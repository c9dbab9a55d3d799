//! The theorems of `docs/solace2.md`, held against the solver on a part of the classes: on all with `SOLACE2_DEALS=full`, which takes
//! minutes.

use rayon::prelude::*;
use solomids::solace2::census::{Census, CensusEnd, CensusEvent, Row, Tally, caps_only_score, classes, run};
use solomids::solace2::game::{Nest, Position, Reading};
use solomids::solace2::solver::{Limits, Solver};

/// One class in so many is looked into, or every one.
fn one_in(many: usize) -> usize {
    let is_full = std::env::var("SOLACE2_DEALS").is_ok_and(|value| value == "full");
    if is_full { 1 } else { many }
}

fn score(solver: &mut Solver, class: &solomids::solace2::census::Class, reading: Reading) -> u8 {
    let outcome = solver.solve(&Position::new(&class.deal), reading, &Limits::default());
    outcome.verdict.score().expect("no limits")
}

/// Two nests with large colours a and b whose mediums are {a, b} and whose smalls are {a, b}.
fn is_complementary(x: Nest, y: Nest) -> bool {
    let both = |p, q| (p, q) == (x.large, y.large) || (q, p) == (x.large, y.large);
    x.large != y.large && both(x.medium, y.medium) && both(x.small, y.small)
}

#[test]
fn there_are_as_many_classes_and_deals_as_known() {
    let all = classes(5);
    let deals: u64 = all.iter().map(|class| u64::from(class.orbit)).sum();
    let weight: u64 = all.iter().map(|class| u64::from(class.orbit) * class.weight).sum();
    assert_eq!((all.len(), deals, weight), (114_383, 684_714, 102_912_869_276));
    assert!(all.windows(2).all(|pair| pair[0].deal.nests() < pair[1].deal.nests()));
}

#[test]
fn caps_only_has_a_closed_form() {
    classes(5).par_iter().step_by(one_in(3)).for_each_init(Solver::default, |solver, class| {
        let expected = caps_only_score(&class.deal);
        assert!(expected <= 12);
        assert_eq!(score(solver, class, Reading::CAPS_ONLY), expected, "{class:?}");
    });
}

#[test]
fn an_open_table_gives_fifteen() {
    classes(5).par_iter().step_by(one_in(3)).for_each_init(Solver::default, |solver, class| {
        assert_eq!(score(solver, class, Reading::OPEN), 15, "{class:?}");
    });
}

#[test]
fn thirteen_needs_a_complementary_pair() {
    classes(5).par_iter().step_by(one_in(10)).for_each_init(Solver::default, |solver, class| {
        let nests = class.deal.nests();
        let paired = nests.iter().any(|&x| nests.iter().any(|&y| is_complementary(x, y)));
        let inert = score(solver, class, Reading::INERT);
        assert!(inert <= if paired { 13 } else { 12 }, "{class:?}");
        assert_eq!(score(solver, class, Reading::RIGID), inert, "{class:?}");
    });
}

#[test]
fn a_literal_game_scores_thirteen_if_and_only_if_a_pair_is_there() {
    classes(5).par_iter().step_by(one_in(2000)).for_each_init(Solver::default, |solver, class| {
        let nests = class.deal.nests();
        let paired = nests.iter().any(|&x| nests.iter().any(|&y| is_complementary(x, y)));
        assert_eq!(score(solver, class, Reading::LITERAL) == 13, paired, "{class:?}");
    });
}

#[test]
fn a_census_gives_the_same_rows_for_any_threads_and_any_start() {
    let all = classes(2);
    let rows = |start: usize, threads| {
        let wanted: Vec<usize> = (start..all.len()).collect();
        let limits = Limits::default();
        let census = Census { classes: &all, reading: Reading::LITERAL, limits, wanted: &wanted, threads };
        let mut rows = Vec::new();
        let end = run(&census, |event| {
            if let CensusEvent::Row(row) = event {
                rows.push(row);
            }
            Ok::<(), std::convert::Infallible>(())
        });
        assert_eq!(end, Ok(CensusEnd::default()));
        rows.sort_by_key(|row: &Row| row.class);
        rows
    };
    let whole = rows(0, 1);
    assert_eq!(whole.len(), all.len());
    assert_eq!(whole, rows(0, 3));
    assert_eq!(whole[5..], rows(5, 2));
    let mut tally = Tally::default();
    for row in &whole {
        assert_eq!(Row::from_csv(&row.to_csv()).as_ref(), Some(row));
        tally.add(row);
    }
    assert_eq!(tally.total().classes, all.len() as u64);
}

/// The closed form gives the same table as the searches of the census.
#[test]
fn the_table_of_caps_only_follows_from_the_closed_form() {
    let mut tally = Tally::default();
    for (number, class) in classes(5).into_iter().enumerate() {
        let score = caps_only_score(&class.deal);
        let (deal, orbit, weight) = (class.deal, class.orbit, class.weight);
        tally.add(&Row { class: number, deal, orbit, weight, score, nodes: 0 });
    }
    let lines: Vec<String> = tally
        .shares()
        .map(|(score, share)| format!("caps-only,{score},{},{},{}", share.classes, share.deals, share.weight))
        .collect();
    let table = include_str!("../../data/solace2/distribution.csv");
    let expected: Vec<&str> = table.lines().filter(|line| line.starts_with("caps-only,")).collect();
    assert_eq!(lines, expected);
}
