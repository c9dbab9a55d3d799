//! Files replaced at one stroke.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::error::Error;
use super::folder::{folder_of, sync_folder};

/// Replaces a file at one stroke by one that `write` fills, and sees both to the disk. Its rights stay.
///
/// # Errors
/// If the system refuses; the file is then as before.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Error> {
    let (mut file, folder) = new_beside(path).map_err(Error::io("write", path))?;
    write(file.as_file_mut())
        .and_then(|()| match fs::metadata(path) {
            Ok(old) => file.as_file().set_permissions(old.permissions()),
            Err(_) => Ok(()),
        })
        .and_then(|()| file.as_file().sync_all())
        .and_then(|()| file.persist(path).map_err(|error| error.error))
        .and_then(|_| sync_folder(&folder))
        .map_err(Error::io("write", path))
}

/// Makes sure that [`replace`] finds a folder in which it can make files.
///
/// # Errors
/// If the system refuses.
pub fn can_replace(path: &Path) -> Result<(), Error> {
    new_beside(path).map(drop).map_err(Error::io("write", path))
}

/// How the names begin of files that are to replace another one.
fn prefix(path: &Path) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    prefix.push(".new-");
    prefix
}

/// Removes what processes have left behind that were killed while they replaced a file. Nobody else may be replacing
/// it now.
pub(super) fn sweep(path: &Path) {
    let prefix = prefix(path);
    // What cannot be removed does no harm.
    for entry in fs::read_dir(folder_of(path)).into_iter().flatten().flatten() {
        if entry.file_name().as_encoded_bytes().starts_with(prefix.as_encoded_bytes()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A file in the folder of another one that is to replace it, with the rights that new files have there.
pub(super) fn new_beside(path: &Path) -> io::Result<(tempfile::NamedTempFile, PathBuf)> {
    let folder = folder_of(path);
    let mut builder = tempfile::Builder::new();
    let prefix = prefix(path);
    // Made here and not by the builder, whose errors name the file that was tried, which says nothing to anybody.
    let file = builder
        .prefix(&prefix)
        .make_in(folder, |path| OpenOptions::new().read(true).write(true).create_new(true).open(path))?;
    Ok((file, folder.to_owned()))
}
