//! Candidates, generated boards with their origins; and expansions: stackings and swaps, or the proof of a dead end.
//!
//! A board that was freed is regenerated from its [`Origin`]: actions and unions are deterministic functions of boards, so
//! the result is the board that was freed. (`beam/tests.rs` compares them.)
//!
//! # Pruning
//! [`Pruning::DeadEnds`], which can be switched off. *Statement:* a board is dropped if its [`UpperBound`] rules the goal
//! out. *Argument:* without a further swap no line completes more trees than the
//! [relaxation](crate::games::solomids::solver::bounds) allows. A further swap may complete more, and keeps the board alive
//! where it can be earned; it needs another tree of every colour first, which is again a question about trees without a
//! swap, and the relaxation answers it. *Test:* `tests/solomids/differential.rs` compares verdicts with a plain search, with the
//! rule and without it.
//!
//! A board with enough trees reaches its goal, banked or standing, for a tree may be banked at any time (M4).

use std::ops::ControlFlow::{self, Break, Continue};

use super::context::SearchContext;
use super::diversity::{Lineages, Niches, niches};
use super::dominance::{Signature, union};
use crate::games::solomids::solver::board::{
    Action, ArrangedBoard, Board, StackAction, StackActions, StackFit, SwapAction, WithArrangement,
};
use crate::games::solomids::solver::bounds::{Goal, UpperBound, max_trees};
use crate::games::solomids::solver::column::SetStore;
use crate::games::solomids::solver::config::Pruning;
use crate::games::solomids::solver::ordering::ChildEstimate;

/// Number of an entry in its layer ([`LayerEntry`](super::layer::LayerEntry)) or of a node in a depth-first search.
pub(super) type EntryId = u32;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin {
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
    pub(super) fn regenerate<'b>(
        self,
        store: &SetStore,
        root: &Board,
        mut board: impl FnMut(EntryId) -> Option<&'b Board>,
    ) -> Option<Board> {
        Some(match self {
            Self::Root => *root,
            Self::Merge(from, mv) | Self::Transfer(from, mv) => mv.action().play(board(from)?, store),
            Self::Swap(from, mv) => mv.action().play(board(from)?, store),
            Self::Union(a, b) => union(store, board(a)?, board(b)?),
        })
    }

    /// The entry of the layer before that the origin refers to.
    pub(super) fn previous_layer_source(&mut self) -> Option<&mut EntryId> {
        if let Self::Merge(from, _) = self { Some(from) } else { None }
    }

    /// The entries of the same layer that the origin refers to.
    pub(super) fn same_layer_sources(&mut self) -> [Option<&mut EntryId>; 2] {
        match self {
            Self::Root | Self::Merge(..) => [None, None],
            Self::Transfer(from, _) | Self::Swap(from, _) => [Some(from), None],
            Self::Union(a, b) => [Some(a), Some(b)],
        }
    }
}

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
    pub(super) lineages: Lineages,
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

    pub(super) fn niches(&self) -> Niches {
        niches(&self.board, self.lineages)
    }

    /// Upper estimate of the value from the estimates for its parent's children; infinite for swaps, which have none.
    pub(crate) fn upper_estimate(&self, siblings: ChildEstimate<'_>, store: &SetStore) -> f32 {
        match self.origin {
            Origin::Merge(..) | Origin::Transfer(..) => siblings.upper_estimate(&self.board, store),
            Origin::Root | Origin::Swap(..) | Origin::Union(..) => f32::INFINITY,
        }
    }
}

/// The state of an expanded board; or the last board generated, which reaches the goal, with the action to it.
pub(crate) type ExpansionResult = ControlFlow<(Board, Action), EntryState>;

/// Boards generated by expansions, in order.
#[derive(Default)]
pub(crate) struct Successors {
    /// Candidates for the same layer: by transfers and swaps.
    pub(crate) here: Vec<Candidate>,
    /// Candidates for the next layer: by merges.
    pub(crate) next: Vec<Candidate>,
}

impl Successors {
    /// Expands the board of entry `id`, as far as its state leaves it to be done, and appends what it generates.
    pub(crate) fn expand(
        &mut self,
        context: SearchContext<'_>,
        goal: Goal,
        id: EntryId,
        board: &Board,
        state: EntryState,
    ) -> ExpansionResult {
        if state != EntryState::WaitingForSwaps {
            let state = self.generate_stackings(context, goal, id, board)?;
            if state != EntryState::Expanded {
                return Continue(state);
            }
        }
        if board.swaps < goal.swaps {
            self.generate_swaps(context, goal, id, board)?;
        }
        Continue(EntryState::Expanded)
    }

    fn generate_stackings(
        &mut self,
        context: SearchContext<'_>,
        goal: Goal,
        id: EntryId,
        board: &Board,
    ) -> ExpansionResult {
        let store = context.store;
        let unpacked = board.unpack(store);
        if context.pruning.has(Pruning::DeadEnds) {
            let bound = UpperBound::new(board, max_trees(&unpacked));
            if bound.rules_out(goal) {
                return Continue(EntryState::Dead(bound));
            }
        }
        let (mut stackings, mut can_earn_swap) = (StackActions::new(), false);
        for arranged in ArrangedBoard::all(board, store, context.pruning) {
            can_earn_swap |= arranged.board.can_earn_swap();
            arranged.stackings(&unpacked, store, &mut stackings);
            for &(mv, fit) in &stackings {
                let (child, action) = arranged.stack(store, mv);
                if fit == StackFit::Merge {
                    self.next.push(Candidate::new(child, Origin::Merge(id, action), store));
                } else {
                    self.here.push(Candidate::new(child, Origin::Transfer(id, action), store));
                }
                if child.trees >= goal.trees {
                    return Break((child, action.action()));
                }
            }
        }
        Continue(if can_earn_swap { EntryState::Expanded } else { EntryState::Finished })
    }

    fn generate_swaps(
        &mut self,
        context: SearchContext<'_>,
        goal: Goal,
        id: EntryId,
        board: &Board,
    ) -> ControlFlow<(Board, Action)> {
        let store = context.store;
        for arranged in ArrangedBoard::all(board, store, context.pruning) {
            let board = &arranged.board;
            for bank in board.ways_to_earn_swap() {
                let banked = board.after_banks(store, bank, &mut ());
                let pairs = banked.swap_pairs(store).into_iter().map(|(a, b)| SwapAction { bank, a, b });
                for mv in pairs.filter(|&mv| arranged.considers_swap(mv, &banked)) {
                    let child = board.play_swap(store, mv, &mut ());
                    let (child, action) = arranged.finish_swap(store, mv, child);
                    self.here.push(Candidate::new(child, Origin::Swap(id, action), store));
                    // Stacks that have become neighbours may complete a tree in normal form.
                    if child.trees >= goal.trees {
                        return Break((child, action.action()));
                    }
                }
            }
        }
        Continue(())
    }

    /// Removes all candidates; keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.here.clear();
        self.next.clear();
    }

    pub(crate) fn boards(&self) -> u64 {
        (self.here.len() + self.next.len()) as u64
    }
}
