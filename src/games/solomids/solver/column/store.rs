//! The store of column sets: hash-consed, with a computed table of operations, as in BDD packages.
//!
//! A few thousand sets and some ten thousand operations serve millions of boards.
//!
//! **Invariant.** Identifiers follow the order in which sets are first seen, so with several threads they differ from
//! run to run. Nothing may depend on them but equality.

use std::hash::Hash;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use ahash::RandomState;
use hashbrown::HashTable;

use super::masks::{EMPTY, includes, with_banked};
use super::set_builder::{Placement, SetBuilder};
use super::set_info::{ColumnOp, SetInfo};

pub(crate) type SetId = u32;
/// Number of a column: of a column set together with the order of its stacks, which the store takes as it is.
pub(crate) type ColumnId = u32;

/// Interned column sets: a [`SetStore`], whatever its content is.
pub(crate) trait ColumnSets {
    /// Returns the closure of an occupancy mask under slides and banks; `trees` are indices.
    fn reached_from(&self, mask: u16, trees: u16) -> SetId;

    fn info(&self, id: SetId) -> &SetInfo;

    /// Applies an operation. Some member must satisfy its condition.
    fn apply(&self, id: SetId, op: ColumnOp) -> SetChange;
}

/// What a store holds of each set: its members alone, or with the slides that lead to them, which shortest lines need.
pub(crate) trait SetContent: Clone + Eq + Hash {
    /// Returns the closure of one member under slides and banks.
    fn reached_from(len: usize, trees: u16, placement: Placement) -> Self;

    fn all(&self) -> &SetBuilder;

    /// Applies an operation, closes the result, and removes from its order the trees banked in every member. Returns their
    /// indices, and the price of the operation: the fewest slides that it takes, as far as the content knows slides.
    fn changed_by(&mut self, op: ColumnOp) -> (u16, u8);

    fn bytes(&self) -> usize;
}

impl SetContent for SetBuilder {
    fn reached_from(len: usize, trees: u16, placement: Placement) -> Self {
        Self::reach(len, trees, placement)
    }

    fn all(&self) -> &SetBuilder {
        self
    }

    fn changed_by(&mut self, op: ColumnOp) -> (u16, u8) {
        self.apply(op);
        self.close();
        (self.remove_banked_trees(), 0)
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.blocks)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SetChange {
    /// The resulting set, closed, over the order without `banked`.
    pub(crate) set: SetId,
    /// Trees banked in every member, by index after the operation: they leave the order.
    pub(crate) banked: u16,
    /// The fewest slides that the operation takes, less than 64: the depths of the stacks of a column add up to at most
    /// 45, and every slide lowers the sum. Zero where slides are not counted.
    pub(crate) price: u8,
}

impl SetChange {
    /// Packs the result into a word that is never zero.
    ///
    /// ```text
    /// bit    63   62 … 48   47 … 32   31 … 0
    ///         1     price   banked    set
    /// ```
    pub(crate) const fn pack(self) -> u64 {
        1 << 63 | (self.price as u64) << 48 | (self.banked as u64) << 32 | self.set as u64
    }

