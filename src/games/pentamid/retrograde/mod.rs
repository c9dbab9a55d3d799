//! Whole small boards solved by retrograde analysis: the value of every position, and how far off the end is.
//!
//! Positions are seen by the side to move (*mine* and *theirs*), so that colours exchanged make one position, and boards turned
//! or mirrored make one. They are sorted into *classes* by the number of pieces of each player and size. A drop leads to a class
//! with one piece more, which is solved before; a step leads to the class with the players exchanged. So a class is solved
//! together with that one, outwards from the ends of games (K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal
//! 9 (1986) 131–139), by distance.
//!
//! Values are those of the game without history ([`Repetition::Allowed`](super::game::Repetition::Allowed)): a position is a win,
//! a loss, or neither, which is *endless* (or drawn, by [`Both::Draw`](super::game::Both::Draw)).
//!
//! [`solve()`] keeps all values in memory, a byte each, with distances. For larger boards [`solve_classes`] keeps who wins, two bits a
//! position, in a folder; in memory are a class, its partner, and the classes that drops lead to.

mod classes;
mod folder;
mod solve;
mod table;

pub use classes::{Counts, Material};
pub use folder::FolderError;
pub use solve::{ClassTotals, Outcomes, SolveError, SolveProgress, solve, solve_classes};
pub use table::{Longest, TableError, Totals, Value, ValueTable, count_positions, read, write};
