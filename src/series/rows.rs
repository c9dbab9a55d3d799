//! Rows of a series in a file: written, resumed, and read with checks. [`log`](super::log) says which files there are, and why
//! no row is lost.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Seek as _, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::csv::of_other_format;
use super::error::{Difference, Error};
use super::files::{
    can_replace, check_name, find_sidecar, folder_of, is_log, is_special, log_path, log_sidecar_path,
    real_path, replace, sha256, sha256_of, sidecar_path, sweep, sync_folder,
};
use super::indices::Places;
use super::log::{RowLog, is_locked};
use super::sidecar::{Part, Progress, Sidecar, differences};
use crate::kit::compression::decompressed;

/// A series of rows.
pub trait Series: Sync {
    /// What is in one row.
    type Row: Send;
    /// What decides the rows.
    type Identity: Clone + Serialize + DeserializeOwned;

    /// Name of what the rows make together, for messages.
    const KIND: &'static str;

    /// The sidecar of a file without rows.
    fn sidecar(&self) -> &Sidecar<Self::Identity>;

    /// First line of a file, with its line end.
    fn header(&self) -> String;

    /// The line of a row, with its line end.
    fn line(&self, row: &Self::Row) -> String;

    /// The row that a line, given without its end, holds, and its index.
    ///
    /// # Errors
    /// If it is none, or its fields contradict each other; the message follows the name of the line.
    fn parse(&self, line: &str) -> Result<(u64, Self::Row), String>;

    /// Checks that a row can be the one with its index.
    ///
    /// # Errors
    /// If it cannot; the message follows the name of its line.
    fn check(&self, row: &Self::Row) -> Result<(), String>;

    /// Whether the limits of this series are those of `smaller`, which differs in nothing else, or larger.
    fn covers(&self, _smaller: &Self::Identity) -> bool {
        false
    }

    /// Whether this series, whose limits are larger than those of `smaller`, has a row of that one as it is.
    fn keeps(&self, _row: &Self::Row, _smaller: &Self::Identity) -> bool {
        true
    }

    /// The limit that ended the search of a row.
    fn limit_of(&self, _row: &Self::Row) -> Option<&'static str> {
        None
    }
}

/// Places and names of the files of a series.
#[derive(Clone, Debug)]
struct Paths {
    rows: PathBuf,
    sidecar: PathBuf,
    log: PathBuf,
    log_sidecar: PathBuf,
}

impl Paths {
    /// The files for a name of a file of rows.
    fn new(path: &Path) -> Result<Self, Error> {
        let rows = real_path(path);
        if is_special(&rows) {
            let error =
                io::Error::other("it is no regular file; rows for a pipe or device go to standard output");
            return Err(Error::io("write", &rows)(error));
        }
        check_name(&rows)?;
        let (log, log_sidecar) = (log_path(&rows), log_sidecar_path(&rows));
        Ok(Self { sidecar: sidecar_path(&rows), rows, log, log_sidecar })
    }

    /// Checks that no file of the series holds anything.
    fn check_new(&self) -> Result<(), Error> {
        let all = [&self.rows, &self.log, &self.sidecar, &self.log_sidecar];
        match all.into_iter().find(|path| holds(path)) {
            Some(taken) => Err(Error::Exists(taken.clone())),
            None => Ok(()),
        }
    }

    /// The sidecar of the log, if there is one, or else that of the file, and its path; `None` if there are no rows either.
    fn found<I: Serialize + DeserializeOwned>(
        &self,
        kind: &'static str,
    ) -> Result<Option<(Sidecar<I>, &Path)>, Error> {
        for path in [&self.log_sidecar, &self.sidecar] {
            if let Some(sidecar) = Sidecar::read(path, kind)? {
                return Ok(Some((sidecar, path)));
            }
        }
        if holds(&self.rows) || holds(&self.log) {
            Err(Error::NoSidecar(self.sidecar.clone()))
        } else {
            Ok(None)
        }
    }

