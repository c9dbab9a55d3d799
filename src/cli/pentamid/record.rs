//! JSON of the commands, and what is read back of it.

use serde::{Deserialize, Serialize};
use solomids::pentamid::game::{
    Both, Game, Move, Position, Repetition, Rules, Status, Variant, parse_position,
};
use solomids::pentamid::prover::Verdict;

use super::start::{Given, bad_text, read_token};
use crate::cli::args::PentamidVariantArgs;
use crate::cli::failure::{Advised, BadText};

/// Number of the format.
const SCHEMA: u32 = 1;
/// Name of the game in records.
const GAME: &str = "pentamid";

/// What every record begins with.
#[derive(Serialize, Deserialize)]
pub(super) struct Head {
    schema: u32,
    game: String,
}

impl Head {
    pub(super) fn new() -> Self {
        Self { schema: SCHEMA, game: GAME.into() }
    }
}

/// A variant; what is missing is as the wiki has it.
#[derive(Serialize, Deserialize)]
pub(super) struct VariantRecord {
    board: Option<String>,
    nests: Option<usize>,
    row: Option<usize>,
    diagonals: Option<bool>,
    both: Option<String>,
}

impl VariantRecord {
    pub(super) fn new(rules: &Rules) -> Self {
        let Variant { width, height, nests, line, diagonals, both, .. } = *rules.variant();
        Self {
            board: Some(format!("{width}x{height}")),
            nests: Some(nests),
            row: Some(line),
            diagonals: Some(diagonals),
            both: Some(both.name().into()),
        }
    }

    fn variant(&self) -> Result<Variant, Advised> {
        let wrong = |field: &str, help: &str| Advised::new(format!("`{field}` of the record is wrong"), help);
        let (width, height) = match &self.board {
            None => (5, 5),
            Some(board) => board
                .split_once('x')
                .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)))
                .ok_or_else(|| wrong("board", "it is columns and rows, such as `5x5`"))?,
        };
        let usual = Variant::of_board(width, height);
        let both = match &self.both {
            None => usual.both,
            Some(name) => {
                Both::from_name(name).ok_or_else(|| wrong("both", "it is `opponent`, `mover` or `draw`"))?
            }
        };
        Ok(Variant {
            nests: self.nests.unwrap_or(usual.nests),
            line: self.row.unwrap_or(usual.line),
            diagonals: self.diagonals.unwrap_or(false),
            both,
            ..usual
        })
    }
}

/// A game, as `play` saves it.
#[derive(Serialize, Deserialize)]
pub(super) struct GameRecord {
    #[serde(flatten)]
    head: Head,
    #[serde(flatten)]
    variant: VariantRecord,
    /// The first position.
    position: String,
    moves: Vec<String>,
    /// Whether earlier states may not come back.
    repetition: Option<bool>,
    /// `1` or `2` for the winner, `draw`, or `open`.
    result: Option<String>,
}

impl GameRecord {
    pub(super) fn new(game: &Game) -> Self {
        let start = game.history().states().first().copied().unwrap_or_default();
        Self {
            head: Head::new(),
            variant: VariantRecord::new(game.rules()),
            position: start.text(game.rules()),
            moves: tokens(game.moves()),
            repetition: Some(game.repetition() == Repetition::Barred),
            result: Some(result_name(game.status()).into()),
        }
    }
}

/// The name of how a game stands.
pub(super) fn result_name(status: Status) -> &'static str {
    match (status, status.winner()) {
        (_, Some(side)) => ["1", "2"][side.index()],
        (Status::Drawn, None) => "draw",
        _ => "open",
    }
}

/// Moves as they are written.
pub(super) fn tokens(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// A game as text: one line of JSON.
pub(super) fn game_text(game: &Game) -> anyhow::Result<String> {
    Ok(serde_json::to_string(&GameRecord::new(game))?)
}

/// An answer of `analyze`.
#[derive(Serialize, Deserialize)]
pub(super) struct AnalysisRecord {
    #[serde(flatten)]
    pub(super) head: Head,
    /// The position that is analysed.
    pub(super) position: String,
    /// The side to move.
    pub(super) side: u8,
    /// Number of its legal moves.
    pub(super) moves: usize,
    /// `win` or `loss` for the side to move, or `unknown`.
    pub(super) result: String,
    /// Plies of the result, or plies searched in full.
    pub(super) plies: u32,
    /// Best play of both sides to the end of the game, where a result is forced.
    pub(super) line: Vec<String>,
    /// Whether the rule against repetition is in force.
    pub(super) repetition: bool,
    #[serde(flatten)]
    pub(super) variant: VariantRecord,
    /// The first position of the game, where moves were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<String>,
    /// Moves from there to the position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) played: Vec<String>,
    /// What each move of the loser leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) replies: Option<Vec<ReplyRecord>>,
    /// Whether it is known that neither side can force a win at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) endless: Option<bool>,
    /// Positions searched.
    pub(super) nodes: u64,
    /// The limit that ended the search, if one did.
    pub(super) stopped: Option<String>,
}

/// A move of the loser, and how it is met.
#[derive(Serialize, Deserialize)]
pub(super) struct ReplyRecord {
    #[serde(rename = "move")]
    pub(super) mv: String,
    /// Plies to the end of the game, this move included; null if a limit ended the search.
    pub(super) plies: Option<u32>,
    /// The winner's answer; null if the move ends the game.
    pub(super) answer: Option<String>,
}

/// The name of a verdict.
pub(super) const fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win { .. } => "win",
        Verdict::Loss { .. } => "loss",
        Verdict::Unknown => "unknown",
    }
}

