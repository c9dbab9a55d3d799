//! Boards that could make each other needless: those with the same orders and the same number of swaps used.
//!
//! Two [`Rule`]s, each of which can be switched off:
//! - **Domination.** A board that another one covers is dropped. *Argument:* what can be played from a
//!   member of the one can be played from the same member of the other.
//! - **Unions.** Two boards that differ in one column set only become one with the union of both sets.
//!   *Argument:* the union has exactly the members of both, and a set is closed if its parts are.

use hashbrown::HashTable;

use super::board::{Board, FACTOR};
use super::lattice::Lattice;
use super::limits::{Rule, Rules};
use crate::game::COLUMNS;

/// Hash of what rivals have in common. The same on every machine.
pub(super) fn hash(board: &Board) -> u64 {
    let mix = |hash: u64, part: u64| {
        let product = (hash ^ part).wrapping_mul(FACTOR);
        product ^ product >> 32
    };
    board.order.into_iter().fold(u64::from(board.swaps), mix)
}

/// Whether the orders and swaps of two boards are the same.
fn are_rivals(a: &Board, b: &Board) -> bool {
    a.order == b.order && a.swaps == b.swaps
}

/// Whether the first of two rivals has every member of the other.
fn covers(lattice: &Lattice, a: &Board, b: &Board) -> bool {
    (0..COLUMNS).all(|c| lattice.covers(a.set[c], b.set[c]))
}

/// Whether the sets of two rivals differ in one column only.
fn differ_in_one(a: &Board, b: &Board) -> bool {
    (0..COLUMNS).filter(|&c| a.set[c] != b.set[c]).count() == 1
}

/// The union of two rivals that differ in the set of one column only.
pub(super) fn union(lattice: &Lattice, a: &Board, b: &Board) -> Board {
    debug_assert!(are_rivals(a, b) && differ_in_one(a, b), "no product holds just the members of both");
    let set = |c| if a.set[c] == b.set[c] { a.set[c] } else { lattice.union(a.set[c], b.set[c]) };
    Board { set: std::array::from_fn(set), ..*a }
}

/// The number of no board.
const NOBODY: u32 = u32::MAX;

/// Where the rivals with the same orders and swaps begin.
struct Head {
    /// The upper half of their hash.
    tag: u32,
    first: u32,
}

impl Head {
    const fn tag(hash: u64) -> u32 {
        (hash >> 32) as u32
    }

    /// A hash for the table, which wants all of its bits to differ.
    const fn spread(tag: u32) -> u64 {
        (tag as u64).wrapping_mul(FACTOR)
    }
}

/// Boards that no other covers, by what rivals have in common. They are kept elsewhere, and known here by
/// their numbers; whoever asks tells the board of each number.
pub(super) struct Groups {
    heads: HashTable<Head>,
    /// For each board, the next of its rivals.
    next: Vec<u32>,
}

/// The rivals with the same orders and swaps.
pub(super) struct Group<'a> {
    first: &'a mut u32,
    next: &'a mut Vec<u32>,
}

/// The numbers in a chain that begins with `first`.
fn chain(first: u32, next: &[u32]) -> impl Iterator<Item = u32> {
    let mut index = first;
    std::iter::from_fn(move || {
        let this = index;
        (this != NOBODY).then(|| {
            index = next[this as usize];
            this
        })
    })
}

impl Groups {
    pub(super) const fn new() -> Self {
        Self { heads: HashTable::new(), next: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Whether a board with this hash is needless.
    pub(super) fn cover<'b>(
        &self,
        lattice: &Lattice,
        rules: Rules,
        board: &Board,
        hash: u64,
        boards: impl Fn(u32) -> &'b Board,
    ) -> bool {
        let tag = Head::tag(hash);
        let theirs = |head: &Head| head.tag == tag && are_rivals(boards(head.first), board);
        let head = self.heads.find(Head::spread(tag), theirs);
        head.is_some_and(|head| any_covers(lattice, rules, chain(head.first, &self.next), board, boards))
    }

    /// The group of a board with this hash, a new one if need be. Somebody must be in it before the next look.
    pub(super) fn group<'b>(
        &mut self,
        board: &Board,
        hash: u64,
        boards: impl Fn(u32) -> &'b Board,
    ) -> Group<'_> {
        let tag = Head::tag(hash);
        let theirs = |head: &Head| head.tag == tag && are_rivals(boards(head.first), board);
        let head = self.heads.entry(Head::spread(tag), theirs, |head| Head::spread(head.tag));
        let head = head.or_insert(Head { tag, first: NOBODY }).into_mut();
        Group { first: &mut head.first, next: &mut self.next }
    }

    /// Looks up a group for nothing but to have it in the cache.
    pub(super) fn approach<'b>(&self, hash: u64, boards: impl Fn(u32) -> &'b Board) {
        let tag = Head::tag(hash);
        let head = self.heads.find(Head::spread(tag), |head| head.tag == tag);
        std::hint::black_box(head.map(|head| boards(head.first).order[0]));
    }

    /// Memory in use, about.
    pub(super) fn bytes(&self) -> usize {
        self.heads.allocation_size() + self.next.capacity() * size_of::<u32>()
    }
}

/// Whether some of the rivals of a newcomer make it needless.
fn any_covers<'b>(
    lattice: &Lattice,
    rules: Rules,
    mut rivals: impl Iterator<Item = u32>,
    newcomer: &Board,
    boards: impl Fn(u32) -> &'b Board,
) -> bool {
    let dominates = rules.has(Rule::Domination);
    rivals.any(|index| {
        let it = boards(index);
        it.set == newcomer.set || dominates && covers(lattice, it, newcomer)
    })
}

impl Group<'_> {
    /// Whether a newcomer is needless.
    pub(super) fn covers<'b>(
        &self,
        lattice: &Lattice,
        rules: Rules,
        newcomer: &Board,
        boards: impl Fn(u32) -> &'b Board,
    ) -> bool {
        any_covers(lattice, rules, chain(*self.first, self.next), newcomer, boards)
    }

    /// Drops those that a newcomer makes needless, and one that it can be joined with, which is returned;
    /// `dropped` is told the numbers of them all.
    pub(super) fn give_way<'b>(
        &mut self,
        lattice: &Lattice,
        rules: Rules,
        newcomer: &Board,
        boards: impl Fn(u32) -> &'b Board,
        mut dropped: impl FnMut(u32),
    ) -> Option<u32> {
        let mut partner = None;
        let (mut index, mut last) = (*self.first, NOBODY);
        while index != NOBODY {
            let it = boards(index);
            let mut needless = rules.has(Rule::Domination) && covers(lattice, newcomer, it);
            if !needless && rules.has(Rule::Unions) && partner.is_none() {
                needless = differ_in_one(newcomer, it);
                partner = needless.then_some(index);
            }
            let next = self.next[index as usize];
            if needless {
                dropped(index);
                *self.link(last) = next;
            } else {
                last = index;
            }
            index = next;
        }
        partner
    }

    /// Adds a board, as the last one.
    pub(super) fn push(&mut self, index: u32) {
        if self.next.len() <= index as usize {
            self.next.resize(index as usize + 1, NOBODY);
        }
        self.next[index as usize] = NOBODY;
        let last = chain(*self.first, self.next).last().unwrap_or(NOBODY);
        *self.link(last) = index;
    }

    /// Where the number of the board after this one is kept, or of the first one after nobody.
    fn link(&mut self, index: u32) -> &mut u32 {
        if index == NOBODY { self.first } else { &mut self.next[index as usize] }
    }
}
