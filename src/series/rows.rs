//! Rows of a series in a file: written, resumed, and read with checks.

use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::{Difference, Error};
use super::files::{find_sidecar, sha256};
use super::ledger::{Ledger, LedgerContents, SidecarClaim};
use super::lines::{Lines, whole_lines};
use super::sidecar::{Part, Progress, Sidecar, differences};

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

/// Rows of a series on their way to a file or stream.
pub struct RowFile<'s, S: Series> {
    series: &'s S,
    ledger: Ledger,
    /// The sidecar as last written.
    sidecar: Sidecar<S::Identity>,
}

impl<'s, S: Series> RowFile<'s, S> {
    /// Writes rows to a stream, without a sidecar.
    ///
    /// # Errors
    /// If the stream does not take the header.
    pub fn stream(series: &'s S, stream: Box<dyn Write + Send>) -> Result<Self, Error> {
        Self::open(series, |contents| Ledger::stream(contents, stream))
    }

    /// Writes rows to a new file. With `force` an existing file is emptied first.
    ///
    /// # Errors
    /// Those of [`Ledger::create`].
    pub fn create(series: &'s S, path: &Path, force: bool) -> Result<Self, Error> {
        Self::open(series, |contents| Ledger::create(path, contents, force))
    }

    /// Continues a file, or makes a new one if there is none. Gives every row that is there, and stays, to `each`.
    ///
    /// If the limits are larger than those in the sidecar, and all else is equal, rows that larger limits may change are taken
    /// out, to be made anew.
    ///
    /// # Errors
    /// Those of [`Ledger::resume`]. A sidecar is refused if it describes another series, a line if it is not a row that this
    /// series can have at its place.
    pub fn resume(series: &'s S, path: &Path, each: &mut dyn FnMut(S::Row)) -> Result<Self, Error> {
        let expected = series.sidecar();
        let (found, is_wider) = (RefCell::new(None), Cell::new(false));
        let mut check_sidecar = |sidecar: &Path| {
            let read = Sidecar::read(sidecar, S::KIND)?;
            if let Some(read) = &read {
                is_wider.set(check_same(series, read, path, sidecar)?);
            }
            let claim = read.as_ref().map(|read| SidecarClaim { digest: read.progress.rows_sha256.clone() });
            found.replace(read);
            Ok(claim)
        };
        let mut parse = |line: &[u8], place| read_line(series, &expected.part, line, place);
        let (mut taken, mut progress) = (Vec::new(), Progress::default());
        let mut each = |place, row: S::Row| {
            if is_wider.get() {
                if found.borrow().as_ref().is_some_and(|found| !series.keeps(&row, &found.identity)) {
                    taken.push(place);
                    return;
                }
                if let Some(limit) = series.limit_of(&row) {
                    progress.note(limit);
                }
            }
            each(row);
        };
        let mut file = Self::open(series, |contents| {
            Ledger::resume(path, contents, &mut check_sidecar, &mut parse, &mut each)
        })?;
        if is_wider.get() {
            file.sidecar.progress = progress;
            taken.sort_unstable();
            file.ledger.take_out(&taken, &file.sidecar.to_json()?)?;
        } else if let Some(found) = found.into_inner() {
            // It has the hash, and the limits that have ended searches so far.
            file.sidecar = found;
        }
        Ok(file)
    }

    fn open(
        series: &'s S,
        open: impl FnOnce(&LedgerContents<'_>) -> Result<Ledger, Error>,
    ) -> Result<Self, Error> {
        let sidecar = series.sidecar().clone();
        let (header, text) = (series.header(), sidecar.to_json()?);
        let rows = sidecar.part.rows;
        let ledger = open(&LedgerContents { header: header.as_bytes(), rows, sidecar: &text })?;
        Ok(Self { series, ledger, sidecar })
    }

    /// The series.
    pub const fn series(&self) -> &'s S {
        self.series
    }

    /// The ledger of the lines.
    pub const fn lines(&self) -> &Ledger {
        &self.ledger
    }

    /// Number of rows of the complete file.
    pub const fn rows(&self) -> u64 {
        self.sidecar.part.rows
    }

    /// Adds the row at a place, once: [`Ledger::put`].
    ///
    /// # Errors
    /// Those of [`Ledger::put`].
    pub fn put(&mut self, place: u64, row: &S::Row) -> Result<(), Error> {
        self.ledger.put(place, self.series.line(row).as_bytes())
    }

    /// Records in the sidecar that a limit ended a search.
    ///
    /// # Errors
    /// If the sidecar cannot be written.
    pub fn note(&mut self, limit: &str) -> Result<(), Error> {
        if self.sidecar.progress.note(limit) {
            self.ledger.replace_sidecar(&self.sidecar.to_json()?)?;
        }
        Ok(())
    }

