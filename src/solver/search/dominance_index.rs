//! Boards that may be rivals, found by a hash. Whoever looks for a certain one is shown those only that it may be, at
//! a glance, and has to compare them as a whole.

use hashbrown::HashTable;
use smallvec::SmallVec;

use crate::game::{COLOURS, ROWS};
use crate::solver::board::codes::{Order, code_at, colour_of, without_trees};
use crate::solver::board::{Board, FACTOR};
use crate::solver::column::store::{ColumnSets, FILTER_BITS};

/// What is to be known of a board to find its rivals. The same on every machine.
#[derive(Clone, Copy)]
pub(crate) struct Signature {
    pub(crate) group_hash: GroupHash,
    pub(crate) cover_filter: CoverFilter,
}

/// Hash of what rivals have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct GroupHash(u32);

/// How much a board holds, in brief: one that dominates it holds no less of anything.
#[derive(Clone, Copy)]
pub(crate) struct CoverFilter {
    /// A bit for each tree in the orders, by its colour and its place among the other stacks. Several may share one.
    trees: u32,
    /// For each column the cover_filter of its set, [`FILTER_BITS`] bits each.
    sets: u64,
}

/// The zeros in these extents.
const GAPS: u64 = {
    let (mut gaps, mut bit) = (0, FILTER_BITS / 2 - 1);
    while bit < u64::BITS as usize {
        gaps |= 1 << bit;
        bit += FILTER_BITS / 2;
    }
    gaps
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

    /// One of so many parts of the boards, the same for all rivals. Tables go by other bits.
    pub(crate) const fn part(self, parts: usize) -> usize {
        (self.0 >> 16) as usize % parts
    }

    /// A hash for a table, which wants all of its bits to differ.
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

    /// Whether a board may cover another one, by the extents of both.
    const fn may_dominate(self, other: Self) -> bool {
        other.trees & !self.trees == 0 && ((self.sets | GAPS) - other.sets) & GAPS == GAPS
    }

    /// Whether two boards may differ in one column only.
    const fn may_unite(self, other: Self) -> bool {
        let differences = self.sets ^ other.sets;
        let column = differences.trailing_zeros() as usize / FILTER_BITS * FILTER_BITS;
        self.trees == other.trees && (differences == 0 || differences >> column < 1 << FILTER_BITS)
    }
}

/// The bits of the trees in the order of a column, given their indices.
fn tree_bits(column: usize, order: Order, trees: u16) -> u32 {
    let (mut bits, mut rest, mut passed) = (0, trees, 0);
    while rest != 0 {
        let index = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let place = column * ROWS + index - passed;
        passed += 1;
        let number = (place * COLOURS + colour_of(code_at(order, index))) as u64;
        bits |= 1 << (number.wrapping_mul(FACTOR) >> 59);
    }
    bits
}

/// Boards with the same group_hash: rivals, and now and then others.
struct IndexedGroup {
    group_hash: GroupHash,
    members: IndexedBoards,
}

/// A board, by number.
type IndexedBoard = (u32, CoverFilter);

/// Boards, latest last.
type IndexedBoards = SmallVec<[IndexedBoard; 2]>;

/// DominanceIndex of boards with the same tags. The boards are kept elsewhere, and known here by their numbers.
#[derive(Default)]
pub(crate) struct DominanceIndex {
    tagged: HashTable<IndexedGroup>,
    /// IndexedBoards there is room for outside the table.
    room: usize,
}

/// All boards with a certain group_hash.
pub(crate) struct DominanceGroup<'a> {
    members: &'a mut IndexedBoards,
    room: &'a mut usize,
}

/// Those of some boards that may cover one of this cover_filter, latest first.
fn may_dominate(members: &[IndexedBoard], cover_filter: CoverFilter) -> impl Iterator<Item = u32> {
    let may = move |&&(_, it): &&IndexedBoard| it.may_dominate(cover_filter);
    members.iter().rev().filter(may).map(|&(index, _)| index)
}

impl DominanceIndex {
    pub(crate) const fn new() -> Self {
        Self { tagged: HashTable::new(), room: 0 }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.tagged.is_empty()
    }

    fn members(&self, group_hash: GroupHash) -> &[IndexedBoard] {
        let tagged = self.tagged.find(group_hash.spread(), |tagged| tagged.group_hash == group_hash);
        tagged.map_or(&[], |tagged| &tagged.members)
    }

    /// All boards with this group_hash, latest first.
    pub(crate) fn all(&self, group_hash: GroupHash) -> impl Iterator<Item = u32> {
        self.members(group_hash).iter().rev().map(|&(index, _)| index)
    }

    /// The boards that may cover one with this key, latest first.
    pub(crate) fn may_dominate(&self, key: Signature) -> impl Iterator<Item = u32> {
        may_dominate(self.members(key.group_hash), key.cover_filter)
    }

