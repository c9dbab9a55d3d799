//! Counts of legal move sequences: a move too many, too few or misplayed changes a number.

mod checks;
mod common;
mod reference;

use std::collections::BTreeSet;

use common::{library_position, palette};
use rayon::prelude::*;
use reference as plain;
use solomids::game::Position;

/// The reference counts only up to this many sequences; the library counts all.
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

/// The rows of the data file.
fn rows() -> Vec<Row> {
    checks::rows("perft.csv")
}

/// Sequences of `depth` legal moves in the library. Every last move is played too, lest one is listed that
/// cannot be.
fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let mut next = *position;
            next.play(mv).unwrap_or_else(|e| panic!("{mv} in {position:?}: {e}"));
            perft(&next, depth - 1)
        })
        .sum()
}

/// Sequences of `depth` legal moves in the reference.
fn plain_perft(position: &plain::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.legal_moves().into_iter().map(|mv| plain_perft(&position.after(mv), depth - 1)).sum()
}

/// Checks all rows that `wanted` accepts with one way of counting; fails with the rows as counted.
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
fn the_file_has_positions_enough() {
    let names: BTreeSet<String> = rows().into_iter().map(|row| row.name).collect();
    assert!(names.len() >= 12, "{names:?}");
}

#[test]
fn the_library_counts_the_known_numbers() {
    check(
        |_| true,
        |row| {
            let position = plain::Position::parse(&row.position, row.swaps_used);
            perft(&library_position(&position, &palette(&position)), row.depth)
        },
    );
}

#[test]
fn the_reference_counts_the_known_numbers() {
    check(
        |row| row.count <= REFERENCE_LIMIT,
        |row| plain_perft(&plain::Position::parse(&row.position, row.swaps_used), row.depth),
    );
}
