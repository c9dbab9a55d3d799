//! Atomic writing of files named by the user.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::Context as _;
use solomids::ledger;

use super::failure::ErrorWithHelp;

/// Writes a text or bytes as a file ([`write_with`]).
pub(super) fn write(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    write_with(path, |file| file.write_all(content.as_ref()))
}

/// Writes a file as a whole or not at all. Follows links that lead to a file; writes in place to a device or a pipe.
pub(super) fn write_with(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> anyhow::Result<()> {
    let failed = || format!("cannot write `{}`", path.display());
    check_folder(path)?;
    match path.metadata() {
        Ok(found) if found.is_file() => ledger::replace(&path.canonicalize().with_context(failed)?, fill)?,
        Ok(_) => {
            let open = OpenOptions::new().write(true).open(path);
            open.and_then(|mut file| fill(&mut file)).with_context(failed)?;
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => ledger::replace(path, fill)?,
        Err(error) => return Err(error).with_context(failed),
    }
    Ok(())
}

/// Checks that the folder of a file exists.
pub(super) fn check_folder(path: &Path) -> anyhow::Result<()> {
    let folder = ledger::folder_of(path);
    if folder.exists() {
        return Ok(());
    }
    let message = format!("cannot write `{}`: there is no folder `{}`", path.display(), folder.display());
    Err(ErrorWithHelp::new(message, "make it first").into())
}

/// Refuses a folder in place of a file.
pub(super) fn refuse_folder(path: &Path) -> anyhow::Result<()> {
    if !path.is_dir() {
        return Ok(());
    }
    let help = "give the name of a file in it";
    Err(ErrorWithHelp::new(format!("`{}` is a folder", path.display()), help).into())
}