    /// Opens and locks the log, and does something with it. If that fails, an empty log is removed.
    fn with_log<T>(&self, then: impl FnOnce(RowLog) -> Result<T, Error>) -> Result<T, Error> {
        // They are written last, perhaps after days.
        [&self.rows, &self.sidecar].into_iter().try_for_each(|path| can_replace(path))?;
        let log = RowLog::open(&self.log)?;
        // Temporary files of processes that were killed: none writes now.
        for path in [&self.rows, &self.sidecar, &self.log, &self.log_sidecar] {
            sweep(path);
        }
        let done = then(log);
        if done.is_err() && !holds(&self.log) {
            let _ = fs::remove_file(&self.log);
        }
        done
    }
}

/// Whether a file exists and is not empty.
fn holds(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| data.len() > 0)
}

/// Removes a file, if it exists.
fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed.map_err(Error::io("remove", path)),
    }
}

fn open(path: &Path) -> Result<File, Error> {
    File::open(path).map_err(Error::io("read", path))
}

/// SHA-256 of what a file holds, compressed or not.
///
/// # Errors
/// If it cannot be read.
pub fn digest_of(path: &Path) -> Result<String, Error> {
    decompressed(open(path)?).and_then(sha256_of).map_err(Error::io("read", path))
}

/// Replaces a file by one that `write` fills, and then its sidecar, if it has one, which gets the hash of the file. After a crash
/// in between there is no sidecar.
///
/// # Errors
/// Those of `write`, or if the system refuses; nothing is changed then, unless it is the sidecar that cannot be written.
pub fn replace_rows<I: Serialize + DeserializeOwned>(
    path: &Path,
    mut sidecar: Option<&mut Sidecar<I>>,
    write: impl FnOnce(&mut File) -> Result<(), Error>,
) -> Result<(), Error> {
    let fill = |file: &mut File| {
        write(file)?;
        let Some(sidecar) = &mut sidecar else { return Ok(()) };
        let digest = file.metadata().and_then(|data| sha256(file, data.len()));
        sidecar.progress.rows_sha256 = Some(digest.map_err(Error::io("read", path))?);
        // Not before the new rows are on the disk.
        file.sync_all().map_err(Error::io("write", path))?;
        remove(&sidecar_path(path))?;
        sync_folder(folder_of(path)).map_err(Error::io("write", path))
    };
    // `replace` takes only the system's errors; one that names another file is kept beside it.
    let mut failed = None;
    let replaced = replace(path, |file| {
        fill(file).map_err(|error| {
            failed = Some(error);
            io::ErrorKind::Other.into()
        })
    });
    replaced.map_err(|error| failed.unwrap_or(error))?;
    sidecar.map_or(Ok(()), |sidecar| sidecar.write(&sidecar_path(path)))
}

/// Most places by which a row of a stream may be ahead of the first that is missing: what waits is kept in memory.
const BUFFER: u64 = if cfg!(test) { 8 } else { 1 << 14 };

/// Rows on their way to a stream: those before their turn wait.
struct Reorder {
    stream: Box<dyn Write + Send>,
    /// Place of the next row of the stream.
    next: u64,
    waiting: BTreeMap<u64, String>,
}

impl Reorder {
    /// Writes a text at once.
    fn write(&mut self, text: &str) -> Result<(), Error> {
        self.stream.write_all(text.as_bytes()).and_then(|()| self.stream.flush()).map_err(Error::Stdout)
    }

    fn put(&mut self, place: u64, line: String) -> Result<(), Error> {
        self.waiting.insert(place, line);
        while let Some(line) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.write(&line)?;
        }
        Ok(())
    }
}

enum Sink {
    /// A file, whose rows are complete already if there is no log to be finished.
    File {
        paths: Paths,
        log: RowLog,
        is_finished: bool,
    },
    Stream(Reorder),
}

/// Rows of a series on their way to a file or stream.
pub struct RowFile<'s, S: Series> {
    series: &'s S,
    sink: Sink,
    /// The sidecar as last written.
    sidecar: Sidecar<S::Identity>,
    /// Places of the rows that were there.
    found: Places,
}

