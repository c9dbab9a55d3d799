//! The one kind of error that reading notation gives, and its picture with a caret under the place.

use std::fmt;
use std::ops::Range;

#[cfg(feature = "cli")]
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// Why a text is no deal or no list of moves, and where.
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
            column: before[line_start..].trim_start_matches('\u{feff}').chars().count() + 1,
            span,
        }
    }

    /// The same error with advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The error with the line of `text` it is in and a caret under the place, without colours.
    ///
    /// `text` is what was read, `name` what it is called: a file name, or a word for where it was typed.
    #[cfg(feature = "cli")]
    pub fn render(&self, name: &str, text: &str) -> String {
        let label = format!("expected {}", self.expected);
        let source = Snippet::source(text)
            .path(name)
            .annotation(AnnotationKind::Primary.span(self.span.clone()).label(label.as_str()));
        let help = self.help.iter().map(|text| Level::HELP.message(text.as_str()));
        let report = Level::ERROR.primary_title(self.message.as_str()).element(source).elements(help);
        Renderer::plain().render(&[report])
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

/// `a`, `a and b`, `a, b and c`.
pub(super) fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The plural ending for a count.
pub(super) const fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// Pieces of a text between separators, with their places; comments count as separators.
pub(super) fn tokens(
    text: &str,
    is_separator: impl Fn(char) -> bool,
) -> impl Iterator<Item = (&str, Range<usize>)> {
    let mut start = 0;
    let mut in_comment = false;
    let mut ends: Vec<(usize, usize)> = Vec::new();
    for (at, char) in text.char_indices() {
        let comment = in_comment && char != '\n' || char == '#';
        if comment || is_separator(char) || char == '\n' {
            if !in_comment && start < at {
                ends.push((start, at));
            }
            start = at + char.len_utf8();
        }
        in_comment = comment;
    }
    if !in_comment && start < text.len() {
        ends.push((start, text.len()));
    }
    ends.into_iter().map(move |(start, end)| (&text[start..end], start..end))
}
