//! Solutions in JSON: written by `solve`, read by `verify`, `analyze`, `play` and pages.

use serde::{Deserialize, Serialize};

use super::{BestRecord, DifficultyRecord, SCHEMA};
use crate::games::solomids::analysis::Solution;
use crate::games::solomids::dealer::Source;
use crate::games::solomids::game::notation::Parsed;
use crate::games::solomids::game::{
    IllegalLine, MAX_SWAPS, Move, Position, Share, TREES, parse_position, replay,
};
use crate::games::solomids::solver::{Bounds, Proven, Shortest, StopReason, Verdict, length};
use crate::games::solomids::start::Start;
use crate::games::solomids::view::words::known;
use crate::kit::claims::{BestScore, Contradictions, Nullable, ReplayRecord, WorkRecord, nullable};
use crate::kit::fault::{
    ErrorWithHelp, Illegal, InputError, NamedText, SourceError, check_head, read_field, read_tokens,
};
use crate::kit::notation::tokens;

/// A solution as `solve --format json` prints it.
#[derive(Serialize)]
pub struct SolutionRecord<'a> {
    schema: u32,
    deal: String,
    source: &'a Source,
    verdict: &'static str,
    #[serde(flatten)]
    best: BestRecord,
    /// What is known of the best score, in words.
    summary: String,
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

/// Fields that `--shortest` adds.
#[derive(Serialize)]
struct LengthRecord {
    /// Stacks, slides and transfers of the line.
    length: usize,
    /// Least length of a line with this score.
    length_lower_bound: usize,
    /// Limit that ended the search for a shorter line.
    length_stopped: Option<&'static str>,
    length_stats: WorkRecord,
}

impl LengthRecord {
    fn new(shortest: &Shortest) -> Self {
        Self {
            length: shortest.length,
            length_lower_bound: shortest.lower_bound,
            length_stopped: shortest.stopped.map(StopReason::name),
            length_stats: WorkRecord::new(shortest.stats.nodes, shortest.stats.elapsed),
        }
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

impl<'a> SolutionRecord<'a> {
    /// The record of a solution; `end` is the position at the end of its line.
    pub fn new(start: &'a Start, solution: &Solution, end: &Position) -> Self {
        let outcome = &solution.outcome;
        let bounds = outcome.verdict.bounds();
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
            best: bounds.into(),
            summary: known(bounds),
            swaps,
            trees: end.trees_banked(),
            moves: tokens(&outcome.line),
            share: start.share(&outcome.line).to_string(),
            stats: WorkRecord::new(outcome.stats.nodes, outcome.stats.elapsed),
            stopped: outcome.verdict.stopped().map(StopReason::name),
            shortest: solution.shortest.as_ref().map(LengthRecord::new),
            played: tokens(&start.played),
            difficulty: DifficultyRecord::new(solution),
        }
    }
}

/// A solution as read, with the fields of [`SolutionRecord`].
///
/// An absent field claims nothing.
#[derive(Deserialize)]
struct ClaimsRecord {
    deal: String,
    moves: Vec<String>,
    verdict: Option<VerdictRecord>,
    #[serde(default, deserialize_with = "nullable")]
    score: Nullable<u8>,
    lower_bound: Option<u8>,
    upper_bound: Option<u8>,
    #[serde(default, deserialize_with = "nullable")]
    proven: Nullable<Proven>,
    #[serde(default, deserialize_with = "nullable")]
    swaps: Nullable<u8>,
    trees: Option<u8>,
    /// Number of stacks, slides and transfers.
    length: Option<usize>,
    /// Least length of a line with this score.
    length_lower_bound: Option<usize>,
    /// Limit that ended the search.
    #[serde(default, deserialize_with = "nullable")]
    stopped: Nullable<String>,
    share: Option<String>,
    /// Source of the deal.
    source: Option<Source>,
    #[serde(default)]
    played: Vec<String>,
}

/// Claims of a solution, parsed.
pub struct Claims {
    record: ClaimsRecord,
    /// Share string of the whole game.
    share: Option<Share>,
    /// Moves from the deal of the source to the start of the line.
    played: Vec<Move>,
}

/// A verdict in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum VerdictRecord {
    Won,
    Lost,
    Undecided,
}

