//! Records: what the commands of Solace II print as JSON, and the games that they read back, with what they claim.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::game::notation::ParsedDeal;
use super::game::{Deal, Palette, Position, Reading, UnknownReading, parse_deal};
use super::optimum::Expectation;
use super::solver::{Outcome, StopReason, Verdict};
use super::start::Start;
use super::{Solace2, dealer};
use crate::games::port::{Form, Given, Played};
use crate::kit::error::{ErrorWithHelp, InputError, NamedText, read_field, read_tokens};
use crate::kit::notation::tokens;
use crate::kit::verify::{ClaimedScore, Claims, WorkRecord, read_claims, read_fields};

/// Version of all formats here.
pub(super) const SCHEMA: u32 = 1;
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
    pub fn new(played: &Played<Solace2>, outcome: &Outcome) -> Self {
        let start = &played.start;
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
            played: tokens(&played.moves),
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
    pub fn new(played: &Played<Solace2>) -> Self {
        let start = &played.start;
        Self {
            schema: SCHEMA,
            game: GAME,
            deal: start.deal_text(),
            source: start.source,
            reading: start.reading.name(),
            moves: tokens(&played.moves),
            score: played.position.score(),
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

/// What of a game in JSON says where its line starts and how it goes; all other fields are claims.
#[derive(Deserialize)]
struct GameFields {
    deal: String,
    source: Option<DealSource>,
    reading: String,
    #[serde(default)]
    played: Vec<String>,
    moves: Vec<String>,
}

/// Reads a solution, or a game that was played: its line has all moves from the deal, those played before a search first.
///
/// # Errors
/// What is malformed, with its place where there is one; another schema or game; a deal or moves that are none.
pub(super) fn read_game(text: &NamedText) -> Result<Given<Solace2>, InputError> {
    let name = &text.name;
    let expected = "a game as `solace2 solve --format json` or `solace2 play` prints it";
    let claims = read_claims(text, (Some(GAME), SCHEMA), expected)?;
    let fields: GameFields = read_fields(text, expected)?;
    let ParsedDeal { deal, palette } = read_field(name, "deal", &fields.deal, parse_deal)?;
    let reading = fields.reading.parse().map_err(|error: UnknownReading| {
        let message = format!("`reading` in {name}: {error}");
        ErrorWithHelp::new(message, "name a reading that is known")
    })?;
    let start = Start { deal, palette, source: fields.source.unwrap_or(DealSource::Text), reading };
    let mut game = Given { claims: Some(claims), form: Form::Record, ..Given::start(start) };
    game.add_field(name, "played", read_tokens(name, "played", &fields.played, str::parse)?);
    game.add_field(name, "moves", read_tokens(name, "moves", &fields.moves, str::parse)?);
    Ok(game)
}

/// What a record would say of its line, with the upper bound that is claimed.
pub(super) fn rebuilt(start: &Start, end: &Position, claims: &Claims) -> Value {
    let best = ClaimedScore::new(claims, end.score(), end.nests() as u8);
    let is_another =
        matches!(start.source, DealSource::Seed { seed, index } if dealer::deal(seed, index) != start.deal);
    json!({
        "verdict": if best.is_decided() { "exact" } else { "undecided" },
        "score": best.score(claims),
        "lower_bound": best.lower,
        "upper_bound": best.upper,
        "stopped": best.stopped(claims),
        "source": if is_another { "another deal".into() } else { claims.get("source").cloned().unwrap_or_default() },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::port::Game as _;

    #[test]
    fn claims_are_compared_with_the_line_and_with_each_other() {
        let contradictions = |claims: &str| {
            let text = format!(
                r#"{{"schema":1,"game":"solace2","deal":"KWW.KCC.WKK.WCC.CKW.CWK","reading":"literal","moves":["L-1>2"]{claims}}}"#
            );
            let game = Solace2::read(&NamedText::new("text", &text), &Reading::LITERAL).unwrap();
            game.verify().contradictions
        };
        for honest in [
            "",
            r#","score":0"#,
            r#","verdict":"exact","score":0,"lower_bound":0,"upper_bound":0"#,
            r#","verdict":"undecided","score":null,"lower_bound":0,"upper_bound":6,"stopped":"nodes""#,
        ] {
            assert_eq!(contradictions(honest), [""; 0], "{honest}");
        }
        for (claims, wrong) in [
            (r#","score":1"#, "`score` says 1, the line gives 0"),
            (r#","lower_bound":1"#, "`lower_bound` says 1, the line gives 0"),
            (r#","upper_bound":7"#, "`upper_bound` says 7, the line gives 6"),
            (r#","verdict":"exact","score":null"#, "`score` says null, the line gives 0"),
            (
                r#","verdict":"exact","lower_bound":0,"upper_bound":1"#,
                "`verdict` says exact, the line gives undecided",
            ),
            (r#","verdict":"undecided","score":0"#, "`verdict` says undecided, the line gives exact"),
            (
                r#","verdict":"undecided","lower_bound":0,"upper_bound":0"#,
                "`verdict` says undecided, the line gives exact",
            ),
            (r#","verdict":"banana""#, "`verdict` says banana, the line gives exact"),
            (
                r#","source":{"kind":"seed","seed":1,"index":0}"#,
                "`source` says {\"index\":0,\"kind\":\"seed\",\"seed\":1}, the line gives another deal",
            ),
        ] {
            assert_eq!(contradictions(claims), [wrong], "{claims}");
        }
    }
}
