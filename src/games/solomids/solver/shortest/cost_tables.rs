//! Cost tables: column sets with the fewest slides that lead to each placement.
//!
//! A [`SetStore`](crate::games::solomids::solver::column::SetStore) holds sets of placements. A cost table holds a chain of them,
//! its *levels*: the placements that cost no slide more than the cheapest one, those that cost at most one more, and so on
//! to all placements. Slides cost one, banks nothing. So every level is closed under banks, and has what one slide makes of
//! the level before.
//!
//! Tables are hash-consed, and a computed table remembers what operations make of them, with the price they take off all
//! placements. Numbers of tables mean nothing beyond equality.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use ahash::RandomState;
use hashbrown::HashTable;

use crate::games::solomids::solver::column::{
    ColumnOp, ColumnSets, Placement, SetBuilder, SetChange, SetId, SetInfo,
};

/// The bits of a remembered change that hold its price. Prices are less than 64: the depths of the stacks of a column add up
/// to at most 45, and every slide lowers the sum.
const PRICE: u64 = 63 << 48;

struct CostTable {
    info: SetInfo,
    levels: Vec<SetBuilder>,
    /// Computed table: the result of each operation, its price in the top bits; zero where it is not known.
    changes: Box<[AtomicU64]>,
}

/// The store of all tables.
pub(super) struct CostTables {
    all: boxcar::Vec<CostTable>,
    index: Mutex<HashTable<(u64, SetId)>>,
    hasher: RandomState,
    bytes: AtomicUsize,
}

impl CostTables {
    pub(super) fn new() -> Self {
        Self {
            all: boxcar::Vec::new(),
            index: Mutex::new(HashTable::new()),
            hasher: RandomState::with_seeds(9, 10, 11, 12),
            bytes: AtomicUsize::new(0),
        }
    }

    /// Memory in use, about.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The fewest slides that an operation takes.
    pub(super) fn price(&self, id: SetId, op: ColumnOp) -> u8 {
        self.applied(id, op).1
    }

    /// The most by which a member of `b` costs more in `a` than in `b`, beyond the cheapest of each, if that is at most
    /// `most`; `None` if it is more, or a member is missing. The order of `b` lacks just the `extra_trees` of `a`, given by
    /// index.
    pub(super) fn surcharge(&self, a: SetId, b: SetId, extra_trees: u16, most: u8) -> Option<u8> {
        if a == b && extra_trees == 0 {
            return Some(0);
        }
        let [a, b] = [a, b].map(|id| &self.all[id as usize].levels);
        let covers = |&more: &u8| {
            let mut levels = b.iter().zip(more.into()..);
            levels
                .all(|(level, number): (_, usize)| a[number.min(a.len() - 1)].is_superset(level, extra_trees))
        };
        // A member that `a` lacks is found in the last levels, without a look at the others.
        let has_all = a[a.len() - 1].is_superset(&b[b.len() - 1], extra_trees);
        if has_all { (0..=most).find(covers) } else { None }
    }

    fn applied(&self, id: SetId, op: ColumnOp) -> (SetChange, u8) {
        let table = &self.all[id as usize];
        let memo = &table.changes[table.info.number(op)];
        // The content of a table is published by the vector that holds it, so number and price are enough.
        let known = memo.load(Ordering::Acquire);
        if let Some(change) = SetChange::unpack(known & !PRICE) {
            return (change, ((known & PRICE) >> PRICE.trailing_zeros()) as u8);
        }
        let mut levels = table.levels.clone();
        for level in &mut levels {
            level.apply(op);
        }
        let price = levels.iter().take_while(|level| level.is_empty()).count();
        levels.drain(..price);
        let mut levels = closed(levels);
        let banked = levels.last_mut().map_or(0, SetBuilder::remove_banked_trees);
        let last = levels.len() - 1;
        levels[..last].iter_mut().for_each(|level| level.remove_trees(banked));
        let change = SetChange { set: self.intern(levels), banked };
        memo.store(change.pack() | (price as u64) << PRICE.trailing_zeros(), Ordering::Release);
        (change, price as u8)
    }

    fn intern(&self, levels: Vec<SetBuilder>) -> SetId {
        let hash = self.hasher.hash_one(&levels);
        // A thread that panicked in between has at worst left a table that is never found.
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        let is_equal = |&(other, id): &(u64, SetId)| other == hash && self.all[id as usize].levels == levels;
        if let Some(&(_, id)) = index.find(hash, is_equal) {
            return id;
        }
        let info = levels[levels.len() - 1].info();
        let changes: Box<[AtomicU64]> = (0..info.operations()).map(|_| AtomicU64::new(0)).collect();
        let of_levels: usize =
            levels.iter().map(|level| size_of_val(level) + size_of_val(&*level.blocks)).sum();
        let bytes = size_of::<CostTable>() + of_levels + size_of_val(&*changes) + 32;
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        let id = self.all.push(CostTable { info, levels, changes }) as SetId;
        index.insert_unique(hash, (hash, id), |&(hash, _)| hash);
        id
    }
}

/// Closes levels under slides and banks.
fn closed(mut levels: Vec<SetBuilder>) -> Vec<SetBuilder> {
    let mut all = levels[levels.len() - 1].clone();
    all.close();
    for number in 0_usize.. {
        if number == levels.len() {
            levels.push(levels[number - 1].clone());
        }
        if let Some(before) = number.checked_sub(1) {
            let before = levels[before].clone();
            levels[number].add_slides_of(&before);
        }
        levels[number].close_under_banks();
        if levels[number] == all {
            levels.truncate(number + 1);
            break;
        }
    }
    levels
}

impl ColumnSets for CostTables {
    fn reached_from(&self, mask: u16, trees: u16) -> SetId {
        let placement = Placement { block: 0, mask };
        self.intern(closed(vec![SetBuilder::single(mask.count_ones() as usize, trees, placement)]))
    }

    fn info(&self, id: SetId) -> &SetInfo {
        &self.all[id as usize].info
    }

    fn apply(&self, id: SetId, op: ColumnOp) -> SetChange {
        self.applied(id, op).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_the_fewest_slides() {
        let tables = CostTables::new();
        // Stacks at the depths 2, 5 and 6.
        let start = tables.reached_from(0b110_0100, 0);
        for (index, depth, slides) in
            [(0, 2, 0), (0, 0, 1), (1, 5, 0), (1, 3, 1), (1, 1, 2), (2, 6, 0), (2, 4, 1), (2, 2, 2)]
        {
            let op = ColumnOp::Hold { index, depth, toggle: false };
            assert_eq!(tables.price(start, op), slides, "stack {index} at {depth}");
        }
        // Once the first one has slid to the far edge, it costs nothing there, and the others cost one slide less.
        let after = tables.apply(start, ColumnOp::Hold { index: 0, depth: 0, toggle: false }).set;
        assert_eq!(tables.price(after, ColumnOp::Hold { index: 2, depth: 2, toggle: false }), 1);
        // Each placement of the second costs one slide more in the first, and the second lacks some of the first.
        assert_eq!(tables.surcharge(start, after, 0, 5), Some(1));
        assert_eq!(tables.surcharge(start, after, 0, 0), None);
        assert_eq!(tables.surcharge(after, start, 0, 5), None);
    }
}