impl Claims {
    /// Finds claims that the moves from `start` to `end` contradict, or that contradict each other.
    pub fn contradictions(&self, start: &Position, moves: &[Move], end: &Position) -> Vec<String> {
        let said = &self.record;
        let mut wrong = Contradictions::default();
        let best = BestScore {
            verdict: said.verdict.map(|verdict| match verdict {
                VerdictRecord::Won => ("won", true),
                VerdictRecord::Lost => ("lost", true),
                VerdictRecord::Undecided => ("undecided", false),
            }),
            score: said.score,
            lower: said.lower_bound,
            upper: said.upper_bound,
            stopped: said.stopped.as_ref().map(Option::as_deref),
        };
        best.compare(end.score(), TREES + MAX_SWAPS - start.swaps_used(), &mut wrong);
        if let Some(claimed) = said.proven {
            let upper = said.upper_bound.or(said.score.flatten());
            let known = Bounds { lower: end.score(), upper: upper.unwrap_or(TREES + MAX_SWAPS) }.proven();
            // Without an upper bound no line contradicts a loss but one that wins.
            let may_be = claimed == Some(Proven::Lost) && upper.is_none() && known.is_none();
            let name = |proven: Option<Proven>| proven.map_or("nothing", Proven::name);
            let sentence = format!("`proven` says {}, line and bounds {}", name(claimed), name(known));
            wrong.add_if(claimed != known && !may_be, sentence);
        }
        wrong.compare(("swaps", said.swaps.flatten(), end.swaps_used()), "the line gives");
        wrong.compare(("trees", said.trees, end.trees_banked()), "the line gives");
        match said.verdict {
            Some(VerdictRecord::Won) => {
                wrong.add_if(!end.is_won(), "`verdict` says won, the line does not win");
                wrong.add_if(said.swaps == Some(None), "`swaps` is null, and `verdict` says won");
            }
            Some(verdict) => {
                let is_lost = verdict == VerdictRecord::Lost;
                wrong.add_if(is_lost && end.is_won(), "`verdict` says lost, the line wins");
                let sentence = "`swaps` counts those of a win, and `verdict` does not say won";
                wrong.add_if(said.swaps.flatten().is_some(), sentence);
            }
            None => {}
        }
        said.compare_length(length(moves), &mut wrong);
        if let Some(share) = &self.share {
            let is_whole = self.played.iter().chain(moves).eq(&share.moves);
            wrong.add_if(!is_whole, "`share` has other moves than the line");
            let seed = match &said.source {
                Some(Source::WebSeed { seed }) => Some(seed.as_str()),
                Some(_) => Some(""),
                None => None,
            };
            let is_other = seed.is_some_and(|seed| seed != share.seed);
            wrong.add_if(is_other, "`share` has another seed than `source`");
            let dealt = Source::WebSeed { seed: share.seed.clone() };
            let leads_elsewhere = seed.is_none() && !share.seed.is_empty() && !self.leads_to(&dealt, start);
            wrong.add_if(leads_elsewhere, "the deal of the seed in `share` does not lead to `deal`");
        }
        let source = said.source.as_ref().filter(|&source| *source != Source::Text);
        let leads_elsewhere = source.is_some_and(|source| !self.leads_to(source, start));
        wrong.add_if(leads_elsewhere, "`source` and `played` do not lead to `deal`");
        wrong.0
    }

    /// Whether the moves played lead from the deal of a source to a position.
    fn leads_to(&self, source: &Source, position: &Position) -> bool {
        let reached = source.deal().ok().and_then(|deal| replay(&deal.into(), &self.played).ok());
        reached == Some(*position)
    }
}

impl ClaimsRecord {
    /// Compares what is claimed of the length of the line with its stacks, slides and transfers.
    fn compare_length(&self, length: usize, wrong: &mut Contradictions) {
        if let Some(claimed) = self.length.filter(|&claimed| claimed != length) {
            let line = format!("the line has {length} stacks, slides and transfers");
            wrong.0.push(format!("`length` says {claimed}, {line}"));
        }
        if let Some(bound) = self.length_lower_bound.filter(|&bound| bound > length) {
            let line = format!("the line has {length} of what it counts");
            wrong.0.push(format!("`length_lower_bound` says {bound}, {line}"));
        }
    }
}

/// Output of `verify --format json`.
pub type VerifyRecord = ReplayRecord<VerifyHead, LineEnd>;

/// What the output of `verify` begins with.
#[derive(Serialize)]
pub struct VerifyHead {
    schema: u32,
}

/// The end of a replayed line; null if a move is illegal.
#[derive(Serialize)]
pub struct LineEnd {
    score: Option<u8>,
    trees: Option<u8>,
    swaps: Option<u8>,
    won: Option<bool>,
}

/// A played line with its start, and what a record claims of it.
pub struct PlayedLine {
    /// Position that the line starts from.
    pub start: Start,
    /// The moves, not checked yet.
    pub moves: Vec<Move>,
    /// Claims of a solution in JSON about the line.
    pub claims: Option<Claims>,
}

impl PlayedLine {
    /// Replays the line, and compares what is claimed of it with what it gives.
    pub fn verify(&self) -> (Result<Position, IllegalLine>, VerifyRecord) {
        let result = replay(&self.start.position, &self.moves);
        let end = result.as_ref().ok();
        let claims = end.zip(self.claims.as_ref());
        let record = ReplayRecord {
            head: VerifyHead { schema: SCHEMA },
            legal: end.is_some(),
            moves: self.moves.len(),
            end: LineEnd {
                score: end.map(Position::score),
                trees: end.map(Position::trees_banked),
                swaps: end.map(Position::swaps_used),
                won: end.map(Position::is_won),
            },
            contradictions: claims
                .map(|(end, claims)| claims.contradictions(&self.start.position, &self.moves, end))
                .unwrap_or_default(),
            illegal: result.as_ref().err().copied().map(Illegal::from),
        };
        (result, record)
    }

