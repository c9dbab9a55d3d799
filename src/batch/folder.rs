//! Folders of files.

use std::fs::File;
use std::io;
use std::path::Path;

/// The folder of a file.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Sees new names in a folder to the disk.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    // Only Unix can open a folder for it.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
