//! What is in the file of a census: rows that are read back, and the sidecar.

use serde::{Deserialize, Serialize};
use solomids::solace2::census::{COLUMNS, Class, Row};
use solomids::solace2::game::{RULES, Reading};

use crate::cli::row_file::Sidecar;

/// Version of the format of the sidecar.
const SCHEMA: u32 = 1;

/// What the rows of a census are made with.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CensusMeta {
    schema: u32,
    game: String,
    /// Version and build of the program.
    version: String,
    /// Name of the rules.
    rules: String,
    reading: String,
    /// Number of rows of the complete file.
    rows: u64,
    #[serde(default)]
    rows_sha256: Option<String>,
}

impl CensusMeta {
    pub(super) fn new(reading: Reading, classes: &[Class]) -> Self {
        Self {
            schema: SCHEMA,
            game: "solace2".into(),
            version: solomids::solace2::VERSION.into(),
            rules: RULES.into(),
            reading: reading.name(),
            rows: classes.len() as u64,
            rows_sha256: None,
        }
    }
}

impl Sidecar for CensusMeta {
    const KIND: &'static str = "census";
    const HEADER: &'static str = COLUMNS;

    fn rows(&self) -> u64 {
        self.rows
    }

    fn rows_sha256(&mut self) -> &mut Option<String> {
        &mut self.rows_sha256
    }
}

/// Reads a line of a file of these classes: the number of the class and the row.
///
/// # Errors
/// The fault, in words that follow the name of the line.
pub(super) fn parse(classes: &[Class], line: &[u8]) -> Result<(u64, Row), String> {
    let row = std::str::from_utf8(line).ok().and_then(|line| Row::from_csv(line.trim_end()));
    let row = row.ok_or("is no row of a census")?;
    let class = classes.get(row.class).ok_or("is of a class that does not exist")?;
    if (&row.deal, row.orbit, row.weight) != (&class.deal, class.orbit, class.weight) {
        return Err(format!("does not have the deal of class {}", row.class));
    }
    Ok((row.class as u64, row))
}
