//! Rows written in the order of their indices, whatever the order in which they come, and kept at once.
//!
//! # What is promised
//! - The file holds the rows of the first indices, complete and in order; its bytes depend on the rows alone.
//! - A row that comes before its turn goes to the journal next to the file, `FILE.part`, and from there to the
//!   file. Once [`Ledger::put`] has returned, the system has the row: a process that is killed loses nothing.
//! - [`Ledger::sync`] sees all that to the disk. Called every few seconds, a power cut costs those seconds.
//! - A line torn by any of these has no line end. It is dropped, and its deal is done again.
//! - While a file is written it is locked, as far as its file system knows locks.

use std::collections::VecDeque;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::columns::header;
use super::error::Error;
use super::folder::{folder_of, sync_folder};
use super::journal::{self, Journal};
use super::meta::{self, Meta};
use super::plan::{Plan, Range};
use super::read::{Lines, whole_lines};
use super::replace::sweep;
use super::row::Row;
use crate::solver::Stop;

/// A journal larger than this is rewritten once most of its rows are in the file.
const JOURNAL_BYTES: u64 = if cfg!(test) { 1 << 9 } else { 1 << 20 };
/// No row comes further ahead of the front than this.
pub(super) const LOOK_AHEAD: u64 = if cfg!(test) { 8 } else { 1 << 22 };
/// Rows that go from the journal to the file in one piece.
const PIECE: usize = 256;

/// Where rows go.
enum Sink {
    /// A file with a sidecar.
    File { file: File, path: PathBuf, len: u64, meta: Box<Meta>, meta_path: PathBuf },
    /// A stream, flushed after each row.
    Stream(Box<dyn Write + Send>),
}

impl Sink {
    /// Adds lines. If that fails a file is as before.
    fn write(&mut self, lines: &[u8]) -> Result<(), Error> {
        match self {
            Self::File { file, path, len, .. } => {
                if let Err(error) = file.write_all(lines) {
                    // A torn line would be dropped by whoever resumes; better it is gone at once.
                    let _ = file.set_len(*len).and_then(|()| file.seek(SeekFrom::Start(*len)));
                    return Err(Error::io("write", path)(error));
                }
                *len += lines.len() as u64;
                Ok(())
            }
            Self::Stream(stream) => {
                stream.write_all(lines).and_then(|()| stream.flush()).map_err(Error::Stdout)
            }
        }
    }

    fn sync(&self) -> Result<(), Error> {
        match self {
            Self::File { file, path, .. } => file.sync_data().map_err(Error::io("write", path)),
            Self::Stream(_) => Ok(()),
        }
    }
}

/// The rows of a batch on their way to a file or stream.
pub struct Ledger {
    range: Range,
    sink: Sink,
    journal: Journal,
    /// Rows written in order: the index that comes next.
    front: u64,
    /// For the indices from the front on: where their rows begin in the journal, 1 added; 0 for those that are
    /// not there. The front itself never is.
    waiting: VecDeque<u64>,
    /// Bytes of the journal that are waiting.
    waiting_bytes: u64,
    /// Whether there is anything that the disk may not have.
    dirty: bool,
}

impl Ledger {
    /// Rows that go to a stream.
    ///
    /// # Errors
    /// If the stream does not take the header.
    pub fn stream(plan: &Plan, stream: Box<dyn Write + Send>) -> Result<Self, Error> {
        let mut ledger = Self::new(plan.range(), Sink::Stream(stream), Journal::nameless());
        ledger.sink.write(&header(&plan.extras)?)?;
        Ok(ledger)
    }

    /// Rows that go to a new file; with `force` to one that exists, whose rows are lost.
    ///
    /// # Errors
    /// If the file exists, or its name does not end in `.csv`, or it is locked, or cannot be written.
    pub fn create(plan: &Plan, path: &Path, force: bool) -> Result<Self, Error> {
        let (journal_path, meta_path) = (journal::path_for(path), meta::path_for(path));
        // An empty file holds nothing that could be lost.
        let holds = |path: &&Path| fs::metadata(path).is_ok_and(|data| data.len() > 0);
        let look = || match [path, &journal_path, &meta_path].into_iter().find(holds) {
            Some(taken) if !force => Err(Error::Exists(taken.into())),
            _ => Ok(()),
        };
        let (file, ()) = open_after(path, look)?;
        Self::start(plan, file, path, &journal_path, meta_path)
    }

    /// Empties a file and begins it.
    fn start(
        plan: &Plan,
        file: File,
        path: &Path,
        journal_path: &Path,
        meta_path: PathBuf,
    ) -> Result<Self, Error> {
        // In this order, for a crash in between must not leave old rows with a new sidecar.
        file.set_len(0).map_err(Error::io("write", path))?;
        let mut journal = Journal::open(journal_path.into())?;
        journal.truncate(0)?;
        let meta = Box::new(Meta::new(plan));
        meta.write(&meta_path)?;
        let sink = Sink::File { file, path: path.into(), len: 0, meta, meta_path };
        let mut ledger = Self::new(plan.range(), sink, journal);
        ledger.sink.write(&header(&plan.extras)?)?;
        ledger.sync()?;
        Ok(ledger)
    }

