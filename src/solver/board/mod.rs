//! The board as the search sees it: for every column an order of stacks and a set of ways they can stand.
//!
//! # Laziness
//! Slides and banks are never chosen here. A [`Board`] is a product of column sets that are closed under
//! both (see [`store`](crate::solver::column::store)), and a [`StackAction`] keeps just those members in which it can be
//! played. This loses nothing: whatever one member allows, the set allows; and it claims nothing false:
//! every member of the outcome is reached by a line of single moves from a member of the origin.

pub(crate) mod action;
pub(crate) mod arranged;
pub(crate) mod codes;
pub(crate) mod local_transfers;
pub(crate) mod stackings;

use smallvec::SmallVec;

use crate::game::{COLOURS, COLUMNS, COPIES, MAX_SWAPS, Position, ROWS, Shape, Square, TREES};
use crate::solver::board::codes::{
    BITS, CODE, FIT_TABLE, Order, StackFit, code_at, codes_in, colour_of, is_tree, shape_of, with_code,
    without,
};
use crate::solver::board::stackings::{StackAction, StackPlace, UnpackedBoard};
use crate::solver::column::store::{ColumnOp, ColumnSets, SetChange, SetId};

/// What hashes of boards are multiplied by: 2^64 divided by the golden ratio.
pub(crate) const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// Of two codes, one in the lower bits and one above, those of the stacks' bottom pieces.
static BASES: [u16; 1 << (2 * BITS)] = {
    let mut bases = [0; 1 << (2 * BITS)];
    let mut codes = 0;
    while codes < bases.len() {
        let (near, far) = (codes as u8 & CODE as u8, (codes >> BITS) as u8);
        bases[codes] = (base(far) as u16) << BITS | base(near) as u16;
        codes += 1;
    }
    bases
};

/// A number for the bottom piece of a stack; zero for no stack.
const fn base(code: u8) -> u8 {
    if code == 0 {
        return 0;
    }
    let piece = match Shape::ALL[shape_of(code) as usize] {
        Shape::S1 => 1,
        Shape::S2 | Shape::S12 => 2,
        Shape::S3 | Shape::S23 | Shape::S123 => 3,
    };
    3 * colour_of(code) as u8 + piece
}

/// A product of column sets, with what has been counted on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// The stacks of each column.
    pub(crate) order: [Order; COLUMNS],
    /// The ways they can stand.
    pub(crate) set: [SetId; COLUMNS],
    /// Swaps used in all.
    pub(crate) swaps: u8,
    /// Trees, banked or standing.
    pub(crate) trees: u8,
}

/// A swap (M5), with the banks that earn it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SwapAction {
    /// Trees banked first: for each column a bit for each index.
    pub(crate) bank: [u16; COLUMNS],
    /// One of the stacks, its index counted after those banks.
    pub(crate) a: StackPlace,
    /// The other, likewise.
    pub(crate) b: StackPlace,
}

impl SwapAction {
    /// The trees that are banked, in the order in which it happens.
    pub(crate) fn banks(self) -> impl Iterator<Item = StackPlace> {
        (0..COLUMNS).flat_map(move |column| {
            (0..ROWS)
                .rev()
                .filter(move |i| self.bank[column] >> i & 1 == 1)
                .map(move |i| StackPlace::new(column, i))
        })
    }
}

/// One action of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardAction {
    /// A stack or a transfer.
    Stack(StackAction),
    /// A swap with the banks that earn it.
    Swap(SwapAction),
}

/// An operation on a column of a board, as it happened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AppliedOp {
    /// The column.
    pub(crate) column: usize,
    /// Its set before.
    pub(crate) before: SetId,
    /// What was done.
    pub(crate) op: ColumnOp,
    /// What came of it.
    pub(crate) change: SetChange,
}

/// Somebody who wants to know which operations a move consists of; most do not.
pub(crate) trait OpLog {
    /// Takes note of an operation.
    fn note(&mut self, applied: AppliedOp);
}

impl OpLog for () {
    fn note(&mut self, _: AppliedOp) {}
}

impl OpLog for Vec<AppliedOp> {
    fn note(&mut self, applied: AppliedOp) {
        self.push(applied);
    }
}

