//! Boards of a layer that may cover or join each other: which of them count.
//!
//! # What is dropped
//! Two [`Rule`]s, each of which can be switched off, look at boards with the same orders and the same number
//! of swaps used:
//! - **Domination.** A board that another board of its layer covers. *Argument:* what can be played from a
//!   member of the one can be played from the same member of the other.
//! - **Unions.** Two boards that differ in one column set only become one with the union of both sets.
//!   *Argument:* the union has exactly the members of both, and a set is closed if its parts are.

use hashbrown::HashTable;
use smallvec::SmallVec;

use super::super::board::Board;
use super::super::codes::Order;
use super::super::evaluation::evaluate;
use super::super::lattice::{Lattice, SetId};
use super::super::limits::Rule;
use super::super::outlook::{Features, features};
use super::entry::{Entry, EntryId, Offer, Origin, State, Waiting, hash};
use super::{Context, SHARDS};
use crate::game::COLUMNS;

/// An entry that no other covers, as those see it that compare themselves with it.
struct Rival {
    /// Its index in its shard.
    index: u32,
    set: [SetId; COLUMNS],
    /// A column set that contains another has all bits of its sketch.
    sketch: [u64; COLUMNS],
}

impl Rival {
    fn new(lattice: &Lattice, board: &Board, index: u32) -> Self {
        Self { index, set: board.set, sketch: board.set.map(|set| lattice.info(set).sketch) }
    }

    /// Whether the board of this one covers the other's.
    fn covers(&self, lattice: &Lattice, other: &Self) -> bool {
        let missing = (0..COLUMNS).fold(0, |missing, c| missing | other.sketch[c] & !self.sketch[c]);
        missing == 0 && (0..COLUMNS).all(|c| lattice.covers(self.set[c], other.set[c]))
    }

    /// The column in which the two differ, if it is one only.
    fn differs_in(&self, other: &Self) -> Option<usize> {
        let mut differing = (0..COLUMNS).filter(|&c| self.set[c] != other.set[c]);
        let first = differing.next();
        if differing.next().is_none() { first } else { None }
    }
}

/// The entries with the same orders and the same number of swaps used.
struct Group {
    hash: u64,
    order: [Order; COLUMNS],
    swaps: u8,
    rivals: SmallVec<[Rival; 1]>,
}

impl Group {
    fn new(board: &Board, hash: u64) -> Self {
        Self { hash, order: board.order, swaps: board.swaps, rivals: SmallVec::new() }
    }

    /// Whether a board belongs here.
    fn admits(&self, board: &Board, hash: u64) -> bool {
        self.hash == hash && self.order == board.order && self.swaps == board.swaps
    }
}

/// Boards of a layer whose hashes fall here.
pub(super) struct Shard {
    pub(super) number: usize,
    pub(super) entries: Vec<Entry>,
    /// Entries that no other covers. Left empty between the visits of a beam.
    groups: HashTable<Group>,
    /// Indices of entries added since the last time they were valued.
    fresh: Vec<u32>,
}

impl Shard {
    pub(super) const fn new(number: usize) -> Self {
        Self { number, entries: Vec::new(), groups: HashTable::new(), fresh: Vec::new() }
    }

    pub(super) fn id(&self, index: u32) -> EntryId {
        index * SHARDS as u32 + self.number as u32
    }

    /// Looks up the groups that some boards belong to, for nothing but to have them in the cache: look-ups
    /// that do not wait for each other overlap.
    pub(super) fn approach(&self, offers: &[&Offer]) {
        for offer in offers {
            let group = self.groups.find(offer.hash, |group| group.hash == offer.hash);
            std::hint::black_box(group.map(|group| group.rivals.first().map(|rival| rival.index)));
        }
    }

    /// Adds a board unless one that is there covers it.
    pub(super) fn insert(&mut self, context: Context<'_>, offer: &Offer) {
        let Context { lattice, rules, .. } = context;
        if self.groups.is_empty() {
            self.regroup(lattice);
        }
        let Self { number, entries, groups, fresh } = self;
        let &Offer { mut board, mut origin, hash } = offer;
        let group = groups.entry(hash, |group| group.admits(&board, hash), |group| group.hash);
        let rivals = &mut group.or_insert_with(|| Group::new(&board, hash)).into_mut().rivals;
        let mut rival = Rival::new(lattice, &board, 0);
        let dominates = rules.has(Rule::Domination);
        if rivals.iter().any(|it| it.set == rival.set || dominates && it.covers(lattice, &rival)) {
            return;
        }
        let mut push = |board, origin, state| {
            entries.push(Entry { board, origin, state });
            entries.len() as u32 - 1
        };
        let id = |index: u32| index * SHARDS as u32 + *number as u32;
        let mut dropped: SmallVec<[u32; 8]> = SmallVec::new();
        loop {
            let mut partner = None;
            rivals.retain(|it| {
                let covered = dominates && rival.covers(lattice, it);
                if !covered && rules.has(Rule::Unions) && partner.is_none() {
                    partner = rival.differs_in(it).map(|column| (it.index, column, it.set[column]));
                }
                let joined = partner.is_some_and(|(index, ..)| index == it.index);
                if covered || joined {
                    dropped.push(it.index);
                }
                !covered && !joined
            });
            let Some((other, column, set)) = partner else { break };
            let part = push(board, origin, State::Dropped);
            board.set[column] = lattice.union(set, board.set[column]);
            rival = Rival::new(lattice, &board, 0);
            origin = Origin::Union(id(other), id(part));
        }
        rival.index = push(board, origin, State::Waiting);
        fresh.push(rival.index);
        rivals.push(rival);
        for index in dropped {
            entries[index as usize].state = State::Dropped;
        }
    }

    /// Finds the groups of the entries.
    fn regroup(&mut self, lattice: &Lattice) {
        for (index, Entry { board, state, .. }) in (0..).zip(&self.entries) {
            if *state != State::Dropped {
                let hash = hash(board);
                let group = self.groups.entry(hash, |group| group.admits(board, hash), |group| group.hash);
                let rivals = &mut group.or_insert_with(|| Group::new(board, hash)).into_mut().rivals;
                rivals.push(Rival::new(lattice, board, index));
            }
        }
    }

    /// Memory in use, about.
    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>() + self.groups.allocation_size()
    }

    /// Frees what only newcomers need.
    pub(super) fn leave(&mut self) {
        self.groups = HashTable::new();
        self.fresh = Vec::new();
    }

    /// Keeps the entries that are marked. Gives the new index of each of them, by its old one.
    pub(super) fn keep(&mut self, marked: &[bool]) -> Vec<u32> {
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

    /// Values the fresh entries that still count, and gives those that wait for somebody to expand them.
    /// `None` for weights: they are all worth the same.
    pub(super) fn evaluate(&mut self, context: Context<'_>, weights: Option<&Features>) -> Vec<Waiting> {
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