    /// Goes on with a file where it ends, or begins it if there is none. Every row that is there already is
    /// given to `each`.
    ///
    /// # Errors
    /// If the file belongs to another batch, or holds what is no row of this one, or its name does not end in `.csv`, or
    /// it is locked, or cannot be read or written. No row is changed then.
    pub fn resume(plan: &Plan, path: &Path, each: &mut dyn FnMut(&Row)) -> Result<Self, Error> {
        let (journal_path, meta_path) = (journal::path_for(path), meta::path_for(path));
        let bytes = |path: &Path| fs::metadata(path).map_or(0, |data| data.len());
        let look = || {
            let Some(found) = Meta::read(&meta_path)? else {
                let rows = bytes(path) > 0 || bytes(&journal_path) > 0;
                return if rows { Err(Error::NoMeta(meta_path.clone())) } else { Ok(None) };
            };
            let differences = Meta::new(plan).differences(&found, &["first", "rows", "stopped_by"]);
            if !differences.is_empty() {
                return Err(Error::Differs {
                    what: format!("`{}` belongs to another batch", path.display()),
                    here: "now".into(),
                    there: format!("in `{}`", meta_path.display()),
                    differences,
                    help: "give the values that the rows were made with, or choose another file",
                });
            }
            Ok(Some(found))
        };
        let (file, found) = open_after(path, look)?;
        let Some(found) = found else {
            return Self::start(plan, file, path, &journal_path, meta_path);
        };
        let journal = Journal::open(journal_path)?;
        let sink = Sink::File { file, path: path.into(), len: 0, meta: Box::new(found), meta_path };
        let mut ledger = Self::new(plan.range(), sink, journal);
        if let Err(error) = ledger.load(plan, each) {
            // One that is there means an unfinished batch.
            if ledger.journal.len() == 0 {
                let _ = ledger.journal.remove();
            }
            return Err(error);
        }
        ledger.advance()?;
        Ok(ledger)
    }

    fn new(range: Range, sink: Sink, journal: Journal) -> Self {
        let waiting = VecDeque::new();
        Self { range, sink, journal, front: 0, waiting, waiting_bytes: 0, dirty: false }
    }

    /// Reads what is there, and cuts torn lines off.
    fn load(&mut self, plan: &Plan, each: &mut dyn FnMut(&Row)) -> Result<(), Error> {
        let Sink::File { file, path, len, meta, .. } = &mut self.sink else { return Ok(()) };
        let sound = whole_lines(file).map_err(Error::io("read", path))?;
        let mut lines = Lines::new(file, path, sound, &plan.extras)?;
        while let Some((row, _)) = lines.next_row()? {
            let expected = meta.expect(&row, Some(self.front));
            expected.and_then(|()| plan.deals.expect(&row)).map_err(|message| lines.bad(&message))?;
            each(&row);
            self.front += 1;
        }
        let journal_path = self.journal.path().to_owned();
        let mut journal_len = 0;
        if let Some(journal) = self.journal.file() {
            journal_len = whole_lines(journal).map_err(Error::io("read", &journal_path))?;
            let mut lines = Lines::headless(journal, &journal_path, 0..journal_len, &plan.extras)?;
            while let Some((row, at)) = lines.next_row()? {
                let expected = meta.expect(&row, None);
                expected.and_then(|()| plan.deals.expect(&row)).map_err(|message| lines.bad(&message))?;
                let offset = row.index.wrapping_sub(self.range.first());
                let Some(ahead) = offset.checked_sub(self.front) else { continue };
                // Rows of the file that a power cut has cost make this more than the look-ahead.
                if ahead > 2 * LOOK_AHEAD {
                    return Err(lines.bad(&format!("has index {}, far beyond the rows before", row.index)));
                }
                let ahead = ahead as usize;
                if self.waiting.len() <= ahead {
                    self.waiting.resize(ahead + 1, 0);
                }
                if self.waiting[ahead] == 0 {
                    self.waiting[ahead] = at + 1;
                    self.waiting_bytes += lines.position() - at;
                    each(&row);
                }
            }
        }
        // Only now, when all is understood, is anything changed.
        self.journal.truncate(journal_len)?;
        // The journal may be new.
        sync_folder(folder_of(path)).map_err(Error::io("write", path))?;
        file.set_len(sound)
            .and_then(|()| file.seek(SeekFrom::Start(sound)))
            .map_err(Error::io("write", path))?;
        *len = sound;
        if sound == 0 {
            self.sink.write(&header(&plan.extras)?)?;
        }
        self.dirty = true;
        Ok(())
    }

    /// How many rows are written in order.
    pub const fn front(&self) -> u64 {
        self.front
    }

    /// Whether all rows are there.
    pub const fn is_complete(&self) -> bool {
        self.front == self.range.count()
    }

    /// The rows that wait for their turn, by their place in the range, in order.
    pub fn waiting(&self) -> Vec<u64> {
        let present = self.waiting.iter().enumerate().filter(|&(_, &at)| at > 0);
        present.map(|(ahead, _)| self.front + ahead as u64).collect()
    }