    /// The group of a board with this group_hash, a new one if need be.
    pub(crate) fn group(&mut self, group_hash: GroupHash) -> DominanceGroup<'_> {
        let tagged = self.tagged.entry(
            group_hash.spread(),
            |tagged| tagged.group_hash == group_hash,
            |tagged| tagged.group_hash.spread(),
        );
        let tagged = tagged.or_insert(IndexedGroup { group_hash, members: IndexedBoards::new() }).into_mut();
        DominanceGroup { members: &mut tagged.members, room: &mut self.room }
    }

    /// Looks up what boards with these keys will be compared with, for nothing but to have it in the cache: look-ups
    /// that do not wait for each other overlap.
    pub(crate) fn prefetch<'b>(
        &self,
        keys: impl Iterator<Item = Signature>,
        boards: impl Fn(u32) -> &'b Board,
    ) {
        let members: SmallVec<[(&[IndexedBoard], CoverFilter); 64]> =
            keys.map(|key| (self.members(key.group_hash), key.cover_filter)).collect();
        for (members, _) in &members {
            std::hint::black_box(members.first().map(|&(index, _)| index));
        }
        for (members, cover_filter) in members {
            for &(index, it) in members {
                if it.may_dominate(cover_filter) || cover_filter.may_dominate(it) {
                    std::hint::black_box(boards(index).order[0]);
                }
            }
        }
    }

    /// Memory in use, about.
    pub(crate) fn bytes(&self) -> usize {
        self.tagged.allocation_size() + self.room * size_of::<IndexedBoard>()
    }
}

impl DominanceGroup<'_> {
    /// The boards that may cover one of this cover_filter, latest first.
    pub(crate) fn may_dominate(&self, cover_filter: CoverFilter) -> impl Iterator<Item = u32> {
        may_dominate(self.members, cover_filter)
    }

    /// Drops all that `stays` says no of; it is asked of those that a board of this cover_filter may cover or be joined with.
    pub(crate) fn retain(&mut self, cover_filter: CoverFilter, mut stays: impl FnMut(u32) -> bool) {
        self.members.retain(|&mut (index, it)| {
            !cover_filter.may_dominate(it) && !cover_filter.may_unite(it) || stays(index)
        });
    }

    /// Adds a board.
    pub(crate) fn push(&mut self, index: u32, cover_filter: CoverFilter) {
        let outside = |members: &IndexedBoards| if members.spilled() { members.capacity() } else { 0 };
        let before = outside(self.members);
        self.members.push((index, cover_filter));
        *self.room += outside(self.members) - before;
    }
}

#[cfg(test)]
mod tests {
    use super::super::beam::sample;
    use super::super::dominance::{comparable, differ_in_one_column, dominates};
    use super::*;
    use crate::dealer::tabletop;
    use crate::game::TREES;
    use crate::solver::bounds::goal::Goal;
    use crate::solver::column::store::SetStore;
    use crate::solver::config::{Rule, Rules};
    use crate::solver::search::context::SearchContext;

    #[test]
    fn nobody_who_covers_or_joins_a_board_is_left_out() {
        let store = SetStore::new();
        // Else those who cover others would be alone.
        let rules = Rules::default().without(Rule::Domination).without(Rule::Unions);
        let context = SearchContext { rules, ..SearchContext::new(&store) };
        let root = Board::new(tabletop::deal(1, 872).position(), &store);
        let goal = Goal { trees: TREES, swaps: 0 };
        let mut turn = 0;
        let mut pick = |below| {
            turn += 7;
            turn % below
        };
        let boards = sample(context, root, goal, 256, 400, &mut pick);
        let mut known: Vec<(Board, Signature)> =
            boards.into_iter().map(|(_, board)| (board, Signature::new(&board, &store))).collect();
        known.sort_by_key(|&(board, Signature { group_hash, .. })| (group_hash.0, board.order, board.set));
        let (mut with_more_trees, mut joined, mut told_apart) = (0, 0, 0);
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
                        joined += 1;
                    }
                    told_apart += usize::from(!cover_filter.may_dominate(*other));
                }
            }
        }
        println!("{with_more_trees} cover some with fewer trees, {joined} joined, {told_apart} told apart");
        assert!(with_more_trees > 20 && joined > 20 && told_apart > 1_000);
    }

    #[test]
    fn groups_give_what_was_put_into_them() {
        let mut groups = DominanceIndex::new();
        let cover_filter = CoverFilter { trees: 0b101, sets: 7 };
        let small = CoverFilter { trees: 0b100, sets: 5 };
        let other = CoverFilter { trees: 0b010, sets: 3 };
        let group_hash = GroupHash(1);
        for (index, cover_filter) in (0..).zip([small, cover_filter, other, small, cover_filter]) {
            groups.group(group_hash).push(index, cover_filter);
        }
        groups.group(GroupHash(2)).push(5, cover_filter);
        assert_eq!(groups.all(group_hash).collect::<Vec<_>>(), [4, 3, 2, 1, 0]);
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
        assert_eq!(groups.all(group_hash).collect::<Vec<_>>(), [4, 2, 1, 0]);
        assert_eq!(groups.all(GroupHash(3)).count(), 0);
        assert!(groups.room >= 5 && !groups.is_empty());
    }
}
