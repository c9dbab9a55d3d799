//! Lines: from the actions of a search to single moves of the game.
//!
//! Reading order: [`slots`] (names of stacks that last through a line), [`polish`] (redundant actions and detours are
//! removed), [`single_moves`] (slides and banks are chosen, one shortest path for each column).
//!
//! The room imports `board` and `column`. No verdict depends on it: every line is replayed by the rules afterwards.

pub(crate) mod polish;
pub(crate) mod single_moves;
pub(crate) mod slots;
