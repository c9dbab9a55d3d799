//! Boards with equally many merges still to be made: which of them is expanded next, and which are kept when
//! all have been. Which of them count is up to the [`shard`]s.
//!
//! # Determinism
//! Boards enter in a fixed order, shard by shard. So the threads that fill the shards may be many or one.

mod entry;
mod shard;

use std::collections::{BinaryHeap, HashMap, VecDeque};

use ahash::RandomState;
use rayon::prelude::*;
use smallvec::SmallVec;

pub(super) use self::entry::{Entry, EntryId, Offer, Origin, State, Waiting};
use self::shard::Shard;
use super::board::Board;
use super::evaluation::Evaluation;
use super::lattice::Lattice;
use super::limits::Rules;

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

/// Loss of value for every doubling of the boards of a kind that were expanded already.
const VARIETY: f32 = 0.7;

/// In which order boards are expanded.
enum Queue {
    /// The most promising first.
    Best {
        /// Each with how far it was put back for the sake of variety.
        waiting: BinaryHeap<(Waiting, u32)>,
        /// What they are worth.
        evaluation: Evaluation,
        /// How many boards of each kind were expanded; see [`kind`](super::board::Board::kind).
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
    /// An empty layer. With an evaluation it gives the most promising boards first, without the earliest.
    pub(super) fn new(evaluation: Option<Evaluation>) -> Self {
        let queue = match evaluation {
            Some(evaluation) => {
                let kinds = HashMap::with_hasher(RandomState::with_seeds(5, 6, 7, 8));
                Queue::Best { waiting: BinaryHeap::new(), evaluation, kinds }
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

    /// The board of an entry, of a layer that has its boards.
    pub(super) fn board(&self, id: EntryId) -> &Board {
        &self.shards[id as usize % SHARDS].boards[id as usize / SHARDS]
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

    /// Whether the boards of all entries are there.
    pub(super) fn has_boards(&self) -> bool {
        self.shards.iter().all(|shard| shard.boards.len() == shard.entries.len())
    }

    /// Lets go of the boards.
    pub(super) fn drop_boards(&mut self) {
        self.shards.iter_mut().for_each(|shard| shard.boards = Vec::new());
    }

    /// Makes the boards again, with the help of the layer before, which has its own.
    pub(super) fn restore(&mut self, lattice: &Lattice, root: &Board, before: Option<&Self>) {
        for shard in &mut self.shards {
            shard.boards.reserve_exact(shard.entries.len() - shard.boards.len());
        }
        // What an entry names in its own layer came before it; so of every shard some next entry can be made.
        while !self.has_boards() {
            for shard in 0..SHARDS {
                while let Some(entry) = self.shards[shard].entries.get(self.shards[shard].boards.len()) {
                    let beside =
                        |id: EntryId| self.shards[id as usize % SHARDS].boards.get(id as usize / SHARDS);
                    let from = |id| match entry.origin {
                        Origin::Merge(..) => before.map(|layer| layer.board(id)),
                        _ => beside(id),
                    };
                    let Some(board) = entry.origin.make(lattice, root, from) else { break };
                    self.shards[shard].boards.push(board);
                }
            }
        }
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

    /// Lets go of the entries of a layer that was left which nobody will ask for again, and tells whether
    /// most entries went. What is kept: the origins of the boards of the `next` layer, and of all that
    /// is kept; where all boards are looked at, also those that an easier goal may give another chance.
    pub(super) fn forget(&mut self, next: &mut Self) -> bool {
        let mut open: Vec<EntryId> = next.origins().filter_map(|origin| origin.before().copied()).collect();
        if matches!(self.queue, Queue::All(_)) {
            open.extend(self.entries().filter(|(_, entry)| entry.state != State::Dropped).map(|(id, _)| id));
        }
        let mut marks = self.shards.each_ref().map(|shard| vec![false; shard.entries.len()]);
        while let Some(id) = open.pop() {
            if !std::mem::replace(&mut marks[id as usize % SHARDS][id as usize / SHARDS], true) {
                open.extend(self.entry_mut(id).origin.beside().into_iter().flatten().map(|id| *id));
            }
        }
        let most = 2 * marks.iter().flatten().filter(|&&mark| mark).count() < marks.iter().flatten().count();
        let mut marks = marks.iter();
        let numbers = self.shards.each_mut().map(|shard| shard.keep(marks.next().expect("one for each")));
        let renumber = |id: &mut EntryId| {
            let shard = *id as usize % SHARDS;
            *id = numbers[shard][*id as usize / SHARDS] * SHARDS as u32 + shard as u32;
        };
        self.origins().flat_map(Origin::beside).flatten().for_each(renumber);
        next.origins().filter_map(Origin::before).for_each(renumber);
        most
    }

    /// Where its entries came from.
    fn origins(&mut self) -> impl Iterator<Item = &mut Origin> {
        self.shards.iter_mut().flat_map(|shard| &mut shard.entries).map(|entry| &mut entry.origin)
    }

    /// Memory in use, about.
    pub(super) fn bytes(&self) -> usize {
        let queue = match &self.queue {
            Queue::Best { waiting, .. } => waiting.capacity() * size_of::<(Waiting, u32)>(),
            Queue::All(waiting) => waiting.capacity() * size_of::<EntryId>(),
        };
        self.shards.iter().map(Shard::bytes).sum::<usize>() + queue
    }

    /// Adds boards in the order given, then values and queues them.
    pub(super) fn extend(&mut self, context: Context<'_>, offers: &[Vec<Offer>]) {
        let evaluation = match &self.queue {
            Queue::Best { evaluation, .. } => Some(evaluation),
            Queue::All(_) => None,
        };
        let fill = |shard: &mut Shard| {
            let number = shard.number;
            let mut offers = offers.iter().flatten().filter(|offer| offer.shard() == number);
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
            shard.evaluate(context, evaluation)
        };
        let fresh: Vec<Vec<Waiting>> = if context.parallel && offers.iter().map(Vec::len).sum::<usize>() >= 64
        {
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
                    let kind = shards[id % SHARDS].boards[id / SHARDS].kind();
                    let expanded = kinds.entry(kind).or_default();
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
