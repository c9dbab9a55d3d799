//! Columns: sets of the ways in which the stacks of one column can stand.

mod numbering;
pub(crate) mod store;
pub(crate) mod ways;
