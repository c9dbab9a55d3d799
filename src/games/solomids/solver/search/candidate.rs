//! Candidates: generated boards with their origins, on their way into a layer or a depth-first search.
//!
//! A board that was freed is regenerated from its [`Origin`]: actions and unions are deterministic functions of boards, so
//! the result is the board that was freed. (`beam/tests.rs` compares them.)

use super::diversity::{Lineages, Niches, niches};
use super::dominance::union;
use super::dominance_index::Signature;
use crate::games::solomids::solver::board::action::{Action, WithArrangement};
use crate::games::solomids::solver::board::stackings::StackAction;
use crate::games::solomids::solver::board::{Board, SwapAction};
use crate::games::solomids::solver::bounds::goal::UpperBound;
use crate::games::solomids::solver::column::store::SetStore;
use crate::games::solomids::solver::ordering::estimate::ChildEstimate;

/// Number of an entry in its layer ([`LayerEntry`](super::layer::LayerEntry)) or of a node in a depth-first search.
pub(crate) type EntryId = u32;

/// How a board was generated.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin {
    /// It is the root of the search.
    Root,
    /// By a merge on an entry of the layer before.
    Merge(EntryId, WithArrangement<StackAction>),
    /// By a transfer on an entry of the same layer.
    Transfer(EntryId, WithArrangement<StackAction>),
    /// By a swap on an entry of the same layer.
    Swap(EntryId, WithArrangement<SwapAction>),
    /// As the union of two entries of the same layer.
    Union(EntryId, EntryId),
}

impl Origin {
    /// Generates the board again. `board` gives the boards of entries; `None` if it lacks one.
    pub(crate) fn regenerate<'b>(
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

    /// The entry of the layer before that the origin refers to.
    pub(crate) fn previous_layer_source(&mut self) -> Option<&mut EntryId> {
        if let Self::Merge(from, _) = self { Some(from) } else { None }
    }

    /// The entries of the same layer that the origin refers to.
    pub(crate) fn same_layer_sources(&mut self) -> [Option<&mut EntryId>; 2] {
        match self {
            Self::Root | Self::Merge(..) => [None, None],
            Self::Transfer(from, _) | Self::Swap(from, _) => [Some(from), None],
            Self::Union(a, b) => [Some(a), Some(b)],
        }
    }
}

/// State of an entry of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryState {
    /// Queued for expansion.
    Waiting,
    /// Dominated by another entry, or part of a union.
    Dropped,
    /// Dead end: this upper bound rules the goal out.
    Dead(UpperBound),
    /// Expanded by stackings, and by the swaps that the goal allowed.
    Expanded,
    /// Expanded for every goal: no swap can be earned on the board.
    Finished,
    /// Expanded by stackings, and queued for its swaps because the goal allows more of them now.
    WaitingForSwaps,
}

/// A generated board, to be inserted into a layer or a depth-first search.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) board: Board,
    pub(crate) origin: Origin,
    pub(crate) signature: Signature,
    /// Upper estimate of the value; infinite if there is none.
    pub(crate) upper_estimate: f32,
    /// Lineages that the board belongs to.
    pub(crate) lineages: Lineages,
}

impl Candidate {
    /// A candidate without an estimate and without lineages.
    pub(crate) fn new(board: Board, origin: Origin, store: &SetStore) -> Self {
        Self {
            board,
            origin,
            signature: Signature::new(&board, store),
            upper_estimate: f32::INFINITY,
            lineages: Lineages::default(),
        }
    }

    /// Niches that the board belongs to.
    pub(crate) fn niches(&self) -> Niches {
        niches(&self.board, self.lineages)
    }

    /// Upper estimate of the value from the estimates for its parent's children; infinite for swaps, of which there is
    /// no estimate.
    pub(crate) fn upper_estimate(&self, siblings: ChildEstimate<'_>, store: &SetStore) -> f32 {
        match self.origin {
            Origin::Merge(..) | Origin::Transfer(..) => siblings.upper_estimate(&self.board, store),
            Origin::Root | Origin::Swap(..) | Origin::Union(..) => f32::INFINITY,
        }
    }
}
