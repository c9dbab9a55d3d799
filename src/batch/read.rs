//! Rows read back: strictly, as this program wrote them, and freely, from any CSV that has their columns.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::columns::{COLUMNS, Extra, columns, header};
use super::error::Error;
use super::row::Row;

/// Rows of any CSV with a header that names at least the columns of every batch, in any order.
pub struct Rows<R> {
    reader: csv::Reader<R>,
    header: csv::StringRecord,
    record: csv::StringRecord,
    path: PathBuf,
}

impl<R: Read> Rows<R> {
    /// Reads the header; `path` is for messages.
    ///
    /// # Errors
    /// If it cannot be read, or lacks a column.
    pub fn new(source: R, path: &Path) -> Result<Self, Error> {
        let mut reader = csv::Reader::from_reader(source);
        let header = match reader.headers() {
            Ok(header) => header.clone(),
            Err(error) => return Err(read_error(error, path, 1)),
        };
        let missing: Vec<&str> =
            COLUMNS.into_iter().filter(|&name| header.iter().all(|found| found != name)).collect();
        if !missing.is_empty() {
            let message = match missing.as_slice() {
                _ if header.is_empty() => "is missing: the file is empty".into(),
                some if some.len() < COLUMNS.len() => {
                    format!("does not name the columns of a batch: {} missing", missing.join(", "))
                }
                _ if header.iter().any(|name| name.contains(';')) => {
                    "names no column of a batch: fields are separated by `;`, not by commas".into()
                }
                _ => "names no column of a batch".into(),
            };
            return Err(bad_row(path, 1, message));
        }
        Ok(Self { reader, header, record: csv::StringRecord::new(), path: path.into() })
    }

    /// The names of all columns.
    pub const fn header(&self) -> &csv::StringRecord {
        &self.header
    }

    /// The next row, and all its fields as they are written.
    ///
    /// # Errors
    /// If it cannot be read, or is no row.
    pub fn next_row(&mut self) -> Result<Option<(Row, &csv::StringRecord)>, Error> {
        let Self { reader, header, record, path } = self;
        let line = reader.position().line();
        if !reader.read_record(record).map_err(|error| read_error(error, path, line))? {
            return Ok(None);
        }
        let line = record.position().map_or(line, csv::Position::line);
        let row = understand(record, header).map_err(|message| bad_row(path, line, message))?;
        Ok(Some((row, record)))
    }
}

/// Rows of a file exactly as this program wrote them, each a line.
pub(super) struct Lines<'a> {
    reader: csv::Reader<BufReader<io::Take<&'a File>>>,
    names: csv::StringRecord,
    extras: Vec<Extra>,
    record: csv::StringRecord,
    path: &'a Path,
    line: u64,
}

impl<'a> Lines<'a> {
    /// Some bytes of a file, which are whole lines, without a header.
    pub(super) fn headless(
        mut file: &'a File,
        path: &'a Path,
        bytes: Range<u64>,
        extras: &[Extra],
    ) -> Result<Self, Error> {
        file.seek(SeekFrom::Start(bytes.start)).map_err(Error::io("read", path))?;
        let source = BufReader::with_capacity(1 << 16, file.take(bytes.end - bytes.start));
        let reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(source);
        let names = columns(extras).collect::<Vec<_>>().into();
        Ok(Self { reader, names, extras: extras.into(), record: csv::StringRecord::new(), path, line: 0 })
    }

    /// The first bytes of a file, which begin with a header, unless there are none at all.
    pub(super) fn new(file: &'a File, path: &'a Path, bytes: u64, extras: &[Extra]) -> Result<Self, Error> {
        let mut lines = Self::headless(file, path, 0..bytes, extras)?;
        let length = header(extras)?.len() as u64;
        if lines.read()? && (lines.record != lines.names || lines.position() != length) {
            return Err(lines.bad("does not name the columns of this batch"));
        }
        Ok(lines)
    }

