//! Rows of a census on their way to a file or stream, with a sidecar that says what they are made with.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use solomids::ledger::{IndexRange, Ledger, LedgerContents, LedgerError};
use solomids::solace2::census::{COLUMNS, Class, Row};
use solomids::solace2::game::{RULES, Reading};

use crate::cli::failure::Advised;

/// Time between flushes of rows to the disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(5);

/// Version of the format of the sidecar.
const SCHEMA: u32 = 1;

/// Content of `FILE.meta.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Meta {
    schema: u32,
    game: String,
    /// Version and build of the program.
    version: String,
    /// Name of the rules.
    rules: String,
    reading: String,
    /// Number of rows of the complete file.
    rows: usize,
}

impl Meta {
    fn new(reading: Reading, rows: usize) -> Self {
        Self {
            schema: SCHEMA,
            game: "solace2".into(),
            version: solomids::solace2::VERSION.into(),
            rules: RULES.into(),
            reading: reading.name(),
            rows,
        }
    }

    fn to_json(&self) -> Vec<u8> {
        let mut text = serde_json::to_vec_pretty(self).expect("texts and numbers");
        text.push(b'\n');
        text
    }

    /// Checks that a sidecar is this one; `false` if there is none.
    fn check(&self, path: &Path) -> Result<bool, RowError> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => {
                return Err(RowError::Foreign(format!("cannot read `{}`: {error}", path.display())));
            }
        };
        let shown = path.display();
        let found: Self = serde_json::from_str(&text)
            .map_err(|error| RowError::Foreign(format!("`{shown}` does not describe a census: {error}")))?;
        let fields = [
            ("reading", &self.reading, &found.reading),
            ("rules", &self.rules, &found.rules),
            ("version", &self.version, &found.version),
            ("game", &self.game, &found.game),
        ];
        if let Some((field, here, there)) = fields.into_iter().find(|(_, here, there)| here != there) {
            let message =
                format!("the file belongs to another census: {field} {here} now, {there} in `{shown}`");
            return Err(RowError::Foreign(message));
        }
        if self.rows != found.rows {
            let (here, there) = (self.rows, found.rows);
            let message =
                format!("the file belongs to another census: {here} classes now, {there} in `{shown}`");
            return Err(RowError::Foreign(message));
        }
        Ok(true)
    }
}

/// Why rows cannot be written or continued.
#[derive(Debug, thiserror::Error)]
pub(super) enum RowError {
    /// The file or its journal.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The file belongs to another census.
    #[error("{0}")]
    Foreign(String),
}

/// The error with its advice.
pub(super) fn of_ledger(error: RowError) -> anyhow::Error {
    let help = match &error {
        RowError::Ledger(error) => error.help(),
        RowError::Foreign(_) => Some("choose another file, or begin anew with --force"),
    };
    let message = |error: RowError| format!("{:#}", anyhow::Error::from(error));
    match help {
        Some(help) => Advised::new(message(error), help).into(),
        None => error.into(),
    }
}

/// Rows in the order of their classes.
pub(super) struct RowLedger {
    ledger: Ledger,
    classes: usize,
    synced: Instant,
}

impl RowLedger {
    /// Makes a ledger that writes to a stream.
    pub(super) fn stream(classes: &[Class], stream: Box<dyn Write + Send>) -> Result<Self, RowError> {
        Self::open(classes, &[], |contents| Ok(Ledger::stream(contents, stream)?))
    }

    /// Makes a ledger in a new file. With `force` an existing file is emptied first.
    pub(super) fn create(
        classes: &[Class],
        reading: Reading,
        path: &Path,
        force: bool,
    ) -> Result<Self, RowError> {
        let sidecar = Meta::new(reading, classes.len()).to_json();
        Self::open(classes, &sidecar, |contents| Ok(Ledger::create(path, contents, force)?))
    }

    /// Continues a file, or makes a new one if there is none. Gives every row that is there to `each`.
    pub(super) fn resume(
        classes: &[Class],
        reading: Reading,
        path: &Path,
        each: &mut dyn FnMut(&Row),
    ) -> Result<Self, RowError> {
        let meta = Meta::new(reading, classes.len());
        let mut parse = |line: &[u8], _| {
            let row = std::str::from_utf8(line).ok().and_then(|line| Row::from_csv(line.trim_end()));
            let row = row.ok_or("is no row of a census")?;
            let class = classes.get(row.class).ok_or("is of a class that does not exist")?;
            if (&row.deal, row.orbit, row.weight) != (&class.deal, class.orbit, class.weight) {
                return Err(format!("does not have the deal of class {}", row.class));
            }
            Ok((row.class as u64, row))
        };
        Self::open(classes, &meta.to_json(), |contents| {
            Ledger::resume(path, contents, &mut |path| meta.check(path), &mut parse, &mut |row| each(&row))
        })
    }

    fn open(
        classes: &[Class],
        sidecar: &[u8],
        open: impl FnOnce(&LedgerContents<'_>) -> Result<Ledger, RowError>,
    ) -> Result<Self, RowError> {
        let header = format!("{COLUMNS}\n");
        let range = IndexRange::new(0, classes.len() as u64).expect("a few thousand classes");
        let ledger = open(&LedgerContents { header: header.as_bytes(), range, sidecar })?;
        Ok(Self { ledger, classes: classes.len(), synced: Instant::now() })
    }

    /// Numbers of the classes without rows, in order.
    pub(super) fn missing(&self) -> Vec<usize> {
        let waiting: BTreeSet<u64> = self.ledger.waiting().into_iter().collect();
        let places = self.ledger.front()..self.classes as u64;
        places.filter(|place| !waiting.contains(place)).map(|place| place as usize).collect()
    }

    /// Adds a row.
    pub(super) fn put(&mut self, row: &Row) -> Result<(), RowError> {
        Ok(self.ledger.put(row.class as u64, (row.to_csv() + "\n").as_bytes())?)
    }

    /// Flushes all rows to the disk if the last flush is some seconds ago.
    pub(super) fn flush_now_and_then(&mut self) -> Result<(), RowError> {
        if self.synced.elapsed() >= SYNC_INTERVAL {
            self.ledger.sync()?;
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// Flushes all rows to the disk and removes the journal if it is empty.
    pub(super) fn close(self) -> Result<(), RowError> {
        Ok(self.ledger.close()?)
    }
}
