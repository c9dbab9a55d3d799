//! Shards of a layer, which keep the boards that no other one dominates, united where that is possible
//! ([`dominance`](crate::games::solomids::solver::search::dominance)); their entries, and batches of candidates for them.

use rayon::prelude::*;
use smallvec::SmallVec;

use crate::games::solomids::game::{COLUMNS, MAX_SWAPS, TREES};
use crate::games::solomids::solver::board::Board;
use crate::games::solomids::solver::column::{ColumnId, SetStore};
use crate::games::solomids::solver::ordering::Evaluation;
use crate::games::solomids::solver::search::context::SearchContext;
use crate::games::solomids::solver::search::diversity::{Lineages, Niches, niches};
use crate::games::solomids::solver::search::dominance::{
    CoverFilter, DominanceIndex, Signature, grow, is_dominated, remove_dominated, union,
};
use crate::games::solomids::solver::search::expansion::{Candidate, EntryId, EntryState, Origin};
use crate::games::solomids::solver::search::parameters::{
    LONG_VECTOR, MIN_READ_AHEAD_BOARDS, READ_AHEAD, SHARDS,
};

/// A board of a layer, in 28 bytes.
///
/// Proofs are limited by memory, so a board is five numbers of columns, and where it comes from is the number of the board
/// that it was made of: the action is found again when a line needs it ([`Successors::action_between`]).
///
/// ```text
/// counts   bit 7 … 6   5 … 2   1 … 0
///              way     trees   swaps used
/// ```
///
/// [`Successors::action_between`]: crate::games::solomids::solver::search::expansion::Successors::action_between
#[derive(Clone, Copy)]
pub(crate) struct LayerEntry {
    columns: [ColumnId; COLUMNS],
    /// The entry that it was made of; of a union, its first part.
    pub(crate) source: EntryId,
    counts: u8,
    pub(crate) state: EntryState,
}

// A large proof holds tens of millions of them.
const _: () = assert!(size_of::<LayerEntry>() == 28);

/// How an entry was made of its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// It is the root, and has no source.
    Root,
    /// By a merge; the source is in the layer before.
    Merge,
    /// By a transfer or a swap.
    SameLayer,
    /// As the union of its source with another entry.
    Union,
}

impl LayerEntry {
    fn new(store: &SetStore, board: &Board, way: Way, source: EntryId) -> Self {
        let columns = std::array::from_fn(|c| store.intern_column(board.order[c], board.set[c]));
        let counts = board.swaps | board.trees << 2 | (way as u8) << 6;
        Self { columns, source, counts, state: EntryState::Waiting }
    }

    /// The board as searches work with it.
    pub(crate) fn board(&self, store: &SetStore) -> Board {
        let (swaps, trees) = (self.counts & 3, self.trees());
        let mut board = Board { order: [0; COLUMNS], set: [0; COLUMNS], swaps, trees };
        for (c, &column) in self.columns.iter().enumerate() {
            (board.order[c], board.set[c]) = store.column(column);
        }
        board
    }

    /// Trees of the board, banked or standing.
    pub(crate) const fn trees(&self) -> u8 {
        self.counts >> 2 & 15
    }

    pub(crate) const fn way(&self) -> Way {
        [Way::Root, Way::Merge, Way::SameLayer, Way::Union][(self.counts >> 6) as usize]
    }
}

// Trees and swaps fit into their bits.
const _: () = assert!(TREES < 16 && MAX_SWAPS < 4);

/// Greatest number of entries in a shard: their numbers must fit into an [`EntryId`].
const MAX_ENTRIES: usize = u32::MAX as usize / SHARDS;

/// The number of an entry in its layer, from its shard and its index there.
pub(super) const fn entry_id(shard: usize, index: u32) -> EntryId {
    index * SHARDS as u32 + shard as u32
}

/// The shard of an entry, and its index there.
pub(super) const fn locate(id: EntryId) -> (usize, usize) {
    (id as usize % SHARDS, id as usize / SHARDS)
}

/// The shard of a candidate. Comparable boards share one.
pub(super) fn shard_of(candidate: &Candidate) -> usize {
    candidate.signature.group_hash.part(SHARDS)
}

/// For each shard the indices of its candidates in a batch.
#[derive(Default)]
pub(crate) struct ShardIndex([Vec<u32>; SHARDS]);

impl ShardIndex {
    pub(crate) fn rebuild(&mut self, candidates: &[Candidate]) {
        self.0.iter_mut().for_each(Vec::clear);
        for (index, candidate) in (0..).zip(candidates) {
            self.0[shard_of(candidate)].push(index);
        }
    }
}

/// Candidates in the order in which they are inserted. For exhaustive layers they are indexed by shard, so that a
/// thread that fills a shard reads its own candidates only.
#[derive(Clone, Copy)]
pub(crate) struct CandidateBatch<'c> {
    pub(crate) candidates: &'c [Candidate],
    /// Index of the candidates; unused where the layer is not exhaustive.
    pub(crate) by_shard: &'c ShardIndex,
}

