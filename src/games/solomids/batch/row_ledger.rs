//! Rows of a batch on their way to a file or stream: a ledger whose lines are rows and whose sidecar is a [`Meta`].

use std::io::Write;
use std::path::Path;

use super::columns::Columns;
use super::error::Error;
use super::meta::Meta;
use super::plan::BatchPlan;
use super::read::RowParser;
use super::row::Row;
use crate::games::solomids::solver::StopReason;
use crate::series::ledger::{Ledger, LedgerContents, SidecarClaim};

/// Ledger of the rows of a plan.
pub struct RowLedger {
    ledger: Ledger,
    /// The sidecar as last written.
    meta: Meta,
    columns: Columns,
}

impl RowLedger {
    /// Makes a ledger that writes to a stream.
    ///
    /// # Errors
    /// If the stream does not take the header.
    pub fn stream(plan: &BatchPlan, stream: Box<dyn Write + Send>) -> Result<Self, Error> {
        Self::open(plan, |contents| Ok(Ledger::stream(contents, stream)?))
    }

    /// Makes a ledger in a new file. With `force` an existing file is emptied first.
    ///
    /// # Errors
    /// Those of [`Ledger::create`].
    pub fn create(plan: &BatchPlan, path: &Path, force: bool) -> Result<Self, Error> {
        Self::open(plan, |contents| Ok(Ledger::create(path, contents, force)?))
    }

    /// Continues a file, or makes a new one if there is none. Gives every row that is there to `each`.
    ///
    /// # Errors
    /// Those of [`Ledger::resume`]. A sidecar is refused if it describes another batch, a line if it is not the row of its
    /// deal.
    pub fn resume(plan: &BatchPlan, path: &Path, each: &mut dyn FnMut(&Row)) -> Result<Self, Error> {
        let expected = Meta::new(plan);
        let mut found = None;
        let mut check_sidecar = |sidecar: &Path| {
            found = Meta::read(sidecar)?;
            let Some(found) = &found else { return Ok(None) };
            let differences = expected.differences(found, &["first", "rows", "stopped_by", "rows_sha256"]);
            if differences.is_empty() {
                return Ok(Some(SidecarClaim { digest: found.rows_sha256.clone() }));
            }
            Err(Error::Differs {
                what: format!("`{}` belongs to another batch", path.display()),
                here: "now".into(),
                there: format!("in `{}`", sidecar.display()),
                differences,
                help: "give the values that the rows were made with, or choose another file",
            })
        };
        let mut parser = RowParser::new(&plan.columns, Some(&plan.deals));
        let mut parse = |line: &[u8], place| {
            let row = parser.parse(line)?;
            expected.expect(&row, place)?;
            plan.deals.expect(&row)?;
            let number = expected.number(row.index).ok_or("is of a deal that does not belong here")?;
            Ok((number, row))
        };
        let mut ledger = Self::open(plan, |contents| {
            Ledger::resume(path, contents, &mut check_sidecar, &mut parse, &mut |row| each(&row))
        })?;
        // The limits that have ended searches so far.
        ledger.meta = found.unwrap_or(ledger.meta);
        Ok(ledger)
    }

    fn open(
        plan: &BatchPlan,
        open: impl FnOnce(&LedgerContents<'_>) -> Result<Ledger, Error>,
    ) -> Result<Self, Error> {
        let meta = Meta::new(plan);
        let (header, sidecar) = (plan.columns.header()?, meta.to_json()?);
        let ledger = open(&LedgerContents { header: &header, range: plan.range(), sidecar: &sidecar })?;
        Ok(Self { ledger, meta, columns: plan.columns.clone() })
    }

    /// The ledger of the lines.
    pub const fn lines(&self) -> &Ledger {
        &self.ledger
    }

    /// Adds the row at a place of the plan's range, once: [`Ledger::put`].
    ///
    /// # Errors
    /// Those of [`Ledger::put`].
    pub fn put(&mut self, place: u64, row: &Row) -> Result<(), Error> {
        Ok(self.ledger.put(place, &row.to_csv(&self.columns)?)?)
    }

    /// Records in the sidecar that a limit ended a search.
    ///
    /// # Errors
    /// If the sidecar cannot be written.
    pub fn note(&mut self, stop: StopReason) -> Result<(), Error> {
        if self.meta.note(stop) {
            self.ledger.replace_sidecar(&self.meta.to_json()?)?;
        }
        Ok(())
    }

    /// Flushes all rows to the disk.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn sync(&mut self) -> Result<(), Error> {
        Ok(self.ledger.sync()?)
    }

    /// Closes the ledger, and records in the sidecar the hash of the file if all rows are there:
    /// [`Ledger::close_with_digest`].
    ///
    /// # Errors
    /// If the system refuses.
    pub fn close(self) -> Result<(), Error> {
        let Self { ledger, meta, .. } = self;
        let known = meta.rows_sha256.clone();
        ledger.close_with_digest(known.as_deref(), |digest| {
            Meta { rows_sha256: Some(digest), ..meta }.to_json()
        })
    }
}

#[cfg(test)]
mod tests;
