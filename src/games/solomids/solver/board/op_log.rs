//! The log of column operations that an action consists of.

use crate::games::solomids::solver::column::store::{ColumnOp, SetChange, SetId};

/// Operation applied to a column of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AppliedOp {
    /// The column.
    pub(crate) column: usize,
    /// The set before.
    pub(crate) before: SetId,
    /// The operation.
    pub(crate) op: ColumnOp,
    /// The result.
    pub(crate) change: SetChange,
}

/// Receiver of the operations of an action; `()` ignores them.
pub(crate) trait OpLog {
    /// Records an operation.
    fn note(&mut self, applied: AppliedOp);
}

impl OpLog for () {
    fn note(&mut self, _: AppliedOp) {}
}

impl OpLog for Vec<AppliedOp> {
    fn note(&mut self, applied: AppliedOp) {
        self.push(applied);
    }
}
