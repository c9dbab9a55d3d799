//! The one kind of error that reading notation gives.

use std::fmt::{self, Write as _};
use std::ops::Range;

/// Why a text is no position or move, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What is wrong, in a few words.
    pub message: String,
    /// What was expected at the place.
    pub expected: String,
    /// How to mend it, where there is more to say.
    pub help: Option<String>,
    /// The place, in bytes of the text; may be empty, and then lies between two characters.
    pub span: Range<usize>,
    /// Line of the place, from 1.
    pub line: usize,
    /// Column of the place, in characters, from 1.
    pub column: usize,
}

impl ParseError {
    /// An error at a place of `text`.
    pub fn new(
        text: &str,
        span: Range<usize>,
        message: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        let before = text.get(..span.start).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            message: message.into(),
            expected: expected.into(),
            help: None,
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            span,
        }
    }

    /// The same error with advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The line of the text with the place, and under it a caret for every character of the place (one at least).
    pub fn caret(&self, text: &str) -> String {
        let line = text.lines().nth(self.line - 1).unwrap_or_default();
        let place = text.get(self.span.clone()).unwrap_or_default();
        let carets = place.lines().next().unwrap_or_default().chars().count().max(1);
        let mut shown = String::new();
        for char in line.chars() {
            shown.push(if char.is_control() { ' ' } else { char });
        }
        let _ = write!(shown, "\n{:indent$}{}", "", "^".repeat(carets), indent = self.column - 1);
        shown
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { message, expected, line, column, .. } = self;
        write!(f, "line {line}, column {column}: {message}; expected {expected}")?;
        self.help.as_ref().map_or(Ok(()), |help| write!(f, " ({help})"))
    }
}

impl std::error::Error for ParseError {}

/// A piece of the user's text as it may stand in a message: no control characters, not endless.
pub(super) fn quoted(token: &str) -> String {
    const LONGEST: usize = 24;
    let mut shown = String::new();
    for char in token.chars().take(LONGEST) {
        match char {
            '"' | '\'' | '\\' => shown.push(char),
            _ => shown.extend(char.escape_debug()),
        }
    }
    let more = if token.chars().nth(LONGEST).is_some() { "…" } else { "" };
    format!("`{shown}{more}`")
}
