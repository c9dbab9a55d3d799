//! Formats of files of rows: CSV, compressed or not, JSON lines, and Parquet where it is built in.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flate2::write::GzEncoder;
use serde::Serializer as _;

use super::columns::{Columns, Row};
#[cfg(feature = "parquet")]
use super::parquet::ParquetWriter;
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
    /// Apache Parquet: `.parquet`.
    Parquet,
}

impl RowFormat {
    /// The format of a file to be written.
    ///
    /// # Errors
    /// If the ending of its name is that of no format, or of one that this build cannot write.
    pub fn of(path: &Path) -> Result<Self, Error> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let formats = [
            (Self::Csv, ".csv"),
            (Self::CsvGzip, ".csv.gz"),
            (Self::JsonLines, ".jsonl"),
            (Self::Parquet, ".parquet"),
        ];
        let format = formats.iter().find(|(_, ending)| name.ends_with(ending));
        match format {
            Some((Self::Parquet, _)) if cfg!(not(feature = "parquet")) => Err(Error::refused(
                format!("`{}` cannot be written: Parquet is not part of this build", path.display()),
                "`cargo install --path . --features parquet` builds it in; names that end in .csv or .jsonl need nothing",
            )),
            Some((format, _)) => Ok(*format),
            None => Err(Error::refused(
                format!("`{}` is no name that ends in .csv", path.display()),
                "give it a name that ends in .csv, or in .csv.gz, .jsonl or .parquet for rows in that format",
            )),
        }
    }

    /// The file of CSV beside a file of any format: `deals.csv` for `deals.csv.gz` and for `deals.parquet`.
    pub fn csv_of(path: &Path) -> PathBuf {
        let is_packed = Self::of(path).is_ok_and(|format| format == Self::CsvGzip);
        path.with_extension(if is_packed { "" } else { "csv" })
    }

    /// A writer of rows with these columns. `description` is the text of the sidecar, which a Parquet file has inside.
    pub(super) fn writer<'a>(
        self,
        columns: Columns,
        description: &str,
        mut stream: Box<dyn Write + Send + 'a>,
    ) -> io::Result<Box<dyn RowWriter + 'a>> {
        Ok(match self {
            Self::Csv => {
                stream.write_all(columns.header().as_bytes())?;
                Box::new(LineWriter { line: Box::new(move |row| Ok(row.to_csv(columns))), stream })
            }
            Self::CsvGzip => {
                let mut stream = compressed(stream);
                stream.write_all(columns.header().as_bytes())?;
                Box::new(GzipWriter { columns, stream })
            }
            Self::JsonLines => {
                Box::new(LineWriter { line: Box::new(move |row| to_json(row, columns)), stream })
            }
            #[cfg(feature = "parquet")]
            Self::Parquet => Box::new(ParquetWriter::new(columns, description, stream)?),
            #[cfg(not(feature = "parquet"))]
            Self::Parquet => {
                let _ = description;
                return Err(io::ErrorKind::Unsupported.into());
            }
        })
    }
}

/// Writer of rows, one after the other.
pub(super) trait RowWriter {
    /// Writes a row.
    fn put(&mut self, row: &Row) -> io::Result<()>;

    /// Writes what is left.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// What makes the line of a row.
type LineOf = dyn Fn(&Row) -> io::Result<String>;

/// Writer of a line for each row.
struct LineWriter<'a> {
    line: Box<LineOf>,
    stream: Box<dyn Write + Send + 'a>,
}

impl RowWriter for LineWriter<'_> {
    fn put(&mut self, row: &Row) -> io::Result<()> {
        self.stream.write_all((self.line)(row)?.as_bytes())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.stream.flush()
    }
}

/// Writer of compressed CSV.
struct GzipWriter<'a> {
    columns: Columns,
    stream: GzEncoder<Box<dyn Write + Send + 'a>>,
}

impl RowWriter for GzipWriter<'_> {
    fn put(&mut self, row: &Row) -> io::Result<()> {
        self.stream.write_all(row.to_csv(self.columns).as_bytes())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.stream.finish()?.flush()
    }
}

/// A row as a line of JSON: an object with all columns, null where a field means nothing.
fn to_json(row: &Row, columns: Columns) -> io::Result<String> {
    let mut line = Vec::new();
    let fields = columns.all().map(|column| (column.name, column.field(row)));
    serde_json::Serializer::new(&mut line).collect_map(fields)?;
    line.push(b'\n');
    String::from_utf8(line).map_err(io::Error::other)
}
