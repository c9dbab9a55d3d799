//! Records: what the commands of Solace II print as JSON, and the games that they read back.

mod read;

use serde::{Deserialize, Serialize};

pub use self::read::GameRecord;
use super::game::{Deal, IllegalLine, Move, Palette, Position, Reading};
use super::solver::{Outcome, StopReason, Verdict};
use super::start::Start;
use crate::kit::fault::Illegal;

/// Version of all formats here.
const SCHEMA: u32 = 1;
/// Name of the game in all records.
const GAME: &str = "solace2";

/// Where a deal comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum DealSource {
    /// A text.
    Text,
    /// The dealer.
    Seed {
        /// Its seed.
        seed: u64,
        /// Number of the deal.
        index: u64,
    },
}

/// A solution as `solve --format json` prints it.
#[derive(Serialize)]
pub struct SolutionRecord {
    schema: u32,
    game: &'static str,
    deal: String,
    source: DealSource,
    reading: String,
    verdict: &'static str,
    /// Best score, null if undecided.
    score: Option<u8>,
    lower_bound: u8,
    upper_bound: u8,
    /// Moves from the position to the lower bound.
    moves: Vec<String>,
    stats: WorkRecord,
    /// Limit that ended the search.
    stopped: Option<&'static str>,
    /// Moves from the deal to the position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    played: Vec<String>,
}

/// Work of a search.
#[derive(Serialize)]
struct WorkRecord {
    nodes: u64,
    elapsed_ms: u64,
}

impl SolutionRecord {
    /// The record of an outcome.
    pub fn new(start: &Start, outcome: &Outcome) -> Self {
        let (lower_bound, upper_bound) = outcome.verdict.bounds();
        let elapsed_ms = u64::try_from(outcome.stats.elapsed.as_millis()).unwrap_or(u64::MAX);
        Self {
            schema: SCHEMA,
            game: GAME,
            deal: start.deal_text(),
            source: start.source,
            reading: start.reading.name(),
            verdict: if matches!(outcome.verdict, Verdict::Exact { .. }) { "exact" } else { "undecided" },
            score: outcome.verdict.score(),
            lower_bound,
            upper_bound,
            moves: tokens(&outcome.line),
            stats: WorkRecord { nodes: outcome.stats.nodes, elapsed_ms },
            stopped: outcome.verdict.stopped().map(StopReason::name),
            played: tokens(&start.played),
        }
    }
}

/// A deal as `deal --format json` prints it.
#[derive(Serialize)]
pub struct DealRecord {
    schema: u32,
    game: &'static str,
    deal: String,
    source: DealSource,
    /// Name of the mapping from seeds to deals.
    format: &'static str,
}

impl DealRecord {
    /// The record of a deal of the dealer.
    pub fn new(deal: &Deal, source: DealSource, format: &'static str) -> Self {
        Self { schema: SCHEMA, game: GAME, deal: Palette::default().deal(deal), source, format }
    }
}

/// A position as `show --format json` prints it, and a game as `play` does.
#[derive(Serialize)]
pub struct PlayedRecord {
    schema: u32,
    game: &'static str,
    deal: String,
    source: DealSource,
    reading: String,
    /// Moves played from the deal.
    moves: Vec<String>,
    score: u8,
}

impl PlayedRecord {
    /// The record of a deal and the moves played from it.
    pub fn new(start: &Start) -> Self {
        Self {
            schema: SCHEMA,
            game: GAME,
            deal: start.deal_text(),
            source: start.source,
            reading: start.reading.name(),
            moves: tokens(&start.played),
            score: start.position.score(),
        }
    }
}

/// Output of `verify --format json`.
#[derive(Serialize)]
pub struct VerifyRecord {
    schema: u32,
    game: &'static str,
    reading: String,
    /// Whether all moves are legal.
    legal: bool,
    /// Number of moves in the line.
    moves: usize,
    /// Score of the line, null if a move is illegal.
    score: Option<u8>,
    /// First illegal move.
    illegal: Option<Illegal>,
    /// Claims that the line contradicts.
    contradictions: Vec<String>,
}

impl VerifyRecord {
    /// The record of a replayed line.
    pub fn new(
        reading: Reading,
        moves: usize,
        result: &Result<Position, IllegalLine>,
        contradictions: Vec<String>,
    ) -> Self {
        let score = result.as_ref().ok().map(Position::score);
        Self {
            schema: SCHEMA,
            game: GAME,
            reading: reading.name(),
            legal: result.is_ok(),
            moves,
            score,
            illegal: result.as_ref().err().cloned().map(Illegal::from),
            contradictions,
        }
    }
}

/// The table of a census as `census --format json` prints it.
#[derive(Serialize)]
pub struct TableRecord {
    schema: u32,
    game: &'static str,
    reading: String,
    stashes: usize,
    /// Shares by best score, ascending.
    pub scores: Vec<ShareRecord>,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Nodes of the longest search.
    pub most_nodes: u64,
    /// Numbers of the classes that are not decided.
    pub undecided: Vec<usize>,
}

impl TableRecord {
    /// A table without content.
    pub fn new(reading: Reading, stashes: usize) -> Self {
        Self {
            schema: SCHEMA,
            game: GAME,
            reading: reading.name(),
            stashes,
            scores: Vec::new(),
            nodes: 0,
            most_nodes: 0,
            undecided: Vec::new(),
        }
    }
}

/// What has a certain best score.
#[derive(Serialize)]
pub struct ShareRecord {
    /// The best score.
    pub score: u8,
    /// Classes of deals with this best score.
    pub classes: u64,
    /// Deals in these classes.
    pub deals: u64,
    /// Their weight.
    pub weight: u64,
}

/// The notation of moves.
pub fn tokens(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}
