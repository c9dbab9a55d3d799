//! Errors as the user sees them: one message each, with the place in the text where there is one.

use std::fmt;
use std::io;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use solomids::game::ParseError;

/// A fault in a text that the user gave.
#[derive(Debug)]
pub(crate) struct BadText {
    /// File name, `<stdin>` or `<argument>`.
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

    /// The same with one more piece of advice, if there is any.
    pub(crate) fn with_help(mut self, help: Option<String>) -> Self {
        self.help.extend(help);
        self
    }
}

impl fmt::Display for BadText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {}", self.name, self.message, self.label)
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

/// Whether whoever reads the output has closed it.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// The error as text for the terminal, ANSI colours inside.
pub(crate) fn render(error: &anyhow::Error) -> String {
    let help = |text| Group::with_title(Level::HELP.secondary_title(text));
    let mut message = format!("{error:#}");
    let mut report = Vec::new();
    if let Some(bad) = error.downcast_ref::<BadText>() {
        let source = Snippet::source(bad.text.as_str())
            .path(bad.name.as_str())
            .annotation(AnnotationKind::Primary.span(bad.span.clone()).label(bad.label.as_str()));
        report.push(Level::ERROR.primary_title(bad.message.as_str()).element(source));
        report.extend(bad.help.iter().map(|text| help(text.as_str())));
    } else if let Some(advised) = error.downcast_ref::<Advised>() {
        report.push(Group::with_title(Level::ERROR.primary_title(advised.message.as_str())));
        report.push(help(advised.help.as_str()));
    } else {
        message = message.replace('\n', " ");
        report.push(Group::with_title(Level::ERROR.primary_title(message.as_str())));
    }
    Renderer::styled().render(&report)
}
