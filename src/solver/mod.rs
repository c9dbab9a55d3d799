//! The search: finds the best score of a position, the fewest swaps, and proves that nothing better exists.

mod action;
mod beam;
mod board;
mod codes;
mod dive;
mod driver;
mod evaluation;
mod expansion;
mod forecast;
mod goal;
mod groups;
mod guide;
mod lattice;
mod layer;
mod limits;
mod line;
mod masks;
mod outcome;
mod outlook;
mod polish;
mod precedent;
mod race;
mod riders;
mod rivals;
mod shortest;
mod slots;
mod stackings;
#[doc(hidden)]
pub mod tuning;
mod weights;

pub use driver::{Solver, solve};
pub use limits::{Config, Lender, Observer, Progress, Rule, Rules};
pub use outcome::{Outcome, Stats, Stop, Verdict};
pub use precedent::Precedent;
pub use shortest::{Shortest, length, shortest};
