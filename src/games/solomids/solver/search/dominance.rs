//! Dominance (subsumption) between comparable boards, and their unions.
//!
//! *Comparable* boards have used the same number of swaps, and their orders differ in trees at most.
//!
//! Two [`Pruning`]s, each of which can be switched off:
//! - **Domination.** *Statement:* a board that another one dominates may be dropped. *Argument:*
//!   1. Each member of the dominated board is a member of the other, and what can be played from it there can be played
//!      from it here.
//!   2. A tree that the dominated order lacks was banked, so these members may be those members of the other board in
//!      which it is banked.
//!   3. But where a tree is gone, stacks may have become neighbours between which there are
//!      [local transfers](crate::games::solomids::solver::board::is_local_transfer), and what these make of the members only the board
//!      without the tree implies. That board does not count as dominated.
//!   4. And where a local transfer is possible only if trees that the dominated order lacks are banked, the other board
//!      leaves it to an action of its own ([`has_transfers_without`]), whose result is a board without these trees: the one
//!      that is in question. That board does not count as dominated either.
//!   5. Everywhere else the neighbours are the same, so local transfers make the same positions of the same members, and
//!      both boards consider the same arrangements. An order that changes only after a further action is left to what that
//!      action leads to, on either board.
//! - **Unions.** *Statement:* two boards that differ in one column set only may become one board with the union of both
//!   sets, **which is then expanded itself**. *Argument:* the other four sets are equal, so the union of the two products is a
//!   product, and its members are exactly the members of both; a union of sets that are closed under slides and banks is
//!   closed. To have expanded both parts is not enough: a part may leave a transfer to an action of its own, whose
//!   result the union, which considers that transfer itself, dominates.
//!
//! *Test:* `tests/solomids/differential.rs` compares verdicts with a plain search, with each rule and without it;
//! `board/tests.rs` compares what follows from boards and from boards that dominate them.
//!
//! # The index
//! [`DominanceIndex`] is a hash table of the boards that a board may dominate, be dominated by, or be united with. Boards
//! are grouped by a hash that comparable boards share. Within a group, cover filters exclude most pairs without a
//! comparison of the boards.
//!
//! *Statement:* no board is dropped, and none united, because of a hash or a filter. *Argument:* both only leave out pairs
//! that are then not compared. What they let pass, boards of another group with the same hash included, [`is_dominated`] and
//! [`remove_dominated`] compare as whole boards, orders and sets of all columns. *Test:*
//! `boards_with_one_hash_are_told_apart_by_their_orders_and_sets`.

use std::hint::black_box;
use std::ops::Range;

use hashbrown::HashTable;
use smallvec::SmallVec;

use super::context::SearchContext;
use super::parameters::{LONG_VECTOR, READ_AHEAD};
use crate::games::solomids::game::{COLOURS, COLUMNS, ROWS};
use crate::games::solomids::solver::board::{
    Board, FACTOR, Order, code_at, colour_of, extra_trees, has_transfers_without,
    separates_transfer_partners, without_trees,
};
use crate::games::solomids::solver::column::{ColumnSets, FILTER_BITS, SetStore, bits};
use crate::games::solomids::solver::config::Pruning;

/// Whether two boards are comparable: the same number of swaps used, and orders that differ in trees at most.
fn comparable(a: &Board, b: &Board) -> bool {
    let mut orders = a.order.into_iter().zip(b.order);
    a.swaps == b.swaps && orders.all(|(a, b)| a == b || without_trees(a) == without_trees(b))
}

/// Whether board `a` dominates board `b`: it has every member of `b`, and implies what `b` implies.
pub(crate) fn dominates(store: &SetStore, a: &Board, b: &Board) -> bool {
    let same_order = |&c: &usize| a.order[c] == b.order[c];
    // Nearly all pairs fail in columns with equal orders, which are compared fast.
    a.swaps == b.swaps
        && (0..COLUMNS).filter(same_order).all(|c| store.is_superset(a.set[c], b.set[c], 0))
        && (0..COLUMNS).filter(|c| !same_order(c)).all(|c| {
            extra_trees(a.order[c], b.order[c]).is_some_and(|extra_trees| {
                store.is_superset(a.set[c], b.set[c], extra_trees)
                    && !separates_transfer_partners(a.order[c], extra_trees)
                    && !has_transfers_without(a, c, extra_trees, store)
            })
        })
}

