//! Errors for the user: a message, advice, and a marked place in the input text.

use std::io::{self, IsTerminal as _};

pub(crate) use crate::error::{ErrorWithHelp, InputError, SourceError, TYPED};
use crate::game::{Palette, Position};
use crate::kit::escape::escape;
use crate::series;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use ratatui::crossterm::terminal;

/// Message of an internal error; `what` names the result that contradicts the rules.
pub(crate) fn internal(what: &str, palette: &Palette, position: &Position) -> String {
    let deal = palette.canonical(position).replace('\n', "/");
    format!("internal error: {what} contradicts the rules, please report it; the position is {deal}")
}

pub(crate) fn refuse<T>(message: impl Into<String>, help: impl Into<String>) -> anyhow::Result<T> {
    Err(ErrorWithHelp::new(message, help).into())
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
    let bad_input = error.downcast_ref::<InputError>();
    let bad = error.downcast_ref::<SourceError>().or(match bad_input {
        Some(InputError::Text(bad)) => Some(bad),
        _ => None,
    });
    let of_series = error.downcast_ref::<series::Error>().and_then(series::Error::help);
    let of_series = of_series.map(|help| ErrorWithHelp::new(format!("{error:#}"), help));
    let advised = error.downcast_ref::<ErrorWithHelp>().or(of_series.as_ref()).or(match bad_input {
        Some(InputError::WithHelp(advised)) => Some(advised),
        _ => None,
    });
    if let Some(bad) = bad {
        // The text stays as it is, so that the place does: the renderer has signs for some controls, and the terminal escapes the rest.
        let source = Snippet::source(&bad.text)
            .path(escape(&bad.name))
            .annotation(AnnotationKind::Primary.span(bad.span.clone()).label(escape(&bad.label)));
        let help = bad.help.iter().map(|text| Level::HELP.message(escape(text)));
        renderer.render(&[Level::ERROR.primary_title(escape(&bad.message)).element(source).elements(help)])
    } else if let Some(ErrorWithHelp { message, help }) = advised {
        let title = |level: Level<'static>, text| {
            renderer.render(&[Group::with_title(level.primary_title(escape(text)))])
        };
        format!("{}\n{}", title(Level::ERROR, message), title(Level::HELP, help))
    } else {
        let message = format!("{error:#}").replace('\n', " ");
        renderer.render(&[Group::with_title(Level::ERROR.primary_title(escape(&message)))])
    }
}

#[cfg(test)]
mod tests {
    use crate::game::{ParseError, Share, parse_position};
    use proptest::prelude::*;

    use super::*;

    fn rendered(text: &str, error: ParseError) -> String {
        render(&SourceError::new("name", text, error).with_help(Some("more".into())).into())
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