    /// Takes the row, as a line of CSV, with this place in the range. It comes once, and not before the front.
    ///
    /// # Errors
    /// If it cannot be written, and the ledger is then as before; or if it is written, but rows behind it cannot be moved
    /// from the journal. These still wait there, so in no case is a row lost that was taken.
    pub fn put(&mut self, offset: u64, line: &[u8]) -> Result<(), Error> {
        debug_assert!(offset >= self.front && offset < self.range.count());
        let ahead = (offset - self.front) as usize;
        if ahead == 0 {
            self.sink.write(line)?;
            self.dirty = true;
            self.pass(1);
            return self.advance();
        }
        let at = self.journal.append(line)?;
        self.dirty = true;
        self.waiting_bytes += line.len() as u64;
        if self.waiting.len() <= ahead {
            self.waiting.resize(ahead + 1, 0);
        }
        self.waiting[ahead] = at + 1;
        Ok(())
    }

    /// So many more rows are in order.
    fn pass(&mut self, rows: usize) {
        self.front += rows as u64;
        self.waiting.drain(..rows.min(self.waiting.len()));
    }

    /// Moves rows whose turn has come from the journal to the sink.
    fn advance(&mut self) -> Result<(), Error> {
        loop {
            let mut lines = Vec::new();
            let mut count = 0;
            for &at in self.waiting.iter().take_while(|&&at| at > 0).take(PIECE) {
                self.journal.read(at - 1, &mut lines)?;
                count += 1;
            }
            if count == 0 {
                return self.tidy();
            }
            self.sink.write(&lines)?;
            self.dirty = true;
            self.waiting_bytes -= lines.len() as u64;
            self.pass(count);
        }
    }

    /// Rewrites a journal of which the file has most already.
    fn tidy(&mut self) -> Result<(), Error> {
        if self.journal.len() < JOURNAL_BYTES.max(2 * self.waiting_bytes) {
            return Ok(());
        }
        self.sink.sync()?;
        let lines: Vec<u64> = self.waiting.iter().filter(|&&at| at > 0).map(|at| at - 1).collect();
        let fresh = self.journal.rewrite(&lines)?;
        let places = self.waiting.iter_mut().filter(|at| **at > 0);
        for (place, at) in places.zip(fresh) {
            *place = at + 1;
        }
        Ok(())
    }

    /// Remembers in the sidecar that a limit has ended a search.
    ///
    /// # Errors
    /// If the sidecar cannot be written.
    pub fn note(&mut self, stop: Stop) -> Result<(), Error> {
        match &mut self.sink {
            Sink::File { meta, meta_path, .. } => {
                if meta.note(stop) {
                    meta.write(meta_path)
                } else {
                    Ok(())
                }
            }
            Sink::Stream(_) => Ok(()),
        }
    }

    /// Sees all rows to the disk.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn sync(&mut self) -> Result<(), Error> {
        if !self.dirty {
            return Ok(());
        }
        if let Some(file) = self.journal.file() {
            file.sync_data().map_err(Error::io("write", self.journal.path()))?;
        }
        self.sink.sync()?;
        self.dirty = false;
        Ok(())
    }

    /// Ends the ledger: all rows are seen to the disk, and the journal is removed if nothing waits in it. Rows for a
    /// stream that still wait are written as well, in order, since nobody can go on with it.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn close(mut self) -> Result<(), Error> {
        if matches!(self.sink, Sink::Stream(_)) {
            for at in std::mem::take(&mut self.waiting).into_iter().filter(|&at| at > 0) {
                let mut line = Vec::new();
                self.journal.read(at - 1, &mut line)?;
                self.sink.write(&line)?;
            }
            self.waiting_bytes = 0;
        }
        self.sync()?;
        if self.waiting_bytes == 0 { self.journal.remove() } else { Ok(()) }
    }
}

/// Opens a file for its rows if a look at what is there allows it, and gives back what the look found.
///
/// A file that does not exist is only made after a look. Another process may have made it since, so the look that
/// counts is the one while it is locked.
fn open_after<T>(path: &Path, look: impl Fn() -> Result<T, Error>) -> Result<(File, T), Error> {
    if !path.exists() {
        meta::check_name(path)?;
        look()?;
    }
    let file = open(path)?;
    let found = look()?;
    Ok((file, found))
}

/// Opens a file for its rows, and locks it.
fn open(path: &Path) -> Result<File, Error> {
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        let error =
            io::Error::other("it is no regular file; rows for a pipe or device go to standard output");
        return Err(Error::io("write", path)(error));
    }
    meta::check_name(path)?;
    let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let file = opened.map_err(Error::io("write", path))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(Error::Locked(path.into())),
        Ok(()) => {
            sweep(&journal::path_for(path));
            sweep(&meta::path_for(path));
            Ok(file)
        }
        // Some file systems know no locks.
        Err(TryLockError::Error(_)) => Ok(file),
    }
}

#[cfg(test)]
mod tests;
