//! Append-only store of lines with a journal: lines are finished in any order, and written in the order of their places.
//!
//! A [`Ledger`] knows bytes and places, and no content. Its user parses lines, and describes in a sidecar what they are made
//! with.
//!
//! # Files
//! | file | holds |
//! |---|---|
//! | `deals.csv` | a header, then the lines of the first places, complete and in order |
//! | `deals.csv.part` | the journal: lines finished before their turn; removed when it is empty |
//! | `deals.meta.json` | the sidecar: what the lines are made with, in the user's format |
//!
//! # Guarantees
//! - The bytes of the file depend on its lines alone.
//! - Once [`Ledger::put`] has returned, the system has the line: a process that is killed loses none.
//! - [`Ledger::sync`] flushes all lines to the disk: a power cut costs the lines since the last call.
//! - A torn line has no line end. It is dropped when the ledger is resumed.
//! - The file is locked while it is written, as far as its file system knows locks.

use std::collections::VecDeque;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::error::Error;
use super::files::{
    check_name, folder_of, journal_path, leads_to, real_path, replace, sha256, sidecar_path, sweep,
    sync_folder,
};
use super::journal::Journal;
use super::lines::{Lines, whole_lines};

/// Bytes above which a journal is rewritten once most of its lines are in the file.
const JOURNAL_BYTES: u64 = if cfg!(test) { 1 << 9 } else { 1 << 20 };
/// Most places by which a line may be ahead of the first missing one.
pub const LOOK_AHEAD: u64 = if cfg!(test) { 8 } else { 1 << 22 };
/// Attempts to lock a file.
const LOCK_TRIES: usize = 4;
/// Time between attempts to lock a file.
const LOCK_PAUSE: Duration = Duration::from_millis(20);
/// Lines that go from the journal to the file in one write.
const CHUNK_LINES: usize = 256;

/// Description of a ledger before any line is written.
#[derive(Clone, Copy, Debug)]
pub struct LedgerContents<'a> {
    /// First line of the file, with its line end.
    pub header: &'a [u8],
    /// Number of lines after the header.
    pub rows: u64,
    /// Text of the sidecar of a new file; unused for a stream.
    pub sidecar: &'a [u8],
}

/// What the sidecar of a file says of its lines.
#[derive(Clone, Debug, Default)]
pub struct SidecarClaim {
    /// SHA-256 of the file; none until all lines are there.
    pub digest: Option<String>,
}

/// Parser of a line: returns its place and what it says, or a fault in words that follow the name of the line.
///
/// The second argument is the place that the line must have, which the parser checks; `None` for lines of the journal, which
/// come in any order.
pub type LineParser<'a, T> = dyn FnMut(&[u8], Option<u64>) -> Result<(u64, T), String> + 'a;

/// Destination of lines.
enum Sink {
    /// A file of `len` bytes.
    File { file: File, path: PathBuf, len: u64 },
    /// A stream, flushed after each write.
    Stream(Box<dyn Write + Send>),
}

