//! Reuse of the rows of an earlier batch in a batch with larger limits.
//!
//! # Which rows
//! Rows that were decided with fewer nodes than the old limit. All other deals are solved again: undecided and failed ones,
//! those decided with the very last node, and those without a row.
//!
//! # Statement
//! A reused row has the bytes that a search within the new limits gives.
//!
//! # Argument
//! - Every column except `elapsed_us`, which rules reuse out, is a function of the deal and of verdict, line and nodes of
//!   its search. So it suffices that the search is the same.
//! - The next step of a search never depends on its limits: the stages of the driver are fixed, and every deal has a new
//!   solver. A limit only ends a search.
//! - Limits on time and memory and interrupts are checked after whole batches of boards. They end a search or change
//!   nothing; therefore searches of a batch end when a proof runs out of memory. A search that such a limit ends is
//!   undecided: had its bounds met, it would have ended as decided before.
//! - The node limit also cuts the last batch of boards short. A win among the remaining boards is proven, but has cost
//!   fewer nodes than without the limit, and its line may differ. A batch that is cut short uses up the node limit. So if
//!   fewer nodes were used every batch was whole, and it is whole within any larger limit.
//!
//! # Test
//! `win_with_the_last_node_depends_on_the_limit` shows a deal whose row must not be reused.
//!
//! # Reading
//! Threads take deals in order and the rows of a file are in order, so the file is read alongside, a row at a time. Of the
//! rows in the journal of an unfinished batch only indices and byte ranges are kept.

use std::fs::{File, TryLockError};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::columns::{Columns, ExtraColumn};
use super::error::Error;
use super::meta::Meta;
use super::plan::{BatchPlan, Deals};
use super::read::{RowLines, RowParser};
use super::row::{Row, RowVerdict};
use crate::series::ledger::{
    IndexRange, LedgerError, find_sidecar, is_same_file, journal_path, real_path, whole_lines,
};

/// Fields of the sidecar that may differ between the two batches. Limits are compared by size.
const MAY_DIFFER: [&str; 11] = [
    "indices",
    "start",
    "count",
    "shard",
    "first",
    "rows",
    "stopped_by",
    "rows_sha256",
    "limits.max_nodes",
    "limits.timeout_seconds",
    "limits.memory_bytes",
];

/// Rows of an earlier batch that are rows of a plan.
///
/// The file may be unfinished. It stays locked for reading until this is dropped, as far as its file system knows locks.
#[derive(Debug)]
pub struct Reuse {
    path: PathBuf,
    file: File,
    /// Bytes of whole lines.
    len: u64,
    meta: Meta,
    columns: Columns,
    /// The deals, where the rows do not have them.
    deals: Option<Deals>,
    /// Number of rows of the file up to the end of the plan's range.
    rows: u64,
    journal: Option<JournalRows>,
    /// Number of rows of the plan that can be reused.
    usable: u64,
}

/// Rows in the journal of an unfinished batch.
#[derive(Debug)]
struct JournalRows {
    path: PathBuf,
    file: File,
    /// Index and byte range of each row that can be reused, by index.
    spans: Vec<(u64, Range<u64>)>,
}

