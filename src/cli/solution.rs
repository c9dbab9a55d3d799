//! Solutions in JSON: what `solve` prints, and `verify`, `analyze` and `play` read.

mod claims;
mod read;

use serde::Serialize;
use solomids::dealer::Source;
use solomids::game::{Move, Position};
use solomids::solver::{Outcome, Shortest, Stats, Stop, Verdict};

pub(super) use self::claims::Claims;
pub(super) use self::read::read;
use super::difficulty;
use super::start::Start;

/// Which format of solutions this is.
const SCHEMA: u32 = 1;

/// A solution as `solve --format json` prints it.
#[derive(Serialize)]
pub(super) struct Written<'a> {
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
    stats: Work,
    /// Which limit ended the search.
    stopped: Option<&'static str>,
    #[serde(flatten)]
    shortest: Option<Shortened>,
    /// Moves from the deal of the source to the position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    played: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<difficulty::Record>,
}

/// A solution that claims nothing: moves that were played from a deal.
#[derive(Serialize)]
struct Unclaimed<'a> {
    schema: u32,
    deal: String,
    source: &'a Source,
    moves: Vec<String>,
}

#[derive(Serialize)]
struct Work {
    nodes: u64,
    elapsed_ms: u64,
}

/// What `--shortest` adds.
#[derive(Serialize)]
struct Shortened {
    /// Stacks, slides and transfers of the line.
    length: usize,
    /// No line that scores as much has fewer.
    length_lower_bound: usize,
    /// Which limit ended the proof.
    length_stopped: Option<&'static str>,
    length_stats: Work,
}

impl Shortened {
    fn new(shortest: &Shortest) -> Self {
        Self {
            length: shortest.length,
            length_lower_bound: shortest.lower_bound,
            length_stopped: shortest.stopped.map(Stop::name),
            length_stats: Work::new(shortest.stats),
        }
    }
}

impl Work {
    fn new(stats: Stats) -> Self {
        let elapsed_ms = u64::try_from(stats.elapsed.as_millis()).unwrap_or(u64::MAX);
        Self { nodes: stats.nodes, elapsed_ms }
    }
}

/// Moves that were played, as a solution without claims.
pub(super) fn unclaimed(start: &Start, moves: &[Move]) -> String {
    let deal = start.palette.canonical(&start.position);
    let unclaimed = Unclaimed { schema: SCHEMA, deal, source: &start.source, moves: tokens(moves) };
    serde_json::to_string(&unclaimed).expect("texts and numbers")
}

fn tokens(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

impl<'a> Written<'a> {
    pub(super) fn new(
        start: &'a Start,
        outcome: &Outcome,
        shortest: Option<&Shortest>,
        end: &Position,
        difficulty: Option<difficulty::Record>,
    ) -> Self {
        let (lower_bound, upper_bound) = outcome.verdict.bounds();
        let (verdict, swaps, stopped) = match outcome.verdict {
            Verdict::Won { swaps } => ("won", Some(swaps), None),
            Verdict::Lost { .. } => ("lost", None, None),
            Verdict::Undecided { stopped, .. } => ("undecided", None, Some(stopped.name())),
        };
        Self {
            schema: SCHEMA,
            deal: start.palette.canonical(&start.position),
            source: &start.source,
            verdict,
            score: outcome.verdict.score(),
            lower_bound,
            upper_bound,
            swaps,
            trees: end.trees_banked(),
            moves: tokens(&outcome.line),
            share: start.share(&outcome.line).to_string(),
            stats: Work::new(outcome.stats),
            stopped,
            shortest: shortest.map(Shortened::new),
            played: tokens(&start.played),
            difficulty,
        }
    }
}
