//! Arrangements: the distributions of pieces within a column that local transfers produce without completing a tree.

use smallvec::{SmallVec, smallvec};

use super::codes::{code_at, trees_in};
use super::local_transfers::{ARRANGES, LocalTransfer, ReachableOrders, TransferKind, transfer_flags};
use super::product::Board;
use super::stackings::StackAction;
use crate::games::solomids::game::ROWS;
use crate::games::solomids::solver::column::store::{ColumnOp, ColumnSets, SetId};

/// Number of an arrangement of a column; 0 is the order that the board itself has.
pub(crate) type ArrangementId = u8;

/// The arrangements of a column of a board.
pub(super) struct Arrangements {
    /// Order of each arrangement.
    pub(super) reached: ReachableOrders,
    /// Column set of each arrangement.
    pub(super) sets: SmallVec<[SetId; 8]>,
    /// Transfers that bank a tree in every member, so that the order changes: each an action of its own.
    pub(super) order_changing: SmallVec<[OrderChange; 2]>,
}

/// A local transfer that is possible only where other trees are banked.
pub(super) struct OrderChange {
    /// Arrangement that it is played on.
    pub(super) on: ArrangementId,
    /// The transfer.
    pub(super) transfer: LocalTransfer,
    /// Trees that are banked wherever it can be played, by index.
    banked: u16,
}

impl Arrangements {
    /// Returns the arrangements of a column; `None` if the board's own is the only one.
    pub(super) fn new(board: &Board, column: usize, store: &impl ColumnSets) -> Option<Self> {
        let order = board.order[column];
        if transfer_flags(order) & ARRANGES == 0 {
            return None;
        }
        let mut sets: SmallVec<[SetId; 8]> = smallvec![board.set[column]];
        let mut order_changing = SmallVec::new();
        let reached = ReachableOrders::new(order, |before, transfer, kind| {
            let set = match kind {
                TransferKind::No | TransferKind::Completes => return false,
                TransferKind::Neutral => sets[before],
                TransferKind::Breaks => {
                    let change = store.apply(sets[before], ColumnOp::Toggle { index: transfer.from });
                    if change.banked != 0 {
                        let on = before as ArrangementId;
                        order_changing.push(OrderChange { on, transfer, banked: change.banked });
                        return false;
                    }
                    change.set
                }
            };
            sets.push(set);
            true
        });
        Some(Self { reached, sets, order_changing })
    }

    /// Returns the numbers of the arrangements other than the board's own.
    pub(super) fn others(&self) -> impl Iterator<Item = ArrangementId> {
        (0..self.sets.len() as ArrangementId).skip(1)
    }

    /// Returns the indices of the stacks that differ from the board's own, as a bit set.
    pub(super) fn changed_stacks(&self, id: ArrangementId) -> u16 {
        let differences = self.reached.0[id as usize].order ^ self.reached.0[0].order;
        (0..ROWS).filter(|&i| code_at(differences, i) != 0).fold(0, |changed, i| changed | 1 << i)
    }

    /// Gives the column of a board an arrangement.
    pub(super) fn arrange(&self, board: &mut Board, column: usize, id: ArrangementId) {
        let order = self.reached.0[id as usize].order;
        let broken = trees_in(board.order[column]) & !trees_in(order);
        board.trees -= broken.count_ones() as u8;
        board.order[column] = order;
        board.set[column] = self.sets[id as usize];
    }
}

/// Tests whether a column of a board has local transfers that are possible only where some of the trees at the indices
/// `trees` are banked, and no others. A board that lacks those trees has arrangements that this one leaves to an action of
/// its own.
pub(crate) fn has_transfers_without(
    board: &Board,
    column: usize,
    trees: u16,
    store: &impl ColumnSets,
) -> bool {
    Arrangements::new(board, column, store)
        .is_some_and(|it| it.order_changing.iter().any(|change| change.banked & !trees == 0))
}

impl Board {
    /// Gives a column an arrangement.
    pub(super) fn arrange(&mut self, store: &impl ColumnSets, column: usize, id: ArrangementId) {
        if id != 0 {
            let arrangements = Arrangements::new(self, column, store);
            arrangements.expect("a column with another arrangement has transfers").arrange(self, column, id);
        }
    }

    /// Returns the transfers that give a column an arrangement.
    pub(super) fn transfers_to(
        &self,
        store: &impl ColumnSets,
        column: usize,
        id: ArrangementId,
    ) -> Vec<StackAction> {
        let arrangements = Arrangements::new(self, column, store);
        arrangements.map_or_else(Vec::new, |it| it.reached.path(column, id as usize))
    }
}