impl Reuse {
    /// Opens a file whose rows a plan is to reuse, and checks them. `out` is the file of the plan's own rows.
    ///
    /// # Errors
    /// If the batches differ in more than range and limits, if the old limits were larger, if a row is not that of its deal,
    /// if the file is `out`, or if it is locked or cannot be read.
    pub fn open(plan: &BatchPlan, path: &Path, out: Option<&Path>) -> Result<Self, Error> {
        if plan.columns.extras.contains(&ExtraColumn::Elapsed) {
            return Err(Error::Unusable {
                message: "rows with times are not taken over: times differ from run to run".into(),
                help: "leave the times out, or solve all deals anew",
            });
        }
        if out.is_some_and(|out| is_same_file(path, out)) {
            return Err(Error::Unusable {
                message: format!("`{}` cannot be both read and written", path.display()),
                help: "choose another file for the new rows",
            });
        }
        let file = File::open(path).map_err(LedgerError::io("read", path))?;
        if matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)) {
            return Err(LedgerError::Locked(path.into()).into());
        }
        let meta = read_sidecar(plan, path)?;
        let len = whole_lines(&file).map_err(LedgerError::io("read", path))?;
        let mut reuse = Self {
            path: path.into(),
            file,
            len,
            meta,
            columns: plan.columns.clone(),
            deals: (!plan.columns.deals).then(|| plan.deals.clone()),
            rows: 0,
            journal: None,
            usable: 0,
        };
        let range = plan.range();
        if range.count() > 0 {
            reuse.check_file(plan, range)?;
            reuse.check_journal(plan)?;
        }
        Ok(reuse)
    }

    /// Number of rows of the plan that can be reused.
    pub const fn usable(&self) -> u64 {
        self.usable
    }

    /// Whether a row of the plan equals one that can be reused. `true` may be wrong for a deal whose earlier search a limit
    /// on time or memory ended.
    pub fn has(&self, row: &Row) -> bool {
        let in_journal = || self.journal.as_ref().is_some_and(|journal| journal.span(row.index).is_some());
        let place = self.meta.place(row.index);
        self.is_final(row) && place.is_some_and(|place| place < self.rows || in_journal())
    }

    /// Whether larger limits give the same row.
    fn is_final(&self, row: &Row) -> bool {
        let whole = |nodes| self.meta.limits.max_nodes.is_none_or(|max| nodes < max);
        matches!(row.verdict, RowVerdict::Won | RowVerdict::Lost) && row.nodes.is_some_and(whole)
    }

    /// Checks all rows of a range, and counts those that can be reused.
    fn check_file(&mut self, plan: &BatchPlan, range: IndexRange) -> Result<(), Error> {
        let last = plan.index(range.count() - 1);
        let mut lines = self.lines()?;
        let mut rows = lines.skip(self.meta.rows_below(plan.index(0)))?;
        let mut usable = 0;
        while let Some(row) = lines.next_row()? {
            self.meta.expect(&row, Some(rows)).map_err(|message| lines.bad(&message))?;
            if row.index > last {
                break;
            }
            plan.deals.expect(&row).map_err(|message| lines.bad(&message))?;
            rows += 1;
            usable += u64::from(plan.has(row.index) && self.is_final(&row));
        }
        (self.rows, self.usable) = (rows, usable);
        Ok(())
    }

    /// Checks the rows of a range in the journal, and counts those that can be reused.
    fn check_journal(&mut self, plan: &BatchPlan) -> Result<(), Error> {
        let path = journal_path(&real_path(&self.path));
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(LedgerError::io("read", &path)(error).into()),
        };
        let len = whole_lines(&file).map_err(LedgerError::io("read", &path))?;
        let mut lines = RowLines::new(&file, &path, 0..len, self.parser())?;
        let mut spans = Vec::new();
        while let Some(row) = lines.next_row()? {
            self.meta.expect(&row, None).map_err(|message| lines.bad(&message))?;
            let is_new = self.meta.place(row.index).is_some_and(|place| place >= self.rows);
            if plan.has(row.index) && is_new && self.is_final(&row) {
                plan.deals.expect(&row).map_err(|message| lines.bad(&message))?;
                spans.push((row.index, lines.span()));
            }
        }
        spans.sort_by_key(|&(index, _)| index);
        spans.dedup_by_key(|&mut (index, _)| index);
        self.usable += spans.len() as u64;
        self.journal = Some(JournalRows { path, file, spans });
        Ok(())
    }

    fn parser(&self) -> RowParser {
        RowParser::new(&self.columns, self.deals.as_ref())
    }

    fn lines(&self) -> Result<RowLines<'_>, Error> {
        RowLines::after_header(&self.file, &self.path, self.len, self.parser())
    }

    /// A reader of the rows in order.
    pub(super) fn reader(&self) -> Result<ReuseReader<'_>, Error> {
        Ok(ReuseReader { reuse: self, lines: self.lines()?, passed: 0 })
    }
}

impl JournalRows {
    fn span(&self, index: u64) -> Option<&Range<u64>> {
        let found = self.spans.binary_search_by_key(&index, |&(index, _)| index);
        found.ok().map(|at| &self.spans[at].1)
    }

    fn row(&self, index: u64, parser: RowParser) -> Result<Option<Row>, Error> {
        let Some(span) = self.span(index) else { return Ok(None) };
        RowLines::new(&self.file, &self.path, span.clone(), parser)?.next_row()
    }
}

/// Reader of the rows of an earlier batch in the order of their indices.
pub(super) struct ReuseReader<'a> {
    reuse: &'a Reuse,
    lines: RowLines<'a>,
    /// Number of rows of the file read or skipped.
    passed: u64,
}

impl ReuseReader<'_> {
    /// The row with this index of the plan's range, if it can be reused. Indices must ascend from call to call.
    pub(super) fn row(&mut self, index: u64) -> Result<Option<Row>, Error> {
        let Reuse { meta, rows, journal, .. } = self.reuse;
        let Some(place) = meta.place(index) else { return Ok(None) };
        if place >= *rows {
            return journal.as_ref().map_or(Ok(None), |journal| journal.row(index, self.reuse.parser()));
        }
        self.passed += self.lines.skip(place - self.passed)?;
        let Some(row) = self.lines.next_row()? else {
            return Err(self.lines.bad("is not there any more"));
        };
        self.passed += 1;
        meta.expect(&row, Some(place)).map_err(|message| self.lines.bad(&message))?;
        Ok(self.reuse.is_final(&row).then_some(row))
    }
}

/// The sidecar of a file whose rows a plan is to reuse, if it allows that.
fn read_sidecar(plan: &BatchPlan, path: &Path) -> Result<Meta, Error> {
    let sidecar = find_sidecar(path);
    let (now, then) = (Meta::new(plan), Meta::read(&sidecar)?);
    let Some(then) = then else { return Err(LedgerError::NoSidecar(sidecar).into()) };
    let refuse = |what, differences, help| Error::Differs {
        what,
        here: "now".into(),
        there: format!("in `{}`", sidecar.display()),
        differences,
        help,
    };
    let differences = now.differences(&then, &MAY_DIFFER);
    if !differences.is_empty() {
        let help = "give the deals and columns that they were made with, and use the same version, or leave --reuse out";
        return Err(refuse(
            format!("the rows of `{}` cannot be taken over", path.display()),
            differences,
            help,
        ));
    }
    let smaller = now.smaller_limits(&then);
    if !smaller.is_empty() {
        let help = "what was decided within the old limit may not be within a smaller one: \
                    give the old one or more, or none";
        return Err(refuse(
            format!("the limits are smaller than those of `{}`", path.display()),
            smaller,
            help,
        ));
    }
    Ok(then)
}

#[cfg(test)]
mod tests;
