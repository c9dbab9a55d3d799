//! Questions asked of the solver: which moves keep the best score, where a played line lost it, how hard a
//! deal is for a person.
//!
//! - [`hints`]: for every legal move the best score that can still be reached after it.
//! - [`good_move`]: only one move that keeps it, for a search or a few.
//! - [`review()`]: a played line, move by move, and where it gave something up.
//! - [`mod@difficulty`]: what makes a deal hard for a person, and a word for it.
//!
//! Nothing here is said without a proof: a score that the limits did not allow to settle is a pair of proven
//! [`Bounds`]. As in the solver, equal inputs give equal answers, for any number of threads, unless a time or
//! memory limit or an interrupt ends a search.

mod borrowed;
mod bounds;
pub mod difficulty;
mod hint;
mod playout;
mod purse;
mod reason;
mod review;

pub use bounds::Bounds;
pub use difficulty::{Difficulty, FirstMoves, Level, difficulty};
pub use hint::{Hints, MoveHint, good_move, hints, hints_knowing};
pub use playout::{Player, Playouts, playouts};
pub use reason::{Doomed, Reason};
pub use review::{Mark, Ply, Review, review};
