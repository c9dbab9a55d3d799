//! Rows of a batch on their way to a file or stream: a ledger whose lines are rows and whose sidecar is a [`Meta`].

use std::io::Write;
use std::path::Path;

use super::columns::{ExtraColumn, header};
use super::error::Error;
use super::meta::Meta;
use super::plan::BatchPlan;
use super::read::RowParser;
use super::row::Row;
use crate::ledger::{IndexRange, Ledger, LedgerContents};
use crate::solver::Stop;

/// Ledger of the rows of a plan.
pub struct RowLedger {
    ledger: Ledger,
    meta: Meta,
    extras: Vec<ExtraColumn>,
}

/// Header and sidecar of a plan's rows.
struct RowContents {
    header: Vec<u8>,
    range: IndexRange,
    meta: Meta,
    sidecar: Vec<u8>,
}

impl RowContents {
    fn new(plan: &BatchPlan) -> Result<Self, Error> {
        let meta = Meta::new(plan);
        Ok(Self { header: header(&plan.extras)?, range: plan.range(), sidecar: meta.to_json()?, meta })
    }

    fn as_ledger(&self) -> LedgerContents<'_> {
        LedgerContents { header: &self.header, range: self.range, sidecar: &self.sidecar }
    }
}

impl RowLedger {
    /// Makes a ledger that writes to a stream.
    ///
    /// # Errors
    /// If the stream does not take the header.
    pub fn stream(plan: &BatchPlan, stream: Box<dyn Write + Send>) -> Result<Self, Error> {
        let contents = RowContents::new(plan)?;
        let ledger = Ledger::stream(&contents.as_ledger(), stream)?;
        Ok(Self { ledger, meta: contents.meta, extras: plan.extras.clone() })
    }

    /// Makes a ledger in a new file. With `force` an existing file is emptied first.
    ///
    /// # Errors
    /// Those of [`Ledger::create`].
    pub fn create(plan: &BatchPlan, path: &Path, force: bool) -> Result<Self, Error> {
        let contents = RowContents::new(plan)?;
        let ledger = Ledger::create(path, &contents.as_ledger(), force)?;
        Ok(Self { ledger, meta: contents.meta, extras: plan.extras.clone() })
    }

    /// Continues a file, or makes a new one if there is none. Gives every row that is there to `each`.
    ///
    /// # Errors
    /// Those of [`Ledger::resume`]. A sidecar is refused if it describes another batch, a line if it is not the row of its
    /// deal.
    pub fn resume(plan: &BatchPlan, path: &Path, each: &mut dyn FnMut(&Row)) -> Result<Self, Error> {
        let contents = RowContents::new(plan)?;
        let expected = &contents.meta;
        let mut found = None;
        let mut check_sidecar = |sidecar: &Path| {
            found = Meta::read(sidecar)?;
            let Some(found) = &found else { return Ok(false) };
            let differences = expected.differences(found, &["first", "rows", "stopped_by"]);
            if differences.is_empty() {
                return Ok(true);
            }
            Err(Error::Differs {
                what: format!("`{}` belongs to another batch", path.display()),
                here: "now".into(),
                there: format!("in `{}`", sidecar.display()),
                differences,
                help: "give the values that the rows were made with, or choose another file",
            })
        };
        let mut parser = RowParser::new(&plan.extras);
        let mut parse = |line: &[u8], place| {
            let row = parser.parse(line)?;
            expected.expect(&row, place)?;
            plan.deals.expect(&row)?;
            Ok((row.index, row))
        };
        let contents = contents.as_ledger();
        let ledger = Ledger::resume(path, &contents, &mut check_sidecar, &mut parse, &mut |row| each(&row))?;
        let meta = found.unwrap_or_else(|| expected.clone());
        Ok(Self { ledger, meta, extras: plan.extras.clone() })
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
        Ok(self.ledger.put(place, &row.to_csv(&self.extras)?)?)
    }

    /// Records in the sidecar that a limit ended a search.
    ///
    /// # Errors
    /// If the sidecar cannot be written.
    pub fn note(&mut self, stop: Stop) -> Result<(), Error> {
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

    /// Flushes all rows to the disk and removes the journal if it is empty: [`Ledger::close`].
    ///
    /// # Errors
    /// If the system refuses.
    pub fn close(self) -> Result<(), Error> {
        Ok(self.ledger.close()?)
    }
}

#[cfg(test)]
mod tests;
