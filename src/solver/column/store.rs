//! Column sets as numbers: every set is kept once, and what operations make of it is remembered.
//!
//! A search asks the same questions about columns over and over: a few thousand sets and some ten thousand
//! operations serve millions of boards. So a set is interned, and an operation on it is a look-up.
//!
//! The numbers depend on who came first, so with several threads they differ from run to run. Nothing may
//! depend on them but equality.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use ahash::RandomState;
use hashbrown::HashTable;

use super::numbering::OpNumbering;
pub(crate) use super::ways::{ColumnOp, Placement};
use super::ways::{MaskBits, SetBuilder, contains, includes, or_into, placements, sketch, with_banked};
use crate::game::ROWS;

/// Number of an interned set.
pub(crate) type SetId = u32;

/// Somebody who keeps column sets by number, and knows what operations make of them.
pub(crate) trait ColumnSets {
    /// The set of everything slides and banks reach from one mask.
    fn reached_from(&self, mask: u16, trees: u16) -> SetId;

    /// What is known of a set.
    fn info(&self, id: SetId) -> &SetInfo;

    /// What an operation makes of a set. It must be possible: some member satisfies it.
    fn apply(&self, id: SetId, op: ColumnOp) -> SetChange;
}

/// Outcome of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SetChange {
    /// The new set.
    pub(crate) set: SetId,
    /// Trees that are banked for certain now, by their index after the operation: they leave the order.
    pub(crate) banked: u16,
}

impl SetChange {
    /// In one word that is never zero.
    pub(crate) const fn pack(self) -> u64 {
        1 << 63 | (self.banked as u64) << 32 | self.set as u64
    }

    pub(crate) const fn unpack(word: u64) -> Option<Self> {
        if word == 0 { None } else { Some(Self { set: word as u32, banked: (word >> 32) as u16 }) }
    }
}

/// What the search asks of a set all the time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetInfo {
    /// Which stacks are trees, by index.
    pub(crate) trees: u16,
    /// For each stack, the depths at which it can stand.
    pub(crate) depths: [u16; ROWS],
    /// The depths that can be empty.
    pub(crate) open: u16,
    /// Natural logarithm of the number of members.
    pub(crate) log_members: f32,
    /// Number of stacks that can stand at more than one depth.
    pub(crate) movable: u8,
    /// Which stacks can stand at one depth only, by index.
    pub(crate) fixed: u16,
    /// Depths at which stacks can stand, all together.
    pub(crate) total_depths: u8,
    /// A hash of each member, as bits: a set that contains another has all bits of its sketch.
    pub(crate) sketch: u64,
    /// What is there of it, in brief: a set that contains another, also once trees of it are banked, has no less.
    pub(crate) cover_filter: u16,
    numbering: OpNumbering,
}

impl SetInfo {
    pub(crate) fn new(trees: u16, depths: [u16; ROWS], open: u16, members: u32, sketch: u64) -> Self {
        let (mut movable, mut fixed, mut total_depths, mut depths_of_others) = (0, 0, 0, 0);
        for (index, depths) in depths.iter().enumerate() {
            let count = depths.count_ones() as u8;
            movable += u8::from(count > 1);
            fixed |= u16::from(count == 1) << index;
            total_depths += count;
            depths_of_others += count * u8::from(trees >> index & 1 == 0);
        }
        Self {
            trees,
            depths,
            open,
            log_members: logarithm(members),
            movable,
            fixed,
            total_depths,
            sketch,
            cover_filter: cover_filter(depths_of_others, members),
            numbering: OpNumbering::new(&depths, open),
        }
    }

    /// How many operations may be possible.
    pub(crate) fn operations(&self) -> usize {
        self.numbering.all()
    }

    /// The number of a possible operation among these.
    pub(crate) fn number(&self, op: ColumnOp) -> usize {
        debug_assert!(self.allows(op), "{op:?} is not possible");
        self.numbering.number(op)
    }

