//! Folders of files.

use std::fs::File;
use std::io;
use std::path::Path;

/// The folder of a file.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Flushes the names in a folder to the disk, so that a new file survives a power cut.
///
/// # Errors
/// If the system refuses.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    // Only Unix can open a folder to flush it.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
