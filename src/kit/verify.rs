//! What a record claims of a line of moves, compared with the record as a replay rebuilds it.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::error::{ErrorWithHelp, InputError, NamedText, SourceError};
use super::json::SCHEMA;

/// The fields of a record as it was read. A field that is absent claims nothing.
pub type Claims = Map<String, Value>;

/// Reads a record in JSON as claims. Records of Solomids name no game. `expected` describes the record.
///
/// # Errors
/// What is malformed, with its place; another game, another schema, or no game where one is needed.
pub(crate) fn read_claims(
    text: &NamedText,
    game: Option<&str>,
    expected: &str,
) -> Result<Claims, InputError> {
    let name = &text.name;
    let claims: Claims = read_fields(text, expected)?;
    match (claims.get("game"), game, claims.get("schema")) {
        (Some(found), Some(game), _) if found != game => {
            let found = plain(found);
            let help = format!("leave `{game}` out, or name that game in its place");
            let message = format!("`{name}` is of the game `{found}`, not `{game}`");
            Err(ErrorWithHelp::new(message, help).into())
        }
        (Some(found), None, _) => {
            let found = plain(found);
            let help = format!("put `{found}` before the command, or name a record of Solomids");
            Err(ErrorWithHelp::new(format!("`{name}` is of the game `{found}`, not Solomids"), help).into())
        }
        (_, _, Some(found)) if *found != SCHEMA => {
            let message = format!("`{name}` has schema {found}, and this version reads schema {SCHEMA}");
            Err(ErrorWithHelp::new(message, "use the version of solomids that wrote it").into())
        }
        (None, Some(game), _) => {
            let help = format!("leave `{game}` out for a record of Solomids");
            let message = format!("`{name}` does not say that it is of the game `{game}`");
            Err(ErrorWithHelp::new(message, help).into())
        }
        _ => Ok(claims),
    }
}

/// Reads the fields of a record that a type has.
pub(crate) fn read_fields<T: DeserializeOwned>(text: &NamedText, expected: &str) -> Result<T, InputError> {
    serde_json::from_str(&text.content).map_err(|error| mistake_in_json(text, &error, expected).into())
}

/// A mistake in JSON with its place; `expected` describes the object that was to be read.
fn mistake_in_json(text: &NamedText, error: &serde_json::Error, expected: &str) -> SourceError {
    let NamedText { name, content } = text;
    let lines = content.split_inclusive('\n').take(error.line().saturating_sub(1));
    let place = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
    let place = content.floor_char_boundary(place);
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    SourceError::at(name, content, place..place, message, format!("expected {expected}"))
}

/// The fields that say something else than the record that a replay has rebuilt, a sentence each, in the order of that record. Fields
/// that were not rebuilt are not compared.
pub(crate) fn contradictions(claims: &Claims, rebuilt: &Value) -> Vec<String> {
    let fields = rebuilt.as_object().into_iter().flatten();
    let claimed = fields.filter_map(|(field, found)| Some((field, claims.get(field)?, found)));
    claimed
        .filter(|(_, claimed, found)| claimed != found)
        .map(|(field, claimed, found)| {
            // A text in the place of a number is shown as a text.
            let claimed = if found.is_number() { claimed.to_string() } else { plain(claimed) };
            format!("`{field}` says {claimed}, the line gives {}", plain(found))
        })
        .collect()
}

/// A value as it is said in a sentence.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), Into::into)
}

/// What a record claims of the best score, brought together with the score that its line reaches.
pub(crate) struct ClaimedScore {
    /// The score that the line reaches, which is the lower bound.
    pub(crate) lower: u8,
    /// The upper bound that is claimed: by the field, by a score that is said to be the best, or by the verdict.
    pub(crate) upper: u8,
    /// Whether the record says nothing of an upper bound.
    pub(crate) is_open: bool,
}

impl ClaimedScore {
    /// The bounds that the claims can mean of a line that reaches a score, where no line scores more than `most`.
    pub(crate) fn new(claims: &Claims, reached: u8, most: u8) -> Self {
        let upper = claims.get("upper_bound").and_then(Value::as_u64);
        let has_best = claims.get("score").is_some_and(Value::is_number);
        let is_decided = has_best || claims.get("verdict").is_some_and(|verdict| verdict != "undecided");
        let usual = if is_decided { reached } else { most };
        let is_open = upper.is_none() && !has_best && !claims.contains_key("verdict");
        let upper = upper.map_or(usual, |upper| u8::try_from(upper).unwrap_or(u8::MAX));
        Self { lower: reached, upper: upper.min(most).max(reached), is_open }
    }

    pub(crate) const fn is_decided(&self) -> bool {
        self.lower == self.upper
    }

    /// The best score; null if it is not known, unless another one than that of the line is claimed.
    pub(crate) fn score(&self, claims: &Claims) -> Value {
        let is_another = claims.get("score").is_some_and(|score| score.is_number() && *score != self.lower);
        if self.is_decided() || is_another { self.lower.into() } else { Value::Null }
    }

    /// The limit that ended the search: none where the best score is known, else the one that is named.
    pub(crate) fn stopped(&self, claims: &Claims) -> Value {
        let named = claims.get("stopped").filter(|limit| limit.is_string()).cloned();
        if self.is_decided() { Value::Null } else { named.unwrap_or_else(|| "a limit".into()) }
    }
}
