//! Cost tables: column sets with the fewest slides that lead to each placement.
//!
//! A [`SetStore`](crate::games::solomids::solver::column::SetStore) holds sets of placements; a cost table also holds what each
//! placement costs beyond the cheapest one, its *extra*. Slides cost one, banks nothing. A table is closed under both: a
//! slide leads from a placement to one that costs at most one more.
//!
//! Tables are hash-consed, and a computed table remembers what operations make of them, with the price they take off all
//! placements. Numbers of tables mean nothing beyond equality.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use ahash::RandomState;
use hashbrown::HashTable;

use crate::games::solomids::game::ROWS;
use crate::games::solomids::solver::column::{
    ALL_DEPTHS, ColumnOp, ColumnSets, SetChange, SetId, SetInfo, banked_in, insert_block_bit, ordinal, place,
    remove_bit, remove_block_bit, slides_of, with_banked,
};

/// Cost of a placement that is not in the table.
const NEVER: u8 = u8::MAX;
/// Upper bound on costs: the depths of the stacks of a column add up to at most 45, and every slide lowers the sum.
const DEAREST: u8 = 63;
/// The bits of a remembered change that hold its price.
const PRICE: u64 = (DEAREST as u64) << 48;
const MASKS: usize = 1 << ROWS;

/// A placement with its extra.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct PricedPlacement {
    /// Block number above ten bits of occupancy mask.
    placement: u32,
    extra: u8,
}

struct CostTable {
    len: usize,
    info: SetInfo,
    /// The members, sorted by placement.
    members: Box<[PricedPlacement]>,
    /// Computed table: the result of each operation, its price in the top bits; zero where it is not known.
    changes: Box<[AtomicU64]>,
}

/// The store of all tables.
pub(super) struct CostTables {
    all: boxcar::Vec<CostTable>,
    index: Mutex<HashTable<SetId>>,
    hasher: RandomState,
    bytes: AtomicUsize,
}

/// A table under construction: prices by block and mask.
struct CostTableBuilder {
    len: usize,
    trees: u16,
    prices: Vec<u8>,
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

    /// The most by which a member of `b` is dearer in `a`, if that is at most `most`; `None` if it is more, or a member is
    /// missing. The order of `b` lacks just the `extra_trees` of `a`, given by index.
    pub(super) fn surcharge(&self, a: SetId, b: SetId, extra_trees: u16, most: u8) -> Option<u8> {
        if a == b && extra_trees == 0 {
            return Some(0);
        }
        let (a, b) = (&self.all[a as usize], &self.all[b as usize]);
        if a.members.len() < b.members.len() || extra_trees == 0 && b.info.sketch & !a.info.sketch != 0 {
            return None;
        }
        let mut surcharge = 0;
        let mut rest = a.members.iter();
        for &PricedPlacement { placement, extra } in &b.members {
            let (block, mask) = (placement as usize / MASKS, placement as usize % MASKS);
            // This keeps the members in their order.
            let placement = (with_banked(block, a.info.trees, extra_trees) * MASKS + mask) as u32;
            let same = rest.find(|it| it.placement >= placement)?;
            if same.placement != placement {
                return None;
            }
            surcharge = surcharge.max(same.extra.saturating_sub(extra));
            if surcharge > most {
                return None;
            }
        }
        Some(surcharge)
    }

    fn applied(&self, id: SetId, op: ColumnOp) -> (SetChange, u8) {
        let table = &self.all[id as usize];
        let memo = &table.changes[table.info.number(op)];
        // The content of a table is published by the vector that holds it, so number and price are enough.
        let known = memo.load(Ordering::Acquire);
        if let Some(change) = SetChange::unpack(known & !PRICE) {
            return (change, ((known & PRICE) >> PRICE.trailing_zeros()) as u8);
        }
        let mut draft = table.after(op);
        draft.close();
        let banked = draft.commit();
        let (set, price) = self.intern(&draft);
        let change = SetChange { set, banked };
        memo.store(change.pack() | u64::from(price) << PRICE.trailing_zeros(), Ordering::Release);
        (change, price)
    }

