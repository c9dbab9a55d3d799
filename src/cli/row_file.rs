//! Rows of the two other games on their way to a file or stream, with a sidecar that says what they are made with.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use solomids::ledger::{IndexRange, Ledger, LedgerContents, LedgerError, SidecarClaim};

use super::failure::ErrorWithHelp;

/// Time between flushes of rows to the disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(5);

/// Content of `FILE.meta.json`.
pub(crate) trait Sidecar: Serialize + DeserializeOwned {
    /// Name of what the rows make together.
    const KIND: &'static str;
    /// First line of the file, without its line end.
    const HEADER: &'static str;

    /// Number of rows of the complete file.
    fn rows(&self) -> u64;

    /// SHA-256 of the file of rows, header included; none until all rows are there.
    fn rows_sha256(&mut self) -> &mut Option<String>;
}

/// Reason why rows cannot be written or continued.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RowFileError {
    /// The file or its journal.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The sidecar cannot be read.
    #[error("cannot read `{}`: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    /// The sidecar is malformed.
    #[error("`{}` does not describe a {kind}: {source}", path.display())]
    Malformed { path: PathBuf, kind: &'static str, source: serde_json::Error },
    /// The rows are made with something else.
    #[error("the file belongs to another {kind}: {field} {here} now, {there} in `{}`", path.display())]
    Foreign { path: PathBuf, kind: &'static str, field: String, here: String, there: String },
}

/// Converts an error together with its advice.
pub(crate) fn of_rows(error: RowFileError) -> anyhow::Error {
    let help = match &error {
        RowFileError::Ledger(error) => error.help(),
        _ => Some("choose another file, or begin anew with --force"),
    };
    let message = |error: RowFileError| format!("{:#}", anyhow::Error::from(error));
    match help {
        Some(help) => ErrorWithHelp::new(message(error), help).into(),
        None => error.into(),
    }
}

/// Rows in the order of their places, 0 up.
pub(crate) struct RowFile<S> {
    ledger: Ledger,
    sidecar: S,
    synced: Instant,
}

impl<S: Sidecar> RowFile<S> {
    /// Writes rows to a stream, without a sidecar.
    pub(crate) fn stream(sidecar: S, stream: Box<dyn Write + Send>) -> Result<Self, RowFileError> {
        Self::open(sidecar, |contents| Ok(Ledger::stream(contents, stream)?))
    }

    /// Writes rows to a new file. With `force` an existing file is emptied first.
    pub(crate) fn create(sidecar: S, path: &Path, force: bool) -> Result<Self, RowFileError> {
        Self::open(sidecar, |contents| Ok(Ledger::create(path, contents, force)?))
    }

    /// Continues a file, or makes a new one if there is none. `parse` reads a line: its place and its row, or a fault in
    /// words that follow the name of the line. `each` gets every row that is there.
    pub(crate) fn resume<R>(
        sidecar: S,
        path: &Path,
        parse: impl Fn(&[u8]) -> Result<(u64, R), String>,
        mut each: impl FnMut(R),
    ) -> Result<Self, RowFileError> {
        let mut known = None;
        let here = fields(&sidecar);
        let mut check = |path: &Path| {
            let found = read(path)?;
            if let Some(found) = &found {
                compare::<S>(&here, &fields(found), path)?;
            }
            let claim = found.map(|mut found: S| SidecarClaim { digest: found.rows_sha256().take() });
            known = claim.clone().and_then(|claim| claim.digest);
            Ok(claim)
        };
        let mut parse = |line: &[u8], _| parse(line);
        let mut rows = Self::open(sidecar, |contents| {
            Ledger::resume(path, contents, &mut check, &mut parse, &mut each)
        })?;
        *rows.sidecar.rows_sha256() = known;
        Ok(rows)
    }

    fn open(
        sidecar: S,
        open: impl FnOnce(&LedgerContents<'_>) -> Result<Ledger, RowFileError>,
    ) -> Result<Self, RowFileError> {
        let header = format!("{}\n", S::HEADER);
        let range = IndexRange::new(0, sidecar.rows()).expect("fewer rows than 2^64");
        let ledger = open(&LedgerContents { header: header.as_bytes(), range, sidecar: &to_json(&sidecar) })?;
        Ok(Self { ledger, sidecar, synced: Instant::now() })
    }

    /// Places without rows, ascending.
    pub(crate) fn missing(&self) -> impl Iterator<Item = u64> + use<S> {
        let waiting: BTreeSet<u64> = self.ledger.waiting().into_iter().collect();
        (self.ledger.front()..self.sidecar.rows()).filter(move |place| !waiting.contains(place))
    }

    /// Adds the row of a place, with its line end.
    pub(crate) fn put(&mut self, place: u64, line: &[u8]) -> Result<(), RowFileError> {
        Ok(self.ledger.put(place, line)?)
    }

    /// Flushes all rows to the disk if the last flush is some seconds ago.
    pub(crate) fn flush_now_and_then(&mut self) -> Result<(), RowFileError> {
        if self.synced.elapsed() >= SYNC_INTERVAL {
            self.ledger.sync()?;
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// Closes the file, and records in the sidecar its hash if all rows are there: [`Ledger::close_with_digest`].
    pub(crate) fn close(self) -> Result<(), RowFileError> {
        let Self { ledger, mut sidecar, .. } = self;
        let known = sidecar.rows_sha256().clone();
        ledger.close_with_digest(known.as_deref(), |digest| {
            *sidecar.rows_sha256() = Some(digest);
            Ok(to_json(&sidecar))
        })
    }
}

fn to_json(sidecar: &impl Serialize) -> Vec<u8> {
    let mut text = serde_json::to_vec_pretty(sidecar).expect("texts and numbers");
    text.push(b'\n');
    text
}

/// Reads a sidecar; `None` if there is no file.
fn read<S: Sidecar>(path: &Path) -> Result<Option<S>, RowFileError> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(RowFileError::Unreadable { path: path.into(), source }),
    };
    let malformed = |source| RowFileError::Malformed { path: path.into(), kind: S::KIND, source };
    serde_json::from_str(&text).map(Some).map_err(malformed)
}

/// What a sidecar says of its rows, by field; the hash is left out.
fn fields(sidecar: &impl Serialize) -> Vec<(String, Value)> {
    let Ok(Value::Object(fields)) = serde_json::to_value(sidecar) else { return Vec::new() };
    fields.into_iter().filter(|(field, _)| field != "rows_sha256").collect()
}

/// Checks that two sidecars speak of the same rows.
fn compare<S: Sidecar>(
    here: &[(String, Value)],
    there: &[(String, Value)],
    path: &Path,
) -> Result<(), RowFileError> {
    let shown = |value: &Value| value.as_str().map_or_else(|| value.to_string(), Into::into);
    let differs = here.iter().zip(there).find(|(here, there)| here != there);
    differs.map_or(Ok(()), |((field, here), (_, there))| {
        let (here, there) = (shown(here), shown(there));
        Err(RowFileError::Foreign { path: path.into(), kind: S::KIND, field: field.clone(), here, there })
    })
}
