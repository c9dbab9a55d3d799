//! Cost tables: column sets with the fewest slides that lead to each placement.
//!
//! A [`SetStore`](crate::games::solomids::solver::column::store::SetStore) holds sets of placements; a cost table also holds what each
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
use crate::games::solomids::solver::column::store::{ColumnSets, SetChange, SetId, SetInfo};
use crate::games::solomids::solver::column::{
    ALL_DEPTHS, ColumnOp, banked_in, insert_block_bit, ordinal, place, remove_bit, remove_block_bit,
    slides_of, with_banked,
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
pub(super) struct PricedPlacement {
    /// Block number above ten bits of occupancy mask.
    placement: u32,
    extra: u8,
}

/// The depths at which stacks stand in some members of a table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StandingDepths {
    /// For each stack, the depths at which it stands.
    pub(super) depths: [u16; ROWS],
    /// The depths that are empty.
    pub(super) open: u16,
}

struct CostTable {
    len: usize,
    info: SetInfo,
    /// Depths in the cheapest members.
    cheapest: StandingDepths,
    /// Depths in the members that cost at most one more.
    near: StandingDepths,
    /// Greatest extra of a member.
    dearest: u8,
    /// The members, sorted by placement.
    members: Box<[PricedPlacement]>,
    /// Computed table: the result of each operation, its price in the top bits; zero where it is not known.
    changes: Box<[AtomicU64]>,
    /// The table without members whose extra exceeds the index; zero where it is not known.
    trimmed: [AtomicU64; DEAREST as usize],
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

    /// Depths of stacks in the cheapest members of a table.
    pub(super) fn cheapest(&self, id: SetId) -> &StandingDepths {
        &self.all[id as usize].cheapest
    }

    /// Depths of stacks in members that cost at most one more than the cheapest; `None` if there are no dearer ones.
    pub(super) fn near(&self, id: SetId) -> Option<&StandingDepths> {
        let table = &self.all[id as usize];
        (table.dearest > 0).then_some(&table.near)
    }

    /// The fewest slides that an operation takes.
    pub(super) fn price(&self, id: SetId, op: ColumnOp) -> u8 {
        self.applied(id, op).1
    }

    /// The table without the members whose extra exceeds `extra`.
    pub(super) fn trim(&self, id: SetId, extra: u8) -> SetChange {
        let table = &self.all[id as usize];
        if extra >= table.dearest {
            return SetChange { set: id, banked: 0 };
        }
        let memo = &table.trimmed[extra as usize];
        if let Some(change) = SetChange::unpack(memo.load(Ordering::Acquire)) {
            return change;
        }
        let mut draft = CostTableBuilder::new(table.len, table.info.trees);
        for member in table.members.iter().filter(|member| member.extra <= extra) {
            draft.prices[member.placement as usize] = member.extra;
        }
        let banked = draft.commit();
        let (set, _) = self.intern(&draft);
        let change = SetChange { set, banked };
        memo.store(change.pack(), Ordering::Release);
        change
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

impl StandingDepths {
    fn add(&mut self, other: &Self) {
        for (depths, more) in self.depths.iter_mut().zip(other.depths) {
            *depths |= more;
        }
        self.open |= other.open;
    }
}

impl CostTable {
    fn new(len: usize, trees: u16, members: Vec<PricedPlacement>) -> Self {
        let (mut all, mut near, mut cheapest) =
            (StandingDepths::default(), StandingDepths::default(), StandingDepths::default());
        let (mut sketch, mut dearest) = (0, 0);
        for &PricedPlacement { placement, extra } in &members {
            let banked = banked_in(trees, placement as usize / MASKS);
            let mut mask = placement as u16 % MASKS as u16;
            let mut rest = StandingDepths { open: !mask & ALL_DEPTHS, ..StandingDepths::default() };
            for index in (0..len).filter(|index| banked >> index & 1 == 0) {
                rest.depths[index] = mask & mask.wrapping_neg();
                mask &= mask - 1;
            }
            all.add(&rest);
            if extra <= 1 {
                near.add(&rest);
            }
            if extra == 0 {
                cheapest.add(&rest);
            }
            sketch |= 1u64 << (placement.wrapping_mul(0x9E37_79B1) >> 26);
            dearest = dearest.max(extra);
        }
        let info = SetInfo::new(trees, all.depths, all.open, members.len() as u32, sketch);
        Self {
            len,
            info,
            cheapest,
            near,
            dearest,
            members: members.into_boxed_slice(),
            changes: (0..info.operations()).map(|_| AtomicU64::new(0)).collect(),
            trimmed: [const { AtomicU64::new(0) }; DEAREST as usize],
        }
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

/// The result of an operation on one placement, as block and mask; `None` if its condition is not satisfied.
fn member_after(trees: u16, op: ColumnOp, block: usize, mask: usize) -> Option<(usize, usize)> {
    let is_tree = |index: usize| trees >> index & 1 == 1;
    let bit = |index: usize| ordinal(trees, index);
    let present = |index: usize| !is_tree(index) || block >> bit(index) & 1 == 0;
    // The bit of the stack in the mask.
    let stands = |index: usize| {
        let ahead = place(trees, block, index);
        let rest = (0..ahead).fold(mask, |mask, _| mask & (mask - 1));
        rest & rest.wrapping_neg()
    };
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
                        let ahead = place(self.trees, block, index);
                        let rest = (0..ahead).fold(mask, |mask, _| mask & (mask - 1));
                        let next = mask & !(rest & rest.wrapping_neg());
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
