//! Whole small boards solved by retrograde analysis: the value of every position, and how far off the end is.
//!
//! Positions are seen by the side to move (*mine* and *theirs*), so that colours exchanged make one position, and boards turned
//! or mirrored make one. They are sorted into *classes* by the number of pieces of each player and size. A drop leads to a class
//! with one piece more, which is solved before; a step leads to the class with the players exchanged. So a class is solved
//! together with that one, outwards from the ends of games (K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal
//! 9 (1986) 131–139): by distance, with a counter for every position of its steps that are not yet known to lose.
//!
//! Values are those of the game without history ([`Repetition::Allowed`](super::game::Repetition::Allowed)): a position is a win,
//! a loss, or neither, which is *endless* (or drawn, by [`Both::Draw`](super::game::Both::Draw)).
//!
//! Boards too large for a byte a position are solved without distances, in two bits: [`solve_classes`].

mod classes;
mod folder;
mod outcomes;
mod solve;
mod table;

pub use classes::{Counts, Material};
pub use folder::FolderError;
pub use outcomes::{ClassError, ClassLimits, ClassTotals, Outcomes, solve_classes};
pub use solve::{SolveError, SolveLimits, solve};
pub use table::{Longest, TableError, Totals, Value, ValueTable, count_positions, read, write};