    /// Interns a table after taking off the price that all its members share. Returns the table and that price.
    fn intern(&self, draft: &CostTableBuilder) -> (SetId, u8) {
        let price = draft.prices.iter().copied().min().unwrap_or(NEVER);
        debug_assert!(price <= DEAREST, "the operation is possible");
        let members: Vec<PricedPlacement> = (0..)
            .zip(&draft.prices)
            .filter(|&(_, &it)| it != NEVER)
            .map(|(placement, it)| PricedPlacement { placement, extra: it - price })
            .collect();
        let hash = self.hasher.hash_one((draft.len, draft.trees, &members));
        let same = |&id: &SetId| {
            let table = &self.all[id as usize];
            table.len == draft.len && table.info.trees == draft.trees && *table.members == *members
        };
        // A thread that panicked in between has at worst left a table that is never found.
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&id) = index.find(hash, same) {
            return (id, price);
        }
        let table = CostTable::new(draft.len, draft.trees, members);
        let bytes = size_of::<CostTable>() + size_of_val(&*table.members) + size_of_val(&*table.changes) + 32;
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        let id = self.all.push(table) as SetId;
        let rehash = |&id: &SetId| {
            let table = &self.all[id as usize];
            self.hasher.hash_one((table.len, table.info.trees, &table.members))
        };
        index.insert_unique(hash, id, rehash);
        (id, price)
    }
}

impl ColumnSets for CostTables {
    fn reached_from(&self, mask: u16, trees: u16) -> SetId {
        let mut draft = CostTableBuilder::new(mask.count_ones() as usize, trees);
        draft.prices[mask as usize] = 0;
        draft.close();
        self.intern(&draft).0
    }

    fn info(&self, id: SetId) -> &SetInfo {
        &self.all[id as usize].info
    }

    fn apply(&self, id: SetId, op: ColumnOp) -> SetChange {
        self.applied(id, op).0
    }
}

impl CostTable {
    fn new(len: usize, trees: u16, members: Vec<PricedPlacement>) -> Self {
        let (mut depths, mut open, mut sketch) = ([0; ROWS], 0, 0);
        for &PricedPlacement { placement, .. } in &members {
            let banked = banked_in(trees, placement as usize / MASKS);
            let mut mask = placement as u16 % MASKS as u16;
            open |= !mask & ALL_DEPTHS;
            for index in (0..len).filter(|index| banked >> index & 1 == 0) {
                depths[index] |= mask & mask.wrapping_neg();
                mask &= mask - 1;
            }
            sketch |= 1u64 << (placement.wrapping_mul(0x9E37_79B1) >> 26);
        }
        let info = SetInfo::new(trees, depths, open, members.len() as u32, sketch);
        let changes = (0..info.operations()).map(|_| AtomicU64::new(0)).collect();
        Self { len, info, members: members.into_boxed_slice(), changes }
    }

    /// The results of an operation on the members that satisfy its condition; not closed.
    fn after(&self, op: ColumnOp) -> CostTableBuilder {
        let trees = self.info.trees;
        let (len, after) = match op {
            ColumnOp::Hold { toggle: false, .. } | ColumnOp::Open { .. } => (self.len, trees),
            ColumnOp::Hold { index, .. } | ColumnOp::Toggle { index } => (self.len, trees ^ 1 << index),
            ColumnOp::Leave { index, .. } | ColumnOp::Drop { index } | ColumnOp::Bank { index } => {
                (self.len - 1, remove_bit(trees, index as usize))
            }
        };
        let mut draft = CostTableBuilder::new(len, after);
        for &PricedPlacement { placement, extra } in &self.members {
            let (block, mask) = (placement as usize / MASKS, placement as usize % MASKS);
            if let Some((block, mask)) = member_after(trees, op, block, mask) {
                let price = &mut draft.prices[block * MASKS + mask];
                *price = extra.min(*price);
            }
        }
        draft
    }
}