/// Whether two boards have equal orders and swaps used, and differ in the set of exactly one column.
fn differ_in_one_column(a: &Board, b: &Board) -> bool {
    (a.order, a.swaps) == (b.order, b.swaps) && (0..COLUMNS).filter(|&c| a.set[c] != b.set[c]).count() == 1
}

/// The union of two boards that differ in the set of one column only.
pub(crate) fn union(store: &SetStore, a: &Board, b: &Board) -> Board {
    debug_assert!(
        comparable(a, b) && differ_in_one_column(a, b),
        "no product holds just the members of both"
    );
    let set = |c| if a.set[c] == b.set[c] { a.set[c] } else { store.union(a.set[c], b.set[c]) };
    Board { set: std::array::from_fn(set), ..*a }
}

/// Whether one of the boards with the numbers `candidates` equals or dominates a board.
pub(crate) fn is_dominated(
    context: SearchContext<'_>,
    board: &Board,
    mut candidates: impl Iterator<Item = u32>,
    board_of: impl Fn(u32) -> Board,
) -> bool {
    let by_dominance = context.pruning.has(Pruning::Domination);
    candidates.any(|index| {
        let other = board_of(index);
        other == *board || by_dominance && dominates(context.store, &other, board)
    })
}

/// Removes from its group the boards that a new board dominates, and the first other one that it can be united with.
/// Returns the index of the latter, and passes those of the former to `removed`.
pub(super) fn remove_dominated(
    context: SearchContext<'_>,
    (board, cover_filter): (&Board, CoverFilter),
    group: &mut DominanceGroup<'_>,
    board_of: impl Fn(u32) -> Board,
    mut removed: impl FnMut(u32),
) -> Option<u32> {
    let SearchContext { store, pruning, .. } = context;
    let mut partner = None;
    group.retain(cover_filter, |index| {
        let other = board_of(index);
        if pruning.has(Pruning::Domination) && dominates(store, board, &other) {
            removed(index);
            return false;
        }
        if pruning.has(Pruning::Unions) && partner.is_none() && differ_in_one_column(board, &other) {
            partner = Some(index);
            return false;
        }
        true
    });
    partner
}

/// Signature of a board: the group that it belongs to, and a filter within. Equal on every machine.
#[derive(Clone, Copy)]
pub(crate) struct Signature {
    pub(crate) group_hash: GroupHash,
    pub(crate) cover_filter: CoverFilter,
}

/// Hash of what comparable boards have in common: swaps used, and orders without trees.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct GroupHash(u32);

/// Necessary condition for dominance, like a Bloom filter: that of a dominating board is no less in any part.
///
/// It has the filter of each column set, [`FILTER_BITS`] bits each, in two halves that are compared as numbers. The bits that
/// these leave empty ([`TREE_BITS`]) stand for the trees in the orders, by colour and place among the other stacks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct CoverFilter(u64);

// The filters of all columns fit into the word; with another column those of the first would be shifted out of it.
const _: () = assert!(COLUMNS * FILTER_BITS <= u64::BITS as usize);

/// The top bit of each half of a set filter, which is zero in all filters of sets.
const GUARD_BITS: u64 = {
    let (mut guards, mut bit) = (0, FILTER_BITS / 2 - 1);
    while bit < u64::BITS as usize {
        guards |= 1 << bit;
        bit += FILTER_BITS / 2;
    }
    guards
};

/// The bits of a cover filter that no filter of a set uses.
const TREE_BITS: u64 = GUARD_BITS | u64::MAX << (COLUMNS * FILTER_BITS);

impl Signature {
    pub(crate) fn new(board: &Board, sets: &impl ColumnSets) -> Self {
        Self { group_hash: GroupHash::new(board), cover_filter: CoverFilter::new(board, sets) }
    }
}

