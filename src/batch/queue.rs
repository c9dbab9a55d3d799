//! Queue of the deals of a batch, with the rows that an earlier batch has of them.

use super::error::Error;
use super::reuse::ReuseReader;
use super::row::Row;
use crate::ledger::IndexRange;

/// Deals that no thread has taken yet, in order.
pub(super) struct DealQueue<'a> {
    range: IndexRange,
    /// Place of the next deal in the range.
    next: u64,
    /// Places of deals from `next` on that have rows already, ascending.
    done: Vec<u64>,
    reuse: Option<ReuseReader<'a>>,
}

/// A deal to solve, or to take over.
pub(super) struct DealTask {
    /// Place in the range.
    pub(super) place: u64,
    /// Row of an earlier batch, if it can be taken over.
    pub(super) row: Option<Row>,
}

impl<'a> DealQueue<'a> {
    /// A queue of the deals from place `next` on, but for those that are done.
    pub(super) const fn new(
        range: IndexRange,
        next: u64,
        done: Vec<u64>,
        reuse: Option<ReuseReader<'a>>,
    ) -> Self {
        Self { range, next, done, reuse }
    }

    /// Takes the next deal; `None` if none is left.
    pub(super) fn take(&mut self) -> Result<Option<DealTask>, Error> {
        while self.next < self.range.count() {
            let place = self.next;
            self.next += 1;
            if self.done.binary_search(&place).is_ok() {
                continue;
            }
            let reused = self.reuse.as_mut().map(|reuse| reuse.row(self.range.index(place)));
            return Ok(Some(DealTask { place, row: reused.transpose()?.flatten() }));
        }
        Ok(None)
    }
}
