//! What all parts of a search share.

use crate::solver::column::store::SetStore;
use crate::solver::config::Rules;
use crate::solver::ordering::precedent::Precedent;

/// What all parts of a search share.
#[derive(Clone, Copy)]
pub(crate) struct SearchContext<'a> {
    pub(crate) store: &'a SetStore,
    pub(crate) rules: Rules,
    /// Whether to use the threads of the current pool.
    pub(crate) parallel: bool,
    /// A line whose boards are an example for some beams.
    pub(crate) precedent: Option<&'a Precedent>,
}

impl<'a> SearchContext<'a> {
    /// With all rules, on the calling thread, and without an example.
    pub(crate) fn new(store: &'a SetStore) -> Self {
        Self { store, rules: Rules::default(), parallel: false, precedent: None }
    }
}