    /// Whether some member satisfies an operation's condition.
    fn allows(&self, op: ColumnOp) -> bool {
        match op {
            ColumnOp::Open { depth } => self.open >> depth & 1 == 1,
            ColumnOp::Leave { index, depth } | ColumnOp::Hold { index, depth, .. } => {
                self.depths[index as usize] >> depth & 1 == 1
            }
            ColumnOp::Drop { index } | ColumnOp::Toggle { index } => self.depths[index as usize] != 0,
            ColumnOp::Bank { index } => self.trees >> index & 1 == 1,
        }
    }
}

struct StoredSet {
    info: SetInfo,
    len: usize,
    members: u32,
    blocks: Box<[MaskBits]>,
    /// What each operation makes of the set, by [`SetInfo::number`]; zero where nobody has asked yet. Of most sets
    /// nobody ever asks anything.
    changes: OnceLock<Box<[AtomicU64]>>,
}

/// Shards of the index, so that threads seldom wait for each other.
const SHARDS: usize = 16;
/// ColumnSets with the hashes of their contents.
type SetIndex = HashTable<(u64, SetId)>;

/// All sets that have come up so far.
pub(crate) struct SetStore {
    sets: boxcar::Vec<StoredSet>,
    index: [Mutex<SetIndex>; SHARDS],
    hasher: RandomState,
    bytes: AtomicUsize,
}

impl SetStore {
    pub(crate) fn new() -> Self {
        Self {
            sets: boxcar::Vec::new(),
            index: Default::default(),
            // Fixed seeds: hashes never reach any output, but equal runs should take equal paths.
            hasher: RandomState::with_seeds(1, 2, 3, 4),
            bytes: AtomicUsize::new(0),
        }
    }

    /// Memory in use, about.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// What is known of a set.
    pub(crate) fn info(&self, id: SetId) -> &SetInfo {
        &self.sets[id as usize].info
    }

    /// The set of everything slides and banks reach from one mask.
    pub(crate) fn reached_from(&self, mask: u16, trees: u16) -> SetId {
        self.intern(SetBuilder::reach(mask.count_ones() as usize, trees, Placement { block: 0, mask }))
    }

    /// What an operation makes of a set. It must be possible: some member satisfies it.
    pub(crate) fn apply(&self, id: SetId, op: ColumnOp) -> SetChange {
        let set = &self.sets[id as usize];
        let changes = set.changes.get_or_init(|| {
            let operations = set.info.operations();
            self.bytes.fetch_add(operations * size_of::<AtomicU64>(), Ordering::Relaxed);
            (0..operations).map(|_| AtomicU64::new(0)).collect()
        });
        let memo = &changes[set.info.number(op)];
        // The content of a set is published by the vector that holds it, so the number alone is enough.
        if let Some(change) = SetChange::unpack(memo.load(Ordering::Acquire)) {
            return change;
        }
        let mut draft = set.draft();
        draft.apply(op);
        draft.close();
        let banked = draft.commit();
        debug_assert!(!draft.is_empty(), "the operation is not possible");
        let change = SetChange { set: self.intern(draft), banked };
        memo.store(change.pack(), Ordering::Release);
        change
    }

    /// Whether `a` contains every member of `b`, in whose order only these trees of `a`, by index, are missing.
    pub(crate) fn is_superset(&self, a: SetId, b: SetId, extra_trees: u16) -> bool {
        if a == b && extra_trees == 0 {
            return true;
        }
        let (a, b) = (&self.sets[a as usize], &self.sets[b as usize]);
        if a.members <= b.members || extra_trees == 0 && b.info.sketch & !a.info.sketch != 0 {
            return false;
        }
        let of_a = |g| &a.blocks[with_banked(g, a.info.trees, extra_trees)];
        b.blocks.iter().enumerate().all(|(g, block)| includes(of_a(g), block))
    }

