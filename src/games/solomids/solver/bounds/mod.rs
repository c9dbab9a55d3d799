//! Bounds: the delete relaxation of a board, admissible upper bounds on its trees, and the goals that these rule out.
//!
//! Imports: `game`, `column`, `board`.
//!
//! Reading order: [`goal`] → [`colour_group`] → [`alignment`] (vectorised) → [`relaxation`] (the rules, and why they bound) →
//! [`greedy_matching`].
//!
//! # Bit layouts
//! A stack has the *number* 10 · column + index in its order, below 50. A set of stacks of the whole board is a `u64`
//! with bit `n` for the stack of number `n`.
//!
//! A *colour group* has nine *places*, bits of a `u16`. A stack belongs to its bottom piece:
//!
//! ```text
//! bit    8 7 6    5 4 3     2 1 0
//!        larges   mediums   lone smalls
//! ```
//!
//! The *rank* of a stack counts the stacks of its column that are not *cleared*, assumed to have left their squares:
//!
//! ```text
//! bit    15 … 8                                       7 … 0
//!        16 · column + number up to and with itself   16 · column + number in front of it
//! ```
//!
//! All stacks between two stacks of a column are cleared if the high byte of the farther one equals the low byte of the
//! other.

pub(crate) mod alignment;
pub(crate) mod colour_group;
pub(crate) mod goal;
mod greedy_matching;
pub(crate) mod relaxation;
