//! Shared steps of tests: reading a file of `data/`, and checking a line against its verdict.

use std::path::Path;

use serde::de::DeserializeOwned;
use solomids::game::{Deal, Position, parse_deal, replay};
use solomids::solver::{Bounds, Outcome, Verdict};

/// The rows of a file in `data/`.
pub fn rows<T: DeserializeOwned>(file: &str) -> Vec<T> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(file);
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).expect("the data file");
    reader.deserialize().collect::<Result<_, _>>().expect("well-formed rows")
}

/// The deal in a row of a data file.
pub fn deal(text: &str) -> Deal {
    parse_deal(text).unwrap_or_else(|error| panic!("{text}: {error}")).deal
}

/// Asserts that the line of an outcome is legal and reaches the lower bound of the verdict.
pub fn check_line(name: &str, start: &Position, outcome: &Outcome) {
    let end = replay(start, &outcome.line).unwrap_or_else(|error| panic!("{name}: {error}"));
    let agrees = match outcome.verdict {
        Verdict::Won { swaps } => end.is_won() && end.swaps_used() == swaps,
        Verdict::Lost { trees } => !end.is_won() && end.trees_banked() == trees,
        Verdict::Undecided { bounds: Bounds { lower, upper }, .. } => end.score() == lower && lower < upper,
    };
    assert!(agrees, "{name}: the line reaches score {}, the verdict is {:?}", end.score(), outcome.verdict);
}
