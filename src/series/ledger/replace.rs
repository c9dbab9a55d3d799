//! Atomic replacement of files: a new file is written beside the old one, flushed and renamed.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::error::LedgerError;
use super::folder::{folder_of, sync_folder};

/// Replaces a file atomically by one that `write` fills, and flushes both to the disk. Permissions are kept.
///
/// # Errors
/// If the system refuses; the file is then unchanged.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), LedgerError> {
    let (mut file, folder) = new_beside(path).map_err(LedgerError::io("write", path))?;
    write(file.as_file_mut())
        .and_then(|()| match fs::metadata(path) {
            Ok(old) => file.as_file().set_permissions(old.permissions()),
            Err(_) => Ok(()),
        })
        .and_then(|()| file.as_file().sync_all())
        .and_then(|()| file.persist(path).map_err(|error| error.error))
        .and_then(|_| sync_folder(&folder))
        .map_err(LedgerError::io("write", path))
}

/// Checks that [`replace`] finds a folder in which it can make files.
///
/// # Errors
/// If the system refuses.
pub fn can_replace(path: &Path) -> Result<(), LedgerError> {
    new_beside(path).map(drop).map_err(LedgerError::io("write", path))
}

/// Prefix of the names of files that are to replace a file.
fn prefix(path: &Path) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    prefix.push(".new-");
    prefix
}

/// Removes temporary files of processes that were killed while they replaced a file. No other process may be replacing
/// it now.
pub(super) fn sweep(path: &Path) {
    let prefix = prefix(path);
    // A file that cannot be removed does no harm.
    for entry in fs::read_dir(folder_of(path)).into_iter().flatten().flatten() {
        if entry.file_name().as_encoded_bytes().starts_with(prefix.as_encoded_bytes()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A new file in the folder of another, which it is to replace, with the default permissions of new files; and the folder.
pub(super) fn new_beside(path: &Path) -> io::Result<(tempfile::NamedTempFile, PathBuf)> {
    let folder = folder_of(path);
    let mut builder = tempfile::Builder::new();
    let prefix = prefix(path);
    // Not opened by the builder: its errors name the temporary file, which means nothing to the user.
    let file = builder
        .prefix(&prefix)
        .make_in(folder, |path| OpenOptions::new().read(true).write(true).create_new(true).open(path))?;
    Ok((file, folder.to_owned()))
}