impl GroupHash {
    pub(crate) fn new(board: &Board) -> Self {
        let mix = |hash: u64, part: u64| {
            let product = (hash ^ part).wrapping_mul(FACTOR);
            product ^ product >> 32
        };
        let hash = board.order.into_iter().map(without_trees).fold(u64::from(board.swaps), mix);
        Self((hash >> 32) as u32)
    }

    /// One of `parts` parts, equal for comparable boards. Tables use other bits.
    pub(crate) const fn part(self, parts: usize) -> usize {
        (self.0 >> 16) as usize % parts
    }

    /// A hash for a table, which needs all bits to differ.
    const fn spread(self) -> u64 {
        (self.0 as u64).wrapping_mul(FACTOR)
    }
}

impl CoverFilter {
    pub(crate) fn new(board: &Board, store: &impl ColumnSets) -> Self {
        let (mut trees, mut sets) = (0, 0);
        for (column, (&order, &set)) in board.order.iter().zip(&board.set).enumerate() {
            let info = store.info(set);
            trees |= tree_bits(column, order, info.trees);
            sets = sets << FILTER_BITS | u64::from(info.cover_filter);
        }
        Self(sets | trees)
    }

    /// Whether a board with this filter may dominate one with the other.
    const fn may_dominate(self, Self(other): Self) -> bool {
        let Self(own) = self;
        let differences = (own | GUARD_BITS).wrapping_sub(other & !TREE_BITS);
        other & !own & TREE_BITS == 0 && differences & GUARD_BITS == GUARD_BITS
    }

    /// Whether boards with these filters may differ in one column only.
    const fn may_unite(self, other: Self) -> bool {
        let differences = self.0 ^ other.0;
        let column = differences.trailing_zeros() as usize / FILTER_BITS * FILTER_BITS;
        differences & TREE_BITS == 0 && (differences == 0 || differences >> column < 1 << FILTER_BITS)
    }
}

/// Bits of the trees in the order of a column, given the trees as a set of indices. Trees may share a bit.
fn tree_bits(column: usize, order: Order, trees: u16) -> u64 {
    bits(trees.into()).enumerate().fold(0, |bits, (passed, index)| {
        let place = column * ROWS + index - passed;
        let number = (place * COLOURS + colour_of(code_at(order, index))) as u64;
        bits | TREE_BIT[(number.wrapping_mul(FACTOR) >> 60) as usize]
    })
}

/// The bits of [`TREE_BITS`], the first of them again where these are fewer than 16.
const TREE_BIT: [u64; 16] = {
    let (mut table, mut number, mut rest) = ([0; 16], 0, TREE_BITS);
    while number < table.len() {
        table[number] = rest & rest.wrapping_neg();
        rest &= rest - 1;
        rest = if rest == 0 { TREE_BITS } else { rest };
        number += 1;
    }
    table
};

/// Boards with one group hash: comparable ones, and rarely others.
struct IndexedGroup {
    group_hash: GroupHash,
    /// Where the block of the group begins.
    start: u32,
    /// Number of boards; it determines the size of the block.
    len: u32,
}

impl IndexedGroup {
    const fn range(&self) -> Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

/// A board by its number, with its filter.
#[derive(Clone, Copy)]
#[repr(Rust, packed(4))]
struct IndexedBoard {
    cover_filter: CoverFilter,
    index: u32,
}

/// Groups of boards by hash. The boards themselves are kept elsewhere, and known here by their numbers.
#[derive(Default)]
pub(crate) struct DominanceIndex {
    groups: HashTable<IndexedGroup>,
    members: Blocks,
}

/// The members of all groups, each group in a block of its own, the latest last: few bytes a board, and no pointers.
#[derive(Default)]
struct Blocks {
    boards: Vec<IndexedBoard>,
    /// Starts of the blocks that no group has, by size class.
    vacant: Vec<Vec<u32>>,
}

/// Size class of the block of a group. Blocks have room for 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, … boards.
fn size_class(len: u32) -> usize {
    let Some(last) = len.checked_sub(1) else { return 0 };
    let shift = (last | 4).ilog2() - 2;
    4 * shift as usize + (last >> shift) as usize + 1
}

/// Number of boards for which blocks of a size class have room.
const fn room_in(class: usize) -> usize {
    if class <= 4 { class } else { ((class - 1) % 4 + 5) << ((class - 1) / 4 - 1) }
}

impl Blocks {
    /// Sets the length of a group. If its size class changes, the group moves to another block.
    fn resize(&mut self, group: &mut IndexedGroup, len: u32) {
        let (class, former) = (size_class(len), size_class(group.len));
        if class != former {
            self.vacant.resize_with(self.vacant.len().max(class.max(former) + 1), Vec::new);
            let start = self.vacant[class].pop().unwrap_or_else(|| self.add_block(room_in(class)));
            let kept = group.range().start..group.range().start + len.min(group.len) as usize;
            self.boards.copy_within(kept, start as usize);
            if former > 0 {
                self.vacant[former].push(group.start);
            }
            group.start = start;
        }
        group.len = len;
    }

