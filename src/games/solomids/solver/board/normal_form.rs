//! Normal form of a board: the arrangement that stands for all others
//! ([`local_transfers`](super::local_transfers) says why nothing is lost).

use super::codes::{Order, trees_in};
use super::local_transfers::{NORMALISES, ReachableOrders, TransferKind, transfer_flags};
use super::product::Board;
use super::stackings::StackAction;
use crate::games::solomids::game::COLUMNS;
use crate::games::solomids::solver::column::store::{ColumnOp, ColumnSets};

/// Searches along transfers that break no tree. Returns the orders reached and the number of the normal form: the order
/// with most trees, then the greatest as a number.
pub(super) fn normal_form(order: Order) -> (ReachableOrders, usize) {
    let reached = ReachableOrders::new(order, |_, _, kind| kind != TransferKind::Breaks);
    let rank = |&number: &usize| {
        let order = reached.0[number].order;
        (trees_in(order).count_ones(), order)
    };
    let best = (0..reached.0.len()).max_by_key(rank).unwrap_or(0);
    (reached, best)
}

impl Board {
    /// Returns the board with the columns in normal form whose order differs from that of `before`.
    pub(crate) fn normalised(mut self, before: &Self, store: &impl ColumnSets) -> Self {
        for column in self.columns_to_normalise(before) {
            let order = self.order[column];
            let (reached, best) = normal_form(order);
            self.order[column] = reached.0[best].order;
            let mut completed = trees_in(self.order[column]) & !trees_in(order);
            self.trees += completed.count_ones() as u8;
            while completed != 0 {
                let index = completed.trailing_zeros() as u8;
                completed &= completed - 1;
                let change = store.apply(self.set[column], ColumnOp::Toggle { index });
                debug_assert_eq!(change.banked, 0, "a stack that becomes a tree is present in every member");
                self.set[column] = change.set;
            }
        }
        self
    }

    /// Returns the transfers that [`normalised`](Self::normalised) stands for.
    pub(crate) fn normalising_transfers(&self, before: &Self) -> Vec<StackAction> {
        let path = |column| {
            let (reached, best) = normal_form(self.order[column]);
            reached.path(column, best)
        };
        self.columns_to_normalise(before).flat_map(path).collect()
    }

    /// Returns the columns whose order differs from that of `before` and has transfers that normalisation may play.
    fn columns_to_normalise(&self, before: &Self) -> impl Iterator<Item = usize> + use<> {
        let orders: [Order; COLUMNS] =
            std::array::from_fn(|c| if self.order[c] == before.order[c] { 0 } else { self.order[c] });
        (0..COLUMNS).filter(move |&column| transfer_flags(orders[column]) & NORMALISES != 0)
    }
}
