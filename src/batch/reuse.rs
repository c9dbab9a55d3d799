//! Rows of an earlier batch that a new one with larger limits takes over.
//!
//! # Which rows
//! Those that are decided within fewer nodes than the old limit. Everything else is solved anew: what is undecided or
//! failed, what was decided with the very last node, and what the old batch has no row for.
//!
//! # Why they are the rows that a whole run would give
//! - Every column but `elapsed_us`, with which nothing is taken over, is made of the deal and of the verdict, the line and
//!   the nodes of its search. So it is enough that the search is the same.
//! - What a search does next never depends on its limits: the stages of the driver are fixed, and every deal has a new
//!   solver. Limits are only asked whether it may go on.
//! - Time, memory and interrupts are looked at after whole batches of boards. They end a search or change nothing (which
//!   is why searches of a batch give up where a proof runs out of memory), and a search of a deal that they end is
//!   undecided, for whatever closes its bounds ends it as decided first.
//! - The node limit does more: it cuts the last batch of boards short. A win among the boards that are left is a
//!   proper win, but it has cost fewer nodes than it would without the limit, and another line may come of it.
//!   A batch that was cut short leaves no node of the limit unspent; so as long as fewer nodes were needed, every
//!   batch was whole, and it is whole with every limit that is not smaller.
//!
//! The test `a_win_with_the_very_last_node_depends_on_the_limit` shows such a deal.
//!
//! # How
//! Threads take deals in order, and the rows of a file are in order, so the file is read side by side with them, a row at a
//! time. Of rows that wait in the journal of an unfinished batch only the places are kept.

use std::fs::{File, TryLockError};
use std::io;
use std::ops::Range as Bytes;
use std::path::{Path, PathBuf};

use super::columns::Extra;
use super::error::Error;
use super::journal;
use super::meta::{self, Meta};
use super::plan::{Plan, Range};
use super::read::{Lines, whole_lines};
use super::row::{Finding, Row};

/// What may differ between a batch and the one whose rows it takes over. Limits are looked at on their own.
const MAY_DIFFER: [&str; 9] = [
    "start",
    "count",
    "shard",
    "first",
    "rows",
    "stopped_by",
    "limits.max_nodes",
    "limits.timeout_seconds",
    "limits.memory_bytes",
];

/// The rows of an earlier batch, as far as they are rows of a plan.
///
/// The file may be unfinished. It is locked as long as this lives, so that nobody changes it, as far as its file
/// system knows locks.
#[derive(Debug)]
pub struct Reuse {
    path: PathBuf,
    file: File,
    /// Bytes of the file that are whole lines.
    len: u64,
    meta: Meta,
    extras: Vec<Extra>,
    /// Rows of the file up to the end of the plan's range.
    rows: u64,
    early: Option<Early>,
    usable: u64,
}

/// Rows that an unfinished batch had before their turn.
#[derive(Debug)]
struct Early {
    path: PathBuf,
    file: File,
    /// Index and place in the file of each row to take over, in order.
    places: Vec<(u64, Bytes<u64>)>,
}

