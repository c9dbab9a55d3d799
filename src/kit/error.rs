//! Errors of input: a message, advice, and the marked place in a text.
//!
//! The command line draws them with a caret under the place, the [`service`](crate::service) returns them in JSON. This module knows
//! no game: each game makes errors of its own mistakes.

use std::fmt::{Debug, Display};
use std::ops::Range;

use crate::kit::notation::{ParseError, line_and_column};
use crate::kit::replay::IllegalLine;

/// Name of a text typed on the command line, at a prompt or into a page.
pub const TYPED: &str = "<argument>";

/// A text with the name of its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedText {
    /// Name of the source in messages.
    pub name: String,
    /// The text without a byte order mark.
    pub content: String,
}

impl NamedText {
    /// A text without its byte order mark.
    pub fn new(name: impl Into<String>, text: &str) -> Self {
        Self { name: name.into(), content: text.strip_prefix('\u{feff}').unwrap_or(text).into() }
    }

    /// Whether the text begins like a JSON object.
    pub fn is_json(&self) -> bool {
        self.content.trim_start().starts_with('{')
    }
}

/// A mistake in an input text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}; {label}", if .name == TYPED { String::new() } else { format!("{name}: ") })]
pub struct SourceError {
    /// Name of the text: that of a file, `<stdin>`, or [`TYPED`].
    pub name: String,
    /// The text.
    pub text: String,
    /// Description of the mistake in a few words.
    pub message: String,
    /// Words at the place: `expected …`, or the reason why a move is illegal.
    pub label: String,
    /// Place of the mistake, in bytes of the text.
    pub span: Range<usize>,
    /// Advice, in order.
    pub help: Vec<String>,
}

impl SourceError {
    pub(super) fn at(
        name: &str,
        text: &str,
        span: Range<usize>,
        message: impl Into<String>,
        label: String,
    ) -> Self {
        let (name, text, message) = (name.into(), text.into(), message.into());
        Self { name, text, message, label, span, help: Vec::new() }
    }

    /// A mistake in notation.
    pub fn new(name: &str, text: &str, mistake: ParseError) -> Self {
        let ParseError { message, expected, help, span, .. } = mistake;
        Self::at(name, text, span, message, format!("expected {expected}")).with_help(help)
    }

    /// An illegal move with its number, from 1.
    pub fn of_move(name: &str, text: &str, number: usize, reason: impl Display, span: Range<usize>) -> Self {
        Self::at(name, text, span, format!("move {number} is illegal"), reason.to_string())
    }

    /// Adds a piece of advice, if there is one.
    #[must_use]
    pub fn with_help(mut self, help: Option<String>) -> Self {
        self.help.extend(help);
        self
    }

    /// Line and column of the place, from 1, and its length; columns and length in characters. A byte order mark does not
    /// count.
    pub fn place(&self) -> (usize, usize, usize) {
        let (line, column) = line_and_column(&self.text, self.span.start);
        let length = self.text.get(self.span.clone()).map_or(0, |marked| marked.chars().count());
        (line, column, length)
    }
}

/// A mistake without a place, with advice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} ({help})")]
pub struct ErrorWithHelp {
    /// Description of the mistake.
    pub message: String,
    /// Advice on how to mend it.
    pub help: String,
}

impl ErrorWithHelp {
    /// A mistake with advice.
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into() }
    }
}

pub(crate) fn read_field<T>(
    name: &str,
    field: &str,
    text: &str,
    read: impl Fn(&str) -> Result<T, ParseError>,
) -> Result<T, InputError> {
    read(text).map_err(|error| SourceError::new(&format!("`{field}` in {name}"), text, error).into())
}

/// Name of a token in a list of moves, from 0, in messages.
pub(crate) fn token_name(name: &str, field: &str, index: usize) -> String {
    format!("`{field}`, number {}, in {name}", index + 1)
}

pub(crate) fn read_tokens<T>(
    name: &str,
    field: &str,
    tokens: &[String],
    read: impl Fn(&str) -> Result<T, ParseError>,
) -> Result<Vec<T>, InputError> {
    let of_token = |(i, token): (usize, &String)| {
        read(token).map_err(|error| SourceError::new(&token_name(name, field, i), token, error).into())
    };
    tokens.iter().enumerate().map(of_token).collect()
}

/// The first illegal move of a line that was not read from one text.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, thiserror::Error)]
#[error("move {ply}, {mv}, is illegal: {reason}")]
pub struct Illegal {
    /// Number of the move, from 1.
    pub ply: usize,
    /// Token of the move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Reason why it is illegal.
    pub reason: String,
}

impl<M: Debug + Display, R: Debug + Display, P: Debug> From<IllegalLine<M, R, P>> for Illegal {
    fn from(error: IllegalLine<M, R, P>) -> Self {
        Self { ply: error.ply, mv: error.mv.to_string(), reason: error.reason.to_string() }
    }
}

impl<M: Debug + Display, R: Debug + Display, P: Debug> From<IllegalLine<M, R, P>> for InputError {
    fn from(error: IllegalLine<M, R, P>) -> Self {
        Self::Illegal(error.into())
    }
}

/// An error of input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// A mistake in a text.
    #[error(transparent)]
    Text(Box<SourceError>),
    /// A mistake without a place, with advice.
    #[error(transparent)]
    WithHelp(#[from] ErrorWithHelp),
    /// A line with an illegal move.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

impl From<SourceError> for InputError {
    fn from(bad: SourceError) -> Self {
        Self::Text(bad.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_counted_in_characters_from_1() {
        let text = "\u{feff}é\nü R4 .";
        let start = text.find("R4").expect("it is there");
        let bad = |span| SourceError::at(TYPED, text, span, "", String::new());
        assert_eq!(bad(start..start + 2).place(), (2, 3, 2));
        assert_eq!(bad(3..5).place(), (1, 1, 1));
        assert_eq!(bad(text.len()..text.len()).place(), (2, 7, 0));
    }
}