    /// Reads a record, if there is one more.
    fn read(&mut self) -> Result<bool, Error> {
        self.line += 1;
        self.reader.read_record(&mut self.record).map_err(|error| read_error(error, self.path, self.line))
    }

    /// Passes over so many rows, or as many as there are, without a look at them; gives back how many there were.
    pub(super) fn skip(&mut self, rows: u64) -> Result<u64, Error> {
        for passed in 0..rows {
            if !self.read()? {
                return Ok(passed);
            }
        }
        Ok(rows)
    }

    /// The next row and where it begins.
    pub(super) fn next_row(&mut self) -> Result<Option<(Row, u64)>, Error> {
        let at = self.position();
        if !self.read()? {
            return Ok(None);
        }
        if self.record.len() != self.names.len() {
            return Err(self.bad(&format!("has {} fields, not {}", self.record.len(), self.names.len())));
        }
        let row = understand(&self.record, &self.names)
            .and_then(|row| {
                row.check_counts().map(|()| row).map_err(|message| format!("is no row: {message}"))
            })
            .and_then(|row| row.check_line().map(|()| row))
            .map_err(|message| self.bad(&message))?;
        // Blank lines and other line ends are nothing to the reader, but the bytes are to stay the same.
        if row.to_csv(&self.extras)?.len() as u64 != self.position() - at {
            return Err(self.bad("is not as this program writes it"));
        }
        Ok(Some((row, at)))
    }

    /// Bytes read so far.
    pub(super) fn position(&self) -> u64 {
        self.reader.position().byte()
    }

    /// An error of the record just read.
    pub(super) fn bad(&self, message: &str) -> Error {
        bad_row(self.path, self.line, message)
    }
}

/// A record as a row; what is wrong with it otherwise, to follow the name of its line.
fn understand(record: &csv::StringRecord, names: &csv::StringRecord) -> Result<Row, String> {
    let row: Row = record.deserialize(Some(names)).map_err(|error| match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => {
            let column = err.field().and_then(|field| names.get(field as usize));
            let column = column.map_or_else(String::new, |name| format!(" in column `{name}`"));
            format!("is no row: {}{column}", err.kind())
        }
        _ => format!("is no row: {error}"),
    })?;
    row.check().map_err(|message| format!("is no row: {message}"))?;
    Ok(row)
}

fn bad_row(path: &Path, line: u64, message: impl Into<String>) -> Error {
    Error::BadRow { path: path.into(), line, message: message.into() }
}

fn read_error(error: csv::Error, path: &Path, line: u64) -> Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => Error::io("read", path)(error),
        csv::ErrorKind::Utf8 { .. } => bad_row(path, line, "is not UTF-8 text"),
        csv::ErrorKind::UnequalLengths { expected_len, len, pos } => {
            let line = pos.map_or(line, |pos| pos.line());
            bad_row(path, line, format!("has {len} fields, not {expected_len}"))
        }
        _ => bad_row(path, line, "is no row"),
    }
}

/// Bytes of a file up to and with the last line end, but for blank lines there. Where the file is read next has changed
/// then.
///
/// # Errors
/// If it cannot be read.
pub fn whole_lines(mut file: &File) -> io::Result<u64> {
    let mut end = file.seek(SeekFrom::End(0))?;
    let mut piece = [0; 1 << 12];
    while end > 0 {
        let start = end.saturating_sub(piece.len() as u64);
        let piece = &mut piece[..(end - start) as usize];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(piece)?;
        if let Some(at) = piece.iter().rposition(|&b| b == b'\n') {
            return without_blank_lines(file, start + at as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

/// Bytes up to the end of the last line that is not blank, given where a line ends.
fn without_blank_lines(mut file: &File, mut end: u64) -> io::Result<u64> {
    let mut before = [0];
    while end > 1 {
        file.seek(SeekFrom::Start(end - 2))?;
        file.read_exact(&mut before)?;
        if before != *b"\n" {
            return Ok(end);
        }
        end -= 1;
    }
    Ok(0)
}
