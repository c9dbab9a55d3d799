//! Boards with equally many merges still to be made: which of them is expanded next, and which are kept when
//! all have been. Which of them count is up to the [`shard`]s.
//!
//! # Determinism
//! Boards enter in a fixed order, shard by shard. So the threads that fill the shards may be many or one.

mod entry;
mod frontier;
mod shard;

use std::collections::VecDeque;

use rayon::prelude::*;
use smallvec::SmallVec;

pub(crate) use self::entry::{CandidateBatch, LayerEntry, ShardIndex};
use self::frontier::{Frontier, TopValues, by_estimate};
use self::shard::{LayerShard, ValuedEntry};
use crate::solver::board::Board;
use crate::solver::bounds::goal::Goal;
use crate::solver::column::store::SetStore;
use crate::solver::ordering::estimate::ChildEstimate;
use crate::solver::ordering::evaluation::Evaluation;
use crate::solver::search::candidate::{Candidate, EntryId, EntryState, Origin};
use crate::solver::search::context::SearchContext;
use crate::solver::search::diversity::{Lineages, NicheCounts};

/// Parts of a layer that threads fill on their own. Part of the order in which boards are seen, so changing
/// it changes node counts.
const SHARDS: usize = 4;

/// The shard of a candidate: boards that may dominate each other share one.
fn shard_of(candidate: &Candidate) -> usize {
    candidate.key.group_hash.part(SHARDS)
}

/// Candidates that are let in before the next ones have to beat them, at most.
const BATCH: usize = 1024;

/// In which order boards are expanded.
enum LayerQueue {
    /// The most promising first.
    Best(Box<Frontier>),
    /// The earliest first, for all will be.
    All(VecDeque<EntryId>),
}

/// The boards with the same number of merges still to be made.
pub(crate) struct Layer {
    shards: [LayerShard; SHARDS],
    queue: LayerQueue,
}

/// SpareBuffers that a layer has left and another can use. New room has to be cleared by the system first, which takes time.
#[derive(Default)]
pub(crate) struct SpareBuffers {
    deferred: Vec<Candidate>,
    boards: [Vec<Board>; SHARDS],
}

impl SpareBuffers {
    /// Memory in use, about.
    pub(crate) fn bytes(&self) -> usize {
        self.deferred.capacity() * size_of::<Candidate>()
            + self.boards.iter().map(|boards| boards.capacity() * size_of::<Board>()).sum::<usize>()
    }
}

impl Layer {
    /// An empty layer, so many after the first. With an evaluation it gives the most promising boards first, without the
    /// earliest.
    pub(crate) fn new(evaluation: Option<Evaluation>, level: usize, room: SpareBuffers) -> Self {
        let SpareBuffers { deferred, boards } = room;
        let queue = match evaluation {
            Some(evaluation) => LayerQueue::Best(Box::new(Frontier::new(evaluation, level, deferred))),
            None => LayerQueue::All(VecDeque::new()),
        };
        let mut numbers = 0..;
        let shards = boards.map(|boards| LayerShard::new(numbers.next().expect("there are enough"), boards));
        Self { shards, queue }
    }

    pub(crate) fn is_empty(&self) -> bool {
        let deferred = matches!(&self.queue, LayerQueue::Best(choice) if !choice.deferred.is_empty());
        !deferred && self.len() == 0
    }

    /// Whether whatever is offered enters at once, so that candidates need to be sorted.
    pub(crate) const fn is_exhaustive(&self) -> bool {
        matches!(self.queue, LayerQueue::All(_))
    }

    /// Whether no board waits to be expanded, or to be let in.
    pub(crate) fn is_finished(&self) -> bool {
        match &self.queue {
            LayerQueue::Best(choice) => {
                let dropped = |id| self.entry(id).state == EntryState::Dropped;
                choice.deferred.is_empty() && choice.waiting.numbers().all(dropped)
            }
            LayerQueue::All(waiting) => waiting.is_empty(),
        }
    }

    /// How many boards wait to be expanded, about, where all will be.
    pub(crate) fn waiting(&self) -> usize {
        if let LayerQueue::All(waiting) = &self.queue { waiting.len() } else { 0 }
    }