impl<'c> CandidateBatch<'c> {
    pub(super) fn of_shard(self, shard: usize) -> impl Iterator<Item = &'c Candidate> {
        self.by_shard.0[shard].iter().map(move |&index| &self.candidates[index as usize])
    }
}

/// An entry with what decides when it is expanded.
pub(super) struct ValuedEntry {
    pub(super) entry: EntryId,
    pub(super) value: f32,
    pub(super) niches: Niches,
}

/// The boards of a layer whose group hashes fall into one shard.
#[derive(Default)]
pub(super) struct LayerShard {
    pub(super) number: usize,
    /// All entries, dropped ones included.
    pub(super) entries: Vec<LayerEntry>,
    /// The second part of each union, with the union first, by index; ascending. Of unions whose places others have taken too.
    pub(super) parts: Vec<[u32; 2]>,
    /// Index of the entries that no other one dominates; empty while the layer is not in use.
    index: DominanceIndex,
    /// Indices of entries inserted since these were last taken.
    unvalued: Vec<u32>,
    /// Indices of dropped entries whose places may be taken by others.
    vacant: Vec<u32>,
    /// Values of the boards of the entries; empty in exhaustive layers.
    pub(super) values: Vec<f32>,
    /// Lineages of the boards of the entries, up to the last that has any.
    lineages: Vec<Lineages>,
}

impl LayerShard {
    pub(super) fn new(number: usize) -> Self {
        Self { number, ..Self::default() }
    }

    pub(super) fn id(&self, index: u32) -> EntryId {
        entry_id(self.number, index)
    }

