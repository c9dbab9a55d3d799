//! The search: finds the best score of a position, the fewest swaps, and proves that nothing better exists.

mod board;
mod evaluation;
mod kin;
mod lattice;
mod layers;
mod limits;
mod outcome;
pub mod proto;
mod relaxation;

pub use limits::Limits;
pub use outcome::{Outcome, Stats, Stop, Verdict};
