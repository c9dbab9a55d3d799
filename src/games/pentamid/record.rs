//! Games and analyses as JSON: written by `play`, `show` and `analyze`, read by all commands.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Pentamid;
use super::game::{Both, Centre, Game, Repetition, Rules, Status, Variant, parse_move, parse_position};
use super::port::{Options, Start};
use super::prover::{Outcome, StopReason, Verdict};
use crate::games::port::{Form, Given};
use crate::kit::error::{ErrorWithHelp, InputError, NamedText, read_field, read_tokens};
use crate::kit::json::{SCHEMA, joined, without_empty};
use crate::kit::notation::tokens;
use crate::kit::verify::{Claims, read_claims, read_fields};

/// Name of the game in records.
pub const GAME: &str = "pentamid";

/// A variant; what is missing is as the wiki has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariantRecord {
    board: Option<String>,
    nests: Option<usize>,
    row: Option<usize>,
    diagonals: Option<bool>,
    both: Option<String>,
    /// `open` or `barred`, where it is not as the other fields have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    centre: Option<String>,
}

impl VariantRecord {
    /// The record of the variant of these rules.
    pub fn new(rules: &Rules) -> Self {
        let Variant { width, height, nests, line, diagonals, both, centre } = *rules.variant();
        Self {
            board: Some(format!("{width}x{height}")),
            nests: Some(nests),
            row: Some(line),
            diagonals: Some(diagonals),
            both: Some(both.name().into()),
            centre: centre.name().map(Into::into),
        }
    }

    /// The variant.
    ///
    /// # Errors
    /// The first field that is wrong.
    pub fn variant(&self) -> Result<Variant, ErrorWithHelp> {
        let wrong =
            |field: &str, help: &str| ErrorWithHelp::new(format!("`{field}` of the record is wrong"), help);
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
        let centre = match &self.centre {
            None => usual.centre,
            Some(name) => {
                Centre::from_name(name).ok_or_else(|| wrong("centre", "it is `open` or `barred`"))?
            }
        };
        Ok(Variant {
            nests: self.nests.unwrap_or(usual.nests),
            line: self.row.unwrap_or(usual.line),
            diagonals: self.diagonals.unwrap_or(false),
            both,
            centre,
            ..usual
        })
    }
}

/// The name of how a game stands.
pub fn result_name(status: Status) -> &'static str {
    match (status, status.winner()) {
        (_, Some(side)) => ["1", "2"][side.index()],
        (Status::Drawn, None) => "draw",
        _ => "open",
    }
}

/// A game, as `play` saves it.
pub fn game(game: &Game) -> Value {
    let start = game.history().states().first().copied().unwrap_or_default();
    joined([
        json!({ "schema": SCHEMA, "game": GAME }),
        json!(VariantRecord::new(game.rules())),
        json!({
            "position": start.text(game.rules()),
            "moves": tokens(game.moves()),
            "repetition": game.repetition() == Repetition::Barred,
            "result": result_name(game.status()),
        }),
    ])
}

/// An answer of `analyze`: what the prover finds of the position at the end of a game, what each move of the loser leads to if that
/// was asked for, and whether it is known that neither side can force a win at all.
pub fn analysis(game: &Game, outcome: &Outcome, replies: Option<Vec<Value>>, endless: bool) -> Value {
    let position = game.position();
    let start = game.history().states().first().filter(|_| !game.moves().is_empty());
    let (start, played) = (start.map(|start| start.text(game.rules())), tokens(game.moves()));
    joined([
        json!({
            "schema": SCHEMA,
            "game": GAME,
            "position": position.text(game.rules()),
            "side": position.side().index() + 1,
            "moves": game.legal_moves().len(),
            "result": verdict_name(outcome.verdict),
            // Of the result, or plies searched in full.
            "plies": outcome.searched,
            "line": tokens(&outcome.line),
            "repetition": outcome.repetition == Repetition::Barred,
        }),
        json!(VariantRecord::new(game.rules())),
        without_empty(json!({ "start": start, "played": played }), &["start", "played"]),
        replies.map_or(Value::Null, |replies| json!({ "replies": replies })),
        without_empty(json!({ "endless": endless.then_some(true) }), &["endless"]),
        json!({ "nodes": outcome.nodes, "stopped": outcome.stopped.map(StopReason::name) }),
    ])
}

