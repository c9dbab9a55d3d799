//! Standard output and standard error, in colour or not.

use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use annotate_snippets::{Group, Level, Renderer};
use anstream::{AutoStream, ColorChoice};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::args::Color;
use super::failure::is_closed_pipe;

/// How to write to the terminal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terminal {
    color: ColorChoice,
    quiet: bool,
}

impl Terminal {
    pub(crate) fn new(color: Color, quiet: bool) -> Self {
        let color = match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Self { color, quiet }
    }

    /// Whether standard output is to be in colour.
    pub(crate) fn is_coloured(self) -> bool {
        let asked = AutoStream::choice(&io::stdout());
        let choice = if self.color == ColorChoice::Auto { asked } else { self.color };
        choice != ColorChoice::Never
    }

    /// Standard output, buffered: whoever writes flushes, or an error is lost.
    pub(crate) fn out(self) -> BufWriter<AutoStream<StdoutLock<'static>>> {
        BufWriter::new(AutoStream::new(io::stdout().lock(), self.color))
    }

    /// Writes a text to standard output.
    pub(crate) fn print(self, text: &str) -> anyhow::Result<()> {
        let mut out = self.out();
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(cannot_write)
    }

    /// Writes what a command has found. Whoever closes the pipe early has read enough: that is no error, and
    /// the status of the command still tells what was found.
    pub(crate) fn answer(self, text: &str) -> anyhow::Result<()> {
        unless_closed(self.print(text))
    }

    /// Writes a line to standard error, which may be closed.
    pub(crate) fn complain(self, text: &str) {
        let _ = writeln!(AutoStream::new(io::stderr().lock(), self.color), "{text}");
    }

    /// Writes a message to standard error unless told to be quiet.
    pub(crate) fn note(self, text: &str) {
        if !self.quiet {
            self.complain(text);
        }
    }

    /// A line on standard error that shows what a search is doing, and that goes when the search ends; nothing
    /// where standard error is no terminal, or when told to be quiet.
    pub(crate) fn progress(self) -> Option<ProgressBar> {
        let line = (!self.quiet && io::stderr().is_terminal()).then(ProgressBar::new_spinner)?;
        // The search reports far more often than anybody can read.
        line.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
        Some(line)
    }

    /// The same with a bar for a number of things to do.
    pub(crate) fn bar(self, total: u64) -> Option<ProgressBar> {
        let line = self.progress()?;
        line.set_length(total);
        if let Ok(style) = ProgressStyle::with_template("{bar:12} {pos}/{len} {wide_msg}") {
            line.set_style(style);
        }
        Some(line)
    }

    /// Whether messages are wanted.
    pub(crate) const fn is_quiet(self) -> bool {
        self.quiet
    }

    /// Writes a warning to standard error unless told to be quiet.
    pub(crate) fn warn(self, text: &str) {
        let report = [Group::with_title(Level::WARNING.primary_title(text))];
        self.note(&Renderer::styled().render(&report));
    }
}

/// Writes a text that is no message, such as a picture, to standard output as it is.
pub(crate) fn print_raw(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(cannot_write)
}

/// The result of writing, where a reader that has gone is no error.
pub(crate) fn unless_closed(written: anyhow::Result<()>) -> anyhow::Result<()> {
    written.or_else(|error| if is_closed_pipe(&error) { Ok(()) } else { Err(error) })
}

/// The error of a failed write to standard output.
pub(crate) fn cannot_write(error: io::Error) -> anyhow::Error {
    anyhow::Error::new(error).context("cannot write to standard output")
}
