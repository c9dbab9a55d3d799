//! `merge`: joins the shards of one batch into one file.

use std::io;

use solomids::batch::{Error, ShardFiles};
use solomids::ledger::LedgerError;
use solomids::numbers::counted;

use super::args::MergeArgs;
use super::exit_status::ExitStatus;
use super::failure::{ErrorWithHelp, of_batch};
use super::settings::SearchSettings;
use super::terminal::Terminal;

pub(super) fn run(
    arguments: &MergeArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    if arguments.files.iter().any(|path| path.as_os_str() == "-") {
        let help = "name the files: what lies beside them says which batch they belong to";
        return Err(ErrorWithHelp::new("merge reads no standard input", help).into());
    }
    settings.start_threads()?;
    let mut parts = ShardFiles::check(&arguments.files, arguments.partial).map_err(of_batch)?;
    if arguments.without_deals {
        parts = parts.without_deals().map_err(of_batch)?;
    }
    match &arguments.out {
        None => parts.write(&mut io::stdout()),
        Some(path) => parts.save(path, arguments.force),
    }
    .map_err(|error| match error {
        Error::Ledger(LedgerError::Exists(_)) => {
            ErrorWithHelp::new(error.to_string(), "--force replaces it, or choose another name").into()
        }
        // The advice of a batch on a full disk is --resume, which `merge` does not have.
        Error::Ledger(error) if error.is_full() => error.into(),
        error => of_batch(error),
    })?;
    if let Some(path) = &arguments.out {
        let files = counted(arguments.files.len() as u64, "file");
        terminal.note(&format!("{} of {files} in `{}`", counted(parts.rows(), "row"), path.display()));
    }
    Ok(ExitStatus::Done)
}