    pub(crate) fn entry(&self, id: EntryId) -> &LayerEntry {
        &self.shards[id as usize % SHARDS].entries[id as usize / SHARDS]
    }

    /// The board of an entry, of a layer that has its boards.
    pub(crate) fn board(&self, id: EntryId) -> &Board {
        &self.shards[id as usize % SHARDS].boards[id as usize / SHARDS]
    }

    pub(crate) fn entry_mut(&mut self, id: EntryId) -> &mut LayerEntry {
        &mut self.shards[id as usize % SHARDS].entries[id as usize / SHARDS]
    }

    /// All entries that ever entered, in a fixed order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (EntryId, &LayerEntry)> {
        self.shards
            .iter()
            .flat_map(|shard| (0..).zip(&shard.entries).map(|(index, entry)| (shard.id(index), entry)))
    }

    /// How many entries ever entered.
    pub(crate) fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.entries.len()).sum()
    }

    /// Whether the boards of all entries are there.
    pub(crate) fn has_boards(&self) -> bool {
        self.shards.iter().all(|shard| shard.boards.len() == shard.entries.len())
    }

    /// Lets go of the boards, and leaves their room.
    pub(crate) fn drop_boards(&mut self, room: &mut SpareBuffers) {
        for (shard, boards) in self.shards.iter_mut().zip(&mut room.boards) {
            *boards = std::mem::take(&mut shard.boards);
            boards.clear();
        }
    }

    /// Makes the boards again, with the help of the layer before, which has its own.
    pub(crate) fn restore(&mut self, store: &SetStore, root: &Board, before: Option<&Self>) {
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
                    let Some(board) = entry.origin.make(store, root, from) else { break };
                    self.shards[shard].boards.push(board);
                }
            }
        }
    }

    /// Frees what is of no use while nobody adds boards, or leaves its room. Whoever adds some later gets it back.
    pub(crate) fn release_buffers(&mut self, room: &mut SpareBuffers) {
        self.shards.iter_mut().for_each(LayerShard::release_buffers);
        match &mut self.queue {
            LayerQueue::Best(choice) => room.deferred = choice.release_buffers(),
            LayerQueue::All(waiting) => waiting.shrink_to_fit(),
        }
    }

    /// Lets go of the entries of a layer that was left which nobody will ask for again, and tells whether
    /// most entries went. What is kept: the origins of the boards of the `next` layer, and of all that
    /// is kept; where all boards are seen_cleared at, also those that an easier goal may give another chance.
    pub(crate) fn drop_unreferenced(&mut self, next: &mut Self) -> bool {
        let mut open: Vec<EntryId> = next.origins().filter_map(|origin| origin.before().copied()).collect();
        if matches!(self.queue, LayerQueue::All(_)) {
            open.extend(
                self.entries().filter(|(_, entry)| entry.state != EntryState::Dropped).map(|(id, _)| id),
            );
        }
        let mut marks = self.shards.each_ref().map(|shard| vec![false; shard.entries.len()]);
        while let Some(id) = open.pop() {
            if !std::mem::replace(&mut marks[id as usize % SHARDS][id as usize / SHARDS], true) {
                open.extend(
                    self.entry_mut(id).origin.same_layer_sources().into_iter().flatten().map(|id| *id),
                );
            }
        }
        let most = 2 * marks.iter().flatten().filter(|&&mark| mark).count() < marks.iter().flatten().count();
        let mut marks = marks.iter();
        let numbers =
            self.shards.each_mut().map(|shard| shard.retain_marked(marks.next().expect("one for each")));
        let renumber = |id: &mut EntryId| {
            let shard = *id as usize % SHARDS;
            *id = numbers[shard][*id as usize / SHARDS] * SHARDS as u32 + shard as u32;
        };
        self.origins().flat_map(Origin::same_layer_sources).flatten().for_each(renumber);
        next.origins().filter_map(Origin::before).for_each(renumber);
        most
    }

    /// Where its boards came from.
    fn origins(&mut self) -> impl Iterator<Item = &mut Origin> {
        let deferred = match &mut self.queue {
            LayerQueue::Best(choice) => choice.deferred.as_mut_slice(),
            LayerQueue::All(_) => &mut [],
        };
        let entries = self.shards.iter_mut().flat_map(|shard| &mut shard.entries);
        entries
            .map(|entry| &mut entry.origin)
            .chain(deferred.iter_mut().map(|candidate| &mut candidate.origin))
    }

    /// Memory in use, about.
    pub(crate) fn bytes(&self) -> usize {
        let queue = match &self.queue {
            LayerQueue::Best(choice) => choice.bytes(),
            LayerQueue::All(waiting) => waiting.capacity() * size_of::<EntryId>(),
        };
        self.shards.iter().map(LayerShard::bytes).sum::<usize>() + queue
    }

    /// What is foretold of boards of this layer that come from a certain one, which was worth this; `None` if boards
    /// are not chosen by that.
    pub(crate) fn forecast(&self, board: &Board, value: f32, store: &SetStore) -> Option<ChildEstimate<'_>> {
        match &self.queue {
            LayerQueue::Best(choice) => Some(choice.evaluation.forecast(board, value, store)),
            LayerQueue::All(_) => None,
        }
    }

    /// What the board of an entry is worth; zero where boards are not chosen by that.
    pub(crate) fn value(&self, id: EntryId) -> f32 {
        self.shards[id as usize % SHARDS].values.get(id as usize / SHARDS).copied().unwrap_or(0.0)
    }

    /// The lineages of what comes of an entry, in this layer and in the next, where boards are chosen.
    pub(crate) fn lineages(&self, id: EntryId) -> Option<[Lineages; 2]> {
        let LayerQueue::Best(choice) = &self.queue else { return None };
        let here = self.shards[id as usize % SHARDS].lineages(id / SHARDS as u32);
        let mut next = here;
        for (lineage, _) in
            next.iter_mut().zip(choice.founds_lineages).filter(|&(_, founds_lineages)| founds_lineages)
        {
            *lineage = id + 1;
        }
        Some([here, next])
    }

    /// Adds boards in the order given, but for those that upper_estimate too little, which have to wait.
    pub(crate) fn extend<'o>(
        &mut self,
        context: SearchContext<'_>,
        batches: impl Iterator<Item = CandidateBatch<'o>> + Clone + Sync,
    ) {
        match &mut self.queue {
            LayerQueue::Best(choice) => {
                let good = choice.partition_by_threshold(batches.flat_map(|batch_of| batch_of.candidates));
                self.enter_some(context, &good);
            }
            LayerQueue::All(_) => {
                let count = batches.clone().map(|batch_of| batch_of.candidates.len()).sum();
                let of_shard = |shard| batches.clone().flat_map(move |batch_of| batch_of.of_shard(shard));
                self.enter(context, count, of_shard);
            }
        }
    }

    /// Lets boards wait until there is room for them, where boards are chosen; else adds them at once.
    pub(crate) fn defer<'o>(
        &mut self,
        context: SearchContext<'_>,
        batches: impl Iterator<Item = CandidateBatch<'o>> + Clone + Sync,
    ) {
        match &mut self.queue {
            LayerQueue::Best(choice) => {
                choice.deferred.extend(batches.flat_map(|batch_of| batch_of.candidates))
            }
            LayerQueue::All(_) => self.extend(context, batches),
        }
    }

    /// Lets in some of the boards that wait for it, given how many more will be expanded. Whether there were any.
    pub(crate) fn admit_deferred(&mut self, context: SearchContext<'_>, left: usize) -> bool {
        let LayerQueue::Best(choice) = &mut self.queue else { return false };
        let mut deferred = std::mem::take(&mut choice.deferred);
        let mut niche_counts = NicheCounts::new();
        // Some of the best will be dead, or others will cover them.
        let room = left.saturating_add(left / 4);
        let mut top = TopValues::new(room.min(deferred.len()));
        let order = by_estimate(&deferred, context.parallel);
        let mut admitted = vec![false; deferred.len()];
        let mut rest = order.iter();
        loop {
            let threshold = top.threshold();
            let batch = rest.clone().take((room / 16).clamp(4, BATCH));
            let batch: Vec<u32> = batch
                .take_while(|candidate| candidate.0 >= threshold)
                .map(|candidate| candidate.1.0)
                .collect();
            let Some(last) = batch.len().checked_sub(1) else { break };
            rest.nth(last);
            let candidates: Vec<&Candidate> =
                batch.iter().map(|&number| &deferred[number as usize]).collect();
            for ValuedEntry { value, niches, .. } in self.enter_some(context, &candidates) {
                top.insert(niche_counts.take(niches, value));
            }
            for number in batch {
                admitted[number as usize] = true;
            }
        }
        let any = !deferred.is_empty();
        let mut admitted = admitted.into_iter();
        deferred.retain(|_| !admitted.next().expect("there is a mark for every board"));
        if let LayerQueue::Best(choice) = &mut self.queue {
            choice.threshold = top.threshold();
            choice.deferred = deferred;
        }
        any
    }

    /// Adds boards in the order given and queues them. Where boards are chosen by their values, these are given.
    fn enter_some(&mut self, context: SearchContext<'_>, candidates: &[&Candidate]) -> Vec<ValuedEntry> {
        let mut sorted: [Vec<&Candidate>; SHARDS] = Default::default();
        for candidate in candidates {
            sorted[shard_of(candidate)].push(candidate);
        }
        self.enter(context, candidates.len(), |shard| sorted[shard].iter().copied())
    }

    /// The same, given how many they are and those of each shard.
    fn enter<'o, I: Iterator<Item = &'o Candidate>>(
        &mut self,
        context: SearchContext<'_>,
        count: usize,
        of_shard: impl Fn(usize) -> I + Sync,
    ) -> Vec<ValuedEntry> {
        let parallel = context.parallel && count >= 64;
        let Self { shards, queue } = self;
        let fill = |shard: &mut LayerShard| {
            let mut candidates = of_shard(shard.number);
            loop {
                let some: SmallVec<[&Candidate; 64]> = candidates.by_ref().take(64).collect();
                if some.is_empty() {
                    break;
                }
                shard.prefetch(&some);
                for candidate in some {
                    shard.insert(context, candidate);
                }
            }
        };
        match queue {
            LayerQueue::Best(choice) => {
                let value = |shard: &mut LayerShard| {
                    fill(shard);
                    shard.valued(context, &choice.evaluation)
                };
                let valued: Vec<ValuedEntry> = on_each(shards, parallel, value);
                for &ValuedEntry { entry, value, niches } in &valued {
                    choice.waiting.push(entry, value, niches);
                }
                valued
            }
            LayerQueue::All(waiting) => {
                waiting.extend(on_each(shards, parallel, |shard| {
                    fill(shard);
                    shard.unvalued()
                }));
                Vec::new()
            }
        }
    }

    /// The next boards to expand, at most so many.
    pub(crate) fn pop(&mut self, count: usize) -> Vec<EntryId> {
        let Self { shards, queue } = self;
        let wanted =
            |id: u32| shards[id as usize % SHARDS].entries[id as usize / SHARDS].state != EntryState::Dropped;
        let next = || match queue {
            LayerQueue::Best(choice) => choice.waiting.pop(wanted),
            LayerQueue::All(waiting) => std::iter::from_fn(|| waiting.pop_front()).find(|&id| wanted(id)),
        };
        std::iter::from_fn(next).take(count).collect()
    }

    /// Lets rivals be expanded one after the other, where all boards are; tells how many. What comes of them are mostly
    /// rivals again, which then find those they meet in the cache.
    pub(crate) fn group_comparable(&mut self, context: SearchContext<'_>) -> usize {
        let Self { shards, queue: LayerQueue::All(waiting) } = self else { return 0 };
        // Whoever came before its rivals has them come in its turn.
        let mut line: Vec<(u32, EntryId)> = on_each(shards, context.parallel, |shard| {
            let mut line = Vec::new();
            let mut lined_up = vec![false; shard.entries.len()];
            for (turn, &id) in (0..).zip(&*waiting) {
                if id as usize % SHARDS != shard.number || lined_up[id as usize / SHARDS] {
                    continue;
                }
                let mut add = |index: u32| {
                    let state = shard.entries[index as usize].state;
                    let waits = matches!(state, EntryState::Waiting | EntryState::WaitingForSwaps);
                    if waits && !std::mem::replace(&mut lined_up[index as usize], true) {
                        line.push((turn, shard.id(index)));
                    }
                };
                add(id / SHARDS as u32);
                shard.comparable(id / SHARDS as u32).for_each(add);
            }
            line
        });
        line.sort_by_key(|&(turn, _)| turn);
        *waiting = line.into_iter().map(|(_, id)| id).collect();
        waiting.len()
    }

    /// Makes room for about so many boards, if there are none yet.
    pub(crate) fn reserve_for(&mut self, boards: usize) {
        self.shards.iter_mut().for_each(|shard| shard.reserve_for(boards / SHARDS));
    }

    /// Queues boards again that were to be expanded, before all others, so that a beam over all boards can go
    /// on from there.
    pub(crate) fn requeue(&mut self, batch: &[EntryId]) {
        if let LayerQueue::All(waiting) = &mut self.queue {
            for &id in batch.iter().rev() {
                waiting.push_front(id);
            }
        }
    }

    /// Queues again what an easier goal gives another chance: boards that were dead and need not be now, and with
    /// `swaps` those that may be swapped once more.
    pub(crate) fn reopen(&mut self, goal: Goal, swaps: bool) {
        let LayerQueue::All(waiting) = &mut self.queue else { return };
        for shard in &mut self.shards {
            for (index, entry) in (0..).zip(&mut shard.entries) {
                let state = match entry.state {
                    EntryState::Dead(outlook) if !outlook.rules_out(goal) => EntryState::Waiting,
                    EntryState::Expanded if swaps => EntryState::WaitingForSwaps,
                    _ => continue,
                };
                entry.state = state;
                waiting.push_back(index * SHARDS as u32 + shard.number as u32);
            }
        }
    }
}

