//! Exact solver: the best score of a position, the fewest swaps that reach it, a line, and the proof that nothing better
//! exists.
//!
//! Reading order; each module imports only modules before it, `config` and `outcome` (tests may import anything):
//! - `config`, `outcome`: limits and pruning rules of a search; its verdict with bounds on scores, its line and counts;
//! - `column`: sets of the ways a column can stand, hash-consed, with a computed table of operations;
//! - `board`: search nodes as products of column sets, and the actions between them;
//! - `bounds`: the delete relaxation and the admissible upper bounds and dead ends that follow from it;
//! - `ordering`: evaluations that order the search, fitted to solved deals;
//! - `line`: from the actions of a search to a line of single moves;
//! - `search`: depth-first search, beams, dominance, and the driver that schedules them;
//! - `shortest`: short lines by beams with costs, and a bound on their length;
//! - `tuning`: samples to which `examples/tune` fits the weights of `ordering`.
//!
//! Entry points: [`Solver`] and [`solve`] for a verdict, [`shortest()`] for a short line.
//!
//! ```
//! use solomids::game::{parse_position, replay};
//! use solomids::solver::{Config, Verdict, shortest, solve};
//!
//! let text = ". . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. R1 . . ./. . . . ./. R23 . . .";
//! let position = parse_position(text)?.position;
//! let config = Config::with_nodes(10_000);
//! let outcome = solve(&position, &config);
//! assert_eq!(outcome.verdict, Verdict::Won { swaps: 0 });
//! assert_eq!(outcome.verdict.to_string(), "won without a swap: score 17");
//!
//! let short = shortest(&position, &config, &outcome);
//! assert!(short.is_proven() && short.length == 1);
//! assert!(replay(&position, &short.line)?.is_won());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod bounds;
mod column;
mod config;
mod line;
mod ordering;
mod outcome;
mod search;
mod shortest;
#[doc(hidden)]
pub mod tuning;

/// Revision of the search: it rises with every change by which a verdict, a line or a number of nodes of a fixed search changes,
/// or a deal. Versions of one revision make the same rows. `tests/solomids/signature.rs` holds it against `data/signature.txt`.
pub const SEARCH_REVISION: u32 = 2;

pub use crate::kit::search::Limits;
pub use config::{
    Callback, Config, LengthBounds, MemoryUsage, Observer, Parallelism, Progress, Pruning, PruningSet,
};
pub use ordering::Precedent;
pub use outcome::{Bounds, Outcome, Proven, Stats, StopReason, Verdict};
pub use search::driver::{Recorder, Solver, solve};
pub use shortest::{Shortest, length, shortest};
