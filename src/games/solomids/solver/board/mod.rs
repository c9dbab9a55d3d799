//! Boards, the search nodes: a product of five orders and five column sets, and the actions between them.
//!
//! Slides and banks are never chosen here. Column sets are closed under both, and an action keeps just those members in
//! which it can be played. Every move that one member allows, the set allows; and every member of the result is reached
//! by a line of single moves from a member of the board before.
//!
//! Terms: a *stacking* (M1) is a *merge* (a whole stack moves, one stack fewer) or a *transfer* (M2, its upper part
//! moves). An *action* is a stacking or a swap (M5). A *local transfer* stays within a column, between neighbours. An
//! *arrangement* is a distribution of pieces that local transfers produce.
//!
//! Imports: `game`, `config`, `column`.
//!
//! Reading order: [`codes`] → [`product`] → [`swaps`] → [`local_transfers`] → [`actions`]. The statement and the argument that local transfers
//! lose nothing stand in [`local_transfers`].
//!
//! # Bit layouts
//! A *code* is a stack in five bits: 0 for none, else 1 + 6 · colour + shape. Shapes are numbered `1`, `2`, `3`, `12`,
//! `23`, `123`, so trees have the codes 6, 12, 18, 24, 30. An *order* has the codes of a column from the far edge on:
//!
//! ```text
//! bit    … 14 … 10   9 … 5     4 … 0
//!          index 2   index 1   index 0 (farthest); the first code 0 ends the order
//! ```

mod actions;
mod codes;
mod local_transfers;
mod product;
mod swaps;
#[cfg(test)]
mod tests;

pub(crate) use self::{actions::*, codes::*, local_transfers::*, product::*, swaps::*};
