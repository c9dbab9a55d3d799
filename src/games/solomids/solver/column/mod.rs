//! Column sets: hash-consed sets of the placements of one column, with a computed table, as in BDD packages.
//!
//! Slides (M3) and banks (M4) never change the order of the stacks that stay. So a column is an *order* of stacks, kept
//! by the board, and a *placement*: which trees are banked and which rows are occupied. A *column set* is a down-set of
//! placements: it is closed under slides and banks, and its maximal members determine it.
//!
//! Imports: `game` only.
//!
//! Reading order: [`masks`] → [`set_info`] → [`set_builder`] → [`store`].
//!
//! # Bit layouts
//! An *occupancy mask* has ten bits, bit `d` for depth `d` (0 = row 10, the far edge). The `n`-th present stack of the
//! order stands on the `n`-th lowest set bit. A slide lowers bits, so it lowers the mask as a number:
//!
//! ```text
//! depth   9 8 7 6 5 4 3 2 1 0
//! before  1 1 0 1 1 0 0 1 0 0      the stacks at depths 5 and 6 close the gap in front of them …
//! after   1 1 0 0 0 1 1 1 0 0      … and touch the one at depth 2
//! ```
//!
//! A set of bit *indices* (`trees`, `banked`) has bit `i` for the stack at index `i` of the order.
//!
//! A set over an order with `t` trees has 2^t *blocks*. Bit `k` of a block number says that the `k`-th tree of the
//! order is banked:
//!
//! ```text
//! order            a  T  b  T  T      (T = tree)
//! index            0  1  2  3  4
//! trees                    0b11010
//! bit of block        0     1  2      block 0b101: the trees at indices 1 and 4 are banked
//! ```
//!
//! All masks of a block have equally many bits, so a block is a bit set over their *ranks* (256 bits, [`MaskBits`]): of
//! the at most 252 masks with that many bits, the least has rank 0.
//!
//! [`MaskBits`]: masks::MaskBits

mod masks;
mod set_builder;
mod set_info;
mod store;

pub(crate) use self::set_builder::{Placement, SetBuilder};
pub(crate) use self::{masks::*, set_info::*, store::*};