impl Reuse {
    /// Looks at a file whose rows a plan is to take over. `out` is where the plan's own rows go.
    ///
    /// # Errors
    /// If its rows are not those that the plan would give, or its limits were larger, or it is the file that is to be
    /// written, or is being written, or cannot be read.
    pub fn open(plan: &Plan, path: &Path, out: Option<&Path>) -> Result<Self, Error> {
        if plan.extras.contains(&Extra::Elapsed) {
            return Err(Error::Unusable {
                message: "rows with times are not taken over: times differ from run to run".into(),
                help: "leave the times out, or solve all deals anew",
            });
        }
        if out.is_some_and(|out| meta::is_same(path, out)) {
            return Err(Error::Unusable {
                message: format!("`{}` cannot be both read and written", path.display()),
                help: "choose another file for the new rows",
            });
        }
        let file = File::open(path).map_err(Error::io("read", path))?;
        if matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)) {
            return Err(Error::Locked(path.into()));
        }
        let meta = sidecar(plan, path)?;
        let len = whole_lines(&file).map_err(Error::io("read", path))?;
        let mut reuse = Self {
            path: path.into(),
            file,
            len,
            meta,
            extras: plan.extras.clone(),
            rows: 0,
            early: None,
            usable: 0,
        };
        let range = plan.range();
        if range.count() > 0 {
            reuse.count(plan, range)?;
            reuse.look_for_early(plan, range)?;
        }
        Ok(reuse)
    }

    /// How many rows of the plan can be taken over.
    pub const fn usable(&self) -> u64 {
        self.usable
    }

    /// Whether a row of the plan, whoever made it, is one of those that can be taken over. It is not known here
    /// whether a limit on time or memory has ended the search of the earlier batch.
    pub fn has(&self, row: &Row) -> bool {
        let early = || self.early.as_ref().is_some_and(|early| early.place(row.index).is_some());
        let place = row.index.checked_sub(self.meta.first);
        self.is_final(row) && place.is_some_and(|place| place < self.rows || early())
    }

    /// Whether larger limits would give the same row.
    fn is_final(&self, row: &Row) -> bool {
        let whole = |nodes| self.meta.limits.max_nodes.is_none_or(|max| nodes < max);
        matches!(row.verdict, Finding::Won | Finding::Lost) && row.nodes.is_some_and(whole)
    }

    /// Makes sure that all rows of a range are sound, and counts those that can be taken over.
    fn count(&mut self, plan: &Plan, range: Range) -> Result<(), Error> {
        let last = range.index(range.count() - 1);
        let mut lines = self.lines()?;
        let mut rows = lines.skip(range.first().saturating_sub(self.meta.first))?;
        let mut usable = 0;
        while let Some((row, _)) = lines.next_row()? {
            self.meta.expect(&row, Some(rows)).map_err(|message| lines.bad(&message))?;
            if row.index > last {
                break;
            }
            plan.deals.expect(&row).map_err(|message| lines.bad(&message))?;
            rows += 1;
            usable += u64::from(self.is_final(&row));
        }
        (self.rows, self.usable) = (rows, usable);
        Ok(())
    }

    /// Looks for rows of a range that wait in the journal.
    fn look_for_early(&mut self, plan: &Plan, range: Range) -> Result<(), Error> {
        let path = journal::path_for(&self.path);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(Error::io("read", &path)(error)),
        };
        let len = whole_lines(&file).map_err(Error::io("read", &path))?;
        let mut lines = Lines::headless(&file, &path, 0..len, &self.extras)?;
        let mut places = Vec::new();
        while let Some((row, at)) = lines.next_row()? {
            self.meta.expect(&row, None).map_err(|message| lines.bad(&message))?;
            let wanted = row.index.wrapping_sub(range.first()) < range.count();
            if wanted && row.index - self.meta.first >= self.rows && self.is_final(&row) {
                plan.deals.expect(&row).map_err(|message| lines.bad(&message))?;
                places.push((row.index, at..lines.position()));
            }
        }
        places.sort_by_key(|&(index, _)| index);
        places.dedup_by_key(|&mut (index, _)| index);
        self.usable += places.len() as u64;
        self.early = Some(Early { path, file, places });
        Ok(())
    }

    fn lines(&self) -> Result<Lines<'_>, Error> {
        Lines::new(&self.file, &self.path, self.len, &self.extras)
    }

    /// The rows, to be asked for one after the other.
    pub(super) fn old(&self) -> Result<Old<'_>, Error> {
        Ok(Old { reuse: self, lines: self.lines()?, passed: 0 })
    }
}

impl Early {
    fn place(&self, index: u64) -> Option<&Bytes<u64>> {
        let found = self.places.binary_search_by_key(&index, |&(index, _)| index);
        found.ok().map(|at| &self.places[at].1)
    }

    fn row(&self, index: u64, extras: &[Extra]) -> Result<Option<Row>, Error> {
        let Some(place) = self.place(index) else { return Ok(None) };
        let mut lines = Lines::headless(&self.file, &self.path, place.clone(), extras)?;
        Ok(lines.next_row()?.map(|(row, _)| row))
    }
}

/// Rows of an earlier batch in the order of their indices.
pub(super) struct Old<'a> {
    reuse: &'a Reuse,
    lines: Lines<'a>,
    /// Rows of the file that are behind.
    passed: u64,
}

impl Old<'_> {
    /// The row with this index of the plan's range, if it can be taken over. No index comes after a larger one.
    pub(super) fn row(&mut self, index: u64) -> Result<Option<Row>, Error> {
        let Reuse { meta, rows, early, extras, .. } = self.reuse;
        let Some(place) = index.checked_sub(meta.first) else { return Ok(None) };
        if place >= *rows {
            return early.as_ref().map_or(Ok(None), |early| early.row(index, extras));
        }
        self.passed += self.lines.skip(place - self.passed)?;
        let Some((row, _)) = self.lines.next_row()? else {
            return Err(self.lines.bad("is not there any more"));
        };
        self.passed += 1;
        meta.expect(&row, Some(place)).map_err(|message| self.lines.bad(&message))?;
        Ok(self.reuse.is_final(&row).then_some(row))
    }
}

/// The sidecar of a file whose rows a plan is to take over, if nothing in it forbids that.
fn sidecar(plan: &Plan, path: &Path) -> Result<Meta, Error> {
    let meta_path = meta::path_for(path);
    let (now, then) = (Meta::new(plan), Meta::read(&meta_path)?);
    let Some(then) = then else { return Err(Error::NoMeta(meta_path)) };
    let refuse = |what, differences, help| Error::Differs {
        what,
        here: "now".into(),
        there: format!("in `{}`", meta_path.display()),
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
