//! Parameters of depth-first searches, beams and their layers.
//!
//! None of them changes a verdict. All but those of the last section change the order in which boards are seen, and so
//! node counts. The stages of a search, with their widths and node budgets, are in [`schedule`](super::schedule).

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

/// Least width, in boards, of beams that follow a precedent. Narrower beams and depth-first searches find easy wins
/// sooner without one.
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
/// Greatest number of boards that a thread expands before it looks for more.
pub(super) const MAX_CHUNK: usize = 32;
/// Chunks of a batch, if it has enough boards.
pub(super) const CHUNKS_PER_BATCH: usize = 16;
/// Least number of boards in a batch that threads share.
pub(super) const MIN_PARALLEL_BATCH: usize = 8;
/// Least number of candidates that threads insert into shards side by side.
pub(super) const MIN_PARALLEL_INSERTS: usize = 64;
/// Greatest growth factor for which an exhaustive beam reserves memory in the next layer.
pub(super) const MAX_RESERVED_GROWTH: f64 = 4.0;
/// Length, in elements, from which a vector is moved as seldom as possible: moves can take a tenth of a large proof.
pub(super) const LONG_VECTOR: usize = 1 << 14;
