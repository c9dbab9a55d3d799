//! Context that all parts of a search share.

use crate::games::solomids::solver::column::store::SetStore;
use crate::games::solomids::solver::config::PruningSet;
use crate::games::solomids::solver::ordering::precedent::Precedent;

/// Context that all parts of a search share.
#[derive(Clone, Copy)]
pub(crate) struct SearchContext<'a> {
    /// The interned column sets.
    pub(crate) store: &'a SetStore,
    /// Rules in force.
    pub(crate) pruning: PruningSet,
    /// Whether threads of the current rayon pool are asked for.
    pub(crate) parallel: bool,
    /// Reference line that wide beams follow.
    pub(crate) precedent: Option<&'a Precedent>,
}

impl<'a> SearchContext<'a> {
    /// A context with all rules, one thread and no reference line.
    pub(crate) fn new(store: &'a SetStore) -> Self {
        Self { store, pruning: PruningSet::default(), parallel: false, precedent: None }
    }

    /// Whether to use the threads of the current rayon pool. WebAssembly has one thread, and its module goes without the pool.
    pub(crate) const fn is_parallel(&self) -> bool {
        cfg!(not(target_family = "wasm")) && self.parallel
    }
}
