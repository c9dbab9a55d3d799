//! Boards with equally many merges still to be made: which of them count, and which is expanded next.
//!
//! # What is dropped
//! A board that another board of its layer covers, and two that become their union ([`rivals`](super::rivals)).
//!
//! # Determinism
//! Boards enter in a fixed order, shard by shard. So the threads that fill the shards may be many or one.

use std::collections::{BinaryHeap, HashMap, VecDeque};

use ahash::RandomState;
use rayon::prelude::*;
use smallvec::SmallVec;

use super::board::{Board, Exchange, Stacking};
use super::evaluation::evaluate;
use super::lattice::Lattice;
use super::limits::Rules;
use super::outlook::{Features, features};
use super::rivals::{Groups, Rival, hash};

/// What all parts of a search share.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) lattice: &'a Lattice,
    pub(super) rules: Rules,
    /// Whether to use the threads of the current pool.
    pub(super) parallel: bool,
}

/// Parts of a layer that threads fill on their own. Part of the order in which boards are seen, so changing
/// it changes node counts.
const SHARDS: usize = 4;

/// Place of an entry: its shard in the low bits, its index there above.
pub(super) type EntryId = u32;

/// Where a board came from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    Root,
    /// By a merge from the layer before.
    Merge(EntryId, Stacking),
    /// By a transfer from the same layer.
    Transfer(EntryId, Stacking),
    /// By a swap from the same layer.
    Swap(EntryId, Exchange),
    /// Two entries of the same layer.
    Union(EntryId, EntryId),
}

impl Origin {
    /// Whether both came by a stacking of the same two stacks.
    pub(super) fn pairs_like(self, other: Self) -> bool {
        let pair = |origin| match origin {
            Self::Merge(_, mv) | Self::Transfer(_, mv) => Some((mv.from, mv.to)),
            Self::Root | Self::Swap(..) | Self::Union(..) => None,
        };
        pair(self).is_some_and(|a| pair(other) == Some(a))
    }
}

/// What has become of a board of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It waits to be expanded.
    Waiting,
    /// Another one covers it, or it is part of a union.
    Dropped,
    /// The goal is out of its reach.
    Dead,
    /// It was expanded by stackings, and by swaps as far as the goal allowed.
    Expanded,
    /// It was expanded by stackings, and waits for its swaps because the goal allows more of them now.
    WaitingForSwaps,
}

pub(super) struct Entry {
    pub(super) board: Board,
    pub(super) origin: Origin,
    pub(super) state: State,
}

/// A board that wants to enter a layer.
pub(super) struct Offer {
    pub(super) board: Board,
    pub(super) origin: Origin,
    pub(super) hash: u64,
}

impl Offer {
    pub(super) fn new(board: Board, origin: Origin) -> Self {
        Self { board, origin, hash: hash(&board) }
    }

    const fn shard(&self) -> usize {
        self.hash as usize % SHARDS
    }
}

/// Boards of a layer whose hashes fall here.
struct Shard {
    number: usize,
    entries: Vec<Entry>,
    /// Entries that no other covers. Left empty between the visits of a beam.
    groups: Groups,
    /// Indices of entries added since the last time they were valued.
    fresh: Vec<u32>,
}

impl Shard {
    const fn new(number: usize) -> Self {
        Self { number, entries: Vec::new(), groups: Groups::new(), fresh: Vec::new() }
    }

    fn id(&self, index: u32) -> EntryId {
        index * SHARDS as u32 + self.number as u32
    }

    /// Looks up the groups that some boards belong to, for nothing but to have them in the cache: look-ups
    /// that do not wait for each other overlap.
    fn approach(&self, offers: &[&Offer]) {
        for offer in offers {
            self.groups.approach(offer.hash);
        }
    }

    /// Adds a board unless one that is there covers it.
    fn insert(&mut self, context: Context<'_>, offer: &Offer) {
        let Context { lattice, rules, .. } = context;
        if self.groups.is_empty() {
            self.regroup(lattice);
        }
        let Self { number, entries, groups, fresh } = self;
        let &Offer { mut board, mut origin, hash } = offer;
        let group = groups.group(&board, hash);
        let mut rival = Rival::new(lattice, &board, 0);
        if group.covers(lattice, rules, &rival) {
            return;
        }
        let mut push = |board, origin, state| {
            entries.push(Entry { board, origin, state });
            entries.len() as u32 - 1
        };
        let id = |index: u32| index * SHARDS as u32 + *number as u32;
        let mut dropped: SmallVec<[u32; 8]> = SmallVec::new();
        while let Some(partner) = group.give_way(lattice, rules, &rival, |index| dropped.push(index)) {
            let part = push(board, origin, State::Dropped);
            partner.join(lattice, &mut board);
            rival = Rival::new(lattice, &board, 0);
            origin = Origin::Union(id(partner.index), id(part));
        }
        rival.index = push(board, origin, State::Waiting);
        fresh.push(rival.index);
        group.rivals.push(rival);
        for index in dropped {
            entries[index as usize].state = State::Dropped;
        }
    }