/// The name of a verdict.
pub const fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win { .. } => "win",
        Verdict::Loss { .. } => "loss",
        Verdict::Unknown => "unknown",
    }
}

/// What of a game in JSON says how it went; all other fields are claims.
#[derive(Deserialize)]
struct GameFields {
    #[serde(flatten)]
    variant: VariantRecord,
    position: String,
    moves: Vec<String>,
    repetition: Option<bool>,
}

/// What of an analysis in JSON says how its line goes; all other fields are claims.
#[derive(Deserialize)]
struct AnalysisFields {
    #[serde(flatten)]
    variant: VariantRecord,
    position: String,
    start: Option<String>,
    #[serde(default)]
    played: Vec<String>,
    line: Vec<String>,
    repetition: bool,
}

/// Reads a game, or an answer of `analyze`: the moves played before it, then its line.
pub(super) fn read_record(text: &NamedText, options: &Options) -> Result<Given<Pentamid>, InputError> {
    let name = &text.name;
    let expected = "a game as `play` saves it, or an answer of `analyze --format json`";
    let claims = read_claims(text, Some(GAME), expected)?;
    let (variant, (field, first), repetition, lines) = if claims.contains_key("line") {
        let read: AnalysisFields = read_fields(text, expected)?;
        let first = read.start.map_or(("position", read.position), |start| ("start", start));
        (read.variant, first, read.repetition, vec![("played", read.played), ("line", read.line)])
    } else {
        let read: GameFields = read_fields(text, expected)?;
        let barred = read.repetition.unwrap_or(true);
        (read.variant, ("position", read.position), barred, vec![("moves", read.moves)])
    };
    let rules = options.rules_of_record(variant.variant()?)?;
    let first = read_field(name, field, &first, |text| parse_position(&rules, text))?;
    let said = if repetition { Repetition::Barred } else { Repetition::Allowed };
    let start = Start { rules, repetition: options.repetition.unwrap_or(said), first };
    let mut game = Given { claims: Some(claims), form: Form::Record, ..Given::start(start) };
    for (field, moves) in lines {
        game.add_field(name, field, read_tokens(name, field, &moves, |token| parse_move(&rules, token))?);
    }
    Ok(game)
}

/// What a record would say of its moves.
pub(super) fn rebuilt(end: &Game, claims: &Claims) -> Value {
    let status = end.status();
    let Some(line) = claims.get("line").and_then(Value::as_array) else {
        return json!({ "result": result_name(status) });
    };
    let mut before = end.clone();
    while before.moves().len() + line.len() > end.moves().len() {
        before.take_back();
    }
    let side = before.position().side();
    // An answer without a line may say that nothing was found out.
    let is_silent = line.is_empty() && claims.get("result").is_some_and(|result| result == "unknown");
    let result = match status.winner().filter(|_| !is_silent) {
        Some(winner) if winner == side => "win",
        Some(_) => "loss",
        None => "unknown",
    };
    json!({
        "position": before.position().text(before.rules()),
        "side": side.index() + 1,
        "moves": before.legal_moves().len(),
        "result": result,
        "plies": if result == "unknown" { claims.get("plies").cloned() } else { Some(line.len().into()) },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_comes_back_from_its_record() {
        let wiki = Variant { diagonals: true, ..Variant::default() };
        let readings =
            [Centre::ByRule, Centre::Open, Centre::Barred].map(|centre| Variant { centre, ..wiki });
        for variant in
            [Variant::of_board(4, 3), Variant { both: Both::Draw, ..wiki }].into_iter().chain(readings)
        {
            let record = VariantRecord::new(&Rules::new(variant).unwrap());
            let text = serde_json::to_string(&record).unwrap();
            let read: VariantRecord = serde_json::from_str(&text).unwrap();
            assert_eq!(read.variant().unwrap(), variant, "{text}");
        }
    }
}
