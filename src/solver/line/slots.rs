//! Names for the places of stacks that last while stacks leave and trees are banked.

use smallvec::SmallVec;

use crate::game::{COLUMNS, ROWS};
use crate::solver::board::stackings::StackPlace;
use crate::solver::board::{AppliedOp, Board};
use crate::solver::column::store::ColumnOp;

/// A place in the order of a column, numbered as at the start. A swap changes what stands there, not its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StackSlot {
    pub(crate) column: u8,
    pub(crate) number: u8,
}

/// Which slots are left, in order.
#[derive(Clone, Debug)]
pub(crate) struct StackSlots([SmallVec<[u8; ROWS]>; COLUMNS]);

impl StackSlots {
    /// All slots of a board.
    pub(crate) fn of(board: &Board) -> Self {
        Self(std::array::from_fn(|c| (0..board.len(c) as u8).collect()))
    }

    /// The slot of a place.
    pub(crate) fn at(&self, place: StackPlace) -> StackSlot {
        StackSlot { column: place.column, number: self.0[place.column as usize][place.index as usize] }
    }

    /// The place of a slot, if it is left.
    pub(crate) fn find(&self, slot: StackSlot) -> Option<StackPlace> {
        let column = &self.0[slot.column as usize];
        let index = column.iter().position(|&number| number == slot.number)?;
        Some(StackPlace::new(slot.column as usize, index))
    }

    /// The slots that others do not have.
    pub(crate) fn without<'a>(&'a self, others: &'a Self) -> impl Iterator<Item = StackSlot> {
        self.0.iter().zip(&others.0).enumerate().flat_map(|(column, (all, others))| {
            let left_out = all.iter().filter(|number| !others.contains(number));
            left_out.map(move |&number| StackSlot { column: column as u8, number })
        })
    }

    /// Takes out the slots that an operation empties.
    pub(crate) fn follow(&mut self, applied: &AppliedOp) {
        let column = &mut self.0[applied.column];
        if let ColumnOp::Leave { index, .. } | ColumnOp::Drop { index } | ColumnOp::Bank { index } =
            applied.op
        {
            column.remove(index as usize);
        }
        self.take_out(applied.column, applied.change.banked);
    }

    /// Takes out slots of a column, by their places.
    pub(crate) fn take_out(&mut self, column: usize, places: u16) {
        for index in (0..ROWS).rev().filter(|i| places >> i & 1 == 1) {
            self.0[column].remove(index);
        }
    }

    /// Takes out the slots that a whole action empties.
    pub(crate) fn follow_all(&mut self, log: &[AppliedOp]) {
        for applied in log {
            self.follow(applied);
        }
    }
}
