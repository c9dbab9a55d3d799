//! Errors for the user: a message, advice, and a marked place in the input text.

use std::fmt;
use std::io::{self, IsTerminal as _};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use ratatui::crossterm::terminal;
use solomids::batch;
use solomids::game::{Palette, ParseError, Position};

/// Name of a text typed on the command line or at a prompt.
pub(crate) const TYPED: &str = "<argument>";

/// A syntax error in an input text.
#[derive(Debug)]
pub(crate) struct BadText {
    /// File name, `<stdin>` or [`TYPED`].
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) message: String,
    pub(crate) label: String,
    pub(crate) span: Range<usize>,
    pub(crate) help: Vec<String>,
}

impl BadText {
    pub(crate) fn new(name: &str, text: &str, error: ParseError) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
            message: error.message,
            label: format!("expected {}", error.expected),
            span: error.span,
            help: error.help.into_iter().collect(),
        }
    }

    /// Adds a piece of advice, if there is one.
    pub(crate) fn with_help(mut self, help: Option<String>) -> Self {
        self.help.extend(help);
        self
    }
}

impl fmt::Display for BadText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name != TYPED {
            write!(f, "{}: ", self.name)?;
        }
        write!(f, "{}; {}", self.message, self.label)
    }
}

impl std::error::Error for BadText {}

/// An error with advice.
#[derive(Debug)]
pub(crate) struct Advised {
    pub(crate) message: String,
    pub(crate) help: String,
}

impl Advised {
    pub(crate) fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into() }
    }
}

impl fmt::Display for Advised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.help)
    }
}

impl std::error::Error for Advised {}

/// Message of an internal error; `what` names the result that contradicts the rules.
pub(crate) fn internal(what: &str, palette: &Palette, position: &Position) -> String {
    let deal = palette.canonical(position).replace('\n', "/");
    format!("internal error: {what} contradicts the rules, please report it; the position is {deal}")
}

/// Converts an error of a batch together with its advice.
pub(crate) fn of_batch(error: batch::Error) -> anyhow::Error {
    match error.help() {
        Some(help) => Advised::new(format!("{:#}", anyhow::Error::from(error)), help).into(),
        None => error.into(),
    }
}

/// Whether the reader of the output has closed it.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// Width of an error message, in columns: that of the terminal, but at least 40.
fn width() -> usize {
    const USUAL: usize = 140;
    let terminal = io::stderr().is_terminal().then(terminal::size).and_then(Result::ok);
    terminal.map_or(USUAL, |(columns, _)| usize::from(columns).max(40))
}

/// Formats an error as text with ANSI styles.
pub(crate) fn render(error: &anyhow::Error) -> String {
    let renderer = Renderer::styled().term_width(width());
    if let Some(bad) = error.downcast_ref::<BadText>() {
        let source = Snippet::source(bad.text.as_str())
            .path(bad.name.as_str())
            .annotation(AnnotationKind::Primary.span(bad.span.clone()).label(bad.label.as_str()));
        let help = bad.help.iter().map(|text| Level::HELP.message(text.as_str()));
        renderer.render(&[Level::ERROR.primary_title(bad.message.as_str()).element(source).elements(help)])
    } else if let Some(advised) = error.downcast_ref::<Advised>() {
        let title =
            |level: Level<'static>, text| renderer.render(&[Group::with_title(level.primary_title(text))]);
        let Advised { message, help } = advised;
        format!("{}\n{}", title(Level::ERROR, message.as_str()), title(Level::HELP, help.as_str()))
    } else {
        let message = format!("{error:#}").replace('\n', " ");
        renderer.render(&[Group::with_title(Level::ERROR.primary_title(message))])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use solomids::game::{Share, parse_position};

    use super::*;

    fn rendered(text: &str, error: ParseError) -> String {
        render(&BadText::new("name", text, error).with_help(Some("more".into())).into())
    }

    proptest! {
        #[test]
        fn every_parse_error_renders(text in "([RYGBK]?[123.] ?|[ \\t\\r\\n#/,_]|swaps-used:|\\PC|.){0,80}") {
            if let Err(error) = parse_position(&text) {
                prop_assert!(rendered(&text, error).contains("error"));
            }
            if let Err(error) = text.parse::<Share>() {
                prop_assert!(rendered(&text, error).contains("error"));
            }
        }
    }
}