    fn add_block(&mut self, room: usize) -> u32 {
        let start = self.boards.len();
        grow(&mut self.boards, room);
        self.boards.resize(start + room, IndexedBoard { cover_filter: CoverFilter(0), index: 0 });
        u32::try_from(start).expect("fewer than 2^32 places fit beside as many boards")
    }
}

pub(crate) struct DominanceGroup<'a> {
    group: &'a mut IndexedGroup,
    members: &'a mut Blocks,
}

/// Boards that may dominate one with this filter, latest first.
fn may_dominate(members: &[IndexedBoard], cover_filter: CoverFilter) -> impl Iterator<Item = u32> {
    let may = move |it: &&IndexedBoard| { it.cover_filter }.may_dominate(cover_filter);
    members.iter().rev().filter(may).map(|it| it.index)
}

impl DominanceIndex {
    pub(crate) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    fn members(&self, group_hash: GroupHash) -> &[IndexedBoard] {
        let group = self.groups.find(group_hash.spread(), |group| group.group_hash == group_hash);
        group.map_or(&[], |group| &self.members.boards[group.range()])
    }

    /// The boards that may dominate one with this signature, latest first.
    pub(crate) fn may_dominate(&self, signature: Signature) -> impl Iterator<Item = u32> {
        may_dominate(self.members(signature.group_hash), signature.cover_filter)
    }

    /// Reads what a search for boards that dominate those with these signatures will read first, so that it is in the cache then.
    ///
    /// The index of a large layer is in no cache, and each search waits for three reads that depend on each other: the group, its
    /// last members, a board. Here none depends on another one of its kind, so the processor waits for all of a kind at once.
    /// `read` reads a board, given its number.
    pub(super) fn read_ahead(&self, signatures: impl Iterator<Item = Signature>, read: impl Fn(u32) -> u32) {
        type Found<'a> = SmallVec<[(&'a [IndexedBoard], CoverFilter); READ_AHEAD]>;
        let found: Found<'_> = signatures.map(|it| (self.members(it.group_hash), it.cover_filter)).collect();
        let last = |members: &[IndexedBoard]| members.last().map_or(0, |it| it.index);
        black_box(found.iter().map(|&(members, _)| last(members)).fold(0, u32::wrapping_add));
        let first = |&(members, cover_filter)| may_dominate(members, cover_filter).next();
        let firsts: SmallVec<[u32; READ_AHEAD]> = found.iter().filter_map(first).collect();
        black_box(firsts.iter().map(|&index| read(index)).fold(0, u32::wrapping_add));
    }

    /// The group with this hash, created if there is none.
    pub(crate) fn group(&mut self, group_hash: GroupHash) -> DominanceGroup<'_> {
        let entry = self.groups.entry(
            group_hash.spread(),
            |group| group.group_hash == group_hash,
            |group| group.group_hash.spread(),
        );
        let group = entry.or_insert(IndexedGroup { group_hash, start: 0, len: 0 }).into_mut();
        DominanceGroup { group, members: &mut self.members }
    }

    pub(crate) fn bytes(&self) -> usize {
        let vacant: usize = self.members.vacant.iter().map(Vec::capacity).sum();
        self.groups.allocation_size() + size_of_val(&*self.members.boards) + vacant * size_of::<u32>()
    }
}

