//! Rivals, boards with the same stacks in the same orders, trees apart, and the same number of swaps used, found by a
//! hash of these and a comparison of all of them.

use hashbrown::HashTable;
use smallvec::SmallVec;

use super::board::{Board, FACTOR};
use super::codes::{BITS, CODE, colour_of, is_tree, without_trees};
use crate::game::{COLOURS, ROWS};

/// What a board has in common with its rivals, and which trees it has, in brief. The same on every machine.
#[derive(Clone, Copy)]
pub(super) struct Key {
    /// Hash of what rivals have in common.
    tag: u32,
    trees: Trees,
}

/// A bit for each tree in the orders of a board, by its colour and its place among the other stacks. Several may share
/// one, but who has all trees of another board, and maybe more, has all of its bits.
#[derive(Clone, Copy)]
struct Trees(u32);

impl Trees {
    /// Whether this may have all of some other trees.
    const fn may_have(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }
}

impl Key {
    pub(super) fn new(board: &Board) -> Self {
        let (mut hash, mut trees) = (u64::from(board.swaps), 0);
        for (column, order) in board.order.into_iter().enumerate() {
            let bare = without_trees(order);
            let product = (hash ^ bare).wrapping_mul(FACTOR);
            hash = product ^ product >> 32;
            if bare != order {
                trees |= tree_bits(column, order);
            }
        }
        Self { tag: (hash >> 32) as u32, trees: Trees(trees) }
    }

    /// The same, whatever trees there are.
    pub(super) const fn of_all(self) -> Self {
        Self { trees: Trees(0), ..self }
    }

    /// One of so many parts, the same for all rivals. Tables go by other bits.
    pub(super) const fn part(self, parts: usize) -> usize {
        (self.tag >> 16) as usize % parts
    }

    /// A hash for a table, which wants all of its bits to differ.
    const fn spread(tag: u32) -> u64 {
        (tag as u64).wrapping_mul(FACTOR)
    }
}

/// The bits of the trees in the order of a column.
fn tree_bits(column: usize, mut order: u64) -> u32 {
    let (mut bits, mut place) = (0, column * ROWS);
    while order != 0 {
        let code = (order & CODE) as u8;
        order >>= BITS;
        if is_tree(code) {
            let number = (place * COLOURS + colour_of(code)) as u64;
            bits |= 1 << (number.wrapping_mul(FACTOR) >> 59);
        } else {
            place += 1;
        }
    }
    bits
}

/// Whether two boards have the same swaps used and the same orders, trees apart.
pub(super) fn are_rivals(a: &Board, b: &Board) -> bool {
    let mut orders = a.order.into_iter().zip(b.order);
    a.swaps == b.swaps && orders.all(|(a, b)| a == b || without_trees(a) == without_trees(b))
}

/// The number of no board.
const NOBODY: u32 = u32::MAX;

/// Where some rivals begin.
struct Head {
    tag: u32,
    first: u32,
}

/// A board among its rivals.
#[derive(Clone, Copy)]
struct Link {
    /// The next of its rivals.
    next: u32,
    trees: Trees,
}

/// Groups of rivals. The boards are kept elsewhere, and known here by their numbers; whoever asks tells the board
/// of each number.
#[derive(Default)]
pub(super) struct Groups {
    heads: HashTable<Head>,
    links: Vec<Link>,
}

/// All that are rivals of a board.
pub(super) struct Group<'a> {
    trees: Trees,
    first: &'a mut u32,
    links: &'a mut Vec<Link>,
}

/// The numbers in a chain that begins with `first`, each with its trees.
fn chain(first: u32, links: &[Link]) -> impl Iterator<Item = (u32, Trees)> {
    let mut index = first;
    std::iter::from_fn(move || {
        let this = index;
        (this != NOBODY).then(|| {
            let Link { next, trees } = links[this as usize];
            index = next;
            (this, trees)
        })
    })
}