impl<'s, S: Series> RowFile<'s, S> {
    /// Writes rows to a stream, without a sidecar.
    ///
    /// # Errors
    /// If the stream does not take the header.
    pub fn stream(series: &'s S, stream: Box<dyn Write + Send>) -> Result<Self, Error> {
        let mut stream = Reorder { stream, next: 0, waiting: BTreeMap::new() };
        stream.write(&series.header())?;
        Ok(Self::new(series, Sink::Stream(stream)))
    }

    /// Writes rows to a new file. With `force` an existing one is replaced once the rows are complete.
    ///
    /// # Errors
    /// If there is a file of rows, a log or a sidecar, and `force` is not set, if the name does not end in `.csv`, or if another
    /// process writes the rows or the system refuses.
    pub fn create(series: &'s S, path: &Path, force: bool) -> Result<Self, Error> {
        let paths = Paths::new(path)?;
        let check = || if force { Ok(()) } else { paths.check_new() };
        check()?;
        paths.with_log(|log| {
            // Another process may have made it before it was locked.
            check()?;
            Self::begin(series, &paths, log)
        })
    }

    /// Continues a file, or makes a new one if there is none. Gives every row that is there, and stays, to `each`, once.
    ///
    /// If the limits are larger than those in the sidecar, and all else is equal, rows that larger limits may change are left
    /// out, to be made anew.
    ///
    /// # Errors
    /// If the sidecar is missing or describes another series, if a line is not a row that this series can have, if the file is
    /// complete and has another hash than its sidecar says, if the name does not end in `.csv`, or if another process writes the
    /// rows or the system refuses. No row is lost then.
    pub fn resume(series: &'s S, path: &Path, each: &mut dyn FnMut(S::Row)) -> Result<Self, Error> {
        let paths = Paths::new(path)?;
        // What is refused here leaves no empty log behind.
        paths.found::<S::Identity>(S::KIND)?;
        paths.with_log(|log| Self::resume_locked(series, &paths, log, each))
    }

    fn resume_locked(
        series: &'s S,
        paths: &Paths,
        mut log: RowLog,
        each: &mut dyn FnMut(S::Row),
    ) -> Result<Self, Error> {
        let Some((old, place)) = paths.found::<S::Identity>(S::KIND)? else {
            return Self::begin(series, paths, log);
        };
        let is_wider = check_same(series, &old, &paths.rows, place)?;
        let has_log = *place == paths.log_sidecar;
        let mut is_whole = false;
        if !has_log && paths.rows.exists() {
            // Version 0.2 and before locked the file itself.
            if is_locked(&paths.rows) == Some(true) {
                return Err(Error::Locked(paths.rows.clone()));
            }
            is_whole = old.progress.rows_sha256 == Some(digest_of(&paths.rows)?);
        }
        let mut found = Places::default();
        let mut progress = if is_wider { Progress::default() } else { old.progress.clone() };
        // Whether a row stays; it is then given to `each`.
        let mut keep = |place, row: S::Row| {
            let stays = !is_wider || series.keeps(&row, &old.identity);
            if !stays || !found.insert(place) {
                return false;
            }
            if let Some(limit) = series.limit_of(&row).filter(|_| is_wider) {
                progress.note(limit);
            }
            each(row);
            true
        };
        if is_whole && !is_wider {
            read_rows::<S, Error>(series, &open(&paths.rows)?, &paths.rows, &mut |place, row| {
                keep(place, row);
                Ok(())
            })?;
            let sink = Sink::File { paths: paths.clone(), log, is_finished: true };
            return Ok(Self { series, sink, sidecar: old, found });
        }
        log.replace(series.header().as_bytes(), |old_log, log| {
            let has_rows = !has_log && paths.rows.exists();
            let rows = has_rows.then(|| Ok::<_, Error>((open(&paths.rows)?, &paths.rows))).transpose()?;
            for (file, path) in rows.into_iter().chain([(old_log, &paths.log)]) {
                let read = read_rows(series, &file, path, &mut |place, row| {
                    let line = series.line(&row);
                    if keep(place, row) { log.append(place, line.as_bytes()) } else { Ok(()) }
                })?;
                let claims_all = *path == paths.rows && old.progress.rows_sha256.is_some();
                if claims_all && !is_whole && read.rows == old.part.rows {
                    return Err(Error::Altered(path.clone()));
                }
            }
            Ok(())
        })?;
        progress.rows_sha256 = None;
        let sidecar = Sidecar { progress, ..if is_wider { series.sidecar().clone() } else { old } };
        sidecar.write(&paths.log_sidecar)?;
        if !has_log && !is_whole {
            remove(&paths.rows)?;
            remove(&paths.sidecar)?;
        }
        let sink = Sink::File { paths: paths.clone(), log, is_finished: false };
        Ok(Self { series, sink, sidecar, found })
    }