impl DominanceGroup<'_> {
    /// The boards that may dominate one with this filter, latest first.
    pub(crate) fn may_dominate(&self, cover_filter: CoverFilter) -> impl Iterator<Item = u32> {
        may_dominate(&self.members.boards[self.group.range()], cover_filter)
    }

    /// Keeps boards by `keep`, which is called for those only that one with this filter may dominate or be united with.
    pub(crate) fn retain(&mut self, cover_filter: CoverFilter, mut keep: impl FnMut(u32) -> bool) {
        let members = &mut self.members.boards[self.group.range()];
        let mut kept = 0;
        for read in 0..members.len() {
            let it = members[read];
            let other = it.cover_filter;
            if !cover_filter.may_dominate(other) && !cover_filter.may_unite(other) || keep(it.index) {
                members[kept] = it;
                kept += 1;
            }
        }
        self.members.resize(self.group, kept as u32);
    }

    pub(crate) fn push(&mut self, index: u32, cover_filter: CoverFilter) {
        self.members.resize(self.group, self.group.len + 1);
        self.members.boards[self.group.range().end - 1] = IndexedBoard { cover_filter, index };
    }
}

/// Makes room for more elements: in a long vector for a quarter more, where by itself it would double.
pub(super) fn grow<T>(vec: &mut Vec<T>, more: usize) {
    if vec.len() + more > vec.capacity() && vec.len() >= LONG_VECTOR {
        vec.reserve_exact(more.max(vec.len() / 4));
    }
}

#[cfg(test)]
mod tests {
    use super::super::beam::sample::boards_of_deal;
    use super::*;
    use crate::games::solomids::solver::config::PruningSet;

    #[test]
    fn filters_never_exclude_a_dominating_or_uniting_board() {
        let store = SetStore::new();
        // With the rules, boards that dominate others would be alone.
        let pruning = PruningSet::default().without(Pruning::Domination).without(Pruning::Unions);
        let context = SearchContext { pruning, ..SearchContext::new(&store) };
        let boards = boards_of_deal(context, 872, 256, 400).into_iter();
        let mut known: Vec<(Board, Signature)> =
            boards.map(|board| (board, Signature::new(&board, &store))).collect();
        known.sort_by_key(|&(board, Signature { group_hash, .. })| (group_hash.0, board.order, board.set));
        let (mut with_more_trees, mut united, mut excluded) = (0, 0, 0);
        for group in known.chunk_by(|(_, a), (_, b)| a.group_hash == b.group_hash) {
            for (a, Signature { cover_filter, .. }) in group {
                for (b, Signature { cover_filter: other, .. }) in group {
                    assert!(comparable(a, b), "{a:?}, {b:?}");
                    if dominates(&store, a, b) {
                        assert!(cover_filter.may_dominate(*other), "{a:?}, {b:?}");
                        with_more_trees += usize::from(a.order != b.order);
                    }
                    if differ_in_one_column(a, b) {
                        assert!(cover_filter.may_unite(*other), "{a:?}, {b:?}");
                        united += 1;
                    }
                    excluded += usize::from(!cover_filter.may_dominate(*other));
                }
            }
        }
        println!("{with_more_trees} dominate some with fewer trees, {united} united, {excluded} excluded");
        assert!(with_more_trees > 20 && united > 20 && excluded > 1_000);
    }

    #[test]
    fn groups_return_the_boards_pushed_into_them() {
        let mut groups = DominanceIndex::default();
        let cover_filter = CoverFilter(7 | TREE_BIT[0] | TREE_BIT[2]);
        let small = CoverFilter(5 | TREE_BIT[2]);
        let other = CoverFilter(3 | TREE_BIT[1]);
        let group_hash = GroupHash(1);
        for (index, cover_filter) in (0..).zip([small, cover_filter, other, small, cover_filter]) {
            groups.group(group_hash).push(index, cover_filter);
        }
        groups.group(GroupHash(2)).push(5, cover_filter);
        let nothing = CoverFilter(0);
        let all = |groups: &DominanceIndex, group_hash| {
            groups.may_dominate(Signature { group_hash, cover_filter: nothing }).collect::<Vec<_>>()
        };
        assert_eq!(all(&groups, group_hash), [4, 3, 2, 1, 0]);
        assert_eq!(
            groups.may_dominate(Signature { group_hash, cover_filter: small }).collect::<Vec<_>>(),
            [4, 3, 1, 0]
        );
        assert_eq!(groups.may_dominate(Signature { group_hash, cover_filter }).collect::<Vec<_>>(), [4, 1]);
        let mut asked = Vec::new();
        groups.group(group_hash).retain(cover_filter, |index| {
            asked.push(index);
            index != 3
        });
        assert_eq!(asked, [0, 1, 3, 4]);
        assert_eq!(all(&groups, group_hash), [4, 2, 1, 0]);
        assert!(all(&groups, GroupHash(3)).is_empty());
        assert!(!groups.is_empty());
    }

