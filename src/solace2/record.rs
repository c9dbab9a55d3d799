//! Records: what the commands of Solace II print as JSON, and the games that they read back.

use crate::solace2::game::{Deal, IllegalLine, Move, Palette, Position, Reading, parse_deal, replay};
use crate::solace2::solver::{Outcome, Stop, Verdict};
use serde::{Deserialize, Serialize};

use super::start::Start;
use crate::fault::{Advised, BadText, Fault};

/// Version of all formats here.
const SCHEMA: u32 = 1;
/// Name of the game in all records.
const GAME: &str = "solace2";
/// What is read.
const EXPECTED: &str = "a game as `solace2 solve --format json` or `solace2 play` prints it";

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
            stopped: outcome.verdict.stopped().map(Stop::name),
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
    illegal: Option<IllegalMoveRecord>,
    /// Claims that the line contradicts.
    contradictions: Vec<String>,
}

/// An illegal move.
#[derive(Serialize)]
struct IllegalMoveRecord {
    /// Number of the move, from 1.
    ply: usize,
    #[serde(rename = "move")]
    mv: String,
    reason: String,
}

impl VerifyRecord {
    /// The record of a replayed line.
    pub fn new(
        reading: Reading,
        moves: usize,
        result: &Result<Position, IllegalLine>,
        contradictions: Vec<String>,
    ) -> Self {
        let illegal = result.as_ref().err().map(|IllegalLine { ply, mv, reason, .. }| IllegalMoveRecord {
            ply: *ply,
            mv: mv.to_string(),
            reason: reason.to_string(),
        });
        let score = result.as_ref().ok().map(Position::score);
        Self {
            schema: SCHEMA,
            game: GAME,
            reading: reading.name(),
            legal: result.is_ok(),
            moves,
            score,
            illegal,
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

/// A game read from JSON: a solution, or a game that was played.
#[derive(Debug)]
pub struct GameRecord {
    /// The deal.
    pub deal: Deal,
    /// Letters of the colours.
    pub palette: Palette,
    /// Where the deal comes from.
    pub source: DealSource,
    /// Reading of the rules.
    pub reading: Reading,
    /// All moves from the deal, those played before a search first.
    pub moves: Vec<Move>,
    /// What is claimed of the line.
    claims: Claims,
}

/// Claims of a solution about its line.
#[derive(Debug, Default)]
struct Claims {
    score: Option<u8>,
    bounds: Option<(u8, u8)>,
    verdict: Option<String>,
}

/// The fields that are read.
#[derive(Deserialize)]
struct GameFields {
    schema: u32,
    game: String,
    deal: String,
    source: Option<DealSource>,
    reading: String,
    #[serde(default)]
    played: Vec<String>,
    moves: Vec<String>,
    verdict: Option<String>,
    score: Option<u8>,
    lower_bound: Option<u8>,
    upper_bound: Option<u8>,
}

impl GameRecord {
    /// Reads a game; `name` is the source of the text in messages.
    ///
    /// # Errors
    /// What is malformed, with its place where there is one; another schema or game; a deal or moves that are none.
    pub fn read(name: &str, text: &str) -> Result<Self, Fault> {
        let fields: GameFields =
            serde_json::from_str(text).map_err(|error| BadText::of_json(name, text, &error, EXPECTED))?;
        if fields.game != GAME || fields.schema != SCHEMA {
            let (game, schema) = (&fields.game, fields.schema);
            let message = format!("`{name}` is of the game {game:?}, schema {schema}");
            return Err(Advised::new(message, format!("this command reads {GAME:?}, schema {SCHEMA}")).into());
        }
        let of = |field: &str| format!("{name}, field `{field}`");
        let parsed =
            parse_deal(&fields.deal).map_err(|error| BadText::new(&of("deal"), &fields.deal, error))?;
        let reading = fields.reading.parse().map_err(|error: crate::solace2::game::UnknownReading| {
            Advised::new(format!("{}: {error}", of("reading")), "name a reading that is known")
        })?;
        let read_moves = |field: &str, tokens: &[String]| -> Result<Vec<Move>, Fault> {
            let read =
                |token: &String| token.parse().map_err(|error| BadText::new(&of(field), token, error).into());
            tokens.iter().map(read).collect()
        };
        let mut moves = read_moves("played", &fields.played)?;
        moves.extend(read_moves("moves", &fields.moves)?);
        let claims = Claims {
            score: fields.score,
            bounds: fields.lower_bound.zip(fields.upper_bound),
            verdict: fields.verdict,
        };
        let source = fields.source.unwrap_or(DealSource::Text);
        let (deal, palette) = (parsed.deal, parsed.palette);
        Ok(Self { deal, palette, source, reading, moves, claims })
    }

    /// The game as a start, all moves played.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn start(self) -> Result<Start, Fault> {
        let Self { deal, palette, source, reading, moves, .. } = self;
        let position = replay(&Position::new(&deal), reading, &moves)?;
        Ok(Start { deal, palette, source, reading, played: moves, position })
    }

    /// Claims that the end of the line contradicts.
    pub fn contradictions(&self, end: &Position) -> Vec<String> {
        let score = end.score();
        let mut wrong = Vec::new();
        let mut expect = |is_right: bool, text: String| {
            if !is_right {
                wrong.push(text);
            }
        };
        let Claims { score: claimed, bounds, verdict } = &self.claims;
        if let Some(claimed) = *claimed {
            expect(claimed == score, format!("the score is said to be {claimed}, the line reaches {score}"));
        }
        if let Some((lower, upper)) = *bounds {
            expect(
                lower == score,
                format!("the lower bound is said to be {lower}, the line reaches {score}"),
            );
            expect(
                upper >= score,
                format!("the upper bound is said to be {upper}, the line reaches {score}"),
            );
            let exact = verdict.as_deref() != Some("exact") || lower == upper;
            expect(exact, format!("the verdict is \"exact\", the bounds are {lower} and {upper}"));
        }
        if let DealSource::Seed { seed, index } = self.source {
            let deal = crate::solace2::dealer::deal(seed, index);
            expect(deal == self.deal, format!("deal {index} of seed {seed} is another one"));
        }
        wrong
    }
}

/// The notation of moves.
pub fn tokens(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}
