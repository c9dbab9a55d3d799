use smallvec::SmallVec;

use crate::games::solomids::game::{COLUMNS, ROWS};
use crate::games::solomids::solver::board::stackings::StackPlace;
use crate::games::solomids::solver::board::{AppliedOp, Board};
use crate::games::solomids::solver::column::store::ColumnOp;

/// A place in the order of a column, numbered as on the first board of a line. A swap changes the stack in a slot and
/// leaves the slot its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StackSlot {
    pub(crate) column: u8,
    pub(crate) number: u8,
}

/// The slots that are still occupied, for each column from the far edge on.
#[derive(Clone, Debug)]
pub(crate) struct StackSlots([SmallVec<[u8; ROWS]>; COLUMNS]);

impl StackSlots {
    /// The slots of the first board of a line.
    pub(crate) fn of(board: &Board) -> Self {
        Self(std::array::from_fn(|c| (0..board.len(c) as u8).collect()))
    }

    /// The slot of a stack, given its present place.
    pub(crate) fn at(&self, place: StackPlace) -> StackSlot {
        StackSlot { column: place.column, number: self.0[place.column as usize][place.index as usize] }
    }

    /// The present place of a slot; `None` once it is empty.
    pub(crate) fn find(&self, slot: StackSlot) -> Option<StackPlace> {
        let column = &self.0[slot.column as usize];
        let index = column.iter().position(|&number| number == slot.number)?;
        Some(StackPlace::new(slot.column as usize, index))
    }

    /// Removes the slots that an operation empties.
    pub(crate) fn follow(&mut self, applied: &AppliedOp) {
        let column = &mut self.0[applied.column];
        if let ColumnOp::Leave { index, .. } | ColumnOp::Drop { index } | ColumnOp::Bank { index } =
            applied.op
        {
            column.remove(index as usize);
        }
        self.remove_places(applied.column, applied.change.banked);
    }

    /// Removes slots of a column, given their places as bits.
    pub(crate) fn remove_places(&mut self, column: usize, places: u16) {
        for index in (0..ROWS).rev().filter(|i| places >> i & 1 == 1) {
            self.0[column].remove(index);
        }
    }

    /// Removes the slots that a whole action empties, given the log of its operations.
    pub(crate) fn follow_all(&mut self, log: &[AppliedOp]) {
        for applied in log {
            self.follow(applied);
        }
    }
}