    /// Flushes all rows to the disk.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn sync(&mut self) -> Result<(), Error> {
        self.ledger.sync()
    }

    /// Closes the file, and records in the sidecar its hash if all rows are there: [`Ledger::close_with_digest`].
    ///
    /// # Errors
    /// If the system refuses.
    pub fn close(self) -> Result<(), Error> {
        let Self { ledger, mut sidecar, .. } = self;
        let known = sidecar.progress.rows_sha256.clone();
        ledger.close_with_digest(known.as_deref(), |digest| {
            sidecar.progress.rows_sha256 = Some(digest);
            sidecar.to_json()
        })
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

/// File of rows with its sidecar, finished or not, to be read: every row is checked, on all threads.
#[derive(Debug)]
pub struct CheckedRows<S> {
    path: PathBuf,
    file: File,
    series: S,
    /// Bytes of whole lines.
    whole: u64,
    /// Bytes of the file.
    len: u64,
}

impl<S: Series> CheckedRows<S> {
    /// Opens a file; `series` makes its series of its sidecar, or names the fault of that. Returns `None` if there is no
    /// sidecar.
    ///
    /// # Errors
    /// If one of the files cannot be read, or the sidecar is malformed.
    pub fn open(
        path: &Path,
        series: impl FnOnce(Sidecar<S::Identity>) -> Result<S, String>,
    ) -> Result<Option<Self>, Error> {
        let sidecar = find_sidecar(path);
        let Some(meta) = Sidecar::read(&sidecar, S::KIND)? else { return Ok(None) };
        let bad = |message| Error::BadSidecar { path: sidecar, kind: S::KIND, message };
        Self::with_series(path, series(meta).map_err(bad)?).map(Some)
    }

    /// Opens a file of a series.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn with_series(path: &Path, series: S) -> Result<Self, Error> {
        let read = || Error::io("read", path);
        let file = File::open(path).map_err(read())?;
        let whole = whole_lines(&file).map_err(read())?;
        let len = file.metadata().map_err(read())?.len();
        Ok(Self { path: path.into(), file, series, whole, len })
    }

    /// The series, with what the rows are made with.
    pub const fn series(&self) -> &S {
        &self.series
    }

    /// Whether the last line has no end, as after a crash. It is no row.
    pub const fn is_torn(&self) -> bool {
        self.whole < self.len
    }

    /// The open file.
    pub const fn file(&self) -> &File {
        &self.file
    }

    /// Number of bytes.
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Whether the file is empty.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// SHA-256 of the file.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn digest(&self) -> Result<String, Error> {
        sha256(&self.file, self.len).map_err(Error::io("read", &self.path))
    }

    /// Gives all rows, in order, to `each`; returns their number.
    ///
    /// # Errors
    /// If the file cannot be read, if a row is refused or not the next one, if the file is complete and has another hash than
    /// its sidecar says, or if `each` returns an error.
    pub fn rows<E: From<Error>>(&self, each: &mut dyn FnMut(S::Row) -> Result<(), E>) -> Result<u64, E> {
        let Sidecar { part, progress, .. } = self.series.sidecar();
        let header = self.series.header();
        let mut lines = Lines::after_header(&self.file, &self.path, self.whole, header.as_bytes())?;
        let mut count = 0;
        loop {
            let mut chunk = Vec::with_capacity(CHUNK);
            while chunk.len() < CHUNK
                && let Some(line) = lines.next_line()?
            {
                chunk.push(line.to_owned());
            }
            if chunk.is_empty() {
                break;
            }
            let read =
                |(at, line): (usize, &Vec<u8>)| read_line(&self.series, part, line, Some(count + at as u64));
            for row in chunk.par_iter().enumerate().map(read).collect::<Vec<_>>() {
                // The first line is the header.
                let bad = |message| Error::BadLine { path: self.path.clone(), line: count + 2, message };
                each(row.map_err(bad)?.1)?;
                count += 1;
            }
        }
        if count == part.rows {
            check_digest(&self.path, progress)?;
        }
        Ok(count)
    }
}

/// Checks that a finished file is as it was written.
///
/// # Errors
/// If it has another hash than its sidecar says, or cannot be read.
pub fn check_digest(path: &Path, progress: &Progress) -> Result<(), Error> {
    let Some(known) = &progress.rows_sha256 else { return Ok(()) };
    let digest = || {
        let file = File::open(path)?;
        sha256(&file, file.metadata()?.len())
    };
    match digest().map_err(Error::io("read", path))? {
        digest if digest == *known => Ok(()),
        _ => Err(Error::Altered(path.into())),
    }
}