/// What a record claims of a game.
pub(super) enum Claims {
    /// How a game stands after its moves.
    Result(String),
    /// The answer of an analysis; the game is the one played before, with the line after it.
    Analysis(Box<AnalysisRecord>),
}

impl Claims {
    /// What the game contradicts.
    pub(super) fn contradictions(&self, game: &Game) -> Vec<String> {
        let mut wrong = Vec::new();
        match self {
            Self::Result(claimed) => {
                let result = result_name(game.status());
                if claimed != result {
                    wrong.push(format!("the result is {result}, not {claimed}"));
                }
            }
            Self::Analysis(record) => record.contradictions(game, &mut wrong),
        }
        wrong
    }
}

impl AnalysisRecord {
    fn contradictions(&self, game: &Game, wrong: &mut Vec<String>) {
        let states = game.history().states();
        let Some(position) = states.get(self.played.len()) else { return };
        let text = position.text(game.rules());
        if text != self.position {
            wrong.push(format!("the moves played lead to {text}"));
        }
        if position.side().to_string() != self.side.to_string() {
            wrong.push(format!("player {} is to move", position.side()));
        }
        let mut before = game.clone();
        while before.moves().len() > self.played.len() {
            before.take_back();
        }
        let moves = before.legal_moves().len();
        if moves != self.moves {
            wrong.push(format!("there are {moves} legal moves, not {}", self.moves));
        }
        let winner = match self.result.as_str() {
            "win" => Some(position.side()),
            "loss" => Some(position.side().other()),
            "unknown" => None,
            other => {
                wrong.push(format!("`{other}` is no result; it is win, loss or unknown"));
                return;
            }
        };
        if winner.is_none() && self.line.is_empty() {
            return;
        }
        if winner != game.status().winner() {
            let how = match game.status().winner() {
                Some(side) => format!("player {side} wins"),
                None => "the game goes on".into(),
            };
            wrong.push(format!("at the end of the line {how}, against the result {}", self.result));
        }
        if winner.is_some() && self.line.len() != self.plies as usize {
            wrong.push(format!("the line has {} plies, not {}", self.line.len(), self.plies));
        }
    }
}

/// Reads a record: a game, or an answer of `analyze`.
pub(super) fn read(name: &str, text: &str, variant: &PentamidVariantArgs) -> anyhow::Result<Given> {
    let head: Head = from_json(name, text)?;
    if head.game != GAME {
        let message = format!("`{name}` is of the game `{}`, not `{GAME}`", head.game);
        return Err(Advised::new(message, "leave `pentamid` out, or name that game in its place").into());
    }
    if head.schema != SCHEMA {
        let message = format!("`{name}` has schema {}, and this version reads schema {SCHEMA}", head.schema);
        return Err(Advised::new(message, "use the version of solomids that wrote it").into());
    }
    let is_analysis =
        serde_json::from_str::<serde_json::Value>(text).is_ok_and(|value| value.get("line").is_some());
    if is_analysis {
        let record: AnalysisRecord = from_json(name, text)?;
        let rules = variant.rules_of_record(record.variant.variant()?)?;
        let start = position(&rules, name, record.start.as_ref().unwrap_or(&record.position))?;
        let moves = [("played", &record.played), ("line", &record.line)];
        let moves = moves.map(|(field, tokens)| read_tokens(&rules, name, field, tokens));
        let [played, line] = moves;
        let (mut moves, line) = (played?, line?);
        moves.extend(line);
        let repetition = if record.repetition { Repetition::Barred } else { Repetition::Allowed };
        let claims = Some(Claims::Analysis(Box::new(record)));
        return Ok(Given { rules, start, moves, repetition: Some(repetition), claims });
    }
    let record: GameRecord = from_json(name, text)?;
    let rules = variant.rules_of_record(record.variant.variant()?)?;
    let start = position(&rules, name, &record.position)?;
    let moves = read_tokens(&rules, name, "moves", &record.moves)?;
    let repetition = match record.repetition {
        Some(false) => Repetition::Allowed,
        _ => Repetition::Barred,
    };
    Ok(Given { rules, start, moves, repetition: Some(repetition), claims: record.result.map(Claims::Result) })
}

fn read_tokens(
    rules: &Rules,
    name: &str,
    field: &str,
    tokens: &[String],
) -> Result<Vec<super::start::GivenMove>, BadText> {
    let number = |i: usize| format!("`{field}`, number {}, in {name}", i + 1);
    tokens.iter().enumerate().map(|(i, token)| read_token(rules, &number(i), token)).collect()
}

fn position(rules: &Rules, name: &str, text: &str) -> Result<Position, BadText> {
    parse_position(rules, text).map_err(|error| bad_text(&format!("`position` in {name}"), text, error))
}

/// Reads JSON, with the place of a mistake.
fn from_json<'a, T: Deserialize<'a>>(name: &str, text: &'a str) -> Result<T, BadText> {
    serde_json::from_str(text).map_err(|error| {
        let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
        let place = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        let place = text.floor_char_boundary(place);
        let message = error.to_string();
        let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
        BadText {
            name: name.into(),
            text: text.into(),
            message: message.into(),
            label: "expected a game as `play` saves it, or an answer of `analyze --format json`".into(),
            span: place..place,
            help: Vec::new(),
        }
    })
}
