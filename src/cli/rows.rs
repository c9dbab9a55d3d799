//! Files of rows as commands open them, and progress while rows are made.

use std::io;
use std::path::Path;

use indicatif::ProgressBar;
use solomids::series::{Event, RowFile, Series};

/// Opens the file of a series, or standard output without one. Gives every row that is there to `each`.
pub(crate) fn open<'s, S: Series>(
    series: &'s S,
    out: Option<&Path>,
    resume: bool,
    force: bool,
    each: &mut dyn FnMut(S::Row),
) -> anyhow::Result<RowFile<'s, S>> {
    Ok(match out {
        None => RowFile::stream(series, Box::new(io::stdout()))?,
        Some(path) if resume => RowFile::resume(series, path, each)?,
        Some(path) => RowFile::create(series, path, force)?,
    })
}

/// An observer of a run that gives rows to `add`, and shows on a bar how many there are and what it says of them.
pub(crate) fn observer<'a, R>(
    bar: Option<&'a ProgressBar>,
    add: &'a mut dyn FnMut(Option<&R>) -> (u64, String),
) -> impl FnMut(Event<'_, R>) + 'a {
    move |event| match (event, bar) {
        (Event::Row(row, _), _) => drop(add(Some(row))),
        (Event::Progress { .. }, Some(bar)) => {
            let (done, message) = add(None);
            bar.set_position(done);
            bar.set_message(message);
        }
        (Event::Progress { .. }, None) => {}
    }
}
