//! A part of a layer: it keeps the boards that no other dominates, joined where they can be ([`rivals`]).
//!
//! [`rivals`]: crate::solver::search::dominance

use smallvec::SmallVec;

use super::SHARDS;
use super::entry::LayerEntry;
use crate::solver::board::Board;
use crate::solver::column::store::SetStore;
use crate::solver::ordering::evaluation::Evaluation;
use crate::solver::search::candidate::{Candidate, EntryId, EntryState, Origin};
use crate::solver::search::context::SearchContext;
use crate::solver::search::diversity::{Lineages, Niches, niches};
use crate::solver::search::dominance::{is_dominated, remove_dominated, union};
use crate::solver::search::dominance_index::{CoverFilter, DominanceIndex, GroupHash};

/// An entry with all that decides when it is its turn.
pub(super) struct ValuedEntry {
    pub(super) entry: EntryId,
    pub(super) value: f32,
    pub(super) niches: Niches,
}

/// Boards of a layer whose hashes fall here.
pub(super) struct LayerShard {
    pub(super) number: usize,
    pub(super) entries: Vec<LayerEntry>,
    /// The boards of the entries, unless they were let go.
    pub(super) boards: Vec<Board>,
    /// Entries that no other dominates. Left empty between the visits of a beam.
    groups: DominanceIndex,
    /// Indices of entries added since the last time they were valued.
    unvalued: Vec<u32>,
    /// What the boards of the entries are worth, if somebody chooses by that.
    pub(super) values: Vec<f32>,
    /// The lineages of the boards of the entries, as far as they have some.
    lineages: Vec<Lineages>,
}

impl LayerShard {
    /// An empty shard, with room for boards.
    pub(super) const fn new(number: usize, boards: Vec<Board>) -> Self {
        Self {
            number,
            entries: Vec::new(),
            boards,
            groups: DominanceIndex::new(),
            unvalued: Vec::new(),
            values: Vec::new(),
            lineages: Vec::new(),
        }
    }

    pub(super) fn id(&self, index: u32) -> EntryId {
        index * SHARDS as u32 + self.number as u32
    }

    /// The rivals of an entry that no other dominates, itself among them, as far as somebody has seen_cleared for groups; now and
    /// then a stranger is with them.
    pub(super) fn comparable(&self, index: u32) -> impl Iterator<Item = u32> {
        self.groups.all(GroupHash::new(&self.boards[index as usize]))
    }

    /// Looks up the groups that some boards belong to, so that they are in the cache when these are added.
    pub(super) fn prefetch(&self, candidates: &[&Candidate]) {
        self.groups
            .prefetch(candidates.iter().map(|candidate| candidate.key), |index| &self.boards[index as usize]);
    }

    /// Adds a board unless one that is there dominates it.
    pub(super) fn insert(&mut self, context: SearchContext<'_>, candidate: &Candidate) {
        let SearchContext { store, rules, .. } = context;
        if self.groups.is_empty() {
            self.rebuild_index(store);
        }
        let Self { number, entries, boards, groups, unvalued, lineages, .. } = self;
        let &Candidate { mut board, mut origin, key, .. } = candidate;
        let mut cover_filter = key.cover_filter;
        let mut group = groups.group(key.group_hash);
        if is_dominated(store, rules, group.may_dominate(cover_filter), &board, |index| {
            &boards[index as usize]
        }) {
            return;
        }
        let id = |index: u32| index * SHARDS as u32 + *number as u32;
        let mut push = |boards: &mut Vec<Board>, board: Board, origin, state| {
            assert!(boards.len() < MOST, "no machine has room for so many boards");
            make_room(entries);
            make_room(boards);
            entries.push(LayerEntry { origin, state, trees: board.trees });
            if candidate.lineages != Lineages::default() {
                lineages.resize(boards.len(), Lineages::default());
                lineages.push(candidate.lineages);
            }
            boards.push(board);
            boards.len() as u32 - 1
        };
        let mut dropped: SmallVec<[u32; 8]> = SmallVec::new();
        while let Some(partner) = remove_dominated(
            &mut group,
            store,
            rules,
            (&board, cover_filter),
            |index| &boards[index as usize],
            |index| dropped.push(index),
        ) {
            let part = push(boards, board, origin, EntryState::Dropped);
            board = union(store, &board, &boards[partner as usize]);
            cover_filter = CoverFilter::new(&board, store);
            origin = Origin::Union(id(partner), id(part));
        }
        let index = push(boards, board, origin, EntryState::Waiting);
        unvalued.push(index);
        group.push(index, cover_filter);
        for index in dropped {
            entries[index as usize].state = EntryState::Dropped;
        }
    }