    /// The union of two sets of the same order.
    pub(crate) fn union(&self, a: SetId, b: SetId) -> SetId {
        let (a, b) = (&self.sets[a as usize], &self.sets[b as usize]);
        let mut draft = a.draft();
        for (a, b) in draft.blocks.iter_mut().zip(&b.blocks) {
            or_into(a, b);
        }
        self.intern(draft)
    }

    /// Some member of a set.
    pub(crate) fn any_placement(&self, id: SetId) -> Option<Placement> {
        let set = &self.sets[id as usize];
        placements(set.len, &set.blocks).next()
    }

    /// Whether a set has a member.
    pub(crate) fn contains(&self, id: SetId, placement: Placement) -> bool {
        contains(&self.sets[id as usize].blocks, placement)
    }

    /// A member of a set that satisfies the condition of `op` and from which slides and banks after it lead
    /// to `result`, a member of the outcome `change`.
    pub(crate) fn placement_before(
        &self,
        id: SetId,
        op: ColumnOp,
        change: SetChange,
        result: Placement,
    ) -> Option<Placement> {
        let set = &self.sets[id as usize];
        placements(set.len, &set.blocks).find(|&placement| {
            let mut draft = SetBuilder::single(set.len, set.info.trees, placement);
            draft.apply(op);
            if draft.is_empty() {
                return false;
            }
            draft.close();
            contains(&draft.blocks, result.with_banked(draft.trees, change.banked))
        })
    }

    fn intern(&self, draft: SetBuilder) -> SetId {
        let hash = self.hasher.hash_one((draft.len, draft.trees, &draft.blocks));
        let shard = &self.index[hash as usize % SHARDS];
        // A thread that panicked in between has at worst left a set that nobody finds.
        let mut index = shard.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |&(of, id): &(u64, SetId)| {
            let set = &self.sets[id as usize];
            of == hash
                && set.len == draft.len
                && set.info.trees == draft.trees
                && *set.blocks == *draft.blocks
        };
        if let Some(&(_, id)) = index.find(hash, same) {
            return id;
        }
        let (depths, open) = draft.depths();
        let members = draft.members();
        let info = SetInfo::new(draft.trees, depths, open, members, sketch(&draft.blocks));
        let set = StoredSet {
            info,
            len: draft.len,
            members,
            changes: OnceLock::new(),
            blocks: draft.blocks.into_boxed_slice(),
        };
        let bytes = size_of::<StoredSet>() + size_of_val(&*set.blocks) + 64;
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        let id = SetId::try_from(self.sets.push(set)).expect("no machine has total_depths for so many sets");
        index.insert_unique(hash, (hash, id), |&(hash, _)| hash);
        id
    }
}

impl ColumnSets for SetStore {
    fn reached_from(&self, mask: u16, trees: u16) -> SetId {
        self.reached_from(mask, trees)
    }

    fn info(&self, id: SetId) -> &SetInfo {
        self.info(id)
    }

    fn apply(&self, id: SetId, op: ColumnOp) -> SetChange {
        self.apply(id, op)
    }
}

impl StoredSet {
    /// A draft with the same members.
    fn draft(&self) -> SetBuilder {
        SetBuilder { len: self.len, trees: self.info.trees, blocks: self.blocks.to_vec() }
    }
}

/// Bits of the cover_filter of a set: two numbers of five bits, and a zero above each.
pub(crate) const FILTER_BITS: usize = 12;

/// The depths at which stacks other than trees can stand, all together, and above that about the logarithm of the number
/// of members, with twelve bits in all, of which the sixth and the last are zero.
fn cover_filter(total_depths: u8, members: u32) -> u16 {
    let whole = members.max(1).ilog2();
    let half = members >> whole.saturating_sub(1) & 1;
    let level = if whole == 0 { 0 } else { 2 * whole + half };
    u16::from(total_depths.min(31)) | (level.min(31) as u16) << (FILTER_BITS / 2)
}

/// Natural logarithm, not the system's: it orders the search, which must go the same way on every machine.
fn logarithm(members: u32) -> f32 {
    libm::log(f64::from(members)) as f32
}
