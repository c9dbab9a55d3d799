//! Files of rows with their sidecars, read strictly: every row is checked, on all threads.

use std::fs::File;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::columns::Columns;
use super::error::Error;
use super::meta::Meta;
use super::plan::Deals;
use super::read::{RowParser, bad_row};
use super::row::Row;
use crate::series::ledger::{LedgerError, Lines, find_sidecar, sha256, whole_lines};

/// Lines that are checked at a time, by all threads together.
const CHUNK: usize = 1 << 12;

/// File of rows with its sidecar, finished or not.
#[derive(Debug)]
pub struct CheckedRows {
    path: PathBuf,
    file: File,
    meta: Meta,
    columns: Columns,
    /// The deals, if they can be dealt again.
    deals: Option<Deals>,
    /// Bytes of whole lines.
    whole: u64,
    /// Bytes of the file.
    len: u64,
}

impl CheckedRows {
    /// Opens a file with its sidecar; returns `None` if there is no sidecar.
    ///
    /// # Errors
    /// If one of them cannot be read, or the sidecar is malformed.
    pub fn open(path: &Path) -> Result<Option<Self>, Error> {
        match Meta::read(&find_sidecar(path))? {
            Some(meta) => Self::with_meta(path, meta).map(Some),
            None => Ok(None),
        }
    }

    /// Opens a file whose sidecar is read already.
    pub(super) fn with_meta(path: &Path, meta: Meta) -> Result<Self, Error> {
        let read = || LedgerError::io("read", path);
        let file = File::open(path).map_err(read())?;
        let bad_meta = |message| Error::BadMeta { path: find_sidecar(path), message };
        let columns = meta.file_columns().map_err(bad_meta)?;
        let deals = meta.deals();
        let whole = whole_lines(&file).map_err(read())?;
        let len = file.metadata().map_err(read())?.len();
        Ok(Self { path: path.into(), file, meta, columns, deals, whole, len })
    }

    /// What the rows are made with.
    pub const fn meta(&self) -> &Meta {
        &self.meta
    }

    /// The columns.
    pub const fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Whether the last line has no end, as after a crash. It is no row.
    pub const fn is_torn(&self) -> bool {
        self.whole < self.len
    }

    /// The open file.
    pub(super) const fn file(&self) -> &File {
        &self.file
    }

    /// Number of bytes.
    pub(super) const fn len(&self) -> u64 {
        self.len
    }

    /// SHA-256 of the file.
    pub(super) fn digest(&self) -> Result<String, Error> {
        Ok(sha256(&self.file, self.len).map_err(LedgerError::io("read", &self.path))?)
    }

    /// Gives all rows, in order, to `each`; returns their number.
    ///
    /// # Errors
    /// If the file cannot be read, if a row is not that of its deal or not the next one, if the file is complete and has
    /// another hash than its sidecar says, or if `each` returns an error.
    pub fn rows<E: From<Error>>(&self, each: &mut dyn FnMut(Row) -> Result<(), E>) -> Result<u64, E> {
        let header = self.columns.header().map_err(Error::from)?;
        let mut lines =
            Lines::after_header(&self.file, &self.path, self.whole, &header).map_err(Error::from)?;
        let mut count = 0;
        loop {
            let mut chunk = Vec::with_capacity(CHUNK);
            while chunk.len() < CHUNK
                && let Some(line) = lines.next_line().map_err(Error::from)?
            {
                chunk.push(line.to_owned());
            }
            if chunk.is_empty() {
                break;
            }
            let parser = || RowParser::new(&self.columns, self.deals.as_ref());
            let rows: Vec<Result<Row, String>> = chunk
                .par_iter()
                .enumerate()
                .map_init(parser, |parser, (at, line)| self.row(parser, line, count + at as u64))
                .collect();
            // A parser that has met a fault may find others in the lines after it: the first one counts.
            for row in rows {
                // The first line is the header.
                each(row.map_err(|message| bad_row(&self.path, count + 2, message))?)?;
                count += 1;
            }
        }
        if let Some(known) = &self.meta.rows_sha256
            && count == self.meta.rows
            && *known != self.digest()?
        {
            return Err(Error::from(LedgerError::Altered(self.path.clone())).into());
        }
        Ok(count)
    }

    /// The row of a line at a place among the rows, checked.
    fn row(&self, parser: &mut RowParser, line: &[u8], place: u64) -> Result<Row, String> {
        let row = parser.parse(line)?;
        self.meta.expect(&row, Some(place))?;
        if let Some(deals) = &self.deals {
            deals.expect(&row)?;
        }
        Ok(row)
    }
}
