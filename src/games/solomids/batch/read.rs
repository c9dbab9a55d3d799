//! Reading of rows: strictly, as this program writes them, and freely, from any CSV that has their columns.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::columns::{COLUMNS, Columns, DEAL};
use super::csv_records::{CsvRecord, CsvRecords, RecordEnd};
use super::error::Error;
use super::plan::Deals;
use super::row::Row;
use crate::kit::numbers::counted;
use crate::series::ledger::{LedgerError, Lines};

/// Rows of any CSV whose header names at least the usual columns of a batch but `deal`, in any order.
pub struct Rows<R> {
    records: CsvRecords<R>,
    parser: RecordParser,
    header: csv::StringRecord,
    record: csv::StringRecord,
    path: PathBuf,
    /// Whether the last line has been passed over because it has no end.
    is_torn: bool,
}

impl<R: Read> Rows<R> {
    /// Reads the header. Messages name the file by `path`.
    ///
    /// # Errors
    /// If the header cannot be read, or lacks a column.
    pub fn new(source: R, path: &Path) -> Result<Self, Error> {
        let mut records = CsvRecords::new(source);
        let mut parser = RecordParser::default();
        let mut header = csv::StringRecord::new();
        let mut line = 1;
        if let Some(record) = records.next_record().map_err(LedgerError::io("read", path))? {
            line = record.line;
            let text = record.text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(record.text);
            check_quotes(path, record.end)?;
            parser.parse(text, &mut header).map_err(|message| bad_record(path, line, message))?;
        }
        let missing: Vec<&str> = COLUMNS
            .into_iter()
            .filter(|&name| name != DEAL && header.iter().all(|found| found != name))
            .collect();
        if !missing.is_empty() {
            let (message, help) = match missing.as_slice() {
                _ if header.is_empty() => ("is missing: the file is empty".into(), OF_BATCH),
                some if some.len() + 1 < COLUMNS.len() => (
                    format!("does not name the columns of a batch: {} missing", missing.join(", ")),
                    "keep all columns that `solomids batch` writes; only `deal` may be left out",
                ),
                _ if header.iter().any(|name| name.contains(';')) => (
                    "names no column of a batch: fields are separated by `;`, not by commas".into(),
                    "save it with commas between its fields",
                ),
                _ => ("names no column of a batch".into(), OF_BATCH),
            };
            return Err(Error::BadRecord { path: path.into(), line, message, help });
        }
        let record = csv::StringRecord::new();
        Ok(Self { records, parser, header, record, path: path.into(), is_torn: false })
    }

    /// Whether the last line, which [`next_row`](Self::next_row) has passed over, has no end, as after a crash.
    pub const fn is_torn(&self) -> bool {
        self.is_torn
    }

    /// Names of all columns of the file.
    pub const fn header(&self) -> &csv::StringRecord {
        &self.header
    }

    /// The next row, and all its fields as they are written. A last line without a line end is no row.
    ///
    /// # Errors
    /// If the record cannot be read, or is no row.
    pub fn next_row(&mut self) -> Result<Option<(Row, &csv::StringRecord)>, Error> {
        let Self { records, parser, header, record, path, is_torn } = self;
        let next = records.next_record().map_err(LedgerError::io("read", path))?;
        let Some(CsvRecord { line, text, end }) = next else { return Ok(None) };
        if end == RecordEnd::Source {
            *is_torn = true;
            return Ok(None);
        }
        check_quotes(path, end)?;
        let row = parser.parse(text, record).and_then(|()| match (header.len(), record.len()) {
            (expected, found) if expected != found => {
                Err(format!("has {}, not {expected}", counted(found as u64, "field")))
            }
            _ => deserialize(record, header),
        });
        let row = row.map_err(|message| bad_record(path, line, message))?;
        Ok(Some((row, record)))
    }
}

/// Parser of the text of one record at a time.
struct RecordParser {
    reader: csv::Reader<io::Cursor<Vec<u8>>>,
}

impl Default for RecordParser {
    fn default() -> Self {
        let mut builder = csv::ReaderBuilder::new();
        Self { reader: builder.has_headers(false).flexible(true).from_reader(io::Cursor::default()) }
    }
}

impl RecordParser {
    /// Splits a record into its fields.
    ///
    /// # Errors
    /// If it is no record; the message follows the name of the line. No record can be parsed after such a one.
    fn parse(&mut self, text: &[u8], record: &mut csv::StringRecord) -> Result<(), String> {
        let source = self.reader.get_mut();
        source.set_position(0);
        source.get_mut().clear();
        source.get_mut().extend_from_slice(text);
        source.get_mut().push(b'\n');
        match self.reader.read_record(record) {
            Ok(true) => Ok(()),
            Ok(false) => Err("is no row".into()),
            Err(error) => Err(read_message(&error)),
        }
    }
}

/// Parser of single lines, strict: a line is accepted only if this program writes the row as the same bytes.
pub(super) struct RowParser {
    /// Reader of one line at a time, which the cursor holds.
    reader: csv::Reader<io::Cursor<Vec<u8>>>,
    names: csv::StringRecord,
    columns: Columns,
    /// The deals, where the rows do not have them and they can be dealt again.
    dealt: Option<Deals>,
    record: csv::StringRecord,
}

