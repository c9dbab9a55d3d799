//! Standard output and standard error, with or without colour: the one place through which texts get there, which lets no foreign
//! text command a terminal.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use crate::kit::escape::{escape, escape_json, escape_lines};
use annotate_snippets::{Group, Level, Renderer};
use anstream::{AutoStream, ColorChoice};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::Value;

use super::FormatArg;
use super::args::ColorArg;
use super::error::is_closed_pipe;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Terminal {
    color: ColorChoice,
    quiet: bool,
}

impl Terminal {
    pub(crate) fn new(color: ColorArg, quiet: bool) -> Self {
        let color = match color {
            ColorArg::Auto => ColorChoice::Auto,
            ColorArg::Always => ColorChoice::Always,
            ColorArg::Never => ColorChoice::Never,
        };
        Self { color, quiet }
    }

    pub(crate) fn is_coloured(self) -> bool {
        let asked = AutoStream::choice(&io::stdout());
        let choice = if self.color == ColorChoice::Auto { asked } else { self.color };
        choice != ColorChoice::Never
    }

    /// Buffered standard output. The caller must flush it, or errors are lost.
    pub(crate) fn out(self) -> BufWriter<AutoStream<StdoutLock<'static>>> {
        BufWriter::new(AutoStream::new(io::stdout().lock(), self.color))
    }

    /// Writes a text with ANSI styles to standard output. Foreign text in it is best escaped before, so that it has no styles.
    pub(crate) fn print(self, text: &str) -> anyhow::Result<()> {
        let mut out = self.out();
        out.write_all(escape_lines(text).as_bytes()).and_then(|()| out.flush()).map_err(cannot_write)
    }

    /// Writes the result of a command. A closed pipe is no error, and the exit status is that of the result.
    pub(crate) fn answer(self, text: &str) -> anyhow::Result<()> {
        unless_closed(self.print(text))
    }

    /// Writes the result of a command as a text or as a record on one line, whichever is asked for.
    pub(crate) fn answer_as(
        self,
        format: FormatArg,
        text: impl FnOnce() -> anyhow::Result<String>,
        record: impl FnOnce() -> anyhow::Result<Value>,
    ) -> anyhow::Result<()> {
        self.answer(&match format {
            FormatArg::Text => text()?,
            FormatArg::Json => json_line(&record()?),
        })
    }

    /// Writes lines with ANSI styles to standard error; ignores a closed one.
    pub(crate) fn stderr_lines(self, text: &str) {
        let _ = writeln!(AutoStream::new(io::stderr().lock(), self.color), "{}", escape_lines(text));
    }

    /// Writes a message to standard error, on one line, unless `--quiet` is given.
    pub(crate) fn note(self, text: &str) {
        self.note_lines(&escape(text));
    }

    /// Writes lines to standard error unless `--quiet` is given.
    pub(crate) fn note_lines(self, text: &str) {
        if !self.quiet {
            self.stderr_lines(text);
        }
    }

    /// Progress line on standard error; `None` with `--quiet` or where standard error is no terminal.
    pub(crate) fn progress(self) -> Option<ProgressBar> {
        let progress = (!self.quiet && io::stderr().is_terminal()).then(ProgressBar::new_spinner)?;
        // Searches report far more often than this.
        progress.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
        Some(progress)
    }

    pub(crate) fn bar(self, total: u64) -> Option<ProgressBar> {
        let progress = self.progress()?;
        progress.set_length(total);
        if let Ok(style) = ProgressStyle::with_template("{bar:12} {pos}/{len} {wide_msg}") {
            progress.set_style(style);
        }
        Some(progress)
    }

    pub(crate) const fn is_quiet(self) -> bool {
        self.quiet
    }

    /// Writes a warning to standard error unless `--quiet` is given.
    pub(crate) fn warn(self, text: &str) {
        let report = [Group::with_title(Level::WARNING.primary_title(escape(text)))];
        self.note_lines(&Renderer::styled().render(&report));
    }
}

/// Writes data, such as a picture, to standard output, unchanged unless a terminal shows them.
pub(crate) fn print_raw(content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(&raw(content.as_ref())).and_then(|()| out.flush()).map_err(cannot_write)
}

/// Data as they are, unless a terminal shows them.
pub(crate) fn raw(content: &[u8]) -> Cow<'_, [u8]> {
    if !io::stdout().is_terminal() {
        return content.into();
    }
    escape_lines(&String::from_utf8_lossy(content)).as_bytes().to_vec().into()
}

pub(crate) fn json_line(record: &Value) -> String {
    escape_json(&record.to_string()).into_owned() + "\n"
}

/// Turns the error of a closed pipe into success.
pub(crate) fn unless_closed(written: anyhow::Result<()>) -> anyhow::Result<()> {
    written.or_else(|error| if is_closed_pipe(&error) { Ok(()) } else { Err(error) })
}

pub(crate) fn cannot_write(error: io::Error) -> anyhow::Error {
    anyhow::Error::new(error).context("cannot write to standard output")
}