    /// Inserts candidates in their order; with `reuses`, into vacant places first.
    pub(super) fn insert_all<'c>(
        &mut self,
        context: SearchContext<'_>,
        mut candidates: impl Iterator<Item = &'c Candidate>,
        reuses: bool,
    ) {
        loop {
            let next: SmallVec<[&Candidate; READ_AHEAD]> = candidates.by_ref().take(READ_AHEAD).collect();
            if next.is_empty() {
                return;
            }
            self.insert_next(context, &next, reuses);
        }
    }

    /// Inserts at most [`READ_AHEAD`] candidates in their order.
    fn insert_next(&mut self, context: SearchContext<'_>, candidates: &[&Candidate], reuses: bool) {
        if self.entries.len() >= MIN_READ_AHEAD_BOARDS {
            let signatures = candidates.iter().map(|candidate| candidate.signature);
            self.index.read_ahead(signatures, |index| self.entries[index as usize].columns[0]);
        }
        for candidate in candidates {
            self.insert(context, candidate, reuses);
        }
    }

    /// Inserts a board unless another one dominates it, drops those that it dominates, and unites it with others.
    ///
    /// With `reuses` a new entry may take the place of a dropped one. *Statement:* nothing refers to the latter.
    /// *Argument:* an entry that waits has not been expanded, so it is no source, and one that is dropped as dominated is no
    /// part of a union. Merges alone take such places, so that [`parts`](Self::parts) ascend. *Test:* `beam/tests.rs`, with
    /// actions that are found again.
    fn insert(&mut self, context: SearchContext<'_>, candidate: &Candidate, reuses: bool) {
        let store = context.store;
        if self.index.is_empty() {
            self.rebuild_index(store);
        }
        let &Candidate { mut board, origin, signature, .. } = candidate;
        let mut cover_filter = signature.cover_filter;
        let Self { number, entries, parts, index, unvalued, vacant, lineages, .. } = self;
        let mut group = index.group(signature.group_hash);
        let board_of = |index: u32| entries[index as usize].board(store);
        if is_dominated(context, &board, group.may_dominate(cover_filter), board_of) {
            return;
        }
        let mut push = |entries: &mut Vec<LayerEntry>, board: &Board, (way, source)| {
            let entry = LayerEntry::new(store, board, way, source);
            if reuses
                && way == Way::Merge
                && let Some(index) = vacant.pop()
            {
                entries[index as usize] = entry;
                return index;
            }
            assert!(entries.len() < MAX_ENTRIES, "the number of boards fits an entry number");
            if candidate.lineages != Lineages::default() {
                lineages.resize(entries.len(), Lineages::default());
                lineages.push(candidate.lineages);
            }
            grow(entries, 1);
            entries.push(entry);
            entries.len() as u32 - 1
        };
        let mut origin = match origin {
            Origin::Root => (Way::Root, 0),
            Origin::Merge(from, _) => (Way::Merge, from),
            Origin::Transfer(from, _) | Origin::Swap(from, _) => (Way::SameLayer, from),
        };
        let (mut dominated, mut united): (SmallVec<[u32; 8]>, SmallVec<[u32; 8]>) = Default::default();
        let mut part = None;
        let inserted = loop {
            let board_of = |index: u32| entries[index as usize].board(store);
            let filtered = (&board, cover_filter);
            let partner =
                remove_dominated(context, filtered, &mut group, board_of, |index| dominated.push(index));
            let pushed = push(entries, &board, origin);
            if let Some(part) = part {
                grow(parts, 1);
                parts.push([pushed, part]);
            }
            let Some(partner) = partner else { break pushed };
            entries[pushed as usize].state = EntryState::Dropped;
            board = union(store, &board, &entries[partner as usize].board(store));
            cover_filter = CoverFilter::new(&board, store);
            united.push(partner);
            origin = (Way::Union, entry_id(*number, partner));
            part = Some(pushed);
        };
        unvalued.push(inserted);
        group.push(inserted, cover_filter);
        for index in united {
            entries[index as usize].state = EntryState::Dropped;
        }
        for index in dominated {
            let state = std::mem::replace(&mut entries[index as usize].state, EntryState::Dropped);
            if reuses && state == EntryState::Waiting {
                vacant.push(index);
            }
        }
    }

    /// Reserves memory for a large number of boards, if there are none yet.
    pub(super) fn reserve_for(&mut self, boards: usize) {
        if boards >= LONG_VECTOR && self.entries.is_empty() {
            // Without that much memory the vector grows as others do, for fewer boards may come.
            let _ = self.entries.try_reserve_exact(boards);
        }
    }

    /// The boards that are to be expanded, with their indices.
    pub(super) fn waiting(&self, store: &SetStore) -> impl Iterator<Item = (u32, Board)> {
        let waits =
            |entry: &LayerEntry| matches!(entry.state, EntryState::Waiting | EntryState::WaitingForSwaps);
        let waiting = (0..).zip(&self.entries).filter(move |(_, entry)| waits(entry));
        waiting.map(|(index, entry)| (index, entry.board(store)))
    }

    fn rebuild_index(&mut self, store: &SetStore) {
        let Self { entries, index: groups, .. } = self;
        for (index, entry) in (0..).zip(&*entries) {
            if entry.state != EntryState::Dropped {
                let Signature { group_hash, cover_filter } = Signature::new(&entry.board(store), store);
                groups.group(group_hash).push(index, cover_filter);
            }
        }
    }

    /// Bytes in use. Room that is reserved takes none before it is used.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.entries)
            + size_of_val(&*self.parts)
            + size_of_val(&*self.values)
            + size_of_val(&*self.lineages)
            + size_of_val(&*self.vacant)
            + self.index.bytes()
    }

    pub(super) fn release_buffers(&mut self) {
        (self.index, self.unvalued, self.vacant, self.values, self.lineages) = Default::default();
    }

    /// The second part of the union at an index.
    pub(super) fn part_of(&self, union: u32) -> u32 {
        let place = self.parts.binary_search_by_key(&union, |&[union, _]| union);
        self.parts[place.expect("every union has two parts")][1]
    }

    pub(super) fn lineages(&self, index: u32) -> Lineages {
        self.lineages.get(index as usize).copied().unwrap_or_default()
    }

    /// Keeps the marked entries, and with a union its parts. Returns their new indices by the old ones.
    pub(super) fn retain_marked(&mut self, marked: &[bool]) -> Vec<u32> {
        let mut kept = 0;
        let renumbered = marked.iter().map(|&marked| {
            kept += u32::from(marked);
            kept.wrapping_sub(1)
        });
        let renumbered: Vec<u32> = renumbered.collect();
        // The place of a union that was dominated before its turn may have been taken by a merge.
        let Self { entries, parts, .. } = self;
        parts.retain(|&[union, _]| marked[union as usize] && entries[union as usize].way() == Way::Union);
        parts.shrink_to_fit();
        for index in parts.as_flattened_mut() {
            *index = renumbered[*index as usize];
        }
        let mut marks = marked.iter();
        self.entries.retain(|_| *marks.next().expect("there is a mark for every entry"));
        self.entries.shrink_to_fit();
        renumbered
    }

    /// Takes the entries inserted since the last call, but for those dropped again.
    pub(super) fn take_unvalued(&mut self) -> Vec<EntryId> {
        let unvalued = std::mem::take(&mut self.unvalued);
        let waits = |&index: &u32| self.entries[index as usize].state == EntryState::Waiting;
        unvalued.into_iter().filter(waits).map(|index| self.id(index)).collect()
    }

    /// Takes the entries inserted since the last call, but for those dropped again, and evaluates them.
    pub(super) fn take_valued(
        &mut self,
        context: SearchContext<'_>,
        evaluation: &Evaluation,
    ) -> Vec<ValuedEntry> {
        let unvalued = self.take_unvalued();
        self.values.resize(self.entries.len(), f32::NAN);
        let value = |entry: EntryId| {
            let (_, index) = locate(entry);
            let board = self.entries[index].board(context.store);
            let value = evaluation.value(&board.unpack(context.store));
            self.values[index] = value;
            ValuedEntry { entry, value, niches: niches(&board, self.lineages(index as u32)) }
        };
        unvalued.into_iter().map(value).collect()
    }
}

/// Results of `work` on every shard, in the order of the shards, on several threads if `parallel`.
pub(super) fn for_each_shard<T: Send>(
    shards: &mut [LayerShard],
    parallel: bool,
    work: impl Fn(&mut LayerShard) -> Vec<T> + Send + Sync,
) -> Vec<T> {
    let parts: Vec<Vec<T>> = if parallel {
        shards.par_iter_mut().map(work).collect()
    } else {
        shards.iter_mut().map(work).collect()
    };
    parts.into_iter().flatten().collect()
}
