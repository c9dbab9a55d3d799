//! Rivals, boards with the same orders and the same number of swaps used, found by a hash of these and a
//! comparison of all of them.

use hashbrown::HashTable;
use smallvec::SmallVec;

use super::board::{Board, FACTOR};

/// Hash of what rivals have in common. The same on every machine.
pub(super) fn hash(board: &Board) -> u64 {
    let mix = |hash: u64, part: u64| {
        let product = (hash ^ part).wrapping_mul(FACTOR);
        product ^ product >> 32
    };
    board.order.into_iter().fold(u64::from(board.swaps), mix)
}

/// Whether the orders and swaps of two boards are the same.
pub(super) fn are_rivals(a: &Board, b: &Board) -> bool {
    a.order == b.order && a.swaps == b.swaps
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

/// Groups of rivals. The boards are kept elsewhere, and known here by their numbers; whoever asks tells the board
/// of each number.
#[derive(Default)]
pub(super) struct Groups {
    heads: HashTable<Head>,
    /// For each board, the next of its rivals.
    next: Vec<u32>,
}

/// All that are rivals of each other.
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

    /// The rivals of a board with this hash, latest first.
    pub(super) fn rivals<'b>(
        &self,
        board: &Board,
        hash: u64,
        boards: impl Fn(u32) -> &'b Board,
    ) -> impl Iterator<Item = u32> {
        let tag = Head::tag(hash);
        let theirs = |head: &Head| head.tag == tag && are_rivals(boards(head.first), board);
        let head = self.heads.find(Head::spread(tag), theirs);
        chain(head.map_or(NOBODY, |head| head.first), &self.next)
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

    /// Looks up the groups of boards with these hashes, for nothing but to have them in the cache: look-ups that do
    /// not wait for each other overlap.
    pub(super) fn approach<'b>(&self, hashes: impl Iterator<Item = u64>, boards: impl Fn(u32) -> &'b Board) {
        let first = |hash| {
            let tag = Head::tag(hash);
            self.heads.find(Head::spread(tag), |head| head.tag == tag).map(|head| head.first)
        };
        let mut indices: SmallVec<[u32; 64]> = hashes.filter_map(first).collect();
        while !indices.is_empty() {
            for index in &mut indices {
                std::hint::black_box(boards(*index).order[0]);
                *index = self.next[*index as usize];
            }
            indices.retain(|index| *index != NOBODY);
        }
    }

    /// Memory in use, about.
    pub(super) fn bytes(&self) -> usize {
        self.heads.allocation_size() + self.next.capacity() * size_of::<u32>()
    }
}

impl Group<'_> {
    /// The boards in it, latest first.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        chain(*self.first, self.next)
    }

    /// Drops all that `stays` says no of; it is asked of one after the other, latest first.
    pub(super) fn retain(&mut self, mut stays: impl FnMut(u32) -> bool) {
        let (mut index, mut last) = (*self.first, NOBODY);
        while index != NOBODY {
            let next = self.next[index as usize];
            if stays(index) {
                last = index;
            } else {
                *self.link(last) = next;
            }
            index = next;
        }
    }

    /// Adds a board.
    pub(super) fn push(&mut self, index: u32) {
        if self.next.len() <= index as usize {
            self.next.resize(index as usize + 1, NOBODY);
        }
        self.next[index as usize] = std::mem::replace(self.first, index);
    }

    /// Where the number of the board after this one is kept, or of the first one after nobody.
    fn link(&mut self, index: u32) -> &mut u32 {
        if index == NOBODY { self.first } else { &mut self.next[index as usize] }
    }
}
