//! Queue of a layer: the order in which its boards are expanded.

use std::collections::VecDeque;

use super::Layer;
use super::entry::{entry_id, locate};
use super::frontier::Frontier;
use crate::games::solomids::solver::bounds::goal::Goal;
use crate::games::solomids::solver::search::candidate::{EntryId, EntryState};

/// Boards of a layer that are to be expanded.
pub(super) enum LayerQueue {
    /// Most promising first, as many as the beam is wide.
    BestFirst(Box<Frontier>),
    /// All, in order.
    Exhaustive(VecDeque<EntryId>),
}

impl LayerQueue {
    /// Memory in use, in bytes, about.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::BestFirst(frontier) => frontier.bytes(),
            Self::Exhaustive(waiting) => waiting.capacity() * size_of::<EntryId>(),
        }
    }
}

impl Layer {
    /// Whether no board is queued or deferred.
    pub(crate) fn is_finished(&self) -> bool {
        match &self.queue {
            LayerQueue::BestFirst(frontier) => {
                let dropped = |id| self.entry(id).state == EntryState::Dropped;
                frontier.deferred.is_empty() && frontier.waiting.numbers().all(dropped)
            }
            LayerQueue::Exhaustive(waiting) => waiting.is_empty(),
        }
    }

    /// About how many boards of an exhaustive layer are queued; zero in other layers.
    pub(crate) fn queued(&self) -> usize {
        if let LayerQueue::Exhaustive(waiting) = &self.queue { waiting.len() } else { 0 }
    }

    /// Takes the next boards to expand from the queue, at most `count`.
    pub(crate) fn pop(&mut self, count: usize) -> Vec<EntryId> {
        let Self { shards, queue } = self;
        let wanted = |id: EntryId| {
            let (shard, index) = locate(id);
            shards[shard].entries[index].state != EntryState::Dropped
        };
        let next = || match queue {
            LayerQueue::BestFirst(frontier) => frontier.waiting.pop(wanted),
            LayerQueue::Exhaustive(waiting) => {
                std::iter::from_fn(|| waiting.pop_front()).find(|&id| wanted(id))
            }
        };
        std::iter::from_fn(next).take(count).collect()
    }

    /// Removes dropped boards from the queue of an exhaustive layer. Returns its length; zero in other layers.
    pub(crate) fn remove_dropped(&mut self) -> usize {
        let Self { shards, queue: LayerQueue::Exhaustive(waiting) } = self else { return 0 };
        waiting.retain(|&id| {
            let (shard, index) = locate(id);
            shards[shard].entries[index].state != EntryState::Dropped
        });
        waiting.len()
    }

    /// Puts a batch back to the front of the queue of an exhaustive layer, so that the beam can be continued there.
    pub(crate) fn requeue(&mut self, batch: &[EntryId]) {
        if let LayerQueue::Exhaustive(waiting) = &mut self.queue {
            for &id in batch.iter().rev() {
                waiting.push_front(id);
            }
        }
    }

    /// Queues the boards of an exhaustive layer that an easier goal concerns: those whose upper bound no longer rules
    /// the goal out, and with `swaps` those on which the goal allows more swaps.
    pub(crate) fn reopen(&mut self, goal: Goal, swaps: bool) {
        let LayerQueue::Exhaustive(waiting) = &mut self.queue else { return };
        for shard in &mut self.shards {
            for (index, entry) in (0..).zip(&mut shard.entries) {
                let state = match entry.state {
                    EntryState::Dead(bound) if !bound.rules_out(goal) => EntryState::Waiting,
                    EntryState::Expanded if swaps => EntryState::WaitingForSwaps,
                    _ => continue,
                };
                entry.state = state;
                waiting.push_back(entry_id(shard.number, index));
            }
        }
    }
}
