//! The write-ahead log of a file of rows: rows are appended as they are finished, in any order, and ordered once, at the end.
//!
//! # Files
//! | file | holds |
//! |---|---|
//! | `deals.csv` | a header, then all rows in the order of their indices; there once the rows are complete |
//! | `deals.meta.json` | its sidecar: what its rows are made with, and its hash |
//! | `deals.csv.part` | the log: a header, then the rows that are finished, whole lines in any order, each index once |
//! | `deals.meta.json.part` | the sidecar of the log |
//!
//! The log and its sidecar are there while rows are missing. A complete file that is made anew, with larger limits or from the
//! first row on, stays with its own sidecar until the new rows are complete.
//!
//! # Guarantees
//! - The bytes of the file depend on its rows alone.
//! - Once [`RowLog::append`] has returned, the system has the row: a process that is killed loses none.
//! - [`RowLog::sync`] flushes all rows to the disk: a power cut costs the rows since the last call.
//! - A torn row has no line end, and is dropped when the log is resumed.
//! - The log is locked while it is there, as far as its file system knows locks.
//!
//! # Argument
//! Nothing counts that is not there as a whole: lines of the log have ends, and all other files are written beside their
//! places, flushed, and renamed. What is left is the order.
//! - *Begin*: the log is emptied, then its sidecar is replaced. So no row ever stands under the sidecar of another series.
//! - *Resume*: the sidecar of the log, where there is one, says what its rows are made with. The rows are copied into a new log,
//!   without a torn one and those that larger limits may change. It replaces the old log, and then the sidecar is replaced: in
//!   between the rows that stay are under the old limits, and of those they are rows as well.
//! - *Finish*: the rows are written in order beside `deals.csv` and flushed; the old sidecar, if there is one, is removed; the
//!   new file and then its sidecar are renamed to their places; the sidecar of the log is removed; and last the log itself. While
//!   there is a sidecar of the log, the log is complete, and finishing begins again. Without it the file is complete, and a
//!   log that is left over holds nothing that the file does not hold.
//! - *Version 0.2 and before*: `deals.csv` grew in order under `deals.meta.json`, and rows before their turn stood in
//!   `deals.csv.part`, without a header. The rows of both are copied into a new log; both are removed once it has its sidecar.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead as _, BufReader, BufWriter, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::error::Error;
use super::files::{folder_of, guarded, leads_to, new_beside, sync_folder, take_place};

const LOCK_TRIES: usize = 4;
const LOCK_PAUSE: Duration = Duration::from_millis(20);

/// A write-ahead log that this process has locked.
pub(super) struct RowLog {
    file: File,
    path: PathBuf,
    /// Length in bytes.
    len: u64,
    /// Place of each row, and the byte where its line begins.
    rows: Vec<(u64, u64)>,
    /// Whether rows were appended since the last flush to the disk.
    is_dirty: bool,
}