    fn begin(series: &'s S, paths: &Paths, mut log: RowLog) -> Result<Self, Error> {
        log.cut(0)?;
        series.sidecar().write(&paths.log_sidecar)?;
        log.begin(series.header().as_bytes())?;
        Ok(Self::new(series, Sink::File { paths: paths.clone(), log, is_finished: false }))
    }

    fn new(series: &'s S, sink: Sink) -> Self {
        Self { series, sink, sidecar: series.sidecar().clone(), found: Places::default() }
    }

    /// The series.
    pub const fn series(&self) -> &'s S {
        self.series
    }

    /// Number of rows of the complete file.
    pub const fn rows(&self) -> u64 {
        self.sidecar.part.rows
    }

    /// Number of rows that were there when the file was opened.
    pub(super) const fn found(&self) -> u64 {
        self.found.count()
    }

    /// Places of the rows that were not there when the file was opened, ascending.
    pub(super) fn missing(&self) -> impl Iterator<Item = u64> + use<S> {
        let found = self.found.clone();
        (0..self.rows()).filter(move |&place| !found.contains(place))
    }

    /// Most places by which a row may be ahead of the first that is missing.
    pub(super) const fn most_ahead(&self) -> u64 {
        if matches!(self.sink, Sink::Stream(_)) { BUFFER } else { u64::MAX }
    }

    /// Adds the row at a place, once.
    ///
    /// # Errors
    /// If the row cannot be written. No row is lost that was added.
    pub fn put(&mut self, place: u64, row: &S::Row) -> Result<(), Error> {
        let line = self.series.line(row);
        match &mut self.sink {
            Sink::File { log, .. } => log.append(place, line.as_bytes()),
            Sink::Stream(stream) => stream.put(place, line),
        }
    }

    /// Records in the sidecar that a limit ended a search.
    ///
    /// # Errors
    /// If the sidecar cannot be written.
    pub fn note(&mut self, limit: &str) -> Result<(), Error> {
        match &self.sink {
            Sink::File { paths, .. } if self.sidecar.progress.note(limit) => {
                self.sidecar.write(&paths.log_sidecar)
            }
            _ => Ok(()),
        }
    }

    /// Flushes all rows to the disk.
    ///
    /// # Errors
    /// If the system refuses, or the log is no longer where its name leads.
    pub fn sync(&mut self) -> Result<(), Error> {
        match &mut self.sink {
            Sink::File { log, .. } => log.sync(),
            Sink::Stream(_) => Ok(()),
        }
    }

    /// Flushes all rows to the disk, and makes the file of them if all are there. To a stream the rows that still wait are
    /// written, in order, since a stream cannot be resumed.
    ///
    /// # Errors
    /// Those of [`sync`](Self::sync). No row is lost then.
    pub fn close(mut self) -> Result<(), Error> {
        self.sync()?;
        match self.sink {
            Sink::File { log, is_finished: true, .. } => log.remove(),
            Sink::File { paths, mut log, .. } => {
                if log.rows() < self.sidecar.part.rows {
                    return Ok(());
                }
                let header = self.series.header();
                replace_rows(&paths.rows, Some(&mut self.sidecar), |file| {
                    log.write_ordered(header.as_bytes(), file).map_err(Error::io("write", &paths.rows))
                })?;
                remove(&paths.log_sidecar)?;
                sync_folder(folder_of(&paths.log)).map_err(Error::io("remove", &paths.log_sidecar))?;
                log.remove()
            }
            Sink::Stream(mut stream) => {
                let waiting = std::mem::take(&mut stream.waiting);
                waiting.values().try_for_each(|line| stream.write(line))
            }
        }
    }
}