    /// Makes room for so many boards, if that is many and there are none yet.
    pub(super) fn reserve_for(&mut self, boards: usize) {
        if boards >= LONG && self.boards.is_empty() {
            if self.boards.capacity() < boards {
                // What is too small would be copied.
                self.boards = Vec::new();
            }
            // Where there is no such room, the vectors grow as others do, for fewer may come.
            let _ = self.entries.try_reserve_exact(boards);
            let _ = self.boards.try_reserve_exact(boards);
        }
    }

    /// Finds the groups of the entries.
    fn rebuild_index(&mut self, store: &SetStore) {
        let Self { entries, boards, groups, .. } = self;
        for (index, (entry, board)) in (0..).zip(entries.iter().zip(&*boards)) {
            if entry.state != EntryState::Dropped {
                groups.group(GroupHash::new(board)).push(index, CoverFilter::new(board, store));
            }
        }
    }

    /// Memory in use, about.
    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<LayerEntry>()
            + self.boards.capacity() * size_of::<Board>()
            + self.values.capacity() * size_of::<f32>()
            + self.lineages.capacity() * size_of::<Lineages>()
            + self.groups.bytes()
    }

    /// Frees what only newcomers need.
    pub(super) fn release_buffers(&mut self) {
        self.groups = DominanceIndex::new();
        self.unvalued = Vec::new();
        self.values = Vec::new();
        self.lineages = Vec::new();
    }

    /// The lineages of the board of an entry.
    pub(super) fn lineages(&self, index: u32) -> Lineages {
        self.lineages.get(index as usize).copied().unwrap_or_default()
    }

    /// Keeps the entries that are marked, of a layer whose boards were let go. Gives the new index of each of
    /// them, by its old one.
    pub(super) fn retain_marked(&mut self, marked: &[bool]) -> Vec<u32> {
        let mut kept = 0;
        let renumbered = marked.iter().map(|&marked| {
            kept += u32::from(marked);
            kept.wrapping_sub(1)
        });
        let renumbered = renumbered.collect();
        let mut marks = marked.iter();
        self.entries.retain(|_| *marks.next().expect("there is a mark for every entry"));
        self.entries.shrink_to_fit();
        renumbered
    }

    /// The entries added since somebody asked that still count.
    pub(super) fn unvalued(&mut self) -> Vec<EntryId> {
        let unvalued = std::mem::take(&mut self.unvalued);
        let counts = |&index: &u32| self.entries[index as usize].state == EntryState::Waiting;
        unvalued.into_iter().filter(counts).map(|index| self.id(index)).collect()
    }

    /// The same, each with its value and niches.
    pub(super) fn valued(&mut self, context: SearchContext<'_>, evaluation: &Evaluation) -> Vec<ValuedEntry> {
        let unvalued = self.unvalued();
        self.values.resize(self.boards.len(), f32::NAN);
        let value = |entry: EntryId| {
            let index = entry as usize / SHARDS;
            let board = &self.boards[index];
            let value = evaluation.value(&board.unpack(context.store));
            self.values[index] = value;
            ValuedEntry { entry, value, niches: niches(board, self.lineages(index as u32)) }
        };
        unvalued.into_iter().map(value).collect()
    }
}

/// Boards of a shard, at most: their numbers must fit into an [`EntryId`].
const MOST: usize = u32::MAX as usize / SHARDS;

/// A vector as long as this is moved as seldom as possible: that can take a tenth of a large proof.
const LONG: usize = 1 << 14;

/// Makes room for one more at the end: in a long vector for a quarter more, where on its own it would take
/// twice the memory.
fn make_room<T>(vec: &mut Vec<T>) {
    if vec.len() == vec.capacity() && vec.len() >= LONG {
        vec.reserve_exact(vec.len() / 4);
    }
}
