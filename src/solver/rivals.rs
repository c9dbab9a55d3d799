//! Boards that could make each other needless: those with the same orders and the same number of swaps used.
//!
//! Two [`Rule`]s, each of which can be switched off:
//! - **Domination.** A board that another one covers is dropped. *Argument:* what can be played from a
//!   member of the one can be played from the same member of the other.
//! - **Unions.** Two boards that differ in one column set only become one with the union of both sets.
//!   *Argument:* the union has exactly the members of both, and a set is closed if its parts are.

use hashbrown::HashTable;
use smallvec::SmallVec;

use super::board::Board;
use super::codes::Order;
use super::lattice::{Lattice, SetId};
use super::limits::{Rule, Rules};
use crate::game::COLUMNS;

/// Hash of what rivals have in common. The same on every machine.
pub(super) fn hash(board: &Board) -> u64 {
    /// 2^64 divided by the golden ratio.
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |hash: u64, part: u64| {
        let product = (hash ^ part).wrapping_mul(FACTOR);
        product ^ product >> 32
    };
    board.order.into_iter().fold(u64::from(board.swaps), mix)
}

/// A board that no other covers, as those see it that compare themselves with it.
pub(super) struct Rival {
    /// Its number where it is kept.
    pub(super) index: u32,
    set: [SetId; COLUMNS],
    /// A column set that contains another has all bits of its sketch.
    sketch: [u64; COLUMNS],
}

impl Rival {
    pub(super) fn new(lattice: &Lattice, board: &Board, index: u32) -> Self {
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

/// One whose board differs from a newcomer's in the set of one column only.
pub(super) struct Partner {
    /// Its number where it is kept.
    pub(super) index: u32,
    column: usize,
    set: SetId,
}

impl Partner {
    /// Makes a board the union of itself and the partner's.
    pub(super) fn join(&self, lattice: &Lattice, board: &mut Board) {
        board.set[self.column] = lattice.union(self.set, board.set[self.column]);
    }
}

/// The rivals with the same orders and swaps.
pub(super) struct Group {
    hash: u64,
    order: [Order; COLUMNS],
    swaps: u8,
    pub(super) rivals: SmallVec<[Rival; 1]>,
}

impl Group {
    fn new(board: &Board, hash: u64) -> Self {
        Self { hash, order: board.order, swaps: board.swaps, rivals: SmallVec::new() }
    }

    /// Whether a board belongs here.
    fn admits(&self, board: &Board, hash: u64) -> bool {
        self.hash == hash && self.order == board.order && self.swaps == board.swaps
    }

    /// Whether a newcomer is needless.
    pub(super) fn covers(&self, lattice: &Lattice, rules: Rules, newcomer: &Rival) -> bool {
        let dominates = rules.has(Rule::Domination);
        self.rivals.iter().any(|it| it.set == newcomer.set || dominates && it.covers(lattice, newcomer))
    }

    /// Drops those that a newcomer makes needless, and one that it can be joined with, which is returned;
    /// `dropped` is told the numbers of them all.
    pub(super) fn give_way(
        &mut self,
        lattice: &Lattice,
        rules: Rules,
        newcomer: &Rival,
        mut dropped: impl FnMut(u32),
    ) -> Option<Partner> {
        let mut partner: Option<Partner> = None;
        self.rivals.retain(|it| {
            let covered = rules.has(Rule::Domination) && newcomer.covers(lattice, it);
            let mut joined = false;
            if !covered && rules.has(Rule::Unions) && partner.is_none() {
                partner = newcomer.differs_in(it).map(|column| Partner {
                    index: it.index,
                    column,
                    set: it.set[column],
                });
                joined = partner.is_some();
            }
            if covered || joined {
                dropped(it.index);
            }
            !covered && !joined
        });
        partner
    }
}

/// Rivals by what they have in common.
pub(super) struct Groups(HashTable<Group>);

impl Groups {
    pub(super) const fn new() -> Self {
        Self(HashTable::new())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The group of a board with this hash, if there is one.
    pub(super) fn find(&self, board: &Board, hash: u64) -> Option<&Group> {
        self.0.find(hash, |group| group.admits(board, hash))
    }

    /// The group of a board with this hash, a new one if need be.
    pub(super) fn group(&mut self, board: &Board, hash: u64) -> &mut Group {
        let group = self.0.entry(hash, |group| group.admits(board, hash), |group| group.hash);
        group.or_insert_with(|| Group::new(board, hash)).into_mut()
    }

    /// Looks up a group for nothing but to have it in the cache.
    pub(super) fn approach(&self, hash: u64) {
        let group = self.0.find(hash, |group| group.hash == hash);
        std::hint::black_box(group.map(|group| group.rivals.first().map(|rival| rival.index)));
    }

    /// Memory in use, about.
    pub(super) fn bytes(&self) -> usize {
        self.0.allocation_size()
    }
}
