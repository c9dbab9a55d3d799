//! Search: depth-first searches and beams over boards, and the driver that turns them into a verdict.
//!
//! Imports: `column`, `board`, `bounds`, `ordering`, `line`.
//!
//! Reading order:
//! - [`parameters`]: the numbers that steer beams and depth-first searches, and the stages for a goal;
//! - [`context`]: what all parts share, what they may spend, how they end, and how several run side by side;
//! - [`diversity`]: diversity penalty by niches and lineages;
//! - [`dominance`]: dominance between boards, unions, and the index that finds both;
//! - [`expansion`]: generated boards, and the expansion of a board with its pruning rules;
//! - [`depth_first`]: depth-first search ordered by cumulative regret;
//! - [`layer`]: the boards with equally many merges left, with deferred evaluation;
//! - [`beam`]: beam search through the layers, limited or exhaustive;
//! - [`driver`]: from a position to an outcome, and the record of a refutation.

pub(crate) mod beam;
pub(crate) mod context;
pub(crate) mod depth_first;
mod diversity;
pub(crate) mod dominance;
pub(crate) mod driver;
pub(crate) mod expansion;
mod layer;
mod parameters;

/// What tests of searches share.
#[cfg(test)]
pub(crate) mod fixtures {
    use super::context::Budget;
    use crate::games::solomids::dealer::tabletop;
    use crate::games::solomids::solver::board::Board;
    use crate::games::solomids::solver::column::SetStore;
    use crate::games::solomids::solver::config::Config;

    pub(crate) use super::beam::sample::GOAL as WIN;

    /// The board of a tabletop deal of seed 1.
    pub(crate) fn root(store: &SetStore, index: u64) -> Board {
        Board::new(tabletop::deal(1, index).position(), store)
    }

    /// A budget without limits.
    pub(crate) fn budget() -> Budget {
        Budget::new(&Config::default())
    }
}
