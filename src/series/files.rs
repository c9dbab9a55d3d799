//! Files of a series and their names: sidecars, logs, links, folders, atomic replacement, hashes.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::error::Error;

/// Path of the sidecar of a file: `deals.meta.json` for `deals.csv`.
///
/// Different files have different sidecars as long as their names end in `.csv`: [`check_name`].
pub fn sidecar_path(file: &Path) -> PathBuf {
    let name = file.file_name().unwrap_or_default();
    let stem = if ends_in_csv(file) { file.file_stem().unwrap_or(name) } else { name };
    let mut sidecar = stem.to_owned();
    sidecar.push(".meta.json");
    file.with_file_name(sidecar)
}

/// Path of the write-ahead log of a file: `deals.csv.part` for `deals.csv`.
pub fn log_path(file: &Path) -> PathBuf {
    file.with_added_extension("part")
}

/// Path of the sidecar of the log of a file: `deals.meta.json.part` for `deals.csv`.
pub(super) fn log_sidecar_path(file: &Path) -> PathBuf {
    log_path(&sidecar_path(file))
}

/// Whether a file has the name of a log: `deals.csv.part`.
pub(super) fn is_log(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "part") && ends_in_csv(&file.with_extension(""))
}

fn ends_in_csv(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "csv")
}

/// Checks that a file of lines shares its sidecar with no other file.
///
/// # Errors
/// If its name does not end in `.csv`.
pub fn check_name(file: &Path) -> Result<(), Error> {
    if ends_in_csv(file) { Ok(()) } else { Err(Error::Name(file.into())) }
}

/// The file that a name leads to, through symbolic links, whether or not there is one yet. A name that is no link is
/// returned as it is.
pub fn real_path(file: &Path) -> PathBuf {
    /// Links that the systems follow at most.
    const MOST_LINKS: usize = 40;
    let mut path = file.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&path) else { break };
        path = folder_of(&path).join(target);
    }
    path
}

/// The sidecar to read for a file: the one beside the file itself, or the one beside the link that names it if there is no
/// other.
pub fn find_sidecar(file: &Path) -> PathBuf {
    let (real, linked) = (sidecar_path(&real_path(file)), sidecar_path(file));
    if !real.exists() && linked.exists() { linked } else { real }
}

/// What tells a file from all others: its device, and its number there.
#[cfg(unix)]
fn number(found: &fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt as _;
    (found.dev(), found.ino())
}

/// What tells the file that a path leads to from all others. Nothing is opened where that can be helped: a pipe would wait for its
/// other end.
fn identity(path: &Path) -> io::Result<impl PartialEq + use<>> {
    #[cfg(unix)]
    return fs::metadata(path).map(|found| number(&found));
    #[cfg(not(unix))]
    return fs::canonicalize(path);
}

/// Whether two paths lead to one file.
fn is_one(one: &Path, other: &Path) -> bool {
    matches!((identity(one), identity(other)), (Ok(one), Ok(other)) if one == other)
}

/// Whether two names, or hard or symbolic links, are of one file, or of two files with one sidecar.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    is_one(one, other) || is_one(&find_sidecar(one), &find_sidecar(other))
}

/// Whether a path leads to an open file, as far as its number and its length tell: some file systems give a file many numbers.
pub(super) fn leads_to(path: &Path, file: &File) -> io::Result<bool> {
    let (found, own) = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        found => (found?, file.metadata()?),
    };
    #[cfg(unix)]
    if number(&found) == number(&own) {
        return Ok(true);
    }
    Ok(found.len() == own.len())
}

/// Whether a series for `file` writes what `input` names: the file, its log or a sidecar. `None` stands for standard
/// input.
pub fn overwrites(file: &Path, input: Option<&Path>) -> bool {
    let file = real_path(file);
    let input = input.unwrap_or(Path::new("/dev/stdin"));
    [log_path(&file), log_sidecar_path(&file), sidecar_path(&file), file]
        .iter()
        .any(|path| is_one(path, input))
}

/// The folder of a file.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Flushes the names in a folder to the disk, so that a new file survives a power cut.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    // Windows flushes no folders: its file systems keep a journal of names.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Replaces a file atomically by one that `write` fills beside it, and flushes both to the disk. Permissions are kept.
///
/// # Errors
/// If the path leads to a link, a pipe, a folder or anything else that is no file, or the system refuses; nothing is changed then.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Error> {
    filled_beside(path, write)
        .and_then(|file| refuse_special(path).map(|()| file))
        .and_then(|file| take_place(file.path(), path))
        .map_err(Error::io("write", path))
}