/// Checks that a sidecar describes a series; returns whether it does so with limits that are smaller.
fn check_same<S: Series>(
    series: &S,
    found: &Sidecar<S::Identity>,
    path: &Path,
    sidecar: &Path,
) -> Result<bool, Error> {
    let expected = series.sidecar();
    let of_limits = |difference: &Difference| difference.field.starts_with("limits.");
    let mut differences = differences(&expected.identity, &found.identity);
    let is_wider =
        !differences.is_empty() && differences.iter().all(of_limits) && series.covers(&found.identity);
    if is_wider {
        differences.clear();
    }
    let of_part = self::differences(&expected.part, &found.part);
    // Other numbers follow from these.
    let follows = |field: &str| ["first", "rows"].contains(&field) && of_part.len() > 1;
    differences.extend(of_part.iter().filter(|difference| !follows(&difference.field)).cloned());
    if differences.is_empty() {
        return Ok(is_wider);
    }
    let help = if differences.iter().any(|difference| difference.field == "version") {
        "finish it with the version that began it, or begin it anew with --force"
    } else if differences.iter().all(of_limits) {
        "give the limits that the rows were made with, or larger ones: what was decided within them may not be within \
         smaller ones"
    } else {
        "give the values that the rows were made with, or choose another file"
    };
    Err(Error::Differs {
        what: format!("`{}` belongs to another {}", path.display(), S::KIND),
        here: "now".into(),
        there: format!("in `{}`", sidecar.display()),
        differences,
        help,
    })
}

/// Lines that are checked at a time, by all threads together.
const CHUNK: usize = 1 << 12;

/// The place and the row of a line, with its line end, checked: a line is accepted only if this program writes the row as the
/// same bytes.
fn read_line<S: Series>(
    series: &S,
    part: &Part,
    line: &[u8],
    place: Option<u64>,
) -> Result<(u64, S::Row), String> {
    let foreign = || "is not as this program writes it".to_owned();
    let whole = str::from_utf8(line).map_err(|_| "is not UTF-8 text")?;
    let text = whole.trim_end_matches(['\r', '\n']);
    if text.is_empty() {
        return Err(foreign());
    }
    let (index, row) = series.parse(text)?;
    if series.line(&row) != whole {
        return Err(foreign());
    }
    let place = part.expect(index, place)?;
    series.check(&row)?;
    Ok((place, row))
}

/// What was read of a file of rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct RowsRead {
    /// Number of rows.
    pub rows: u64,
    /// Whether the last line has no end, as after a crash. It is no row.
    pub is_torn: bool,
}

/// Gives all rows of a file, with their places, to `each`: rows of a log in any order, those of other files in the order of their
/// places. Every row is checked, on all threads.
fn read_rows<S: Series, E: From<Error>>(
    series: &S,
    file: &File,
    path: &Path,
    each: &mut dyn FnMut(u64, S::Row) -> Result<(), E>,
) -> Result<RowsRead, E> {
    let (header, part) = (series.header(), &series.sidecar().part);
    let mut source = BufReader::with_capacity(1 << 16, file);
    let mut source = source.rewind().and_then(|()| decompressed(source)).map_err(Error::io("read", path))?;
    let mut read = RowsRead::default();
    let mut number = 0;
    loop {
        let mut lines: Vec<Vec<u8>> = Vec::with_capacity(CHUNK);
        while lines.len() < CHUNK {
            let mut line = Vec::new();
            source.read_until(b'\n', &mut line).map_err(Error::io("read", path))?;
            if line.last() != Some(&b'\n') {
                read.is_torn |= !line.is_empty();
                break;
            }
            lines.push(line);
        }
        if number == 0
            && let Some(first) = lines.first()
        {
            if first == header.as_bytes() {
                lines.remove(0);
                number = 1;
            } else if !is_log(path) {
                return Err(header_fault(path, first, &header).into());
            }
        }
        if lines.is_empty() {
            return Ok(read);
        }
        let parse = |(at, line): (usize, &Vec<u8>)| {
            read_line(series, part, line, (!is_log(path)).then_some(read.rows + at as u64))
        };
        for row in lines.par_iter().enumerate().map(parse).collect::<Vec<_>>() {
            number += 1;
            let bad = |message| Error::BadLine { path: path.into(), line: number, message };
            let (place, row) = row.map_err(bad)?;
            each(place, row)?;
            read.rows += 1;
        }
    }
}

