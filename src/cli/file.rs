//! Atomic writing of files named by the user.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::Context as _;
use solomids::ledger;

use super::failure::Advised;

/// Writes a file as a whole or not at all. Follows links that lead to a file; writes in place to a device or a pipe.
pub(super) fn write(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let content = content.as_ref();
    let failed = || format!("cannot write `{}`", path.display());
    check_folder(path)?;
    let replace = |path: &Path| ledger::replace(path, |file| file.write_all(content));
    match path.metadata() {
        Ok(found) if found.is_file() => replace(&path.canonicalize().with_context(failed)?)?,
        Ok(_) => {
            let open = OpenOptions::new().write(true).open(path);
            open.and_then(|mut file| file.write_all(content)).with_context(failed)?;
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => replace(path)?,
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
    Err(Advised::new(message, "make it first").into())
}
