//! The error of reading notation: message, place, and help.

use std::fmt;
use std::ops::Range;

/// Reason why a text is no deal, position, move or share string, and its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Description of the fault in a few words.
    pub message: String,
    /// Description of the input expected at the place.
    pub expected: String,
    /// Advice on how to correct the text, if there is any.
    pub help: Option<String>,
    /// Place as a range of bytes. An empty range lies between two characters.
    pub span: Range<usize>,
    /// Line of the start of the place, from 1.
    pub line: usize,
    /// Column of the start of the place in characters, from 1; a byte order mark does not count.
    pub column: usize,
}

impl ParseError {
    /// The error at a place of `text`, without help.
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
            column: before[line_start..].trim_start_matches('\u{feff}').chars().count() + 1,
            span,
        }
    }

    /// Adds advice on how to correct the text.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
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
