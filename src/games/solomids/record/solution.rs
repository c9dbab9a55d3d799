//! Solutions in JSON: written by `solve`, read by `verify`, `analyze`, `play` and pages.

mod claims;
mod read;

use serde::Serialize;

pub use self::claims::Claims;
pub use self::read::read_solution;
use super::SCHEMA;
use super::difficulty::DifficultyRecord;
use crate::games::solomids::analysis::{Bounds, Solution};
use crate::games::solomids::dealer::Source;
use crate::games::solomids::game::{Move, Position};
use crate::games::solomids::solver::{Shortest, Stats, StopReason, Verdict};
use crate::games::solomids::start::Start;

/// A solution as `solve --format json` prints it.
#[derive(Serialize)]
pub struct SolutionRecord<'a> {
    schema: u32,
    deal: String,
    source: &'a Source,
    verdict: &'static str,
    score: Option<u8>,
    lower_bound: u8,
    upper_bound: u8,
    swaps: Option<u8>,
    trees: u8,
    moves: Vec<String>,
    share: String,
    stats: WorkRecord,
    /// Limit that ended the search.
    stopped: Option<&'static str>,
    #[serde(flatten)]
    shortest: Option<LengthRecord>,
    /// Moves from the deal of the source to the position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    played: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<DifficultyRecord>,
}

/// A solution without claims: moves played from a deal.
#[derive(Serialize)]
struct LineRecord<'a> {
    schema: u32,
    deal: String,
    source: &'a Source,
    moves: Vec<String>,
}

#[derive(Serialize)]
struct WorkRecord {
    nodes: u64,
    elapsed_ms: u64,
}

/// Fields that `--shortest` adds.
#[derive(Serialize)]
struct LengthRecord {
    /// Stacks, slides and transfers of the line.
    length: usize,
    /// Least length of a line with this score.
    length_lower_bound: usize,
    /// Limit that ended the proof.
    length_stopped: Option<&'static str>,
    length_stats: WorkRecord,
}

impl LengthRecord {
    fn new(shortest: &Shortest) -> Self {
        Self {
            length: shortest.length,
            length_lower_bound: shortest.lower_bound,
            length_stopped: shortest.stopped.map(StopReason::name),
            length_stats: WorkRecord::new(shortest.stats),
        }
    }
}

impl WorkRecord {
    fn new(stats: Stats) -> Self {
        let elapsed_ms = u64::try_from(stats.elapsed.as_millis()).unwrap_or(u64::MAX);
        Self { nodes: stats.nodes, elapsed_ms }
    }
}

/// Formats moves from the position of a start as a solution without claims.
///
/// # Panics
/// Never: the record has texts and numbers only.
pub fn line_to_json(start: &Start, moves: &[Move]) -> String {
    let deal = start.palette.canonical(&start.position);
    let record = LineRecord { schema: SCHEMA, deal, source: &start.source, moves: tokens(moves) };
    serde_json::to_string(&record).expect("texts and numbers")
}

fn tokens(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

impl<'a> SolutionRecord<'a> {
    /// The record of a solution; `end` is the position at the end of its line.
    pub fn new(start: &'a Start, solution: &Solution, end: &Position) -> Self {
        let outcome = &solution.outcome;
        let Bounds { lower, upper } = outcome.verdict.into();
        let (verdict, swaps) = match outcome.verdict {
            Verdict::Won { swaps } => ("won", Some(swaps)),
            Verdict::Lost { .. } => ("lost", None),
            Verdict::Undecided { .. } => ("undecided", None),
        };
        Self {
            schema: SCHEMA,
            deal: start.palette.canonical(&start.position),
            source: &start.source,
            verdict,
            score: outcome.verdict.score(),
            lower_bound: lower,
            upper_bound: upper,
            swaps,
            trees: end.trees_banked(),
            moves: tokens(&outcome.line),
            share: start.share(&outcome.line).to_string(),
            stats: WorkRecord::new(outcome.stats),
            stopped: outcome.verdict.stopped().map(StopReason::name),
            shortest: solution.shortest.as_ref().map(LengthRecord::new),
            played: tokens(&start.played),
            difficulty: DifficultyRecord::new(solution),
        }
    }
}