impl Board {
    /// The board of a position, with everything slides and banks reach from it.
    pub(crate) fn new(position: &Position, store: &impl ColumnSets) -> Self {
        let mut board = Self {
            order: [0; COLUMNS],
            set: [0; COLUMNS],
            swaps: position.swaps_used(),
            trees: position.trees_banked(),
        };
        for column in 0..COLUMNS {
            let (mut mask, mut trees, mut len) = (0u16, 0u16, 0);
            for depth in 0..ROWS {
                if let Some(stack) = position.get(Square::new(column, depth)) {
                    mask |= 1 << depth;
                    trees |= u16::from(stack.is_tree()) << len;
                    board.order[column] = with_code(board.order[column], len, stack.code());
                    board.trees += u8::from(stack.is_tree());
                    len += 1;
                }
            }
            board.set[column] = store.reached_from(mask, trees);
        }
        board
    }

    /// Number of stacks in a column.
    pub(crate) const fn len(&self, column: usize) -> usize {
        (64 - self.order[column].leading_zeros() as usize).div_ceil(BITS)
    }

    /// Number of stacks in each column.
    pub(crate) fn lens(&self) -> [usize; COLUMNS] {
        std::array::from_fn(|column| self.len(column))
    }

    /// Which codes each column holds, as bit sets.
    pub(crate) fn codes_present(&self) -> [u32; COLUMNS] {
        self.order.map(codes_in)
    }

    /// Code of a stack.
    pub(crate) const fn code(&self, place: StackPlace) -> u8 {
        code_at(self.order[place.column as usize], place.index as usize)
    }

    /// Merges that are still to be made before only trees are left.
    pub(crate) fn merges_left(&self) -> usize {
        let standing: usize = (0..COLUMNS).map(|c| self.len(c)).sum();
        let trees_standing = (0..COLUMNS)
            .map(|c| (0..self.len(c)).filter(|&i| is_tree(code_at(self.order[c], i))).count())
            .sum::<usize>();
        standing - trees_standing - (TREES - self.trees) as usize
    }

    /// Boards of a layer are of one kind when the same pieces stand on the bottom of their stacks: they differ
    /// only in what rides on what and in how the columns stand. Different kinds may share a number; this
    /// serves variety, no verdict depends on it.
    pub(crate) fn niche_hash(&self) -> u32 {
        let kind = self.order.into_iter().fold(0, |kind: u64, order| {
            let bases = (0..ROWS / 2).map(|pair| 2 * BITS * pair).fold(0, |bases, shift| {
                bases | u64::from(BASES[(order >> shift) as usize % BASES.len()]) << shift
            });
            let product = (kind.rotate_left(13) ^ bases).wrapping_mul(FACTOR);
            product ^ product >> 32
        });
        (kind >> 32) as u32
    }

