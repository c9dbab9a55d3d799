//! Lines: from the actions of a search to single moves of the game.
//!
//! Reading order: slots (names of places in a column that stay the same while other stacks leave or are banked, here),
//! [`polish`] (redundant actions and detours are removed), [`single_moves`] (slides and banks are chosen, one shortest path
//! for each column).
//!
//! Imports: `board`, `column`. No verdict depends on lines: every line is replayed by the rules afterwards.

pub(crate) mod polish;
pub(crate) mod single_moves;

use smallvec::SmallVec;

use super::board::StackPlace;
use super::column::ColumnOp;
use crate::games::solomids::game::{COLUMNS, ROWS};
use crate::games::solomids::solver::board::{AppliedOp, Board};

/// A place in the order of a column, numbered as on the first board of a line. A swap changes the stack in a slot and
/// leaves the slot its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StackSlot {
    column: u8,
    number: u8,
}

/// The slots that are still occupied, for each column from the far edge on.
#[derive(Clone, Debug)]
struct StackSlots([SmallVec<[u8; ROWS]>; COLUMNS]);

impl StackSlots {
    fn of(board: &Board) -> Self {
        Self(std::array::from_fn(|c| (0..board.len(c) as u8).collect()))
    }

    fn at(&self, place: StackPlace) -> StackSlot {
        StackSlot { column: place.column, number: self.0[place.column as usize][place.index as usize] }
    }

    /// The present place of a slot; `None` once it is empty.
    fn find(&self, slot: StackSlot) -> Option<StackPlace> {
        let column = &self.0[slot.column as usize];
        let index = column.iter().position(|&number| number == slot.number)?;
        Some(StackPlace::new(slot.column as usize, index))
    }

    /// Removes the slots that an operation empties.
    fn follow(&mut self, applied: &AppliedOp) {
        let column = &mut self.0[applied.column];
        if let ColumnOp::Leave { index, .. } | ColumnOp::Drop { index } | ColumnOp::Bank { index } =
            applied.op
        {
            column.remove(index as usize);
        }
        self.remove_places(applied.column, applied.change.banked);
    }

    /// Removes slots of a column, given their places as bits.
    fn remove_places(&mut self, column: usize, places: u16) {
        for index in (0..ROWS).rev().filter(|i| places >> i & 1 == 1) {
            self.0[column].remove(index);
        }
    }

    /// Removes the slots that a whole action empties, given the log of its operations.
    fn follow_all(&mut self, log: &[AppliedOp]) {
        for applied in log {
            self.follow(applied);
        }
    }
}
