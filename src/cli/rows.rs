//! Files of rows as commands open them, progress while rows are made, and the table that follows them.

use std::io;
use std::path::PathBuf;

use crate::series::{Error, Event, RowFile, Series};
use clap::Args;

use super::Terminal;

/// File of the rows of a series, and what becomes of one that exists.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Output")]
pub(crate) struct RowsArgs {
    /// Write the rows into this file, whose name ends in .csv; standard output by default
    #[arg(long, value_name = "FILE.csv")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the rows that the file has; larger limits search again for what is undecided
    #[arg(long, requires = "out", conflicts_with = "force")]
    pub(crate) resume: bool,
    /// Begin anew even if the file exists
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

impl RowsArgs {
    /// Opens the file of a series, or standard output without one. Gives every row that is there to `each`.
    pub(crate) fn open<'s, S: Series>(
        &self,
        series: &'s S,
        each: &mut dyn FnMut(S::Row),
    ) -> anyhow::Result<RowFile<'s, S>> {
        Ok(match &self.out {
            None => RowFile::stream(series, Box::new(io::stdout()))?,
            Some(path) if self.resume => RowFile::resume(series, path, each)?,
            Some(path) => RowFile::create(series, path, self.force)?,
        })
    }

    /// Prints what rows say together. Standard output has the rows where they go to no file.
    pub(crate) fn print(&self, text: &str, terminal: Terminal) -> anyhow::Result<()> {
        if self.out.is_some() {
            return terminal.answer(text);
        }
        terminal.note_lines(text.trim_end());
        Ok(())
    }

    /// What a message about an interrupt ends in.
    pub(crate) fn again(&self) -> &'static str {
        if self.out.is_some() { "; the same command with --resume goes on" } else { "" }
    }
}

/// Takes a row, or nothing, and says how many rows there are and what they say.
type AddRow<'a, R> = dyn FnMut(Option<&R>) -> (u64, String) + 'a;

/// Makes the rows that a file lacks by `run`, and closes it. Every row is given to `add`; nothing is given now and then, and a
/// bar shows how many rows there are and what `add` says of them.
pub(crate) fn make<S: Series, T>(
    mut file: RowFile<'_, S>,
    terminal: Terminal,
    add: &mut AddRow<'_, S::Row>,
    run: impl FnOnce(&mut RowFile<'_, S>, &mut dyn FnMut(Event<'_, S::Row>)) -> Result<T, Error>,
) -> anyhow::Result<T> {
    let bar = terminal.bar(file.rows());
    let ended = run(&mut file, &mut |event| match (event, &bar) {
        (Event::Row(row, _), _) => drop(add(Some(row))),
        (Event::Progress { .. }, Some(bar)) => {
            let (done, message) = add(None);
            bar.set_position(done);
            bar.set_message(message);
        }
        (Event::Progress { .. }, None) => {}
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    let end = ended?;
    file.close()?;
    Ok(end)
}
