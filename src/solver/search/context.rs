//! What all parts of a search share.

use crate::solver::column::store::Lattice;
use crate::solver::config::Rules;
use crate::solver::ordering::precedent::Precedent;

/// What all parts of a search share.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) lattice: &'a Lattice,
    pub(crate) rules: Rules,
    /// Whether to use the threads of the current pool.
    pub(crate) parallel: bool,
    /// A line whose boards are an example for some beams.
    pub(crate) precedent: Option<&'a Precedent>,
}

impl<'a> Context<'a> {
    /// With all rules, on the calling thread, and without an example.
    pub(crate) fn new(lattice: &'a Lattice) -> Self {
        Self { lattice, rules: Rules::default(), parallel: false, precedent: None }
    }
}