/// Those in a chain that may have all of some trees.
fn with_trees(first: u32, links: &[Link], wanted: Trees) -> impl Iterator<Item = u32> {
    chain(first, links).filter(move |(_, trees)| trees.may_have(wanted)).map(|(index, _)| index)
}

impl Groups {
    pub(super) const fn new() -> Self {
        Self { heads: HashTable::new(), links: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// The rivals of a board with this key that may have all trees of the key, latest first.
    pub(super) fn rivals<'b>(
        &self,
        board: &Board,
        key: Key,
        boards: impl Fn(u32) -> &'b Board,
    ) -> impl Iterator<Item = u32> {
        let theirs = |head: &Head| head.tag == key.tag && are_rivals(boards(head.first), board);
        let head = self.heads.find(Key::spread(key.tag), theirs);
        with_trees(head.map_or(NOBODY, |head| head.first), &self.links, key.trees)
    }

    /// The group of a board with this key, a new one if need be. Somebody must be in it before the next look.
    pub(super) fn group<'b>(
        &mut self,
        board: &Board,
        key: Key,
        boards: impl Fn(u32) -> &'b Board,
    ) -> Group<'_> {
        let theirs = |head: &Head| head.tag == key.tag && are_rivals(boards(head.first), board);
        let head = self.heads.entry(Key::spread(key.tag), theirs, |head| Key::spread(head.tag));
        let head = head.or_insert(Head { tag: key.tag, first: NOBODY }).into_mut();
        Group { trees: key.trees, first: &mut head.first, links: &mut self.links }
    }

    /// Looks up the groups of boards with these keys, for nothing but to have them in the cache: look-ups that do
    /// not wait for each other overlap.
    pub(super) fn approach<'b>(&self, keys: impl Iterator<Item = Key>, boards: impl Fn(u32) -> &'b Board) {
        let first = |key: Key| {
            let head = self.heads.find(Key::spread(key.tag), |head| head.tag == key.tag);
            head.map(|head| (head.first, key.trees))
        };
        let mut walkers: SmallVec<[(u32, Trees); 64]> = keys.filter_map(first).collect();
        while !walkers.is_empty() {
            for (index, wanted) in &mut walkers {
                let Link { next, trees } = self.links[*index as usize];
                if trees.may_have(*wanted) || wanted.may_have(trees) {
                    std::hint::black_box(boards(*index).order[0]);
                }
                *index = next;
            }
            walkers.retain(|(index, _)| *index != NOBODY);
        }
    }

    /// Memory in use, about.
    pub(super) fn bytes(&self) -> usize {
        self.heads.allocation_size() + self.links.capacity() * size_of::<Link>()
    }
}

impl Group<'_> {
    /// The boards in it that may have all trees of the one whose group it is, latest first.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        with_trees(*self.first, self.links, self.trees)
    }

    /// Drops all that `stays` says no of; it is asked of those one after the other, latest first, all of whose trees
    /// the board whose group it is may have.
    pub(super) fn retain(&mut self, mut stays: impl FnMut(u32) -> bool) {
        let (mut index, mut last) = (*self.first, NOBODY);
        while index != NOBODY {
            let Link { next, trees } = self.links[index as usize];
            if !self.trees.may_have(trees) || stays(index) {
                last = index;
            } else {
                *self.link(last) = next;
            }
            index = next;
        }
    }

    /// Adds the board whose group it is.
    pub(super) fn push(&mut self, index: u32) {
        let link = Link { next: std::mem::replace(self.first, index), trees: self.trees };
        if self.links.len() <= index as usize {
            self.links.resize(index as usize + 1, link);
        }
        self.links[index as usize] = link;
    }

    /// Where the number of the board after this one is kept, or of the first one after nobody.
    fn link(&mut self, index: u32) -> &mut u32 {
        if index == NOBODY { self.first } else { &mut self.links[index as usize].next }
    }
}