    /// Reads a solution in JSON or a share string. A line that names no deal starts from the given one.
    ///
    /// # Errors
    /// The first mistake; no deal, or two.
    pub fn read(text: &NamedText, given: Option<Start>) -> Result<Self, InputError> {
        // A seed may begin with a brace.
        if text.is_json() && !text.is_share() {
            if given.is_some() {
                let message = "two deals: the solution names its own";
                return Err(ErrorWithHelp::new(message, "leave out the other one").into());
            }
            let (start, moves, claims) = read_solution(&text.name, &text.content)?;
            return Ok(Self { start, moves, claims: Some(claims) });
        }
        let pasted = text.share().map_err(|error| *error)?;
        let start = Start::of_seed(&pasted.seed, given)?;
        let resolved = pasted.resolve(&start.position);
        let resolved = resolved.map_err(|error| SourceError::new(&text.name, &pasted.text, error))?;
        Ok(Self { start, moves: resolved.share.moves, claims: None })
    }
}

/// Parses a solution; returns its start, its moves and its claims. `name` is the source of the text in messages.
///
/// # Errors
/// Another version of the format, or the first mistake.
pub fn read_solution(name: &str, text: &str) -> Result<(Start, Vec<Move>, Claims), InputError> {
    check_head(name, text, None, SCHEMA)?;
    let expected = "a solution as `solve --format json` prints it";
    let mut reader = serde_json::Deserializer::from_str(text);
    let record: ClaimsRecord = serde_path_to_error::deserialize(&mut reader)
        .map_err(|error| (error.path().to_string(), error.into_inner()))
        .and_then(|record| reader.end().map(|()| record).map_err(|error| (String::new(), error)))
        .map_err(|(field, error)| {
            let bad = SourceError::of_json(name, text, &error, expected);
            let message = match field.as_str() {
                "" | "." | "?" => bad.message.clone(),
                field => format!("`{field}`: {}", bad.message),
            };
            SourceError { message, ..bad }
        })?;
    let Parsed { position, palette, .. } = read_field(name, "deal", &record.deal, parse_position)?;
    let moves = read_tokens(name, "moves", &record.moves, str::parse)?;
    let played = read_tokens(name, "played", &record.played, str::parse)?;
    let share = record.share.as_deref();
    let share = share.map(|text| read_field(name, "share", text, str::parse::<Share>)).transpose()?;
    let source = record.source.as_ref();
    let start = source
        .and_then(|source| Start::dealt(source.clone(), &played).ok())
        .filter(|start| start.position == position)
        .unwrap_or_else(|| Start::from_position(position, palette));
    Ok((start, moves, Claims { record, share, played }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::Config;

    use super::*;

    const SOLUTION: &str = r#"{"schema":1,"deal":". . . . ./. . . . ./. R1 . . ./. . . . ./. R2 . . R3/. . . . ./. . . . ./. . . . ./. . . . ./. . . . .\nswaps-used: 1","source":{"kind":"text"},"verdict":"won","score":16,"lower_bound":16,"upper_bound":16,"swaps":1,"trees":15,"moves":["M-B8>B6","M-B6>E6","B-E6"],"share":"_M-B8>B6, M-B6>E6, B-E6","stats":{"nodes":7,"elapsed_ms":2},"stopped":null}"#;
    const SIGNS: &[&str] = &[
        "\"", "\\", "{", "}", "[", "]", ",", ":", "null", "1", "-1", "R1", "/", "\\n", ">", "B-E6", "_", " ",
        "é",
    ];

    /// Number of damaged solutions, as in the tests of damaged boards.
    fn mutations() -> u32 {
        std::env::var("SOLOMIDS_MUTATIONS")
            .map_or(500, |number| number.parse().expect("a number of mutations"))
    }

    proptest! {
        #![proptest_config(Config { cases: mutations(), ..Config::default() })]

        #[test]
        fn damaged_solutions_are_never_misread(
            changes in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(SIGNS), 0..3usize), 1..4),
        ) {
            let mut text = SOLUTION.to_owned();
            for (at, sign, removed) in changes {
                let start = text.floor_char_boundary(at.index(text.len()));
                let end = text.ceil_char_boundary((start + removed).min(text.len()));
                text.replace_range(start..end, sign);
            }
            let Ok((start, moves, _)) = read_solution("text", &text) else { return Ok(()) };
            let record: serde_json::Value = serde_json::from_str(&text).expect("accepted text is JSON");
            let deal = parse_position(record["deal"].as_str().expect("a text")).expect("an accepted deal");
            prop_assert_eq!(start.position, deal.position);
            let tokens: Vec<Move> = record["moves"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|token| token.as_str()?.parse().ok())
                .collect();
            prop_assert_eq!(moves, tokens);
        }
    }
}
