//! Candidates: boards that a search has generated, with where they came from.

use super::diversity::{Lineages, Niches, niches};
use super::dominance::union;
use super::dominance_index::Signature;
use crate::solver::board::action::{Action, WithArrangement};
use crate::solver::board::stackings::StackAction;
use crate::solver::board::{Board, SwapAction};
use crate::solver::bounds::goal::UpperBound;
use crate::solver::column::store::SetStore;
use crate::solver::ordering::estimate::ChildEstimate;

/// StackPlace of an entry: its shard in the low bits, its index there above.
pub(crate) type EntryId = u32;

/// Where a board came from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin {
    Root,
    /// By a merge from the layer before.
    Merge(EntryId, WithArrangement<StackAction>),
    /// By a transfer from the same layer.
    Transfer(EntryId, WithArrangement<StackAction>),
    /// By a swap from the same layer.
    Swap(EntryId, WithArrangement<SwapAction>),
    /// Two entries of the same layer.
    Union(EntryId, EntryId),
}

impl Origin {
    /// Makes the board again, given the boards that it names; `None` if one of these is not there.
    pub(crate) fn make<'b>(
        self,
        store: &SetStore,
        root: &Board,
        mut board: impl FnMut(EntryId) -> Option<&'b Board>,
    ) -> Option<Board> {
        Some(match self {
            Self::Root => *root,
            Self::Merge(from, mv) | Self::Transfer(from, mv) => Action::from(mv).play(board(from)?, store),
            Self::Swap(from, mv) => Action::from(mv).play(board(from)?, store),
            Self::Union(a, b) => union(store, board(a)?, board(b)?),
        })
    }

    /// Whether both came by a stacking of the same two stacks.
    pub(crate) fn same_stacks(self, other: Self) -> bool {
        let pair = |origin| match origin {
            Self::Merge(_, mv) | Self::Transfer(_, mv) => Some((mv.arrangement, mv.then.from, mv.then.to)),
            Self::Root | Self::Swap(..) | Self::Union(..) => None,
        };
        pair(self).is_some_and(|a| pair(other) == Some(a))
    }

    /// The entry of the layer before that it names.
    pub(crate) fn before(&mut self) -> Option<&mut EntryId> {
        if let Self::Merge(from, _) = self { Some(from) } else { None }
    }

    /// The entries of the same layer that it names.
    pub(crate) fn same_layer_sources(&mut self) -> [Option<&mut EntryId>; 2] {
        match self {
            Self::Root | Self::Merge(..) => [None, None],
            Self::Transfer(from, _) | Self::Swap(from, _) => [Some(from), None],
            Self::Union(a, b) => [Some(a), Some(b)],
        }
    }
}

/// What has become of a board of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryState {
    /// It waits to be expanded.
    Waiting,
    /// Another one dominates it, or it is part of a union.
    Dropped,
    /// The goal is out of its reach, for it has no more than this outlook.
    Dead(UpperBound),
    /// It was expanded by stackings, and by swaps as far as the goal allowed.
    Expanded,
    /// It was expanded, and no swap can be earned on it, so that no goal allows more.
    Finished,
    /// It was expanded by stackings, and waits for its swaps because the goal allows more of them now.
    WaitingForSwaps,
}

/// A board that wants to enter a layer.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) board: Board,
    pub(crate) origin: Origin,
    pub(crate) key: Signature,
    /// What it promises to be worth; no limit if nothing was foretold.
    pub(crate) upper_estimate: f32,
    /// The founders it comes from.
    pub(crate) lineages: Lineages,
}

impl Candidate {
    pub(crate) fn new(board: Board, origin: Origin, store: &SetStore) -> Self {
        Self {
            board,
            origin,
            key: Signature::new(&board, store),
            upper_estimate: f32::INFINITY,
            lineages: Lineages::default(),
        }
    }

    /// The niche_counts it is of.
    pub(crate) fn niches(&self) -> Niches {
        niches(&self.board, self.lineages)
    }

    /// What it is worth at most, in all likelihood, given what is foretold of boards that come from the same one. Nothing
    /// is foretold of swaps.
    pub(crate) fn upper_estimate(&self, forecast: ChildEstimate<'_>, store: &SetStore) -> f32 {
        match self.origin {
            Origin::Merge(..) | Origin::Transfer(..) => forecast.upper_estimate(&self.board, store),
            Origin::Root | Origin::Swap(..) | Origin::Union(..) => f32::INFINITY,
        }
    }
}