    /// Takes the board apart.
    pub(crate) fn unpack<'a>(&self, store: &'a impl ColumnSets) -> UnpackedBoard<'a> {
        UnpackedBoard::new(self.order, self.set.map(|set| store.info(set)))
    }

    /// Whether a stacking moves the whole stack.
    pub(crate) const fn merges(&self, mv: StackAction) -> bool {
        matches!(FIT_TABLE.kind(self.code(mv.from), self.code(mv.to)), StackFit::Merge)
    }

    /// Plays a stacking that is possible.
    pub(crate) fn stack(&self, store: &impl ColumnSets, mv: StackAction, log: &mut impl OpLog) -> Self {
        let (source, target) = (self.code(mv.from), self.code(mv.to));
        let left = FIT_TABLE.left[source as usize][target as usize];
        let result = FIT_TABLE.result[source as usize][target as usize];
        let (source_toggles, target_toggles) = (is_tree(source), is_tree(result));
        let (a, b) = (mv.from.column as usize, mv.to.column as usize);
        let (i, j) = (mv.from.index as usize, mv.to.index as usize);
        let mut next = *self;
        next.trees = self.trees + u8::from(target_toggles) - u8::from(source_toggles);
        if let Some(depth) = mv.depth {
            if left == 0 {
                next.order[a] = without(next.order[a], i);
                next.apply(store, log, a, ColumnOp::Leave { index: i as u8, depth });
            } else {
                next.order[a] = with_code(next.order[a], i, left);
                next.apply(store, log, a, ColumnOp::Hold { index: i as u8, depth, toggle: source_toggles });
            }
            next.order[b] = with_code(next.order[b], j, result);
            next.apply(store, log, b, ColumnOp::Hold { index: j as u8, depth, toggle: target_toggles });
            for c in a.min(b) + 1..a.max(b) {
                next.apply(store, log, c, ColumnOp::Open { depth });
            }
            return next;
        }
        // Within a column only trees can stand between, and they are banked first.
        let (near, far) = (i.min(j), i.max(j));
        for index in (near + 1..far).rev() {
            next.bank(store, log, StackPlace::new(a, index));
        }
        let (mut i, mut j) = if i < j { (near, near + 1) } else { (near + 1, near) };
        next.order[a] = with_code(next.order[a], j, result);
        if left == 0 {
            next.order[a] = without(next.order[a], i);
            j -= usize::from(j > i);
            let gone = next.apply(store, log, a, ColumnOp::Drop { index: i as u8 });
            j -= gone_before(gone, j);
        } else {
            next.order[a] = with_code(next.order[a], i, left);
            if source_toggles {
                let gone = next.apply(store, log, a, ColumnOp::Toggle { index: i as u8 });
                i -= gone_before(gone, i);
                j -= gone_before(gone, j);
                debug_assert_eq!(code_at(next.order[a], i), left);
            }
        }
        if target_toggles {
            next.apply(store, log, a, ColumnOp::Toggle { index: j as u8 });
        }
        next
    }

    /// Banks a tree.
    fn bank(&mut self, store: &impl ColumnSets, log: &mut impl OpLog, place: StackPlace) {
        let (column, index) = (place.column as usize, place.index as usize);
        self.order[column] = without(self.order[column], index);
        self.apply(store, log, column, ColumnOp::Bank { index: index as u8 });
    }

    /// Applies an operation to a column's set and takes out of its order the trees that are banked for
    /// certain then. Returns their indices.
    fn apply(&mut self, store: &impl ColumnSets, log: &mut impl OpLog, column: usize, op: ColumnOp) -> u16 {
        let before = self.set[column];
        let change = store.apply(before, op);
        let SetChange { set, banked } = change;
        log.note(AppliedOp { column, before, op, change });
        self.settle(column, set, banked);
        banked
    }

    /// Gives a column another set, and takes the trees out of its order that are banked for certain there.
    pub(crate) fn settle(&mut self, column: usize, set: SetId, banked: u16) {
        self.set[column] = set;
        let mut rest = banked;
        while rest != 0 {
            let index = 15 - rest.leading_zeros() as usize;
            self.order[column] = without(self.order[column], index);
            rest &= !(1 << index);
        }
    }

    /// Plays an action that is possible.
    pub(crate) fn play(&self, store: &impl ColumnSets, step: BoardAction, log: &mut impl OpLog) -> Self {
        match step {
            BoardAction::Stack(mv) => self.stack(store, mv, log),
            BoardAction::Swap(mv) => self.exchange(store, mv, log),
        }
    }

    /// The pairs of stacks that are not alike and can be on the board together.
    pub(crate) fn pairs(&self, store: &impl ColumnSets) -> Vec<(StackPlace, StackPlace)> {
        let places: Vec<StackPlace> =
            (0..COLUMNS).flat_map(|c| (0..self.len(c)).map(move |i| StackPlace::new(c, i))).collect();
        let mut pairs = Vec::new();
        for (n, &a) in places.iter().enumerate() {
            let others = places[n + 1..].iter().filter(|&&b| self.code(a) != self.code(b));
            pairs.extend(others.filter(|&&b| self.coexist(store, a, b)).map(|&b| (a, b)));
        }
        pairs
    }

    /// Whether two stacks are both on the board in some member. Two trees of a column need not be: what was
    /// played there may have been possible with the one banked or with the other banked only.
    pub(crate) fn coexist(&self, store: &impl ColumnSets, a: StackPlace, b: StackPlace) -> bool {
        if a.column != b.column || !self.is_tree(a) || !self.is_tree(b) {
            return true;
        }
        // A toggle keeps the members that have the tree.
        let with_a = store.apply(self.set[a.column as usize], ColumnOp::Toggle { index: a.index });
        with_a.banked >> b.index & 1 == 0
    }

    /// Whether a stack is a tree.
    pub(crate) const fn is_tree(&self, place: StackPlace) -> bool {
        is_tree(self.code(place))
    }

    /// Whether one of two stacks is a tree.
    pub(crate) const fn has_tree(&self, a: StackPlace, b: StackPlace) -> bool {
        is_tree(self.code(a)) || is_tree(self.code(b))
    }

    /// Plays a swap that is possible.
    pub(crate) fn exchange(&self, store: &impl ColumnSets, mv: SwapAction, log: &mut impl OpLog) -> Self {
        let mut next = self.after_banks(store, mv.bank, log);
        next.swap(store, log, mv.a, mv.b);
        next
    }

    /// Banks trees: for each column a bit for each index.
    pub(crate) fn after_banks(
        &self,
        store: &impl ColumnSets,
        bank: [u16; COLUMNS],
        log: &mut impl OpLog,
    ) -> Self {
        let mut next = *self;
        let nobody = StackPlace::new(0, 0);
        for place in (SwapAction { bank, a: nobody, b: nobody }).banks() {
            next.bank(store, log, place);
        }
        next
    }

    /// Lets two stacks change places. Both must be there, so a tree among them is not banked yet.
    pub(crate) fn swap(
        &mut self,
        store: &impl ColumnSets,
        log: &mut impl OpLog,
        mut a: StackPlace,
        mut b: StackPlace,
    ) {
        let (x, y) = (self.code(a), self.code(b));
        for (place, code) in [(a, y), (b, x)] {
            let order = &mut self.order[place.column as usize];
            *order = with_code(*order, place.index as usize, code);
        }
        self.swaps += 1;
        if !is_tree(x) && !is_tree(y) {
            return;
        }
        // Members without one of the trees cannot swap it: two toggles keep a tree and drop those members.
        for (here, other, before, after) in [(0, 1, x, y), (1, 0, y, x)] {
            let times = match (is_tree(before), is_tree(after)) {
                (false, false) => 0,
                (true, true) => 2,
                _ => 1,
            };
            for _ in 0..times {
                let mut places = [a, b];
                let column = places[here].column;
                let gone =
                    self.apply(store, log, column as usize, ColumnOp::Toggle { index: places[here].index });
                for place in [here, other] {
                    if places[place].column == column {
                        places[place].index -= gone_before(gone, places[place].index as usize) as u8;
                    }
                }
                [a, b] = places;
            }
        }
    }

    /// What it scores once its trees are banked (P1, P2).
    pub(crate) const fn score(&self) -> u8 {
        if self.trees == TREES { TREES + MAX_SWAPS - self.swaps } else { self.trees }
    }

    /// Trees of each colour that are in the bank for certain: what is neither on the board nor a tree.
    pub(crate) fn banked(&self) -> [u8; COLOURS] {
        let mut banked = [COPIES as u8; COLOURS];
        for c in 0..COLUMNS {
            for i in 0..self.len(c) {
                let code = code_at(self.order[c], i);
                if matches!(shape_of(code), 2 | 4 | 5) {
                    banked[colour_of(code)] -= 1;
                }
            }
        }
        banked
    }

    /// Whether one more swap can be earned now than is used.
    pub(crate) fn can_earn_swap(&self) -> bool {
        usize::from(self.trees) >= COLOURS * (usize::from(self.swaps) + 1)
            && !self.ways_to_earn_swap().is_empty()
    }

    /// The ways to have one more swap earned than is used: for each, the trees to bank first (fewest only).
    /// Empty when no more can be earned now.
    pub(crate) fn ways_to_earn_swap(&self) -> SmallVec<[[u16; COLUMNS]; 4]> {
        let mut ways = SmallVec::new();
        if self.swaps >= MAX_SWAPS {
            return ways;
        }
        ways.push([0; COLUMNS]);
        let banked = self.banked();
        for (colour, &banked) in banked.iter().enumerate() {
            let missing = (self.swaps + 1).saturating_sub(banked) as usize;
            if missing == 0 {
                continue;
            }
            let trees: SmallVec<[StackPlace; 3]> = (0..COLUMNS)
                .flat_map(|c| (0..self.len(c)).map(move |i| StackPlace::new(c, i)))
                .filter(|&p| is_tree(self.code(p)) && colour_of(self.code(p)) == colour)
                .collect();
            let mut longer = SmallVec::new();
            for subset in 0u32..1 << trees.len() {
                if subset.count_ones() as usize != missing {
                    continue;
                }
                for way in &ways {
                    let mut way: [u16; COLUMNS] = *way;
                    for (n, place) in trees.iter().enumerate() {
                        way[place.column as usize] |= u16::from(subset >> n & 1 == 1) << place.index;
                    }
                    longer.push(way);
                }
            }
            ways = longer;
        }
        ways
    }
}

/// How many of the indices in a bit set come before this one.
const fn gone_before(gone: u16, index: usize) -> usize {
    (gone & ((1 << index) - 1)).count_ones() as usize
}
