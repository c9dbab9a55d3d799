//! Formats of files of rows: CSV, JSON lines, and Parquet where it is built in.

use std::io::{self, Write};
use std::path::Path;

use super::columns::Columns;
use super::error::Error;
#[cfg(feature = "parquet")]
use super::parquet::ParquetWriter;
use super::row::{Row, RowField};
use crate::series::ledger::LedgerError;

/// Format of a file of rows, by the ending of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowFormat {
    /// Comma-separated values: `.csv`. The only one that can be resumed, merged and counted.
    Csv,
    /// A JSON object a line: `.jsonl`.
    JsonLines,
    /// Apache Parquet: `.parquet`.
    Parquet,
}

impl RowFormat {
    /// The format of a file with this name; `None` if its ending is none of them.
    pub fn of(path: &Path) -> Option<Self> {
        let formats = [(Self::Csv, "csv"), (Self::JsonLines, "jsonl"), (Self::Parquet, "parquet")];
        let ending = path.extension()?;
        formats.into_iter().find(|(_, name)| ending == *name).map(|(format, _)| format)
    }

    /// Whether this build can write it.
    pub const fn is_built_in(self) -> bool {
        cfg!(feature = "parquet") || !matches!(self, Self::Parquet)
    }

    /// A writer of rows with these columns. `description` is the text of the sidecar, which a Parquet file has inside.
    pub(super) fn writer<'a>(
        self,
        columns: &Columns,
        description: &str,
        stream: Box<dyn Write + Send + 'a>,
    ) -> Result<Box<dyn RowWriter + 'a>, RowWriteError> {
        Ok(match self {
            Self::Csv => {
                let mut writer = CsvWriter { columns: columns.clone(), stream };
                writer.stream.write_all(&columns.header()?)?;
                Box::new(writer)
            }
            Self::JsonLines => Box::new(JsonWriter { columns: columns.clone(), stream }),
            #[cfg(feature = "parquet")]
            Self::Parquet => Box::new(ParquetWriter::new(columns, description, stream)?),
            #[cfg(not(feature = "parquet"))]
            Self::Parquet => {
                let _ = description;
                return Err(io::Error::from(io::ErrorKind::Unsupported).into());
            }
        })
    }
}

/// Reason why a row cannot be written.
#[derive(Debug, thiserror::Error)]
pub(super) enum RowWriteError {
    /// The system refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The writer of CSV refuses: a mistake of the program.
    #[error(transparent)]
    Csv(#[from] csv::Error),
    /// The writer of Parquet refuses.
    #[cfg(feature = "parquet")]
    #[error(transparent)]
    Parquet(#[from] parquet::errors::ParquetError),
}

impl RowWriteError {
    /// The error of a file; `refused` names the file.
    pub(super) fn of(self, refused: impl FnOnce(io::Error) -> LedgerError) -> Error {
        match self {
            Self::Io(error) => refused(error).into(),
            Self::Csv(error) => error.into(),
            #[cfg(feature = "parquet")]
            Self::Parquet(parquet::errors::ParquetError::External(error)) => match error.downcast() {
                Ok(error) => refused(*error).into(),
                Err(error) => refused(io::Error::other(error)).into(),
            },
            #[cfg(feature = "parquet")]
            Self::Parquet(error) => refused(io::Error::other(error)).into(),
        }
    }
}

/// Writer of rows, one after the other.
pub(super) trait RowWriter {
    /// Writes a row.
    fn put(&mut self, row: &Row) -> Result<(), RowWriteError>;

    /// Writes what is left.
    fn finish(self: Box<Self>) -> Result<(), RowWriteError>;
}

/// Writer of CSV.
struct CsvWriter<'a> {
    columns: Columns,
    stream: Box<dyn Write + Send + 'a>,
}

impl RowWriter for CsvWriter<'_> {
    fn put(&mut self, row: &Row) -> Result<(), RowWriteError> {
        Ok(self.stream.write_all(&row.to_csv(&self.columns)?)?)
    }

    fn finish(mut self: Box<Self>) -> Result<(), RowWriteError> {
        Ok(self.stream.flush()?)
    }
}

/// Writer of JSON lines: an object a row with all columns, null where a field means nothing.
struct JsonWriter<'a> {
    columns: Columns,
    stream: Box<dyn Write + Send + 'a>,
}

impl RowWriter for JsonWriter<'_> {
    fn put(&mut self, row: &Row) -> Result<(), RowWriteError> {
        let fields = row.fields(&self.columns);
        for (at, (name, field)) in self.columns.names().zip(&fields).enumerate() {
            let open = if at == 0 { '{' } else { ',' };
            write!(self.stream, "{open}\"{name}\":")?;
            match field {
                RowField::Text(Some(text)) => {
                    serde_json::to_writer(&mut self.stream, text).map_err(io::Error::from)?;
                }
                RowField::Whole(Some(_)) | RowField::Number(Some(_)) => write!(self.stream, "{field}")?,
                RowField::Whole(None) | RowField::Number(None) | RowField::Text(None) => {
                    self.stream.write_all(b"null")?;
                }
            }
        }
        Ok(self.stream.write_all(b"}\n")?)
    }

    fn finish(mut self: Box<Self>) -> Result<(), RowWriteError> {
        Ok(self.stream.flush()?)
    }
}
