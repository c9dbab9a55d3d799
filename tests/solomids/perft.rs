//! Perft: counts of legal move sequences, in which any error of move generation or play shows.

use std::collections::BTreeSet;

use crate::checks;
use crate::common::{library_position, palette};
use crate::reference as plain;
use rayon::prelude::*;
use solomids::game::perft;

/// Largest count that the reference is to repeat. The library repeats all.
const REFERENCE_LIMIT: u64 = 100_000;

/// One row of `data/perft.csv`.
#[derive(serde::Deserialize)]
struct Row {
    name: String,
    position: String,
    swaps_used: u8,
    depth: u32,
    count: u64,
}

/// All rows of the data file.
fn rows() -> Vec<Row> {
    checks::rows("perft.csv")
}

/// The number of sequences of `depth` legal moves according to the reference.
fn plain_perft(position: &plain::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.legal_moves().into_iter().map(|mv| plain_perft(&position.after(mv), depth - 1)).sum()
}

/// Asserts that `count` gives the counts of all rows that `wanted` accepts. The message has the rows as counted.
fn check(wanted: fn(&Row) -> bool, count: fn(&Row) -> u64) {
    let wrong: Vec<String> = rows()
        .into_par_iter()
        .filter(wanted)
        .filter_map(|row| {
            let counted = count(&row);
            let Row { name, position, swaps_used, depth, count } = row;
            (counted != count).then(|| format!("{name},{position},{swaps_used},{depth},{counted}"))
        })
        .collect();
    assert!(wrong.is_empty(), "counted instead:\n{}", wrong.join("\n"));
}

#[test]
fn data_file_has_at_least_twelve_positions() {
    let names: BTreeSet<String> = rows().into_iter().map(|row| row.name).collect();
    assert!(names.len() >= 12, "{names:?}");
}

#[test]
fn library_repeats_the_known_counts() {
    check(
        |_| true,
        |row| {
            let position = plain::Position::parse(&row.position, row.swaps_used);
            perft(&library_position(&position, &palette(&position)), row.depth)
        },
    );
}

#[test]
fn reference_repeats_the_known_counts() {
    check(
        |row| row.count <= REFERENCE_LIMIT,
        |row| plain_perft(&plain::Position::parse(&row.position, row.swaps_used), row.depth),
    );
}