    /// Unpacks a word; zero is no result.
    pub(crate) const fn unpack(word: u64) -> Option<Self> {
        let price = (word >> 48) as u8;
        if word == 0 { None } else { Some(Self { set: word as u32, banked: (word >> 32) as u16, price }) }
    }
}

struct StoredSet<C> {
    info: SetInfo,
    members: u32,
    content: C,
    /// Computed table: packed [`SetChange`] by [`SetInfo::number`], zero where not computed. Allocated on first use,
    /// for most sets never see an operation.
    changes: OnceLock<Box<[AtomicU64]>>,
}

/// What a column takes in the store and in its unique table, about, in bytes.
const BYTES_OF_COLUMN: usize = 48;
/// Multiplier of the hashes of columns.
const COLUMN_FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
/// Number of shards of the index, each with a lock of its own.
const SHARDS: usize = 16;
/// Unique table: identifiers with the hashes of their sets' contents.
type SetIndex = HashTable<(u64, SetId)>;
/// Unique table of columns, each with its order and set.
type ColumnIndex = HashTable<(u64, SetId, ColumnId)>;

/// Store of interned sets, shared by the threads of a search. Sets are never freed.
pub(crate) struct SetStore<C = SetBuilder> {
    sets: boxcar::Vec<StoredSet<C>>,
    /// Unique table, in shards by hash.
    index: [Mutex<SetIndex>; SHARDS],
    columns: boxcar::Vec<(u64, SetId)>,
    /// Unique table of the columns, in shards by hash.
    column_index: [Mutex<ColumnIndex>; SHARDS],
    hasher: RandomState,
    bytes: AtomicUsize,
}

impl<C: SetContent> SetStore<C> {
    pub(crate) fn new() -> Self {
        Self {
            sets: boxcar::Vec::new(),
            index: Default::default(),
            columns: boxcar::Vec::new(),
            column_index: Default::default(),
            // Fixed seeds: hashes never reach any output, but equal runs should take equal paths.
            hasher: RandomState::with_seeds(1, 2, 3, 4),
            bytes: AtomicUsize::new(0),
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    pub(crate) fn content(&self, id: SetId) -> &C {
        &self.sets[id as usize].content
    }

    /// Returns the number of a column, which is added if it is new.
    pub(crate) fn intern_column(&self, order: u64, set: SetId) -> ColumnId {
        let hash = |order: u64, set: SetId| {
            let product = (order ^ u64::from(set) << 43).wrapping_mul(COLUMN_FACTOR);
            product ^ product >> 32
        };
        let hash_here = hash(order, set);
        let shard = &self.column_index[hash_here as usize % SHARDS];
        let mut index = shard.lock().unwrap_or_else(PoisonError::into_inner);
        let is_equal = |&(other, its_set, _): &(u64, SetId, ColumnId)| (other, its_set) == (order, set);
        if let Some(&(_, _, id)) = index.find(hash_here, is_equal) {
            return id;
        }
        let id = ColumnId::try_from(self.columns.push((order, set)))
            .expect("fewer than 2^32 columns fit into memory");
        self.bytes.fetch_add(BYTES_OF_COLUMN, Ordering::Relaxed);
        index.insert_unique(hash_here, (order, set, id), |&(order, set, _)| hash(order, set));
        id
    }

    /// Returns the order and the set of a column.
    #[inline]
    pub(crate) fn column(&self, id: ColumnId) -> (u64, SetId) {
        self.columns[id as usize]
    }

    /// Returns the identifier of a set, added if it is new.
    fn intern(&self, content: C) -> SetId {
        let hash = self.hasher.hash_one(&content);
        let shard = &self.index[hash as usize % SHARDS];
        // A thread that panicked while it held the lock has at worst left a set without an entry in the index.
        let mut index = shard.lock().unwrap_or_else(PoisonError::into_inner);
        let is_equal = |&(other, id): &(u64, SetId)| other == hash && *self.content(id) == content;
        if let Some(&(_, id)) = index.find(hash, is_equal) {
            return id;
        }
        let (info, members) = (content.all().info(), content.all().members());
        let set = StoredSet { info, members, content, changes: OnceLock::new() };
        let bytes = size_of::<StoredSet<C>>() + set.content.bytes() + 64;
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        let id = SetId::try_from(self.sets.push(set)).expect("fewer than 2^32 sets fit into memory");
        index.insert_unique(hash, (hash, id), |&(hash, _)| hash);
        id
    }
}

impl SetStore {
    /// Tests whether `a` contains every member of `b`, whose order lacks exactly the trees of `a` at the indices
    /// `extra_trees`. In those members they are banked.
    pub(crate) fn is_superset(&self, a: SetId, b: SetId, extra_trees: u16) -> bool {
        if a == b && extra_trees == 0 {
            return true;
        }
        let (a, b) = (&self.sets[a as usize], &self.sets[b as usize]);
        if a.members <= b.members || extra_trees == 0 && b.info.sketch & !a.info.sketch != 0 {
            return false;
        }
        let block_of_a = |number| &a.content.blocks[with_banked(number, a.info.trees, extra_trees)];
        b.content.blocks.iter().enumerate().all(|(number, block)| includes(block_of_a(number), block))
    }

    /// Returns the union of two sets over the same order.
    pub(crate) fn union(&self, a: SetId, b: SetId) -> SetId {
        let mut union = self.content(a).clone();
        union.unite(self.content(b));
        self.intern(union)
    }

    /// Returns members of a set from which slides and banks lead to all others.
    pub(crate) fn maximal_placements(&self, id: SetId) -> Vec<Placement> {
        let set = self.content(id);
        let mut maximal: Vec<Placement> = Vec::new();
        let mut reached = SetBuilder { blocks: vec![EMPTY; set.blocks.len()], ..*set };
        // Banks lead to later blocks.
        for placement in set.maximal_placements() {
            if !reached.contains(placement) {
                reached.unite(&SetBuilder::reach(set.len, set.trees, placement));
                maximal.push(placement);
            }
        }
        maximal
    }

    /// Returns a member of a set that satisfies the condition of `op` and from which slides and banks after it lead to
    /// `result`, a member of the resulting set of `change`.
    pub(crate) fn placement_before(
        &self,
        id: SetId,
        op: ColumnOp,
        change: SetChange,
        result: Placement,
    ) -> Option<Placement> {
        let set = self.content(id);
        set.placements().find(|&placement| {
            let mut builder = SetBuilder::single(set.len, set.trees, placement);
            builder.apply(op);
            if builder.is_empty() {
                return false;
            }
            builder.close();
            let block = with_banked(result.block as usize, builder.trees, change.banked) as u16;
            builder.contains(Placement { block, ..result })
        })
    }
}

impl<C: SetContent> ColumnSets for SetStore<C> {
    fn info(&self, id: SetId) -> &SetInfo {
        &self.sets[id as usize].info
    }

    fn reached_from(&self, mask: u16, trees: u16) -> SetId {
        self.intern(C::reached_from(mask.count_ones() as usize, trees, Placement { block: 0, mask }))
    }

    fn apply(&self, id: SetId, op: ColumnOp) -> SetChange {
        let set = &self.sets[id as usize];
        let changes = set.changes.get_or_init(|| {
            let operations = set.info.operations();
            self.bytes.fetch_add(operations * size_of::<AtomicU64>(), Ordering::Relaxed);
            (0..operations).map(|_| AtomicU64::new(0)).collect()
        });
        let memo = &changes[set.info.number(op)];
        // The vector publishes the content of a set, so the identifier alone is enough.
        if let Some(change) = SetChange::unpack(memo.load(Ordering::Acquire)) {
            return change;
        }
        let mut content = set.content.clone();
        let (banked, price) = content.changed_by(op);
        debug_assert!(!content.all().is_empty(), "no member allows the operation");
        let change = SetChange { set: self.intern(content), banked, price };
        memo.store(change.pack(), Ordering::Release);
        change
    }
}
