//! Reader of records: games, and answers of `analyze`.

use crate::games::pentamid::game::{Position, Repetition, Rules, parse_position};
use serde::Deserialize;

use super::claims::Claims;
use super::{AnalysisRecord, GAME, GameRecord, SCHEMA};
use crate::games::pentamid::game::Variant;
use crate::games::pentamid::input::{GameInput, InputMove, read_token};
use crate::kit::fault::{InputError, SourceError, check_head};

/// What is read.
const EXPECTED: &str = "a game as `play` saves it, or an answer of `analyze --format json`";

/// Reads a record: a game, or an answer of `analyze`. The rules are made by `rules_of`.
///
/// # Errors
/// The first mistake, another game or schema, or a variant that `rules_of` refuses.
pub fn read(
    name: &str,
    text: &str,
    rules_of: impl Fn(Variant) -> Result<Rules, InputError>,
) -> Result<GameInput, InputError> {
    check_head(name, text, GAME, SCHEMA)?;
    let is_analysis =
        serde_json::from_str::<serde_json::Value>(text).is_ok_and(|value| value.get("line").is_some());
    if is_analysis {
        let record: AnalysisRecord = from_json(name, text)?;
        let rules = rules_of(record.variant.variant()?)?;
        let (field, text) = match &record.start {
            Some(start) => ("start", start),
            None => ("position", &record.position),
        };
        let start = position(&rules, name, field, text)?;
        let moves = [("played", &record.played), ("line", &record.line)];
        let moves = moves.map(|(field, tokens)| read_tokens(&rules, name, field, tokens));
        let [played, line] = moves;
        let (mut moves, line) = (played?, line?);
        moves.extend(line);
        let repetition = if record.repetition { Repetition::Barred } else { Repetition::Allowed };
        let claims = Some(Claims::Analysis(Box::new(record)));
        return Ok(GameInput { rules, start, moves, repetition: Some(repetition), claims });
    }
    let record: GameRecord = from_json(name, text)?;
    let rules = rules_of(record.variant.variant()?)?;
    let start = position(&rules, name, "position", &record.position)?;
    let moves = read_tokens(&rules, name, "moves", &record.moves)?;
    let repetition = match record.repetition {
        Some(false) => Repetition::Allowed,
        _ => Repetition::Barred,
    };
    Ok(GameInput {
        rules,
        start,
        moves,
        repetition: Some(repetition),
        claims: record.result.map(Claims::Result),
    })
}

fn read_tokens(
    rules: &Rules,
    name: &str,
    field: &str,
    tokens: &[String],
) -> Result<Vec<InputMove>, InputError> {
    let number = |i: usize| format!("`{field}`, number {}, in {name}", i + 1);
    tokens.iter().enumerate().map(|(i, token)| read_token(rules, &number(i), token)).collect()
}

fn position(rules: &Rules, name: &str, field: &str, text: &str) -> Result<Position, InputError> {
    parse_position(rules, text)
        .map_err(|error| SourceError::new(&format!("`{field}` in {name}"), text, error).into())
}

/// Reads JSON, with the place of a mistake.
fn from_json<'a, T: Deserialize<'a>>(name: &str, text: &'a str) -> Result<T, InputError> {
    serde_json::from_str(text).map_err(|error| SourceError::of_json(name, text, &error, EXPECTED).into())
}
