//! Files replaced at one stroke.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::error::Error;

/// Replaces a file at one stroke by one that `write` fills, and sees both to the disk.
///
/// # Errors
/// If the system refuses; the file is then as before.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Error> {
    let (mut file, folder) = new_beside(path).map_err(Error::io("write", path))?;
    write(file.as_file_mut())
        .and_then(|()| file.as_file().sync_all())
        .and_then(|()| file.persist(path).map_err(|error| error.error))
        .and_then(|_| sync_folder(&folder))
        .map_err(Error::io("write", path))
}

/// A nameless file in the folder of another one, with the rights that new files have there.
pub(super) fn new_beside(path: &Path) -> io::Result<(tempfile::NamedTempFile, PathBuf)> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".solomids-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The name that was tried says nothing to anybody.
    let file = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
    Ok((file, folder.to_owned()))
}

/// Sees new names in a folder to the disk.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    // Only Unix can open a folder for it.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
