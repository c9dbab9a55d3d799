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

use std::hint::black_box;

use hashbrown::HashTable;
use smallvec::SmallVec;

use super::context::SearchContext;
use super::parameters::READ_AHEAD;
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

/// Whether one of the boards at the indices `candidates` equals or dominates a board.
pub(crate) fn is_dominated(
    context: SearchContext<'_>,
    board: &Board,
    mut candidates: impl Iterator<Item = u32>,
    boards: &[Board],
) -> bool {
    let by_dominance = context.pruning.has(Pruning::Domination);
    candidates.any(|index| {
        let other = &boards[index as usize];
        other == board || by_dominance && dominates(context.store, other, board)
    })
}

/// Removes from its group the boards that a new board dominates, and the first other one that it can be united with.
/// Returns the index of the latter, and passes those of the former to `removed`.
pub(super) fn remove_dominated(
    context: SearchContext<'_>,
    (board, cover_filter): (&Board, CoverFilter),
    group: &mut DominanceGroup<'_>,
    boards: &[Board],
    mut removed: impl FnMut(u32),
) -> Option<u32> {
    let SearchContext { store, pruning, .. } = context;
    let mut partner = None;
    group.retain(cover_filter, |index| {
        let other = &boards[index as usize];
        if pruning.has(Pruning::Domination) && dominates(store, board, other) {
            removed(index);
            return false;
        }
        if pruning.has(Pruning::Unions) && partner.is_none() && differ_in_one_column(board, other) {
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
#[derive(Clone, Copy)]
pub(crate) struct CoverFilter {
    /// A bit for each tree in the orders, by its colour and its place among the other stacks. Trees may share a bit.
    trees: u32,
    /// The filter of each column set, [`FILTER_BITS`] bits each, in two halves that are compared as numbers.
    sets: u64,
}

// The filters of all columns fit into the word; with another column those of the first would be shifted out of it.
const _: () = assert!(COLUMNS * FILTER_BITS <= u64::BITS as usize);

/// The top bit of each half of a set filter, which is zero in all filters.
const GUARD_BITS: u64 = {
    let (mut guards, mut bit) = (0, FILTER_BITS / 2 - 1);
    while bit < u64::BITS as usize {
        guards |= 1 << bit;
        bit += FILTER_BITS / 2;
    }
    guards
};

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
        Self { trees, sets }
    }

    /// Whether a board with this filter may dominate one with the other.
    const fn may_dominate(self, other: Self) -> bool {
        other.trees & !self.trees == 0 && ((self.sets | GUARD_BITS) - other.sets) & GUARD_BITS == GUARD_BITS
    }

    /// Whether boards with these filters may differ in one column only.
    const fn may_unite(self, other: Self) -> bool {
        let differences = self.sets ^ other.sets;
        let column = differences.trailing_zeros() as usize / FILTER_BITS * FILTER_BITS;
        self.trees == other.trees && (differences == 0 || differences >> column < 1 << FILTER_BITS)
    }
}

/// Bits of the trees in the order of a column, given the trees as a set of indices.
fn tree_bits(column: usize, order: Order, trees: u16) -> u32 {
    bits(trees.into()).enumerate().fold(0, |bits, (passed, index)| {
        let place = column * ROWS + index - passed;
        let number = (place * COLOURS + colour_of(code_at(order, index))) as u64;
        bits | 1 << (number.wrapping_mul(FACTOR) >> 59)
    })
}

/// Boards with one group hash: comparable ones, and rarely others.
struct IndexedGroup {
    group_hash: GroupHash,
    members: IndexedBoards,
}

/// A board by its number, with its filter, of which the halves lie apart so that no byte is left empty.
#[derive(Clone, Copy)]
struct IndexedBoard {
    sets: u64,
    trees: u32,
    index: u32,
}

impl IndexedBoard {
    const fn new(index: u32, CoverFilter { trees, sets }: CoverFilter) -> Self {
        Self { sets, trees, index }
    }

    const fn cover_filter(&self) -> CoverFilter {
        CoverFilter { trees: self.trees, sets: self.sets }
    }
}

/// Boards of a group, latest last.
type IndexedBoards = SmallVec<[IndexedBoard; 2]>;

/// Groups of boards by hash. The boards themselves are kept elsewhere, and known here by their numbers.
#[derive(Default)]
pub(crate) struct DominanceIndex {
    groups: HashTable<IndexedGroup>,
    /// Capacity, in boards, of the groups that are stored outside the table.
    spilled: usize,
}

pub(crate) struct DominanceGroup<'a> {
    members: &'a mut IndexedBoards,
    spilled: &'a mut usize,
}

/// Boards that may dominate one with this filter, latest first.
fn may_dominate(members: &[IndexedBoard], cover_filter: CoverFilter) -> impl Iterator<Item = u32> {
    let may = move |it: &&IndexedBoard| it.cover_filter().may_dominate(cover_filter);
    members.iter().rev().filter(may).map(|it| it.index)
}

impl DominanceIndex {
    pub(crate) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    fn members(&self, group_hash: GroupHash) -> &[IndexedBoard] {
        let group = self.groups.find(group_hash.spread(), |group| group.group_hash == group_hash);
        group.map_or(&[], |group| &group.members)
    }

    /// The boards that may dominate one with this signature, latest first.
    pub(crate) fn may_dominate(&self, signature: Signature) -> impl Iterator<Item = u32> {
        may_dominate(self.members(signature.group_hash), signature.cover_filter)
    }

    /// Reads what a search for boards that dominate those with these signatures will read first, so that it is in the cache then.
    ///
    /// The index of a large layer is in no cache, and each search waits for three reads that depend on each other: the group, its
    /// last members, a board. Here none depends on another one of its kind, so the processor waits for all of a kind at once.
    pub(super) fn read_ahead(&self, signatures: impl Iterator<Item = Signature>, boards: &[Board]) {
        type Found<'a> = SmallVec<[(&'a [IndexedBoard], CoverFilter); READ_AHEAD]>;
        let found: Found<'_> = signatures.map(|it| (self.members(it.group_hash), it.cover_filter)).collect();
        let last = |members: &[IndexedBoard]| members.last().map_or(0, |it| it.index);
        black_box(found.iter().map(|&(members, _)| last(members)).fold(0, u32::wrapping_add));
        let first = |&(members, cover_filter)| may_dominate(members, cover_filter).next();
        let firsts: SmallVec<[u32; READ_AHEAD]> = found.iter().filter_map(first).collect();
        black_box(firsts.iter().map(|&index| boards[index as usize].swaps).fold(0, u8::wrapping_add));
    }

    /// The group with this hash, created if there is none.
    pub(crate) fn group(&mut self, group_hash: GroupHash) -> DominanceGroup<'_> {
        let entry = self.groups.entry(
            group_hash.spread(),
            |group| group.group_hash == group_hash,
            |group| group.group_hash.spread(),
        );
        let group = entry.or_insert(IndexedGroup { group_hash, members: IndexedBoards::new() }).into_mut();
        DominanceGroup { members: &mut group.members, spilled: &mut self.spilled }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.groups.allocation_size() + self.spilled * size_of::<IndexedBoard>()
    }
}

