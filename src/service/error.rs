//! Errors of the service, as JSON.

use std::fmt;

use serde::Serialize;

use crate::kit::fault::{ErrorWithHelp, Illegal, InputError, SourceError};

/// Why a request has no answer.
#[derive(Debug, Default, Serialize)]
pub(super) struct ServiceError {
    message: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    advice: String,
    #[serde(flatten)]
    place: Option<Box<Place>>,
    #[serde(flatten)]
    illegal: Option<Box<Illegal>>,
}

/// Place of a mistake in a text. Lines and columns count from 1; columns and length are in characters.
#[derive(Debug, Serialize)]
struct Place {
    name: String,
    text: String,
    /// Words at the place: what was expected there, or why a move is illegal.
    expected: String,
    line: usize,
    column: usize,
    length: usize,
}

impl ServiceError {
    /// An error with advice, which may be empty.
    pub(super) fn new(message: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { message: message.into(), advice: advice.into(), ..Self::default() }
    }

    /// A mistake in a request.
    pub(super) fn of_request(error: &serde_json::Error) -> Self {
        Self::new(format!("the request is not understood: {error}"), "")
    }

    /// A request without a field that it needs.
    pub(super) fn missing(field: &str) -> Self {
        Self::new(format!("the request has no field `{field}`"), "")
    }

    /// A request with an unknown name.
    pub(super) fn unknown(ask: &str) -> Self {
        Self::new(format!("the game knows no request named {ask:?}"), "")
    }

    /// A result that contradicts the rules.
    pub(super) fn internal(error: impl fmt::Display) -> Self {
        Self::new(format!("internal error: {error}"), "please report it, with the deal and the moves")
    }

    /// The error in JSON.
    pub(super) fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| r#"{"message":"internal error"}"#.into())
    }
}

impl From<serde_json::Error> for ServiceError {
    fn from(error: serde_json::Error) -> Self {
        Self::internal(error)
    }
}

impl From<SourceError> for ServiceError {
    fn from(bad: SourceError) -> Self {
        let (line, column, length) = bad.place();
        let SourceError { name, text, message, label, help, .. } = bad;
        let place = Place { name, text, expected: label, line, column, length };
        Self { message, advice: help.join("; "), place: Some(place.into()), illegal: None }
    }
}

impl From<InputError> for ServiceError {
    fn from(fault: InputError) -> Self {
        match fault {
            InputError::Text(bad) => (*bad).into(),
            InputError::WithHelp(advised) => advised.into(),
            InputError::Illegal(illegal) => illegal.into(),
        }
    }
}

impl From<ErrorWithHelp> for ServiceError {
    fn from(ErrorWithHelp { message, help }: ErrorWithHelp) -> Self {
        Self::new(message, help)
    }
}

impl From<Illegal> for ServiceError {
    fn from(illegal: Illegal) -> Self {
        Self { message: illegal.to_string(), illegal: Some(illegal.into()), ..Self::default() }
    }
}