/// The bit of a stack in the mask of a placement.
fn stack_bit(trees: u16, block: usize, mask: usize, index: usize) -> usize {
    let rest = (0..place(trees, block, index)).fold(mask, |mask, _| mask & (mask - 1));
    rest & rest.wrapping_neg()
}

/// The result of an operation on one placement, as block and mask; `None` if its condition is not satisfied.
fn member_after(trees: u16, op: ColumnOp, block: usize, mask: usize) -> Option<(usize, usize)> {
    let is_tree = |index: usize| trees >> index & 1 == 1;
    let bit = |index: usize| ordinal(trees, index);
    let present = |index: usize| !is_tree(index) || block >> bit(index) & 1 == 0;
    let stands = |index: usize| stack_bit(trees, block, mask, index);
    let at = |index: usize, depth: u8| present(index) && stands(index) == 1 << depth;
    let toggled = |index: usize| {
        if is_tree(index) { remove_block_bit(block, bit(index)) } else { insert_block_bit(block, bit(index)) }
    };
    match op {
        ColumnOp::Leave { index, depth } => {
            at(index as usize, depth).then_some((block, mask & !(1 << depth)))
        }
        ColumnOp::Hold { index, depth, toggle } => {
            let index = index as usize;
            at(index, depth).then(|| (if toggle { toggled(index) } else { block }, mask))
        }
        ColumnOp::Open { depth } => (mask >> depth & 1 == 0).then_some((block, mask)),
        ColumnOp::Drop { index } => Some((block, mask & !stands(index as usize))),
        ColumnOp::Toggle { index } => present(index as usize).then(|| (toggled(index as usize), mask)),
        ColumnOp::Bank { index } => {
            let index = index as usize;
            (!present(index)).then(|| (remove_block_bit(block, bit(index)), mask))
        }
    }
}

impl CostTableBuilder {
    /// A table without members.
    fn new(len: usize, trees: u16) -> Self {
        Self { len, trees, prices: vec![NEVER; MASKS << trees.count_ones()] }
    }

    /// Closes under slides and banks. Both lead to later blocks or lower masks, so one pass suffices.
    fn close(&mut self) {
        for block in 0..self.prices.len() / MASKS {
            for mask in (0..MASKS).rev() {
                let price = self.prices[block * MASKS + mask];
                if price == NEVER {
                    continue;
                }
                for next in slides_of(mask as u16) {
                    let there = &mut self.prices[block * MASKS + next as usize];
                    *there = (price + 1).min(*there);
                }
                for index in (0..self.len).filter(|index| self.trees >> index & 1 == 1) {
                    let bit = ordinal(self.trees, index);
                    if block >> bit & 1 == 0 {
                        let next = mask & !stack_bit(self.trees, block, mask, index);
                        let there = &mut self.prices[(block | 1 << bit) * MASKS + next];
                        *there = price.min(*there);
                    }
                }
            }
        }
    }

    /// Removes from the order the trees that are banked in every member. Returns them, by index.
    fn commit(&mut self) -> u16 {
        let mut committed = 0;
        for index in (0..self.len).rev() {
            if self.trees >> index & 1 == 0 {
                continue;
            }
            let bit = ordinal(self.trees, index);
            let blocks = self.prices.len() / MASKS;
            let block = |g: usize| &self.prices[g * MASKS..(g + 1) * MASKS];
            if (0..blocks).all(|g| g >> bit & 1 == 1 || block(g).iter().all(|&price| price == NEVER)) {
                self.prices = (0..blocks / 2)
                    .flat_map(|g| block(insert_block_bit(g, bit) | 1 << bit))
                    .copied()
                    .collect();
                self.trees = remove_bit(self.trees, index);
                self.len -= 1;
                committed |= 1 << index;
            }
        }
        committed
    }
}
