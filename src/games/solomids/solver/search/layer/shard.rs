//! Shards of a layer, which keep the boards that no other one dominates, united where that is possible
//! ([`dominance`](crate::games::solomids::solver::search::dominance)); their entries, and batches of candidates for them.

use rayon::prelude::*;
use smallvec::SmallVec;

use crate::games::solomids::solver::board::Board;
use crate::games::solomids::solver::column::SetStore;
use crate::games::solomids::solver::ordering::Evaluation;
use crate::games::solomids::solver::search::context::SearchContext;
use crate::games::solomids::solver::search::diversity::{Lineages, Niches, niches};
use crate::games::solomids::solver::search::dominance::{
    CoverFilter, DominanceIndex, GroupHash, is_dominated, remove_dominated, union,
};
use crate::games::solomids::solver::search::expansion::{Candidate, EntryId, EntryState, Origin};
use crate::games::solomids::solver::search::parameters::{
    LONG_VECTOR, MIN_READ_AHEAD_BOARDS, READ_AHEAD, SHARDS,
};

/// A board of a layer, without the board itself: that is stored apart, and dropped once its layer was left. The origin
/// suffices to generate it again.
#[derive(Clone, Copy)]
pub(crate) struct LayerEntry {
    pub(crate) origin: Origin,
    pub(crate) state: EntryState,
    /// Trees of the board, banked or standing.
    pub(crate) trees: u8,
}

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
    /// All entries, dropped ones included, in the order of insertion.
    pub(super) entries: Vec<LayerEntry>,
    /// Boards of the entries; empty once they were dropped.
    pub(super) boards: Vec<Board>,
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
    /// An empty shard, with a buffer for boards.
    pub(super) fn new(number: usize, boards: Vec<Board>) -> Self {
        Self { number, boards, ..Self::default() }
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
        if self.boards.len() >= MIN_READ_AHEAD_BOARDS {
            self.index.read_ahead(candidates.iter().map(|candidate| candidate.signature), &self.boards);
        }
        for candidate in candidates {
            self.insert(context, candidate, reuses);
        }
    }

    /// Inserts a board unless another one dominates it, drops those that it dominates, and unites it with others.
    ///
    /// With `reuses` a new entry may take the place of a dropped one. *Statement:* nothing refers to the latter.
    /// *Argument:* an entry that waits has not been expanded, so it is no source, and one that is dropped as dominated is no
    /// part of a union. *And* every entry refers to earlier ones of its own layer only, as [`Layer::restore`](super::Layer::restore)
    /// needs, because merges alone take such places, which refer to none. *Test:* `beam/tests.rs`, with boards generated again.
    fn insert(&mut self, context: SearchContext<'_>, candidate: &Candidate, reuses: bool) {
        let store = context.store;
        if self.index.is_empty() {
            self.rebuild_index(store);
        }
        let &Candidate { mut board, mut origin, signature, .. } = candidate;
        let mut cover_filter = signature.cover_filter;
        let Self { number, entries, boards, index, unvalued, vacant, lineages, .. } = self;
        let mut group = index.group(signature.group_hash);
        if is_dominated(context, &board, group.may_dominate(cover_filter), boards) {
            return;
        }
        let mut push = |boards: &mut Vec<Board>, board: Board, origin, state| {
            let entry = LayerEntry { origin, state, trees: board.trees };
            if reuses
                && matches!(origin, Origin::Merge(..))
                && let Some(index) = vacant.pop()
            {
                entries[index as usize] = entry;
                boards[index as usize] = board;
                return index;
            }
            assert!(boards.len() < MAX_ENTRIES, "the number of boards fits an entry number");
            grow(entries);
            grow(boards);
            entries.push(entry);
            if candidate.lineages != Lineages::default() {
                lineages.resize(boards.len(), Lineages::default());
                lineages.push(candidate.lineages);
            }
            boards.push(board);
            boards.len() as u32 - 1
        };
        let (mut dominated, mut united): (SmallVec<[u32; 8]>, SmallVec<[u32; 8]>) = Default::default();
        while let Some(partner) =
            remove_dominated(context, (&board, cover_filter), &mut group, boards, |index| {
                dominated.push(index);
            })
        {
            let part = push(boards, board, origin, EntryState::Dropped);
            united.push(partner);
            board = union(store, &board, &boards[partner as usize]);
            cover_filter = CoverFilter::new(&board, store);
            origin = Origin::Union(entry_id(*number, partner), entry_id(*number, part));
        }
        let inserted = push(boards, board, origin, EntryState::Waiting);
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
        if boards >= LONG_VECTOR && self.boards.is_empty() {
            if self.boards.capacity() < boards {
                // A smaller buffer would be copied.
                self.boards = Vec::new();
            }
            // Without that much memory the vectors grow as others do, for fewer boards may come.
            let _ = self.entries.try_reserve_exact(boards);
            let _ = self.boards.try_reserve_exact(boards);
        }
    }

    /// The boards that are to be expanded, with their indices.
    pub(super) fn waiting(&self) -> impl Iterator<Item = (u32, &Board)> {
        let waits =
            |entry: &LayerEntry| matches!(entry.state, EntryState::Waiting | EntryState::WaitingForSwaps);
        let all = (0..).zip(self.entries.iter().zip(&self.boards));
        all.filter(move |(_, (entry, _))| waits(entry)).map(|(index, (_, board))| (index, board))
    }

    fn rebuild_index(&mut self, store: &SetStore) {
        let Self { entries, boards, index: groups, .. } = self;
        for (index, (entry, board)) in (0..).zip(entries.iter().zip(&*boards)) {
            if entry.state != EntryState::Dropped {
                groups.group(GroupHash::new(board)).push(index, CoverFilter::new(board, store));
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<LayerEntry>()
            + self.boards.capacity() * size_of::<Board>()
            + self.values.capacity() * size_of::<f32>()
            + self.lineages.capacity() * size_of::<Lineages>()
            + self.index.bytes()
    }

    pub(super) fn release_buffers(&mut self) {
        (self.index, self.unvalued, self.vacant, self.values, self.lineages) = Default::default();
    }

    pub(super) fn lineages(&self, index: u32) -> Lineages {
        self.lineages.get(index as usize).copied().unwrap_or_default()
    }

    /// Keeps the marked entries of a shard whose boards were dropped. Returns their new indices by the old ones.
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
        self.values.resize(self.boards.len(), f32::NAN);
        let value = |entry: EntryId| {
            let (_, index) = locate(entry);
            let board = &self.boards[index];
            let value = evaluation.value(&board.unpack(context.store));
            self.values[index] = value;
            ValuedEntry { entry, value, niches: niches(board, self.lineages(index as u32)) }
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

/// Makes room for one more element: in a long vector for a quarter more, where by itself it would double.
fn grow<T>(vec: &mut Vec<T>) {
    if vec.len() == vec.capacity() && vec.len() >= LONG_VECTOR {
        vec.reserve_exact(vec.len() / 4);
    }
}