impl RowLog {
    /// Opens and locks a log, or makes an empty one. Its rows are those that are appended from now on: what it has is for
    /// [`replace`](Self::replace) to read.
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        Ok(Self { file: locked(path)?, path: path.into(), len: 0, rows: Vec::new(), is_dirty: false })
    }

    pub(super) const fn rows(&self) -> u64 {
        self.rows.len() as u64
    }

    /// Drops what the log has, and writes the header, with its line end.
    pub(super) fn begin(&mut self, header: &[u8]) -> Result<(), Error> {
        self.cut(0)?;
        self.write(header)?;
        self.sync()
    }

    /// Keeps the first `len` bytes.
    pub(super) fn cut(&mut self, len: u64) -> Result<(), Error> {
        self.len = len;
        self.is_dirty = true;
        let cut = self.file.set_len(len).and_then(|()| self.file.seek(SeekFrom::Start(len)));
        cut.map(drop).map_err(Error::io("write", &self.path))
    }

    /// Appends the row at a place: a line with its end. On an error the log is unchanged.
    pub(super) fn append(&mut self, place: u64, line: &[u8]) -> Result<(), Error> {
        let start = self.len;
        self.write(line)?;
        self.rows.push((place, start));
        Ok(())
    }

    fn write(&mut self, line: &[u8]) -> Result<(), Error> {
        self.is_dirty = true;
        if let Err(error) = self.file.write_all(line) {
            // A torn line would be dropped on resuming; cutting it off now frees its bytes on a full disk.
            let _ = self.cut(self.len);
            return Err(Error::io("write", &self.path)(error));
        }
        self.len += line.len() as u64;
        Ok(())
    }

    /// Flushes all rows to the disk, and checks that the name of the log still leads to it.
    pub(super) fn sync(&mut self) -> Result<(), Error> {
        if !self.is_dirty {
            return Ok(());
        }
        self.file.sync_data().map_err(Error::io("write", &self.path))?;
        if !leads_to(&self.path, &self.file).map_err(Error::io("read", &self.path))? {
            return Err(Error::Lost(self.path.clone()));
        }
        self.is_dirty = false;
        Ok(())
    }

    /// Replaces the log atomically by one that `write` fills after the header; it is given the file of the old log as well.
    pub(super) fn replace(
        &mut self,
        header: &[u8],
        write: impl FnOnce(File, &mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let failed = || Error::io("write", &self.path);
        let (file, name) = new_beside(&self.path).map_err(failed())?.into_parts();
        // The lock of the old log ends with its file.
        lock(&file, &name)?;
        let mut log = Self { file, path: name.to_path_buf(), len: 0, rows: Vec::new(), is_dirty: false };
        log.begin(header)?;
        write(self.file.try_clone().map_err(failed())?, &mut log)?;
        log.sync()?;
        if cfg!(windows) {
            // A file that is open is replaced by few of its file systems: the old log is closed.
            self.file = log.file.try_clone().map_err(failed())?;
        }
        take_place(&name, &self.path).map_err(failed())?;
        *self = Self { path: std::mem::take(&mut self.path), ..log };
        Ok(())
    }

    /// Writes the header and all rows, in the order of their places.
    pub(super) fn write_ordered(&mut self, header: &[u8], file: &mut File) -> io::Result<()> {
        self.rows.sort_unstable();
        self.file.rewind()?;
        let (mut reader, mut writer) = (BufReader::new(&self.file), BufWriter::new(file));
        writer.write_all(header)?;
        let (mut line, mut at) = (Vec::new(), 0_u64);
        for &(_, start) in &self.rows {
            reader.seek_relative(start.cast_signed() - at.cast_signed())?;
            line.clear();
            at = start + reader.read_until(b'\n', &mut line)? as u64;
            writer.write_all(&line)?;
        }
        writer.flush()
    }

    pub(super) fn remove(self) -> Result<(), Error> {
        let removed = fs::remove_file(&self.path).and_then(|()| sync_folder(folder_of(&self.path)));
        removed.map_err(Error::io("remove", &self.path))
    }
}

/// Opens and locks a file, which is made if there is none. Tries more than once, since [`is_locked`] holds it for a moment.
pub(super) fn locked(path: &Path) -> Result<File, Error> {
    for _ in 0..LOCK_TRIES {
        match guarded().create(true).truncate(false).open(path) {
            Err(error) if is_in_use(&error) => {}
            opened => {
                let file = opened.map_err(Error::io("write", path))?;
                if lock(&file, path)? {
                    return Ok(file);
                }
            }
        }
        thread::sleep(LOCK_PAUSE);
    }
    Err(Error::Locked(path.into()))
}

/// Locks the open file that a path leads to. Returns false if another process has locked, removed or replaced it before.
fn lock(file: &File, path: &Path) -> Result<bool, Error> {
    // On Windows it is locked by being open.
    match if cfg!(windows) { Ok(()) } else { file.try_lock() } {
        Ok(()) => leads_to(path, file).map_err(Error::io("read", path)),
        Err(TryLockError::WouldBlock) => Ok(false),
        // Some file systems know no locks.
        Err(TryLockError::Error(_)) => Ok(true),
    }
}

/// Whether the system refuses to open a file because another process has it open.
fn is_in_use(error: &io::Error) -> bool {
    /// The error of Windows for it.
    const SHARING_VIOLATION: i32 = 32;
    cfg!(windows) && error.raw_os_error() == Some(SHARING_VIOLATION)
}

/// Whether a process writes a log; `None` where the file system knows no locks, or the file cannot be opened.
pub(super) fn is_locked(path: &Path) -> Option<bool> {
    if cfg!(windows) {
        return guarded().open(path).map_or_else(|error| is_in_use(&error).then_some(true), |_| Some(false));
    }
    let file = File::open(path).ok()?;
    match file.try_lock_shared() {
        // Closing the file would release the lock, too, but later.
        Ok(()) => file.unlock().ok().map(|()| false),
        Err(TryLockError::WouldBlock) => Some(true),
        Err(TryLockError::Error(_)) => None,
    }
}