impl RowParser {
    /// A parser of rows with these columns. `deals` gives what a left out column `deal` would hold.
    pub(super) fn new(columns: &Columns, deals: Option<&Deals>) -> Self {
        Self {
            reader: csv::ReaderBuilder::new()
                .has_headers(false)
                .flexible(true)
                .from_reader(io::Cursor::default()),
            names: columns.names().collect::<Vec<_>>().into(),
            columns: columns.clone(),
            dealt: deals.filter(|_| !columns.deals).cloned(),
            record: csv::StringRecord::new(),
        }
    }

    /// The row that a line, with its line end, holds.
    ///
    /// # Errors
    /// If the line is malformed or its fields contradict each other; the message follows the name of the line. No line can
    /// be parsed after a malformed one.
    pub(super) fn parse(&mut self, line: &[u8]) -> Result<Row, String> {
        let source = self.reader.get_mut();
        source.set_position(0);
        source.get_mut().clear();
        source.get_mut().extend_from_slice(line);
        let foreign = || "is not as this program writes it".to_owned();
        if !self.reader.read_record(&mut self.record).map_err(|error| read_message(&error))? {
            return Err(foreign());
        }
        if self.record.len() != self.names.len() {
            return Err(format!(
                "has {}, not {}",
                counted(self.record.len() as u64, "field"),
                self.names.len()
            ));
        }
        let mut row = deserialize(&self.record, &self.names)?;
        if !self.columns.deals {
            let dealt =
                self.dealt.as_ref().ok_or("is without its deal, which this version cannot deal again")?;
            row.deal = dealt.deal_field(row.index);
        }
        row.check_counts().map_err(|message| format!("is no row: {message}"))?;
        row.check_line()?;
        let bytes = row.to_csv(&self.columns).map_err(|error| format!("is no row: {error}"))?;
        if bytes == line { Ok(row) } else { Err(foreign()) }
    }
}

/// Rows of a file exactly as this program writes them, a line each.
pub(super) struct RowLines<'a> {
    lines: Lines<'a>,
    parser: RowParser,
}

impl<'a> RowLines<'a> {
    /// Rows after the header, among the first `len` bytes of a file.
    pub(super) fn after_header(
        file: &'a File,
        path: &'a Path,
        len: u64,
        parser: RowParser,
    ) -> Result<Self, Error> {
        let lines = Lines::after_header(file, path, len, &parser.columns.header()?)?;
        Ok(Self { lines, parser })
    }

    /// Rows in a range of bytes of a file without a header.
    pub(super) fn new(
        file: &'a File,
        path: &'a Path,
        bytes: Range<u64>,
        parser: RowParser,
    ) -> Result<Self, Error> {
        Ok(Self { lines: Lines::new(file, path, bytes)?, parser })
    }

    /// Skips `count` rows unread, or all that are left; returns how many were skipped.
    pub(super) fn skip(&mut self, count: u64) -> Result<u64, Error> {
        Ok(self.lines.skip(count)?)
    }

    /// The next row; `None` after the last.
    pub(super) fn next_row(&mut self) -> Result<Option<Row>, Error> {
        let Some(line) = self.lines.next_line()? else { return Ok(None) };
        let row = self.parser.parse(line);
        row.map(Some).map_err(|message| self.bad(&message))
    }

    /// Byte range of the row last read, counted from the start of the range that is read.
    pub(super) fn span(&self) -> Range<u64> {
        self.lines.span()
    }

    /// An error of the row last read; `message` follows the name of its line.
    pub(super) fn bad(&self, message: &str) -> Error {
        self.lines.bad(message).into()
    }
}

/// A record as a row whose fields agree with its verdict; otherwise its fault, in words that follow the name of its line.
fn deserialize(record: &csv::StringRecord, names: &csv::StringRecord) -> Result<Row, String> {
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

/// An error of a line; `message` follows its name.
pub(super) fn bad_row(path: &Path, line: u64, message: impl Into<String>) -> Error {
    LedgerError::BadLine { path: path.into(), line, message: message.into() }.into()
}

/// InputError of a record that is not of this encoding.
const NOT_UTF8: &str = "is not UTF-8 text";
/// Advice for what is no CSV of a batch at all.
const OF_BATCH: &str = "give a file that `solomids batch` made";

/// An error of a record of any CSV; `message` follows the name of its line.
fn bad_record(path: &Path, line: u64, message: String) -> Error {
    let help = if message == NOT_UTF8 { "save it as UTF-8 text" } else { "correct the line, or take it out" };
    Error::BadRecord { path: path.into(), line, message, help }
}

/// Checks that a record has closed its quotes.
fn check_quotes(path: &Path, end: RecordEnd) -> Result<(), Error> {
    let RecordEnd::OpenQuote(line) = end else { return Ok(()) };
    Err(bad_record(path, line, "opens a quote that is not closed".into()))
}

/// InputError of a record that the CSV reader refuses.
fn read_message(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Utf8 { .. } => NOT_UTF8.into(),
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("has {}, not {expected_len}", counted(*len, "field"))
        }
        _ => "is no row".into(),
    }
}
