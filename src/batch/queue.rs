//! Which deal comes next, and whether an earlier batch has its row.

use super::error::Error;
use super::plan::Range;
use super::reuse::Old;
use super::row::Row;

/// The deals of a batch that nobody has taken yet, in order.
pub(super) struct Queue<'a> {
    range: Range,
    /// The next deal, by its place in the range.
    next: u64,
    /// Deals that were done before, sorted.
    done: Vec<u64>,
    old: Option<Old<'a>>,
}

/// A deal to do.
pub(super) struct Task {
    /// Its place in the range.
    pub(super) offset: u64,
    /// Its row, if that can be taken over.
    pub(super) row: Option<Row>,
}

impl<'a> Queue<'a> {
    /// The deals from one place on, but for some that are done.
    pub(super) const fn new(range: Range, next: u64, done: Vec<u64>, old: Option<Old<'a>>) -> Self {
        Self { range, next, done, old }
    }

    /// The next deal; `None` if there are no more.
    pub(super) fn take(&mut self) -> Result<Option<Task>, Error> {
        while self.next < self.range.count() {
            let offset = self.next;
            self.next += 1;
            if self.done.binary_search(&offset).is_ok() {
                continue;
            }
            let old = self.old.as_mut().map(|old| old.row(self.range.index(offset)));
            return Ok(Some(Task { offset, row: old.transpose()?.flatten() }));
        }
        Ok(None)
    }
}
