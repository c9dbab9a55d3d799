//! The search: finds the best score of a position, the fewest swaps, and proves that nothing better exists.

mod outcome;

pub use outcome::{Outcome, Stats, Stop, Verdict};