/// Writes a file as a whole or not at all: `fill` fills another one beside it, which is flushed to the disk and takes its name and its
/// permissions. A link is replaced, not what it leads to. A pipe or a device is written as it is. Where no other file can take the
/// name, as that of a mounted file, the file is written in place, and the result is true.
///
/// # Errors
/// If the system refuses; unless it happens in place, nothing is changed then.
pub fn write_file(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<bool> {
    if is_special(path) {
        fill(&mut OpenOptions::new().append(true).open(path)?)?;
        return Ok(false);
    }
    let mut filled = filled_beside(path, fill)?;
    match take_place(filled.path(), path) {
        Err(error) if matches!(error.kind(), io::ErrorKind::ResourceBusy | io::ErrorKind::CrossesDevices) => {
        }
        taken => return taken.map(|()| false),
    }
    let mut file = File::create(path)?;
    filled.rewind()?;
    io::copy(&mut filled, &mut file)?;
    file.sync_all()?;
    Ok(true)
}

/// Gives a new file the name of another, which it replaces, and flushes the names to the disk. `tempfile` could not do so on Windows
/// while the other is open.
pub(super) fn take_place(new: &Path, path: &Path) -> io::Result<()> {
    fs::rename(new, path).and_then(|()| sync_folder(folder_of(path)))
}

/// Whether a path leads to a device, a pipe or an open file of a process.
pub fn is_special(path: &Path) -> bool {
    let is_open =
        ["/dev/fd", "/dev/stdout", "/dev/stderr", "/proc"].iter().any(|open| path.starts_with(open));
    let is_device = cfg!(windows) && is_windows_device(path);
    is_open || is_device || fs::metadata(path).is_ok_and(|found| !found.is_file())
}

/// Whether Windows, or a version of it, takes a name for that of a device: `NUL` and others, in any folder and with any ending.
fn is_windows_device(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
    let stem = name.split(['.', ':']).next().unwrap_or_default().trim_end();
    let port = stem.strip_prefix("COM").or(stem.strip_prefix("LPT"));
    ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(&stem)
        || port.is_some_and(|number| matches!(number.as_bytes(), [b'0'..=b'9']))
}

/// How a file is opened that only this process may write. On Windows the share mode denies other writers, because a lock would deny readers, too.
/// Elsewhere whoever writes takes a lock.
pub(super) fn guarded() -> OpenOptions {
    let mut options = OpenOptions::new();
    // Others may read (1), and remove or rename (4), but not write (2).
    #[cfg(windows)]
    std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, 1 | 4);
    options.read(true).write(true);
    options
}

/// Checks that files can be made in the folder of a file that is to be written.
///
/// # Errors
/// If they cannot.
pub fn can_write(path: &Path) -> io::Result<()> {
    new_beside(path).map(drop)
}

/// A new file beside another that it is to replace, with its permissions, filled and flushed to the disk.
fn filled_beside(
    path: &Path,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<tempfile::NamedTempFile> {
    let mut file = new_beside(path)?;
    fill(file.as_file_mut())?;
    if let Ok(old) = fs::metadata(path) {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    Ok(file)
}

/// Refuses what is there and is no file.
fn refuse_special(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(found) if !found.is_file() => Err(io::Error::other("it is no regular file")),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Checks that [`replace`] finds no more than a file there, and a folder in which it can make files.
///
/// # Errors
/// If it does not.
pub fn can_replace(path: &Path) -> Result<(), Error> {
    refuse_special(path).and_then(|()| can_write(path)).map_err(Error::io("write", path))
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

/// A new file in the folder of another, which it is to replace, with the default permissions of new files.
pub(super) fn new_beside(path: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    let prefix = prefix(path);
    // Not opened by the builder: its errors name the temporary file, which means nothing to the user.
    builder.prefix(&prefix).make_in(folder_of(path), |path| guarded().create_new(true).open(path))
}

/// SHA-256 of the first `len` bytes of a file, in hexadecimal digits. Moves the read position.
pub(super) fn sha256(mut file: &File, len: u64) -> io::Result<String> {
    file.seek(SeekFrom::Start(0))?;
    sha256_of(file.take(len))
}

/// SHA-256 of what a reader gives, in hexadecimal digits.
pub(super) fn sha256_of(mut rest: impl io::Read) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut piece = vec![0; 1 << 16];
    loop {
        match rest.read(&mut piece) {
            Ok(0) => return Ok(hex(hash.finalize().into())),
            Ok(count) => hash.update(&piece[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Bytes of a hash in hexadecimal digits.
pub fn hex(bytes: [u8; 32]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from_digit(digit.into(), 16).unwrap_or('?')).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn names_of_devices_on_windows_are_known() {
        for name in ["NUL", "rows/nul.csv", "con", "Aux .csv", "COM1:", "lpt9.part", "CONOUT$"] {
            assert!(is_windows_device(Path::new(name)), "{name}");
        }
        for name in ["", "null.csv", "com", "COM10", "comx", "nul/deals.csv", "my.nul"] {
            assert!(!is_windows_device(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn the_hash_is_that_of_the_standard() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"abcdef").unwrap();
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(&file, 3).unwrap(), abc);
    }
}