    #[test]
    fn groups_of_all_sizes_keep_their_boards_in_order() {
        let nothing = CoverFilter(0);
        let mut groups = DominanceIndex::default();
        let mut expected = vec![Vec::new(); 9];
        let mut random = 1_u64;
        for index in 0..40_000 {
            random = random.wrapping_mul(FACTOR) ^ random >> 29;
            let number = (random >> 40) as usize % 9;
            let mut group = groups.group(GroupHash(number as u32));
            if (random >> 32).is_multiple_of(16) {
                // A few of the boards are kept, or none, or nearly all.
                let keeps = |it: &u32| it % 7 < number as u32;
                expected[number].retain(keeps);
                group.retain(nothing, |it| keeps(&it));
            }
            group.push(index, nothing);
            expected[number].push(index);
        }
        for (group_hash, mut expected) in (0..).map(GroupHash).zip(expected) {
            expected.reverse();
            let found = groups.may_dominate(Signature { group_hash, cover_filter: nothing });
            assert_eq!(found.collect::<Vec<u32>>(), expected);
        }
        let classes: Vec<usize> = (0..100_000).map(size_class).collect();
        assert!(classes.is_sorted());
        for (len, &class) in classes.iter().enumerate() {
            assert!(len <= room_in(class) && room_in(class) <= len + len / 4, "{len}");
        }
    }

    #[test]
    fn blocks_that_groups_leave_are_used_again() {
        let mut groups = DominanceIndex::default();
        let mut fill = || {
            for index in 0..4_000 {
                groups.group(GroupHash(index % 40)).push(index, CoverFilter(0));
            }
            for number in 0..40 {
                groups.group(GroupHash(number)).retain(CoverFilter(0), |_| false);
            }
            groups.members.boards.len()
        };
        assert_eq!(fill(), fill());
    }

    #[test]
    fn boards_with_one_hash_are_told_apart_by_their_orders_and_sets() {
        let store = SetStore::new();
        let pruning = PruningSet::default().without(Pruning::Domination).without(Pruning::Unions);
        let boards = boards_of_deal(SearchContext { pruning, ..SearchContext::new(&store) }, 872, 256, 60);
        let context = SearchContext::new(&store);
        // As bad as hashes can be: one for all, and a filter that lets everything pass.
        let (group_hash, cover_filter) = (GroupHash(7), CoverFilter(u64::MAX));
        let mut index = DominanceIndex::default();
        let mut known: Vec<u32> = Vec::new();
        let (mut dominated, mut united) = (0, 0);
        for (number, board) in (0..).zip(&boards) {
            let board_of = |index: u32| boards[index as usize];
            let mut group = index.group(group_hash);
            let covered =
                |&other: &u32| board_of(other) == *board || dominates(&store, &board_of(other), board);
            let found = is_dominated(context, board, group.may_dominate(cover_filter), board_of);
            assert_eq!(found, known.iter().any(covered));
            if found {
                dominated += 1;
                continue;
            }
            known.retain(|&other| !dominates(&store, board, &board_of(other)));
            let partner = known.iter().copied().find(|&other| differ_in_one_column(board, &board_of(other)));
            let removed = remove_dominated(context, (board, cover_filter), &mut group, board_of, |_| {});
            assert_eq!(removed, partner);
            known.retain(|&other| Some(other) != partner);
            united += usize::from(partner.is_some());
            group.push(number, cover_filter);
            known.push(number);
        }
        assert!(dominated > 50 && united > 5 && known.len() > 500, "{dominated}, {united}, {}", known.len());
    }
}
