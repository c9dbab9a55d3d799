//! Errors of the service: mistakes in requests, and their form in JSON.

use std::fmt;

use serde_json::{Value, json};

use super::request::LONGEST;
use crate::kit::error::{ErrorWithHelp, InputError};
use crate::kit::json::{joined, without_empty};

/// A mistake with advice, which may be empty.
pub(super) fn mistake(message: impl Into<String>, advice: impl Into<String>) -> InputError {
    ErrorWithHelp::new(message, advice).into()
}

pub(super) fn missing(field: &str) -> InputError {
    mistake(format!("the request has no field `{field}`"), "")
}

/// A result that contradicts the rules.
pub(super) fn internal(error: impl fmt::Display) -> InputError {
    mistake(format!("internal error: {error}"), "please report it, with the deal and the moves")
}

/// Longest text of an error, in characters, but for the one that the mistake is in: what quotes a longer one is cut.
const LONGEST_WORDS: usize = 500;

/// An error as JSON. Lines and columns count from 1; columns and length are in characters. Long texts are not sent back.
pub(super) fn record(error: &InputError) -> Value {
    let mut record = match error {
        InputError::Text(bad) => {
            let (line, column, length) = bad.place();
            json!({
                "message": bad.message,
                "advice": bad.help.join("; "),
                "name": bad.name,
                "text": Some(&bad.text).filter(|text| text.len() <= LONGEST),
                // Words at the place: what was expected there, or why a move is illegal.
                "expected": bad.label,
                "line": line,
                "column": column,
                "length": length,
            })
        }
        InputError::WithHelp(ErrorWithHelp { message, help }) => {
            json!({ "message": message, "advice": help })
        }
        InputError::Illegal(illegal) => joined([json!({ "message": illegal.to_string() }), json!(illegal)]),
    };
    for (name, value) in record.as_object_mut().into_iter().flatten() {
        if let Value::String(words) = value
            && name != "text"
            && let Some((end, _)) = words.char_indices().nth(LONGEST_WORDS)
        {
            words.replace_range(end.., "…");
        }
    }
    without_empty(record, &["advice", "text"])
}