/// The error of a first line that is not the header.
fn header_fault(path: &Path, first: &[u8], header: &str) -> Error {
    if let Some(error) = of_other_format(path, first) {
        return error;
    }
    let message = if first.strip_suffix(b"\r\n") == header.as_bytes().strip_suffix(b"\n") {
        "ends with a carriage return, which this program does not write"
    } else {
        "does not name the columns of this batch"
    };
    Error::BadLine { path: path.into(), line: 1, message: message.into() }
}

/// The file of rows that there is for a name, and its sidecar: the log while the file is missing, or, if `under_way`, while there is
/// a log at all. The name may be that of the log.
pub fn rows_and_sidecar(name: &Path, under_way: bool) -> (PathBuf, PathBuf) {
    let stem = if is_log(name) { name.with_extension("") } else { name.to_owned() };
    let (real, sidecar) = (real_path(&stem), find_sidecar(&stem));
    let log_sidecar = log_sidecar_path(&real);
    if log_sidecar.exists() && (under_way || !sidecar.exists()) {
        (log_path(&real), log_sidecar)
    } else {
        (stem, sidecar)
    }
}

/// File of rows with its sidecar, or log, to be read.
#[derive(Debug)]
pub struct CheckedRows<S> {
    path: PathBuf,
    series: S,
}

impl<S: Series> CheckedRows<S> {
    /// The file for a name, by [`rows_and_sidecar`]; `series` makes its series of its sidecar, or names the fault of that. Returns
    /// `None` if there is no sidecar.
    ///
    /// # Errors
    /// If the sidecar cannot be read, or is malformed.
    pub fn open(
        name: &Path,
        series: impl FnOnce(Sidecar<S::Identity>) -> Result<S, String>,
    ) -> Result<Option<Self>, Error> {
        let (path, sidecar) = rows_and_sidecar(name, false);
        let Some(meta) = Sidecar::read(&sidecar, S::KIND)? else { return Ok(None) };
        let bad = |message| Error::BadSidecar { path: sidecar, kind: S::KIND, message };
        Ok(Some(Self { path, series: series(meta).map_err(bad)? }))
    }

    /// A file of a series.
    pub const fn with_series(path: PathBuf, series: S) -> Self {
        Self { path, series }
    }

    /// The series, with what the rows are made with.
    pub const fn series(&self) -> &S {
        &self.series
    }

    /// Gives all rows to `each`: those of a log in any order, others in the order of their indices.
    ///
    /// # Errors
    /// If the file cannot be read, if a row is refused or not the next one, if the file is complete and has another hash than
    /// its sidecar says, or if `each` returns an error.
    pub fn rows<E: From<Error>>(&self, each: &mut dyn FnMut(S::Row) -> Result<(), E>) -> Result<RowsRead, E> {
        let Sidecar { part, progress, .. } = self.series.sidecar();
        let read = read_rows(&self.series, &open(&self.path)?, &self.path, &mut |_, row| each(row))?;
        if read.rows == part.rows
            && let Some(known) = &progress.rows_sha256
            && digest_of(&self.path)? != *known
        {
            return Err(Error::Altered(self.path.clone()).into());
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests;
