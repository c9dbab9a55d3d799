//! Files of a batch: the CSV that rows go to while it runs, and the file in another format that is made of it in the end.

use std::path::{Path, PathBuf};

use solomids::batch::{Error, RowFormat, ShardFiles};
use solomids::ledger::{can_replace, is_same_file};

use crate::cli::args::OutputArgs;
use crate::cli::failure::{ErrorWithHelp, of_batch};
use crate::cli::output::check_folder;

/// Files that a batch writes.
#[derive(Debug, Default)]
pub(super) struct BatchOutput {
    /// File of the rows; `None` for standard output.
    pub(super) rows: Option<PathBuf>,
    /// File in another format; it is written once all rows are there.
    copy: Option<PathBuf>,
}

impl BatchOutput {
    /// The files of these arguments.
    ///
    /// # Errors
    /// If the copy cannot be written, or exists and is not to be replaced.
    pub(super) fn new(arguments: &OutputArgs) -> anyhow::Result<Self> {
        let Some(out) = &arguments.out else { return Ok(Self::default()) };
        let Some(format) = RowFormat::of(out).filter(|&format| format != RowFormat::Csv) else {
            return Ok(Self { rows: Some(out.clone()), copy: None });
        };
        if !format.is_built_in() {
            return Err(of_batch(Error::not_built_in(out)));
        }
        check_folder(out)?;
        can_replace(out)?;
        if out.exists() && !arguments.force && !arguments.resume {
            let help = "--resume and --force replace it, or choose another name";
            return Err(ErrorWithHelp::new(format!("`{}` exists", out.display()), help).into());
        }
        Ok(Self { rows: Some(out.with_extension("csv")), copy: Some(out.clone()) })
    }

    /// Makes the copy, if there is to be one, of all rows.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn copy(&self) -> anyhow::Result<()> {
        let (Some(rows), Some(copy)) = (&self.rows, &self.copy) else { return Ok(()) };
        let files = ShardFiles::check(std::slice::from_ref(rows), true);
        files.and_then(|files| files.save(copy, true)).map_err(of_batch)
    }

    /// Whether an input is the copy, and would be lost.
    pub(super) fn overwrites(&self, input: Option<&Path>) -> bool {
        input.zip(self.copy.as_deref()).is_some_and(|(input, copy)| is_same_file(input, copy))
    }
}
