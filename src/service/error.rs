//! Errors of the service: mistakes in requests, and their form in JSON.

use std::fmt;

use serde::Serialize;

use crate::kit::error::{ErrorWithHelp, Illegal, InputError};

/// A mistake with advice, which may be empty.
pub(super) fn mistake(message: impl Into<String>, advice: impl Into<String>) -> InputError {
    ErrorWithHelp::new(message, advice).into()
}

/// A request without a field that it needs.
pub(super) fn missing(field: &str) -> InputError {
    mistake(format!("the request has no field `{field}`"), "")
}

/// A result that contradicts the rules.
pub(super) fn internal(error: impl fmt::Display) -> InputError {
    mistake(format!("internal error: {error}"), "please report it, with the deal and the moves")
}

/// An error as JSON.
#[derive(Default, Serialize)]
struct ErrorRecord<'a> {
    message: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    advice: String,
    #[serde(flatten)]
    place: Option<Place<'a>>,
    #[serde(flatten)]
    illegal: Option<&'a Illegal>,
}

/// Place of a mistake in a text. Lines and columns count from 1; columns and length are in characters.
#[derive(Serialize)]
struct Place<'a> {
    name: &'a str,
    text: &'a str,
    /// Words at the place: what was expected there, or why a move is illegal.
    expected: &'a str,
    line: usize,
    column: usize,
    length: usize,
}

/// An error in JSON.
pub(super) fn to_json(error: &InputError) -> String {
    let record = match error {
        InputError::Text(bad) => {
            let (line, column, length) = bad.place();
            let place =
                Place { name: &bad.name, text: &bad.text, expected: &bad.label, line, column, length };
            let (message, advice) = (bad.message.clone(), bad.help.join("; "));
            ErrorRecord { message, advice, place: Some(place), illegal: None }
        }
        InputError::WithHelp(ErrorWithHelp { message, help }) => {
            ErrorRecord { message: message.clone(), advice: help.clone(), ..ErrorRecord::default() }
        }
        InputError::Illegal(illegal) => {
            ErrorRecord { message: illegal.to_string(), illegal: Some(illegal), ..ErrorRecord::default() }
        }
    };
    serde_json::to_string(&record).unwrap_or_else(|_| r#"{"message":"internal error"}"#.into())
}
