//! Queue of the deals of a batch, with the rows that an earlier batch has of them.

use super::error::Error;
use super::plan::BatchPlan;
use super::reuse::ReuseReader;
use super::row::Row;

/// Deals that no thread has taken yet, in order.
pub(super) struct DealQueue<'a> {
    plan: &'a BatchPlan,
    /// Place of the next deal in the range of the plan.
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
        plan: &'a BatchPlan,
        next: u64,
        done: Vec<u64>,
        reuse: Option<ReuseReader<'a>>,
    ) -> Self {
        Self { plan, next, done, reuse }
    }

    /// Takes the next deal; `None` if none is left.
    pub(super) fn take(&mut self) -> Result<Option<DealTask>, Error> {
        while self.next < self.plan.range().count() {
            let place = self.next;
            self.next += 1;
            if self.done.binary_search(&place).is_ok() {
                continue;
            }
            let reused = self.reuse.as_mut().map(|reuse| reuse.row(self.plan.index(place)));
            return Ok(Some(DealTask { place, row: reused.transpose()?.flatten() }));
        }
        Ok(None)
    }
}