    /// Finds the groups of the entries.
    fn regroup(&mut self, lattice: &Lattice) {
        for (index, Entry { board, state, .. }) in (0..).zip(&self.entries) {
            if *state != State::Dropped {
                let group = self.groups.group(board, hash(board));
                group.rivals.push(Rival::new(lattice, board, index));
            }
        }
    }

    /// Frees what only newcomers need.
    fn leave(&mut self) {
        self.groups = Groups::new();
        self.entries.shrink_to_fit();
        self.fresh = Vec::new();
    }

    /// Values the fresh entries that still count, and gives those that wait for somebody to expand them.
    /// `None` for weights: they are all worth the same.
    fn evaluate(&mut self, context: Context<'_>, weights: Option<&Features>) -> Vec<Waiting> {
        let fresh = std::mem::take(&mut self.fresh);
        let mut waiting = Vec::with_capacity(fresh.len());
        for index in fresh {
            let entry = self.id(index);
            let Entry { board, state, .. } = &self.entries[index as usize];
            if *state == State::Waiting {
                let value = |weights| evaluate(&features(&board.unpack(context.lattice)), weights);
                waiting.push(Waiting { value: weights.map_or(0.0, value), entry });
            }
        }
        waiting
    }
}

/// An entry that waits to be expanded; the greatest comes first.
#[derive(PartialEq)]
pub(super) struct Waiting {
    pub(super) value: f32,
    pub(super) entry: EntryId,
}

impl Eq for Waiting {}

impl Ord for Waiting {
    /// By value; the earlier entry wins ties.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.value.total_cmp(&other.value).then(other.entry.cmp(&self.entry))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Loss of value for every doubling of the boards of a kind that were expanded already.
const VARIETY: f32 = 0.7;

/// In which order boards are expanded.
enum Queue {
    /// The most promising first.
    Best {
        /// Each with how far it was put back for the sake of variety.
        waiting: BinaryHeap<(Waiting, u32)>,
        /// Of the evaluation.
        weights: Features,
        /// How many boards of each kind were expanded; see [`Board::kind`].
        kinds: HashMap<u64, u32, RandomState>,
    },
    /// The earliest first, for all will be.
    All(VecDeque<EntryId>),
}

/// The boards with the same number of merges still to be made.
pub(super) struct Layer {
    shards: [Shard; SHARDS],
    queue: Queue,
}

impl Layer {
    /// An empty layer. With weights it gives the most promising boards first, without the earliest.
    pub(super) fn new(weights: Option<Features>) -> Self {
        let queue = match weights {
            Some(weights) => {
                let kinds = HashMap::with_hasher(RandomState::with_seeds(5, 6, 7, 8));
                Queue::Best { waiting: BinaryHeap::new(), weights, kinds }
            }
            None => Queue::All(VecDeque::new()),
        };
        Self { shards: std::array::from_fn(Shard::new), queue }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries().next().is_none()
    }

    /// Whether no board waits to be expanded.
    pub(super) fn is_finished(&self) -> bool {
        match &self.queue {
            Queue::Best { waiting, .. } => {
                waiting.iter().all(|(waiting, _)| self.entry(waiting.entry).state == State::Dropped)
            }
            Queue::All(waiting) => waiting.is_empty(),
        }
    }

    pub(super) fn entry(&self, id: EntryId) -> &Entry {
        &self.shards[id as usize % SHARDS].entries[id as usize / SHARDS]
    }

    pub(super) fn entry_mut(&mut self, id: EntryId) -> &mut Entry {
        &mut self.shards[id as usize % SHARDS].entries[id as usize / SHARDS]
    }

    /// All entries that ever entered, in a fixed order.
    pub(super) fn entries(&self) -> impl Iterator<Item = (EntryId, &Entry)> {
        self.shards
            .iter()
            .flat_map(|shard| (0..).zip(&shard.entries).map(|(index, entry)| (shard.id(index), entry)))
    }

