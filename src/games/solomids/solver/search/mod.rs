//! Search: depth-first searches and beams over boards, and the driver that turns them into a verdict.
//!
//! The room imports `column`, `board`, `bounds`, `ordering` and `line`.
//!
//! Reading order:
//! - [`context`], [`budget`], [`pass`]: what all parts share, what they may spend, and how they end;
//! - [`parameters`]: the numbers that steer beams and depth-first searches;
//! - [`candidate`], [`expansion`]: generated boards, and the expansion of a board with its pruning rules;
//! - [`dominance`], [`dominance_index`]: dominance between boards, unions, and the index that finds both;
//! - [`depth_first`]: depth-first search ordered by cumulative regret;
//! - [`diversity`]: diversity penalty by niches and lineages;
//! - [`layer`]: the boards with equally many merges left, with deferred evaluation;
//! - [`beam`]: beam search through the layers, limited or exhaustive;
//! - [`speculation`]: speculative execution of stages on several threads;
//! - [`schedule`]: the stages for a goal, with their widths and node budgets;
//! - [`driver`]: from a position to an outcome.

pub(crate) mod beam;
pub(crate) mod budget;
pub(crate) mod candidate;
pub(crate) mod context;
pub(crate) mod depth_first;
pub(crate) mod diversity;
pub(crate) mod dominance;
pub(crate) mod dominance_index;
pub(crate) mod driver;
pub(crate) mod expansion;
pub(crate) mod layer;
mod parameters;
pub(crate) mod pass;
pub(crate) mod refutation;
mod schedule;
pub(crate) mod speculation;
