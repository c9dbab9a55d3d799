//! What a layer knows of a board: where it came from and what has become of it.

use super::SHARDS;
use super::diversity::{Kind, Lineages, kind};
use crate::solver::board::action::{Action, Arranged};
use crate::solver::board::stackings::Stacking;
use crate::solver::board::{Board, Exchange};
use crate::solver::bounds::goal::Outlook;
use crate::solver::column::store::Lattice;
use crate::solver::ordering::estimate::Forecast;
use crate::solver::search::dominance::union;
use crate::solver::search::dominance_index::Key;

/// Place of an entry: its shard in the low bits, its index there above.
pub(crate) type EntryId = u32;

/// Where a board came from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin {
    Root,
    /// By a merge from the layer before.
    Merge(EntryId, Arranged<Stacking>),
    /// By a transfer from the same layer.
    Transfer(EntryId, Arranged<Stacking>),
    /// By a swap from the same layer.
    Swap(EntryId, Arranged<Exchange>),
    /// Two entries of the same layer.
    Union(EntryId, EntryId),
}

impl Origin {
    /// Makes the board again, given the boards that it names; `None` if one of these is not there.
    pub(crate) fn make<'b>(
        self,
        lattice: &Lattice,
        root: &Board,
        mut board: impl FnMut(EntryId) -> Option<&'b Board>,
    ) -> Option<Board> {
        Some(match self {
            Self::Root => *root,
            Self::Merge(from, mv) | Self::Transfer(from, mv) => Action::from(mv).play(board(from)?, lattice),
            Self::Swap(from, mv) => Action::from(mv).play(board(from)?, lattice),
            Self::Union(a, b) => union(lattice, board(a)?, board(b)?),
        })
    }

    /// Whether both came by a stacking of the same two stacks.
    pub(crate) fn pairs_like(self, other: Self) -> bool {
        let pair = |origin| match origin {
            Self::Merge(_, mv) | Self::Transfer(_, mv) => Some((mv.riders, mv.then.from, mv.then.to)),
            Self::Root | Self::Swap(..) | Self::Union(..) => None,
        };
        pair(self).is_some_and(|a| pair(other) == Some(a))
    }

    /// The entry of the layer before that it names.
    pub(super) fn before(&mut self) -> Option<&mut EntryId> {
        if let Self::Merge(from, _) = self { Some(from) } else { None }
    }

    /// The entries of the same layer that it names.
    pub(super) fn beside(&mut self) -> [Option<&mut EntryId>; 2] {
        match self {
            Self::Root | Self::Merge(..) => [None, None],
            Self::Transfer(from, _) | Self::Swap(from, _) => [Some(from), None],
            Self::Union(a, b) => [Some(a), Some(b)],
        }
    }
}

/// What has become of a board of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// It waits to be expanded.
    Waiting,
    /// Another one covers it, or it is part of a union.
    Dropped,
    /// The goal is out of its reach, for it has no more than this outlook.
    Dead(Outlook),
    /// It was expanded by stackings, and by swaps as far as the goal allowed.
    Expanded,
    /// It was expanded, and no swap can be earned on it, so that no goal allows more.
    Finished,
    /// It was expanded by stackings, and waits for its swaps because the goal allows more of them now.
    WaitingForSwaps,
}

/// A board of a layer. The board itself is kept apart from this, and only as long as somebody may want it: the
/// origins tell how to make it again.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) origin: Origin,
    pub(crate) state: State,
    /// Trees of the board, banked or standing.
    pub(crate) trees: u8,
}

/// A board that wants to enter a layer.
#[derive(Clone, Copy)]
pub(crate) struct Offer {
    pub(crate) board: Board,
    pub(crate) origin: Origin,
    pub(crate) key: Key,
    /// What it promises to be worth; no limit if nothing was foretold.
    pub(crate) promise: f32,
    /// The founders it comes from.
    pub(crate) lineages: Lineages,
}

impl Offer {
    pub(crate) fn new(board: Board, origin: Origin, lattice: &Lattice) -> Self {
        Self {
            board,
            origin,
            key: Key::new(&board, lattice),
            promise: f32::INFINITY,
            lineages: Lineages::default(),
        }
    }

    /// The kinds it is of.
    pub(super) fn kind(&self) -> Kind {
        kind(&self.board, self.lineages)
    }

    /// What it is worth at most, in all likelihood, given what is foretold of boards that come from the same one. Nothing
    /// is foretold of swaps.
    pub(crate) fn promise(&self, forecast: Forecast<'_>, lattice: &Lattice) -> f32 {
        match self.origin {
            Origin::Merge(..) | Origin::Transfer(..) => forecast.promise(&self.board, lattice),
            Origin::Root | Origin::Swap(..) | Origin::Union(..) => f32::INFINITY,
        }
    }

    pub(super) const fn shard(&self) -> usize {
        self.key.tag.part(SHARDS)
    }
}

/// For each shard the indices of those of some offers that it would keep.
#[derive(Default)]
pub(crate) struct Sorted([Vec<u32>; SHARDS]);

impl Sorted {
    /// Sorts other offers.
    pub(crate) fn sort(&mut self, offers: &[Offer]) {
        self.0.iter_mut().for_each(Vec::clear);
        for (index, offer) in (0..).zip(offers) {
            self.0[offer.shard()].push(index);
        }
    }
}

/// Offers in the order in which they enter, sorted by those who made them, if all of them enter: who fills a shard need not
/// look at the others.
#[derive(Clone, Copy)]
pub(crate) struct Crowd<'o> {
    pub(crate) offers: &'o [Offer],
    pub(crate) sorted: &'o Sorted,
}

impl<'o> Crowd<'o> {
    /// Those that a shard would keep.
    pub(super) fn of_shard(self, shard: usize) -> impl Iterator<Item = &'o Offer> {
        self.sorted.0[shard].iter().map(move |&index| &self.offers[index as usize])
    }
}
