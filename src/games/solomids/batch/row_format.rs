//! Formats of files of rows: CSV, compressed or not, and JSON lines.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flate2::write::GzEncoder;
use serde::Serializer as _;

use super::columns::{Columns, Row};
use crate::kit::compression::compressed;
use crate::series::Error;

/// Format of a file of rows, by the ending of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowFormat {
    /// Comma-separated values: `.csv`. The only one that can be resumed and that shards are merged from.
    Csv,
    /// The same, compressed by gzip: `.csv.gz`.
    CsvGzip,
    /// A JSON object a line: `.jsonl`.
    JsonLines,
}

impl RowFormat {
    /// The format of a file to be written.
    ///
    /// # Errors
    /// If the ending of its name is that of no format.
    pub fn of(path: &Path) -> Result<Self, Error> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let formats = [(Self::Csv, ".csv"), (Self::CsvGzip, ".csv.gz"), (Self::JsonLines, ".jsonl")];
        let format = formats.into_iter().find(|(_, ending)| name.ends_with(ending));
        format.map(|(format, _)| format).ok_or_else(|| {
            Error::refused(
                format!("`{}` is no name that ends in .csv", path.display()),
                "give it a name that ends in .csv, or in .csv.gz or .jsonl for rows in that format",
            )
        })
    }

    /// The file of CSV beside a file of any format: `deals.csv` for `deals.csv.gz` and for `deals.jsonl`.
    pub fn csv_of(path: &Path) -> PathBuf {
        let is_packed = Self::of(path).is_ok_and(|format| format == Self::CsvGzip);
        path.with_extension(if is_packed { "" } else { "csv" })
    }
}

pub(super) struct RowWriter<W: Write> {
    columns: Columns,
    stream: RowStream<W>,
}

enum RowStream<W: Write> {
    Csv(W),
    CsvGzip(GzEncoder<W>),
    JsonLines(W),
}

impl<W: Write> RowWriter<W> {
    /// A writer of rows with these columns, which writes their names at once where the format has them.
    pub(super) fn new(format: RowFormat, columns: Columns, mut stream: W) -> io::Result<Self> {
        let header = columns.header();
        let stream = match format {
            RowFormat::Csv => {
                stream.write_all(header.as_bytes())?;
                RowStream::Csv(stream)
            }
            RowFormat::CsvGzip => {
                let mut stream = compressed(stream);
                stream.write_all(header.as_bytes())?;
                RowStream::CsvGzip(stream)
            }
            RowFormat::JsonLines => RowStream::JsonLines(stream),
        };
        Ok(Self { columns, stream })
    }

    pub(super) fn put(&mut self, row: &Row) -> io::Result<()> {
        match &mut self.stream {
            RowStream::Csv(stream) => stream.write_all(row.to_csv(self.columns).as_bytes()),
            RowStream::CsvGzip(stream) => stream.write_all(row.to_csv(self.columns).as_bytes()),
            RowStream::JsonLines(stream) => stream.write_all(&to_json(row, self.columns)?),
        }
    }

    pub(super) fn finish(self) -> io::Result<()> {
        match self.stream {
            RowStream::Csv(mut stream) | RowStream::JsonLines(mut stream) => stream.flush(),
            RowStream::CsvGzip(stream) => stream.finish()?.flush(),
        }
    }
}

/// A row as a line of JSON: an object with all columns, null where a field means nothing.
fn to_json(row: &Row, columns: Columns) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    let fields = columns.all().map(|column| (column.name, column.field(row)));
    serde_json::Serializer::new(&mut line).collect_map(fields)?;
    line.push(b'\n');
    Ok(line)
}
