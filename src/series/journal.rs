//! Lines finished before their turn, in the order of arrival.
//!
//! The journal of a file is a file itself, so that a process that is killed loses no line. The journal of a stream stays
//! in memory while it is small.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::SpooledTempFile;

use super::error::Error;
use super::files::{new_beside, sync_folder};

/// Bytes above which a journal in memory moves to an unnamed file.
const SPOOL: usize = 1 << 26;
/// Bytes read at a time.
const PIECE: usize = 1 << 11;

/// Storage of a journal.
enum Store {
    File(File),
    Spool(SpooledTempFile),
}

impl Store {
    fn stream(&mut self) -> &mut dyn Stream {
        match self {
            Self::File(file) => file,
            Self::Spool(spool) => spool,
        }
    }

    fn set_len(&mut self, len: u64) -> io::Result<()> {
        match self {
            Self::File(file) => file.set_len(len),
            Self::Spool(spool) => spool.set_len(len),
        }
    }
}

trait Stream: Read + Write + Seek {}

impl<T: Read + Write + Seek> Stream for T {}

/// Lines in the order of arrival, each known by the byte where it starts.
pub(super) struct Journal {
    store: Store,
    /// Path of the file; of the folder for temporary files if it is unnamed.
    path: PathBuf,
    /// Length in bytes.
    len: u64,
}

impl Journal {
    /// An empty journal that is lost when the process ends.
    pub(super) fn unnamed() -> Self {
        Self { store: Store::Spool(tempfile::spooled_tempfile(SPOOL)), path: std::env::temp_dir(), len: 0 }
    }

    /// Opens a journal file with its content, or makes an empty one.
    pub(super) fn open(path: PathBuf) -> Result<Self, Error> {
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let file = opened.map_err(Error::io("write", &path))?;
        let len = file.metadata().map_err(Error::io("read", &path))?.len();
        Ok(Self { store: Store::File(file), path, len })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Length in bytes.
    pub(super) const fn len(&self) -> u64 {
        self.len
    }

    /// The file, if it is one.
    pub(super) const fn file(&self) -> Option<&File> {
        match &self.store {
            Store::File(file) => Some(file),
            Store::Spool(_) => None,
        }
    }

    /// Appends a line and returns its start. On an error the journal is unchanged.
    pub(super) fn append(&mut self, line: &[u8]) -> Result<u64, Error> {
        let at = self.len;
        let store = self.store.stream();
        let written = store.seek(SeekFrom::Start(at)).and_then(|_| store.write_all(line));
        if let Err(error) = written {
            // A torn line would be dropped on resuming; cutting it now frees its bytes on a full disk.
            let _ = self.store.set_len(at);
            return Err(Error::io("write", &self.path)(error));
        }
        self.len += line.len() as u64;
        Ok(at)
    }

    /// Appends the line that starts at byte `at` to a buffer.
    pub(super) fn read(&mut self, at: u64, buffer: &mut Vec<u8>) -> Result<(), Error> {
        let store = self.store.stream();
        let mut piece = [0; PIECE];
        let mut read = || -> io::Result<()> {
            store.seek(SeekFrom::Start(at))?;
            loop {
                let count = store.read(&mut piece)?;
                if count == 0 {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                if let Some(end) = piece[..count].iter().position(|&b| b == b'\n') {
                    buffer.extend_from_slice(&piece[..=end]);
                    return Ok(());
                }
                buffer.extend_from_slice(&piece[..count]);
            }
        };
        read().map_err(Error::io("read", &self.path))
    }

    /// Truncates the journal to `len` bytes.
    pub(super) fn truncate(&mut self, len: u64) -> Result<(), Error> {
        self.store.set_len(len).map_err(Error::io("write", &self.path))?;
        self.len = len;
        Ok(())
    }

    /// Replaces the content atomically by the lines with these starts; returns their new starts.
    pub(super) fn rewrite(&mut self, lines: &[u64]) -> Result<Vec<u64>, Error> {
        let (mut fresh, name) = match &self.store {
            Store::Spool(_) => (Self::unnamed(), None),
            Store::File(_) => {
                let (file, folder) = new_beside(&self.path).map_err(Error::io("write", &self.path))?;
                let (file, name) = file.into_parts();
                (Self { store: Store::File(file), path: self.path.clone(), len: 0 }, Some((name, folder)))
            }
        };
        let mut line = Vec::new();
        let mut starts = Vec::with_capacity(lines.len());
        for &at in lines {
            line.clear();
            self.read(at, &mut line)?;
            starts.push(fresh.append(&line)?);
        }
        if let Some((name, folder)) = name {
            let saved = fresh
                .file()
                .map_or(Ok(()), File::sync_data)
                .and_then(|()| name.persist(&self.path).map_err(|error| error.error))
                .and_then(|()| sync_folder(&folder));
            saved.map_err(Error::io("write", &self.path))?;
        }
        *self = fresh;
        Ok(starts)
    }

    /// Removes the file of the journal.
    pub(super) fn remove(self) -> Result<(), Error> {
        match self.store {
            Store::File(_) => fs::remove_file(&self.path).map_err(Error::io("remove", &self.path)),
            Store::Spool(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::files::journal_path;
    use super::*;

    fn check(mut journal: Journal) {
        let long = vec![b'x'; 3 * PIECE];
        let lines: Vec<Vec<u8>> = [&b"a"[..], &long, b"", b"last"].map(|l| [l, b"\n"].concat()).to_vec();
        let starts: Vec<u64> = lines.iter().map(|line| journal.append(line).unwrap()).collect();
        let read = |journal: &mut Journal, at: u64| {
            let mut line = Vec::new();
            journal.read(at, &mut line).unwrap();
            line
        };
        for (line, &at) in lines.iter().zip(&starts) {
            assert_eq!(read(&mut journal, at), *line);
        }
        let fresh = journal.rewrite(&[starts[3], starts[1]]).unwrap();
        assert_eq!(journal.len(), (lines[3].len() + lines[1].len()) as u64);
        assert_eq!(read(&mut journal, fresh[0]), lines[3]);
        assert_eq!(read(&mut journal, fresh[1]), lines[1]);
        let next = journal.append(b"more\n").unwrap();
        assert_eq!(read(&mut journal, next), b"more\n");
        journal.truncate(next).unwrap();
        assert!(journal.read(next, &mut Vec::new()).is_err(), "cut off");
        journal.remove().unwrap();
    }

    #[test]
    fn journal_returns_its_lines_after_appending_rewriting_and_truncating() {
        check(Journal::unnamed());
        let folder = tempfile::tempdir().unwrap();
        let path = journal_path(&folder.path().join("deals.csv"));
        check(Journal::open(path.clone()).unwrap());
        assert!(!path.exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
    }
}