impl Sink {
    /// Appends lines. On an error a file is unchanged.
    fn write(&mut self, lines: &[u8]) -> Result<(), Error> {
        match self {
            Self::File { file, path, len } => {
                if let Err(error) = file.write_all(lines) {
                    // A torn line would be dropped on resuming; better it is gone at once.
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

    /// Flushes a file to the disk, and checks that its name still leads to it.
    fn sync(&self) -> Result<(), Error> {
        let Self::File { file, path, .. } = self else { return Ok(()) };
        file.sync_data().map_err(Error::io("write", path))?;
        if leads_to(path, file).map_err(Error::io("read", path))? {
            Ok(())
        } else {
            Err(Error::Lost(path.clone()))
        }
    }
}

/// Lines on their way to a file or stream.
pub struct Ledger {
    /// Number of all lines.
    rows: u64,
    sink: Sink,
    journal: Journal,
    /// Lines written in order, which is the place of the first missing one.
    front: u64,
    /// For the places from the front on: start of the line in the journal plus 1; 0 if the line is missing. The entry of
    /// the front itself is always 0.
    waiting: VecDeque<u64>,
    /// Bytes of the journal that belong to waiting lines.
    waiting_bytes: u64,
    /// Whether lines were written since the last flush to the disk.
    dirty: bool,
}

impl Ledger {
    /// Makes a ledger that writes to a stream.
    ///
    /// # Errors
    /// If the stream does not take the header.
    pub fn stream(contents: &LedgerContents<'_>, stream: Box<dyn Write + Send>) -> Result<Self, Error> {
        let mut ledger = Self::new(contents.rows, Sink::Stream(stream), Journal::unnamed());
        ledger.sink.write(contents.header)?;
        Ok(ledger)
    }

    /// Makes a ledger in a new file. With `force` an existing file is emptied first.
    ///
    /// # Errors
    /// If the file, its journal or its sidecar exists and `force` is not set, if the name does not end in `.csv`, or if
    /// the file is locked or cannot be written.
    pub fn create(path: &Path, contents: &LedgerContents<'_>, force: bool) -> Result<Self, Error> {
        let path = &real_path(path);
        let (journal_path, sidecar_path) = (journal_path(path), sidecar_path(path));
        // An empty file holds nothing that could be lost.
        let holds = |path: &&Path| fs::metadata(path).is_ok_and(|data| data.len() > 0);
        let check = || match [path.as_path(), &journal_path, &sidecar_path].into_iter().find(holds) {
            Some(taken) if !force => Err(Error::Exists(taken.into())),
            _ => Ok(()),
        };
        let (file, ()) = open_checked(path, check)?;
        Self::start(file, path, contents)
    }

    /// Empties a file and writes sidecar and header.
    fn start(file: File, path: &Path, contents: &LedgerContents<'_>) -> Result<Self, Error> {
        // In this order, for a crash in between must not leave old lines with a new sidecar.
        file.set_len(0).map_err(Error::io("write", path))?;
        let mut journal = Journal::open(journal_path(path))?;
        journal.truncate(0)?;
        let sink = Sink::File { file, path: path.into(), len: 0 };
        let mut ledger = Self::new(contents.rows, sink, journal);
        ledger.replace_sidecar(contents.sidecar)?;
        ledger.sink.write(contents.header)?;
        ledger.sync()?;
        Ok(ledger)
    }

    /// Continues a file, or makes a new one if there is none. Gives the place of each line that is there, and
    /// what it says, to `each`, once for each place.
    ///
    /// `check_sidecar` reads the sidecar at a path; it returns `None` if there is none, and an error if it describes other
    /// lines.
    ///
    /// # Errors
    /// If the sidecar is missing or refused, if a line is refused, if the file is complete and has another hash than its
    /// sidecar says, if the name does not end in `.csv`, or if the file is
    /// locked or cannot be read or written. No line is changed then.
    pub fn resume<T>(
        path: &Path,
        contents: &LedgerContents<'_>,
        check_sidecar: &mut dyn FnMut(&Path) -> Result<Option<SidecarClaim>, Error>,
        parse: &mut LineParser<'_, T>,
        each: &mut dyn FnMut(u64, T),
    ) -> Result<Self, Error> {
        let path = &real_path(path);
        let (journal_path, sidecar_path) = (journal_path(path), sidecar_path(path));
        let holds = |path: &Path| fs::metadata(path).is_ok_and(|data| data.len() > 0);
        let check = || -> Result<Option<SidecarClaim>, Error> {
            let found = check_sidecar(&sidecar_path)?;
            if found.is_none() && (holds(path) || holds(&journal_path)) {
                return Err(Error::NoSidecar(sidecar_path.clone()));
            }
            Ok(found)
        };
        let (file, found) = open_checked(path, check)?;
        let Some(claim) = found else { return Self::start(file, path, contents) };
        let journal = Journal::open(journal_path)?;
        let sink = Sink::File { file, path: path.into(), len: 0 };
        let mut ledger = Self::new(contents.rows, sink, journal);
        if let Err(error) = ledger.load(contents.header, &claim, parse, each) {
            // A journal with lines belongs to the unfinished batch; an empty one may be new.
            if ledger.journal.len() == 0 {
                let _ = ledger.journal.remove();
            }
            return Err(error);
        }
        ledger.advance()?;
        Ok(ledger)
    }

    fn new(rows: u64, sink: Sink, journal: Journal) -> Self {
        Self { rows, sink, journal, front: 0, waiting: VecDeque::new(), waiting_bytes: 0, dirty: false }
    }

    /// Reads file and journal, and cuts torn lines off.
    fn load<T>(
        &mut self,
        header: &[u8],
        claim: &SidecarClaim,
        parse: &mut LineParser<'_, T>,
        each: &mut dyn FnMut(u64, T),
    ) -> Result<(), Error> {
        let Sink::File { file, path, len } = &mut self.sink else { return Ok(()) };
        let whole = whole_lines(file).map_err(Error::io("read", path))?;
        let mut lines = Lines::after_header(file, path, whole, header)?;
        while let Some(line) = lines.next_line()? {
            let (place, record) = parse(line, Some(self.front)).map_err(|message| lines.bad(&message))?;
            each(place, record);
            self.front += 1;
        }
        let journal_path = self.journal.path().to_owned();
        let mut journal_len = 0;
        if let Some(journal) = self.journal.file() {
            journal_len = whole_lines(journal).map_err(Error::io("read", &journal_path))?;
            let mut lines = Lines::new(journal, &journal_path, 0..journal_len)?;
            while let Some(line) = lines.next_line()? {
                let (place, record) = parse(line, None).map_err(|message| lines.bad(&message))?;
                let Some(ahead) = place.checked_sub(self.front) else { continue };
                // Lines of the file that a power cut has cost make this more than the look-ahead.
                if ahead > 2 * LOOK_AHEAD {
                    return Err(lines.bad("is far beyond the rows before"));
                }
                let ahead = ahead as usize;
                if self.waiting.len() <= ahead {
                    self.waiting.resize(ahead + 1, 0);
                }
                if self.waiting[ahead] == 0 {
                    let span = lines.span();
                    self.waiting[ahead] = span.start + 1;
                    self.waiting_bytes += span.end - span.start;
                    each(place, record);
                }
            }
        }
        if let Some(known) = &claim.digest
            && self.front == self.rows
            && *known != sha256(file, whole).map_err(Error::io("read", path))?
        {
            return Err(Error::Altered(path.clone()));
        }
        // Nothing is changed before all lines have been accepted.
        self.journal.truncate(journal_len)?;
        // The journal may be new.
        sync_folder(folder_of(path)).map_err(Error::io("write", path))?;
        file.set_len(whole)
            .and_then(|()| file.seek(SeekFrom::Start(whole)))
            .map_err(Error::io("write", path))?;
        *len = whole;
        if whole == 0 {
            self.sink.write(header)?;
        }
        self.dirty = true;
        Ok(())
    }

    /// Number of lines written in order.
    pub const fn front(&self) -> u64 {
        self.front
    }

    /// Whether all lines are written in order.
    pub const fn is_complete(&self) -> bool {
        self.front == self.rows
    }

    /// Places of the lines that wait for their turn, ascending.
    pub fn waiting(&self) -> Vec<u64> {
        let present = self.waiting.iter().enumerate().filter(|&(_, &at)| at > 0);
        present.map(|(ahead, _)| self.front + ahead as u64).collect()
    }

    /// Adds a line, with its line end, at a place. Each place is filled once, at most [`LOOK_AHEAD`] ahead of the front.
    ///
    /// # Errors
    /// If the line cannot be written, and the ledger is then unchanged; or if lines behind it cannot be moved from the
    /// journal, and these then still wait there. In no case is a line lost that was added.
    pub fn put(&mut self, place: u64, line: &[u8]) -> Result<(), Error> {
        debug_assert!(place >= self.front && place < self.rows);
        let ahead = (place - self.front) as usize;
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

    /// Moves the front forward by `lines` places.
    fn pass(&mut self, lines: usize) {
        self.front += lines as u64;
        self.waiting.drain(..lines.min(self.waiting.len()));
    }

    /// Moves lines whose turn has come from the journal to the sink.
    fn advance(&mut self) -> Result<(), Error> {
        loop {
            let mut lines = Vec::new();
            let mut count = 0;
            for &at in self.waiting.iter().take_while(|&&at| at > 0).take(CHUNK_LINES) {
                self.journal.read(at - 1, &mut lines)?;
                count += 1;
            }
            if count == 0 {
                return self.compact();
            }
            self.sink.write(&lines)?;
            self.dirty = true;
            self.waiting_bytes -= lines.len() as u64;
            self.pass(count);
        }
    }

    /// Rewrites a large journal without the lines that the file has.
    fn compact(&mut self) -> Result<(), Error> {
        if self.journal.len() < JOURNAL_BYTES.max(2 * self.waiting_bytes) {
            return Ok(());
        }
        self.sink.sync()?;
        self.rewrite_journal()
    }

    /// Rewrites the journal with the lines that wait.
    fn rewrite_journal(&mut self) -> Result<(), Error> {
        let starts: Vec<u64> = self.waiting.iter().filter(|&&at| at > 0).map(|at| at - 1).collect();
        let moved = self.journal.rewrite(&starts)?;
        let entries = self.waiting.iter_mut().filter(|at| **at > 0);
        for (entry, at) in entries.zip(moved) {
            *entry = at + 1;
        }
        Ok(())
    }

    /// Takes lines out that are there, to be added anew, and replaces the sidecar. The places ascend, and no line that stays
    /// is more than twice [`LOOK_AHEAD`] beyond the first of them.
    ///
    /// A crash leaves a ledger under the old sidecar, some of whose lines may be missing, or one under the new sidecar without
    /// any of the lines taken out: the sidecar is replaced after all else is on the disk.
    ///
    /// # Errors
    /// If the system refuses, or a line is too far beyond the first one; nothing is changed in the second case.
    pub fn take_out(&mut self, places: &[u64], sidecar: &[u8]) -> Result<(), Error> {
        let is_taken = |place: u64| places.binary_search(&place).is_ok();
        let Some(&first) = places.first() else { return self.replace_sidecar(sidecar) };
        let Sink::File { file, path, len } = &mut self.sink else { return Ok(()) };
        let end = self.front + self.waiting.len() as u64;
        if end - first > 2 * LOOK_AHEAD {
            let message =
                format!("`{}` has too many rows after the first one to be made anew", path.display());
            return Err(Error::refused(message, "make these rows in a batch of their own"));
        }
        // Lines behind the first one that is taken out stay, in the journal.
        let mut waiting = VecDeque::new();
        if first < self.front {
            let mut lines = Lines::new(file, path, 0..*len)?;
            lines.skip(1 + first)?;
            let start = lines.span().end;
            for place in first..self.front {
                let Some(line) = lines.next_line()? else { break };
                waiting.push_back(if is_taken(place) { 0 } else { self.journal.append(line)? + 1 });
            }
            self.dirty = true;
            waiting.append(&mut self.waiting);
            self.waiting = waiting;
            self.front = first;
            self.sync()?;
            let Sink::File { file, path, len } = &mut self.sink else { return Ok(()) };
            file.set_len(start)
                .and_then(|()| file.seek(SeekFrom::Start(start)))
                .and_then(|_| file.sync_data())
                .map_err(Error::io("write", path))?;
            *len = start;
        }
        for (ahead, at) in self.waiting.iter_mut().enumerate() {
            if is_taken(self.front + ahead as u64) {
                *at = 0;
            }
        }
        self.rewrite_journal()?;
        self.waiting_bytes = self.journal.len();
        self.replace_sidecar(sidecar)
    }

    /// Replaces the sidecar atomically. A stream has none.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn replace_sidecar(&self, text: &[u8]) -> Result<(), Error> {
        match &self.sink {
            Sink::File { path, .. } => replace(&sidecar_path(path), |file| file.write_all(text)),
            Sink::Stream(_) => Ok(()),
        }
    }

    /// SHA-256 of the file, if all lines are written; `None` for a stream.
    fn digest(&mut self) -> Result<Option<String>, Error> {
        let is_complete = self.is_complete();
        match &mut self.sink {
            Sink::File { file, path, len } if is_complete => {
                let digest = sha256(file, *len).map_err(Error::io("read", path))?;
                file.seek(SeekFrom::Start(*len)).map_err(Error::io("read", path))?;
                Ok(Some(digest))
            }
            _ => Ok(None),
        }
    }

    /// Flushes all lines to the disk.
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

    /// Flushes all lines to the disk, records in the sidecar the hash of the file if all lines are there, and closes the
    /// ledger: [`close`](Self::close). `known` is the hash that the sidecar has; `sidecar` makes its text with another.
    ///
    /// # Errors
    /// If the system refuses, the file is no longer where its name leads, and those of `sidecar`.
    pub fn close_with_digest(
        mut self,
        known: Option<&str>,
        sidecar: impl FnOnce(String) -> Result<Vec<u8>, Error>,
    ) -> Result<(), Error> {
        self.sync()?;
        if let Some(digest) = self.digest()?
            && known != Some(&digest)
        {
            self.sink.sync()?;
            self.replace_sidecar(&sidecar(digest)?)?;
        }
        self.close()
    }

    /// Flushes all lines to the disk and removes the journal if it is empty. Lines for a stream that still wait are
    /// written, in order, since a stream cannot be resumed.
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

/// Opens and locks a file for its lines if `check` allows it; returns the file and the result of the check.
///
/// The check runs twice if the file does not exist: before, so that no empty file is left behind, and while the file is
/// locked, since another process may have made it in between.
fn open_checked<T>(path: &Path, mut check: impl FnMut() -> Result<T, Error>) -> Result<(File, T), Error> {
    if !path.exists() {
        check_name(path)?;
        check()?;
    }
    let file = open(path)?;
    let checked = check()?;
    Ok((file, checked))
}

/// Opens a file for its lines, and locks it.
fn open(path: &Path) -> Result<File, Error> {
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        let error =
            io::Error::other("it is no regular file; rows for a pipe or device go to standard output");
        return Err(Error::io("write", path)(error));
    }
    check_name(path)?;
    let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let file = opened.map_err(Error::io("write", path))?;
    match lock(&file) {
        Err(TryLockError::WouldBlock) => Err(Error::Locked(path.into())),
        Ok(()) => {
            sweep(&journal_path(path));
            sweep(&sidecar_path(path));
            Ok(file)
        }
        // Some file systems know no locks.
        Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Locks a file. Tries more than once, since [`is_locked`] holds a lock for a moment.
fn lock(file: &File) -> Result<(), TryLockError> {
    for _ in 1..LOCK_TRIES {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(LOCK_PAUSE),
            locked => return locked,
        }
    }
    file.try_lock()
}

/// Whether a process writes a file of lines; `None` where the file system knows no locks.
pub fn is_locked(file: &File) -> Option<bool> {
    match file.try_lock_shared() {
        // Closing the file would release the lock, too, but later.
        Ok(()) => file.unlock().ok().map(|()| false),
        Err(TryLockError::WouldBlock) => Some(true),
        Err(TryLockError::Error(_)) => None,
    }
}

#[cfg(test)]
mod tests;
