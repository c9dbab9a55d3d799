//! Records: what the commands of Solace II print as JSON, and the games that they read back, with what they claim.

use serde::{Deserialize, Serialize};

use super::dealer;
use super::game::{Deal, IllegalLine, Move, Palette, Position, Reading, UnknownReading, parse_deal, replay};
use super::optimum::Expectation;
use super::solver::{Outcome, StopReason, Verdict};
use super::start::Start;
use crate::kit::claims::{BestScore, Contradictions, Nullable, ReplayRecord, WorkRecord, nullable};
use crate::kit::fault::{
    ErrorWithHelp, Illegal, InputError, SourceError, check_head, read_field, read_tokens,
};
use crate::kit::notation::tokens;

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

impl SolutionRecord {
    /// The record of an outcome.
    pub fn new(start: &Start, outcome: &Outcome) -> Self {
        let (lower_bound, upper_bound) = outcome.verdict.bounds();
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
            stats: WorkRecord::new(outcome.stats.nodes, outcome.stats.elapsed),
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

/// Output of `verify --format json`.
pub type VerifyRecord = ReplayRecord<VerifyHead, LineEnd>;

/// What the output of `verify` begins with.
#[derive(Serialize)]
pub struct VerifyHead {
    schema: u32,
    game: &'static str,
    reading: String,
}

/// The end of a replayed line; null if a move is illegal.
#[derive(Serialize)]
pub struct LineEnd {
    score: Option<u8>,
}

impl VerifyRecord {
    /// The record of a line with its number of moves, and of the claims that it contradicts.
    pub fn of_line(
        reading: Reading,
        moves: usize,
        result: &Result<Position, IllegalLine>,
        contradictions: Vec<String>,
    ) -> Self {
        Self {
            head: VerifyHead { schema: SCHEMA, game: GAME, reading: reading.name() },
            legal: result.is_ok(),
            moves,
            end: LineEnd { score: result.as_ref().ok().map(Position::score) },
            illegal: result.as_ref().err().cloned().map(Illegal::from),
            contradictions,
        }
    }
}

/// The hidden game solved, as `optimum --format json` prints it.
#[derive(Serialize)]
pub struct OptimumRecord {
    schema: u32,
    game: &'static str,
    reading: String,
    stashes: usize,
    /// Greatest expected score of a player who sees only what lies open; null if a limit ended the search.
    expected: Option<f64>,
    /// Mean best score of a random deal with everything seen; null if it is not known.
    seen: Option<f64>,
    /// What seeing everything is worth: the difference.
    worth: Option<f64>,
    /// Scores of one of the best ways to play.
    scores: Vec<ProbabilityRecord>,
    /// States that were looked at.
    states: usize,
    /// States that this way to play reaches.
    reached: Option<usize>,
    /// Limit that ended the search.
    stopped: Option<&'static str>,
}

/// How often a score comes.
#[derive(Serialize)]
struct ProbabilityRecord {
    score: usize,
    probability: f64,
}

impl OptimumRecord {
    /// The record of a game of `stashes` stashes, with what was found, or the limit that ended the search.
    pub fn new(
        reading: Reading,
        stashes: usize,
        states: usize,
        found: Result<&Expectation, StopReason>,
    ) -> Self {
        let (known, stopped) = (found.ok(), found.err().map(StopReason::name));
        let scores = known.into_iter().flat_map(Expectation::shares);
        Self {
            schema: SCHEMA,
            game: GAME,
            reading: reading.name(),
            stashes,
            expected: known.map(|found| found.expected),
            seen: known.and_then(|found| found.seen),
            worth: known.and_then(Expectation::worth),
            scores: scores.map(|(score, probability)| ProbabilityRecord { score, probability }).collect(),
            states,
            reached: known.map(|found| found.reached),
            stopped,
        }
    }
}

/// A game read from JSON: a solution, or a game that was played.
#[derive(Debug)]
pub struct GameRecord {
    /// Name of the text in messages.
    pub name: String,
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
    claims: GameFields,
}

/// A verdict in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum VerdictRecord {
    Exact,
    Undecided,
}

/// The fields that are read; one that is absent claims nothing.
#[derive(Debug, Deserialize)]
struct GameFields {
    deal: String,
    source: Option<DealSource>,
    reading: String,
    #[serde(default)]
    played: Vec<String>,
    moves: Vec<String>,
    verdict: Option<VerdictRecord>,
    #[serde(default, deserialize_with = "nullable")]
    score: Nullable<u8>,
    lower_bound: Option<u8>,
    upper_bound: Option<u8>,
}

impl GameRecord {
    /// Reads a game; `name` is the source of the text in messages.
    ///
    /// # Errors
    /// What is malformed, with its place where there is one; another schema or game; a deal or moves that are none.
    pub fn read(name: &str, text: &str) -> Result<Self, InputError> {
        let expected = "a game as `solace2 solve --format json` or `solace2 play` prints it";
        check_head(name, text, Some(GAME), SCHEMA)?;
        let fields: GameFields =
            serde_json::from_str(text).map_err(|error| SourceError::of_json(name, text, &error, expected))?;
        let parsed = read_field(name, "deal", &fields.deal, parse_deal)?;
        let reading = fields.reading.parse().map_err(|error: UnknownReading| {
            let message = format!("`reading` in {name}: {error}");
            ErrorWithHelp::new(message, "name a reading that is known")
        })?;
        let mut moves = read_tokens(name, "played", &fields.played, str::parse::<Move>)?;
        moves.extend(read_tokens(name, "moves", &fields.moves, str::parse::<Move>)?);
        let source = fields.source.unwrap_or(DealSource::Text);
        let (name, palette) = (name.into(), parsed.palette);
        Ok(Self { name, deal: parsed.deal, palette, source, reading, moves, claims: fields })
    }