/// What comes of every shard, in their order, by threads if that pays.
fn on_each<T: Send>(
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

#[cfg(test)]
mod tests {
    use super::super::beam::sample;
    use super::super::dominance::comparable;
    use super::*;
    use crate::dealer::tabletop;
    use crate::game::TREES;
    use crate::solver::bounds::goal::Goal;

    #[test]
    fn boards_line_up_beside_their_rivals_and_none_is_lost() {
        let store = SetStore::new();
        let context = SearchContext::new(&store);
        let root = Board::new(tabletop::deal(1, 6471).position(), &store);
        let mut turn = 0;
        let mut pick = |below| {
            turn += 7;
            turn % below
        };
        let boards = sample(context, root, Goal { trees: TREES, swaps: 0 }, 16, 100, &mut pick);
        let candidates: Vec<Candidate> =
            boards.iter().map(|&(_, board)| Candidate::new(board, Origin::Root, &store)).collect();
        let mut sorted = ShardIndex::default();
        sorted.sort(&candidates);
        let mut layers = [(); 2].map(|()| Layer::new(None, 0, SpareBuffers::default()));
        for layer in &mut layers {
            layer.extend(
                context,
                std::iter::once(CandidateBatch { candidates: &candidates, sorted: &sorted }),
            );
        }
        let [as_they_came, lined_up] = &mut layers;
        let count = lined_up.group_comparable(context);
        let [mut ids, line] = [as_they_came, lined_up].map(|layer| layer.pop(usize::MAX));
        assert_eq!(line.len(), count);
        let board = |&id: &EntryId| layers[1].board(id);
        // No two groups of rivals have boards of each other between theirs.
        let groups = line.chunk_by(|a, b| comparable(board(a), board(b)));
        let heads: Vec<&Board> = groups.map(|group| board(&group[0])).collect();
        for (n, head) in heads.iter().enumerate() {
            assert!(heads[..n].iter().all(|before| !comparable(before, head)));
        }
        assert!(heads.len() > 50 && heads.len() < line.len(), "{} of {}", heads.len(), line.len());
        let mut same = line.clone();
        same.sort_unstable();
        ids.sort_unstable();
        assert_eq!(same, ids);
        assert_ne!(line, ids);
    }
}