    /// Frees what is of no use while nobody adds boards. Whoever adds some later gets it back.
    pub(super) fn leave(&mut self) {
        self.shards.iter_mut().for_each(Shard::leave);
        match &mut self.queue {
            Queue::Best { waiting, kinds, .. } => {
                *waiting = BinaryHeap::new();
                *kinds = HashMap::with_hasher(kinds.hasher().clone());
            }
            Queue::All(waiting) => waiting.shrink_to_fit(),
        }
    }

    /// Memory in use, about.
    pub(super) fn bytes(&self) -> usize {
        let bytes = |shard: &Shard| shard.entries.capacity() * size_of::<Entry>() + shard.groups.bytes();
        let queue = match &self.queue {
            Queue::Best { waiting, .. } => waiting.capacity() * size_of::<(Waiting, u32)>(),
            Queue::All(waiting) => waiting.capacity() * size_of::<EntryId>(),
        };
        self.shards.iter().map(bytes).sum::<usize>() + queue
    }

    /// Adds boards in the order given, then values and queues them.
    pub(super) fn extend(&mut self, context: Context<'_>, offers: &[Offer]) {
        let weights = match &self.queue {
            Queue::Best { weights, .. } => Some(weights),
            Queue::All(_) => None,
        };
        let fill = |shard: &mut Shard| {
            let number = shard.number;
            let mut offers = offers.iter().filter(|offer| offer.shard() == number);
            loop {
                let some: SmallVec<[&Offer; 16]> = offers.by_ref().take(16).collect();
                if some.is_empty() {
                    break;
                }
                shard.approach(&some);
                for offer in some {
                    shard.insert(context, offer);
                }
            }
            shard.evaluate(context, weights)
        };
        let fresh: Vec<Vec<Waiting>> = if context.parallel && offers.len() >= 64 {
            self.shards.par_iter_mut().map(fill).collect()
        } else {
            self.shards.iter_mut().map(fill).collect()
        };
        match &mut self.queue {
            Queue::Best { waiting, .. } => {
                waiting.extend(fresh.into_iter().flatten().map(|waiting| (waiting, 0)));
            }
            Queue::All(waiting) => waiting.extend(fresh.iter().flatten().map(|waiting| waiting.entry)),
        }
    }

    /// The next boards to expand, at most so many. Among the most promising, boards of a kind that was
    /// expanded often are put back.
    pub(super) fn pop(&mut self, count: usize) -> Vec<EntryId> {
        let mut batch = Vec::new();
        while batch.len() < count {
            let Self { shards, queue } = self;
            match queue {
                Queue::Best { waiting, kinds, .. } => {
                    let Some((mut first, put_back)) = waiting.pop() else { break };
                    let id = first.entry as usize;
                    let entry = &shards[id % SHARDS].entries[id / SHARDS];
                    if entry.state == State::Dropped {
                        continue;
                    }
                    let expanded = kinds.entry(entry.board.kind()).or_default();
                    let rank = (*expanded + 1).ilog2();
                    if put_back < rank {
                        first.value -= VARIETY * (rank - put_back) as f32;
                        waiting.push((first, rank));
                        continue;
                    }
                    *expanded += 1;
                    batch.push(first.entry);
                }
                Queue::All(waiting) => {
                    let Some(id) = waiting.pop_front() else { break };
                    if shards[id as usize % SHARDS].entries[id as usize / SHARDS].state != State::Dropped {
                        batch.push(id);
                    }
                }
            }
        }
        batch
    }

    /// Queues boards again that were to be expanded, before all others, so that a beam over all boards can go
    /// on from there.
    pub(super) fn put_back(&mut self, batch: &[EntryId]) {
        if let Queue::All(waiting) = &mut self.queue {
            for &id in batch.iter().rev() {
                waiting.push_front(id);
            }
        }
    }

    /// Queues again what an easier goal gives another chance: boards that were dead, and with `swaps` those
    /// that may be swapped once more.
    pub(super) fn reopen(&mut self, swaps: bool) {
        let Queue::All(waiting) = &mut self.queue else { return };
        for shard in &mut self.shards {
            for (index, entry) in (0..).zip(&mut shard.entries) {
                let state = match entry.state {
                    State::Dead => State::Waiting,
                    State::Expanded if swaps => State::WaitingForSwaps,
                    _ => continue,
                };
                entry.state = state;
                waiting.push_back(index * SHARDS as u32 + shard.number as u32);
            }
        }
    }
}