impl DominanceGroup<'_> {
    /// The boards that may dominate one with this filter, latest first.
    pub(crate) fn may_dominate(&self, cover_filter: CoverFilter) -> impl Iterator<Item = u32> {
        may_dominate(self.members, cover_filter)
    }

    /// Keeps boards by `keep`, which is called for those only that one with this filter may dominate or be united with.
    pub(crate) fn retain(&mut self, cover_filter: CoverFilter, mut keep: impl FnMut(u32) -> bool) {
        self.members.retain(|it| {
            let other = it.cover_filter();
            !cover_filter.may_dominate(other) && !cover_filter.may_unite(other) || keep(it.index)
        });
    }

    pub(crate) fn push(&mut self, index: u32, cover_filter: CoverFilter) {
        let outside = |members: &IndexedBoards| if members.spilled() { members.capacity() } else { 0 };
        let before = outside(self.members);
        self.members.push(IndexedBoard::new(index, cover_filter));
        *self.spilled += outside(self.members) - before;
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
        let cover_filter = CoverFilter { trees: 0b101, sets: 7 };
        let small = CoverFilter { trees: 0b100, sets: 5 };
        let other = CoverFilter { trees: 0b010, sets: 3 };
        let group_hash = GroupHash(1);
        for (index, cover_filter) in (0..).zip([small, cover_filter, other, small, cover_filter]) {
            groups.group(group_hash).push(index, cover_filter);
        }
        groups.group(GroupHash(2)).push(5, cover_filter);
        let nothing = CoverFilter { trees: 0, sets: 0 };
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
        assert!(groups.spilled >= 5 && !groups.is_empty());
    }
}
