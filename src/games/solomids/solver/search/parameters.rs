//! Parameters of searches, and their schedule: the stages for a goal, in turn, until one decides. The
//! [`driver`](super::driver) executes it.
//!
//! None of them changes a verdict. All but those of the section on time and memory change the order in which boards are
//! seen, and so node counts. Widths are in boards of a layer, budgets in nodes (boards expanded).

use Stage::{DepthFirst, LimitedBeam, Prove, Scout};

use crate::games::solomids::solver::ordering::Heuristic;
use crate::games::solomids::solver::ordering::Heuristic::{OnPath, Winnable};

// Depth-first search.

/// Bonus of a merge over a transfer, in units of values. With less, lines wander; with more, wins take longer to find.
pub(super) const MERGE_BONUS: f32 = 2.0;
/// Share of its parent's regret that a board inherits. Less than 1: a line that begins with a second-best move and goes
/// on well deserves another try before the thousandth variation of the best beginning.
pub(super) const REGRET_DECAY: f32 = 0.9;

// Diversity of beams.

/// Layers whose boards found lineages, by the number of layers before them.
pub(super) const FOUNDER_LAYERS: [usize; 2] = [4, 8];
/// Diversity penalty, in units of values for every doubling of the boards taken from a niche: for niches by bottom
/// pieces, then for lineages of each founder layer.
pub(super) const DIVERSITY_PENALTY: [f32; 1 + FOUNDER_LAYERS.len()] = [0.7, 0.8, 0.5];

// Deferred evaluation in beams.

/// Deferred candidates admitted in excess of the free places, as the divisor of their number: some of the best
/// will be dead or dominated.
pub(super) const ADMISSION_SLACK: usize = 4;
/// Batches in which the admitted candidates are evaluated; the threshold rises after each.
pub(super) const ADMISSION_BATCHES: usize = 16;
/// Least number of candidates in such a batch.
pub(super) const MIN_ADMISSION_BATCH: usize = 4;
/// Greatest number of candidates in such a batch.
pub(super) const MAX_ADMISSION_BATCH: usize = 1024;

// Expansion in beams.

/// Least width, in boards, of beams that follow a precedent. Other searches find easy wins sooner without one.
pub(super) const MIN_PRECEDENT_WIDTH: usize = 1024;
/// Batches in which a beam of limited width expands a layer.
pub(super) const BATCHES_PER_LAYER: usize = 16;
/// Greatest number of boards in such a batch.
pub(super) const MAX_BATCH: usize = 1024;
/// Boards in a batch of an exhaustive beam. The order of boards matters less there, and threads wait less often.
pub(super) const EXHAUSTIVE_BATCH: usize = 8 * MAX_BATCH;
/// Parts of a layer that threads fill on their own.
pub(super) const SHARDS: usize = 4;
/// Fall of a proof's growth from each layer to the next, in natural logarithms of the ratio of layer sizes.
///
/// About the mean of hard proofs. It predicts the rest of two thirds of 40 proofs (tabletop, seeds 1, 7 and 8) within a
/// factor of 1.4 after 200,000 nodes, and of 50 proofs within a factor of 2 after 50,000.
pub(super) const GROWTH_FALL: f64 = 0.17;

// Time and memory only: node counts do not depend on these.

/// Nodes between two checks of clock, memory and interrupt.
pub(super) const LIMIT_CHECK_INTERVAL: u64 = 64;
/// Bytes that are taken at once without asking whether there is room for them.
pub(super) const LEAST_ROOM: usize = 1 << 20;
/// Greatest number of boards that a thread expands before it looks for more.
pub(super) const MAX_CHUNK: usize = 32;
/// Chunks of a batch, if it has enough boards.
pub(super) const CHUNKS_PER_BATCH: usize = 16;
/// Least number of boards in a batch that threads share.
pub(super) const MIN_PARALLEL_BATCH: usize = 8;
/// Least number of candidates that threads insert into shards side by side.
pub(super) const MIN_PARALLEL_INSERTS: usize = 64;
/// Candidates whose comparable boards are read before the first of them is inserted.
pub(super) const READ_AHEAD: usize = 64;
/// Least number of boards in a shard for that: fewer, and their index, stay in the cache of the processor.
pub(super) const MIN_READ_AHEAD_BOARDS: usize = 1 << 14;
/// Greatest growth factor for which an exhaustive beam reserves memory in the next layer.
pub(super) const MAX_RESERVED_GROWTH: f64 = 4.0;
/// Length, in elements, from which a vector is moved as seldom as possible: moves can take a tenth of a large proof.
pub(super) const LONG_VECTOR: usize = 1 << 14;

// Schedule.

/// A part of the search for a goal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stage {
    /// Depth-first search of at most `nodes` nodes.
    DepthFirst { nodes: u64, heuristic: Heuristic },
    /// Beam of at most `width` boards of each layer, without a budget.
    LimitedBeam { width: usize, heuristic: Heuristic },
    /// Narrow beams for a win with more swaps, so that a line is known while harder stages run.
    Scout,
    /// Continuation of the proof by about `nodes` nodes, then while it is predicted to end within `extension` more.
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
pub(super) const SCOUT_HEURISTIC: Heuristic = Winnable;

/// Predicted rest of a proof, in nodes, above which it waits for the last stage.
pub(super) const HOPELESS_PROOF_NODES: u64 = 100_000_000;

/// Greatest width, in boards, of speculative beams. Threads that share a wider one wait for each other often.
const MAX_SPECULATIVE_WIDTH: usize = 4_096;
/// Least width, in boards, of speculative beams that idle threads help with.
const MIN_SHARED_WIDTH: usize = 1_024;
/// Nodes to be left after a speculative stage that counts: close to the limit, a stage in turn may end differently.
pub(super) const SPECULATION_RESERVE: u64 = MAX_SPECULATIVE_WIDTH as u64;
