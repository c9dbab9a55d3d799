//! Reading of rows from any CSV that has their columns.

use std::io::Read;
use std::path::Path;

use super::columns::{COLUMNS, Column, Columns, Row};
use super::names::{Dealer, RowVerdict};
use super::plan::Deals;
use crate::series::{CsvReader, Error};

/// Rows of any CSV whose header names at least the usual columns of a batch but `deal` and `proven`, in any order.
pub struct Rows<R> {
    records: CsvReader<R>,
    /// The columns of a batch among those of the header.
    columns: Vec<Option<&'static Column>>,
}

impl<R: Read> Rows<R> {
    /// Reads the header. Messages name the file by `path`.
    ///
    /// # Errors
    /// If the header cannot be read, or lacks a column.
    pub fn new(source: R, path: &Path) -> Result<Self, Error> {
        const OF_BATCH: &str = "give a file that `solomids batch` made";
        let records = CsvReader::new(source, path)?;
        let header = records.header();
        let usual = Columns { deals: false, proven: false, ..Columns::default() };
        let missing: Vec<&str> =
            usual.names().filter(|name| header.iter().all(|found| found != *name)).collect();
        if !missing.is_empty() {
            let (message, help) = match missing.as_slice() {
                _ if header.is_empty() => ("is missing: the file is empty".into(), OF_BATCH),
                some if some.len() < usual.names().count() => (
                    format!("does not name the columns of a batch: {} missing", missing.join(", ")),
                    "keep all columns that `solomids batch` writes; only `deal` and `proven` may be left out",
                ),
                _ if header.iter().any(|name| name.contains(';')) => (
                    "names no column of a batch: fields are separated by `;`, not by commas".into(),
                    "save it with commas between its fields",
                ),
                _ => ("names no column of a batch".into(), OF_BATCH),
            };
            return Err(records.bad_header(&message, help));
        }
        let columns = header.iter().map(|name| COLUMNS.iter().find(|column| column.name == name)).collect();
        Ok(Self { records, columns })
    }

    /// Whether the last line, which [`next_row`](Self::next_row) has passed over, has no end, as after a crash.
    pub const fn is_torn(&self) -> bool {
        self.records.is_torn()
    }

    /// Names of all columns of the file.
    pub fn header(&self) -> &[String] {
        self.records.header()
    }

    /// The next row, and all its fields as they are written. A last line without a line end is no row.
    ///
    /// # Errors
    /// If the record cannot be read, or is no row.
    pub fn next_row(&mut self) -> Result<Option<(Row, Vec<String>)>, Error> {
        let columns = &self.columns;
        self.records.next_record(|fields| Ok((row_of(columns, &fields)?, fields)))
    }
}

/// The row of a record, whose fields agree with each other, and with its deal if it has one; otherwise its fault, in words that
/// follow the name of its line.
fn row_of(columns: &[Option<&'static Column>], fields: &[String]) -> Result<Row, String> {
    let row = Row::read(columns.iter().copied(), fields.iter().map(String::as_str))?;
    let deals = match (row.dealer, row.seed) {
        (Dealer::Tabletop, Some(seed)) => Some(Deals::Tabletop { seed }),
        (Dealer::Web, Some(seed)) if seed == row.index => Some(Deals::Web),
        (Dealer::Text, None) => None,
        _ => return Err(format!("has a seed that the dealer {} does not have", row.dealer)),
    };
    // Without its column, a deal may be any text.
    let has_deal = !row.deal.is_empty();
    if let Some(deals) = deals.filter(|_| has_deal || row.verdict == RowVerdict::NoDeal) {
        deals.expect(&row)?;
    }
    if has_deal {
        row.check_counts().map_err(|message| format!("is no row: {message}"))?;
        row.check_line()?;
    }
    Ok(row)
}
