//! The search: finds the best score of a position and the fewest swaps that reach it, and proves that nothing better exists.

mod board;
mod bounds;
mod column;
mod config;
mod line;
mod ordering;
mod outcome;
mod search;
mod shortest;
#[cfg(any(test, feature = "tuning"))]
#[doc(hidden)]
pub mod tuning;

pub use config::{Config, Lender, Observer, Progress, Rule, Rules};
pub use ordering::precedent::Precedent;
pub use outcome::{Outcome, Stats, Stop, Verdict};
pub use search::driver::{Solver, solve};
pub use shortest::{Shortest, length, shortest};
