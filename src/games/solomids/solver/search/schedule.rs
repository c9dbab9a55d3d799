//! Schedule of a search: the stages for a goal, in turn, until one decides. The [`driver`](super::driver) executes it.
//!
//! Widths are in boards of a layer, budgets in nodes (boards expanded). Verdicts do not depend on the schedule; node
//! counts do.

use Stage::{DepthFirst, LimitedBeam, Prove, Scout};

use crate::games::solomids::solver::ordering::heuristic::Heuristic::{self, OnPath, Winnable};

/// A part of the search for a goal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stage {
    /// Depth-first search of at most `nodes` nodes.
    DepthFirst { nodes: u64, heuristic: Heuristic },
    /// Beam of at most `width` boards of each layer, without a budget.
    LimitedBeam { width: usize, heuristic: Heuristic },
    /// Narrow beams for a win with more swaps, so that a line is known while harder stages run.
    Scout,
    /// Continuation of the proof by about `nodes` nodes, then for as long as it is predicted to end within `extension`
    /// more.
    Prove { nodes: u64, extension: u64 },
}

/// Budget of the last stage of a schedule.
pub(super) const UNLIMITED: u64 = u64::MAX;

impl Stage {
    /// Whether it may be executed speculatively, beside other stages.
    pub(super) const fn is_speculative(self) -> bool {
        match self {
            DepthFirst { .. } => true,
            LimitedBeam { width, .. } => width <= MAX_SPECULATIVE_WIDTH,
            Scout | Prove { .. } => false,
        }
    }

    /// Whether idle threads help with it while it is executed speculatively.
    pub(super) const fn is_shared(self) -> bool {
        matches!(self, LimitedBeam { width, .. } if width >= MIN_SHARED_WIDTH)
    }
}

/// Stages for the first goal: a win with as few swaps as were used already. Most deals are won by the first stage.
pub(super) const FIRST_GOAL: [Stage; 21] = [
    DepthFirst { nodes: 300, heuristic: Winnable },
    DepthFirst { nodes: 800, heuristic: OnPath },
    LimitedBeam { width: 16, heuristic: Winnable },
    LimitedBeam { width: 64, heuristic: Winnable },
    LimitedBeam { width: 64, heuristic: OnPath },
    LimitedBeam { width: 256, heuristic: Winnable },
    LimitedBeam { width: 256, heuristic: OnPath },
    Scout,
    LimitedBeam { width: 1_024, heuristic: OnPath },
    Prove { nodes: 50_000, extension: 600_000 },
    LimitedBeam { width: 1_024, heuristic: Winnable },
    LimitedBeam { width: 4_096, heuristic: OnPath },
    LimitedBeam { width: 4_096, heuristic: Winnable },
    Prove { nodes: 150_000, extension: 2_000_000 },
    LimitedBeam { width: 16_384, heuristic: Winnable },
    Prove { nodes: 300_000, extension: 10_000_000 },
    LimitedBeam { width: 16_384, heuristic: OnPath },
    Prove { nodes: 1_000_000, extension: 15_000_000 },
    LimitedBeam { width: 65_536, heuristic: OnPath },
    LimitedBeam { width: 131_072, heuristic: OnPath },
    Prove { nodes: UNLIMITED, extension: 0 },
];

/// Stages for goals that follow a proof, which then needs few nodes more.
///
/// The exception is a goal that a depth-first search has disproven, as on small boards: the proof would begin from
/// nothing, while a win with swaps is often found at once.
pub(super) const LATER_GOAL: [Stage; 12] = [
    DepthFirst { nodes: 100, heuristic: Winnable },
    Prove { nodes: 20_000, extension: 0 },
    LimitedBeam { width: 16, heuristic: Winnable },
    LimitedBeam { width: 256, heuristic: OnPath },
    Prove { nodes: 200_000, extension: 2_000_000 },
    LimitedBeam { width: 1_024, heuristic: OnPath },
    Prove { nodes: 1_000_000, extension: 20_000_000 },
    LimitedBeam { width: 4_096, heuristic: OnPath },
    Prove { nodes: 4_000_000, extension: 50_000_000 },
    LimitedBeam { width: 16_384, heuristic: OnPath },
    LimitedBeam { width: 65_536, heuristic: OnPath },
    Prove { nodes: UNLIMITED, extension: 0 },
];

/// Widths of the beams of a scout for each number of swaps, in boards.
pub(super) const SCOUT_WIDTHS: [usize; 4] = [2, 5, 16, 64];
/// Heuristic of the beams of a scout.
pub(super) const SCOUT_HEURISTIC: Heuristic = Winnable;

/// Predicted rest of a proof, in nodes, above which it waits for the last stage.
pub(super) const HOPELESS_PROOF_NODES: u64 = 100_000_000;

/// Greatest width, in boards, of beams that are executed speculatively. Threads that share such a beam wait for each
/// other often.
const MAX_SPECULATIVE_WIDTH: usize = 4_096;
/// Least width, in boards, of speculative beams that idle threads help with.
const MIN_SHARED_WIDTH: usize = 1_024;
/// Nodes that must be left after a speculative stage for its result to stand: close to the node limit, a stage in turn
/// may end differently.
pub(super) const SPECULATION_RESERVE: u64 = MAX_SPECULATIVE_WIDTH as u64;
