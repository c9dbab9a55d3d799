//! Questions asked of the solver: which moves keep the best score, where a played line lost it, how hard a
//! deal is for a person.
//!
//! - [`hints`]: for every legal move the best score that can still be reached after it.
//! - [`review`]: a played line, move by move, and where it gave something up.
//!
//! Nothing here is said without a proof: a score that the limits did not allow to settle is a pair of proven
//! [`Bounds`]. As in the solver, equal inputs give equal answers, for any number of threads, unless a time or
//! memory limit or an interrupt ends a search.

mod borrowed;
mod bounds;
mod hint;
mod purse;
mod reason;
mod review;

pub use bounds::Bounds;
pub use hint::{Hints, MoveHint, hints};
pub use reason::{Doomed, Reason};
pub use review::{Mark, Ply, Review, review};