    /// The game as a start, all moves played.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn start(self) -> Result<Start, InputError> {
        let Self { deal, palette, source, reading, moves, .. } = self;
        let position = replay(&Position::new(&deal), reading, &moves)?;
        Ok(Start { deal, palette, source, reading, played: moves, position })
    }

    /// Claims that the end of the line contradicts, or other claims.
    pub fn contradictions(&self, end: &Position) -> Vec<String> {
        let mut wrong = Contradictions::default();
        let said = &self.claims;
        let best = BestScore {
            verdict: said.verdict.map(|verdict| match verdict {
                VerdictRecord::Exact => ("exact", true),
                VerdictRecord::Undecided => ("undecided", false),
            }),
            score: said.score,
            lower: said.lower_bound,
            upper: said.upper_bound,
            stopped: None,
        };
        best.compare(end.score(), self.deal.nests().len() as u8, &mut wrong);
        if let DealSource::Seed { seed, index } = self.source {
            let is_another = dealer::deal(seed, index) != self.deal;
            wrong.add_if(is_another, format!("deal {index} of seed {seed} is another one"));
        }
        wrong.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_compared_with_the_line_and_with_each_other() {
        let contradictions = |claims: &str| {
            let text = format!(
                r#"{{"schema":1,"game":"solace2","deal":"KWW.KCC.WKK.WCC.CKW.CWK","reading":"literal","moves":["L-1>2"]{claims}}}"#
            );
            let game = GameRecord::read("text", &text).unwrap();
            let end = replay(&Position::new(&game.deal), game.reading, &game.moves).unwrap();
            game.contradictions(&end)
        };
        for honest in [
            "",
            r#","verdict":"exact","score":0,"lower_bound":0,"upper_bound":0"#,
            r#","verdict":"undecided","score":null,"lower_bound":0,"upper_bound":6"#,
        ] {
            assert_eq!(contradictions(honest), [""; 0], "{honest}");
        }
        for (claims, wrong) in [
            (r#","score":1"#, "`score` says 1, the line gives 0"),
            (r#","lower_bound":1"#, "`lower_bound` says 1, the line gives 0"),
            (r#","upper_bound":7"#, "`upper_bound` says 7, no line scores more than 6"),
            (
                r#","verdict":"exact","score":null"#,
                "`score` is null, and `verdict` says that the best is known",
            ),
            (
                r#","verdict":"exact","score":0,"lower_bound":0,"upper_bound":1"#,
                "`upper_bound` says 1, so 0 is not proven to be the best",
            ),
            (
                r#","verdict":"undecided","score":0"#,
                "`verdict` says undecided, so no `score` is known to be the best",
            ),
            (
                r#","verdict":"undecided","lower_bound":0,"upper_bound":0"#,
                "`verdict` says undecided, `upper_bound` that 0 is the best",
            ),
        ] {
            assert_eq!(contradictions(claims), [wrong], "{claims}");
        }
        let unknown = r#"{"schema":1,"game":"solace2","deal":"KWW.KCC.WKK.WCC.CKW.CWK","reading":"literal","moves":[],"verdict":"banana"}"#;
        assert!(GameRecord::read("text", unknown).is_err());
    }
}
