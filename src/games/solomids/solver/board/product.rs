//! The board: a product of column sets, the stackings (M1, M2) that it allows, and what stackings and banks make of it.

use smallvec::SmallVec;

use super::codes::{
    BITS, CODE, FIT_TABLE, Order, StackFit, code_at, codes_in, colour_of, is_tree, shape_of, trees_in,
    with_code, without,
};
use crate::games::solomids::game::{COLUMNS, MAX_SWAPS, Position, ROWS, Shape, Square, TREES};
use crate::games::solomids::solver::column::{ColumnOp, ColumnSets, SetChange, SetId, SetInfo};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StackPlace {
    /// Column, 0 to 4.
    pub(crate) column: u8,
    /// Index in the order of the column, 0 for the farthest stack.
    pub(crate) index: u8,
}

impl StackPlace {
    pub(crate) const fn new(column: usize, index: usize) -> Self {
        Self { column: column as u8, index: index as u8 }
    }
}

/// A stacking: merge or transfer (M1, M2). The slides and banks before it are implied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StackAction {
    pub(crate) from: StackPlace,
    pub(crate) to: StackPlace,
    /// Depth at which both stand, for a stacking between columns; `None` within a column.
    pub(crate) depth: Option<u8>,
}

/// A board in arrays, for code that scans all stacks.
pub(crate) struct UnpackedBoard<'a> {
    pub(crate) len: [usize; COLUMNS],
    /// Codes of the stacks, by column and index; zeros behind the last.
    pub(crate) code: [[u8; ROWS]; COLUMNS],
    pub(crate) present: [u32; COLUMNS],
    pub(crate) info: [&'a SetInfo; COLUMNS],
}

/// Generated stackings, each with its fit: merge or transfer.
pub(crate) type StackActions = SmallVec<[(StackAction, StackFit); 64]>;

impl<'a> UnpackedBoard<'a> {
    pub(crate) fn new(order: [Order; COLUMNS], info: [&'a SetInfo; COLUMNS]) -> Self {
        let mut unpacked =
            Self { len: [0; COLUMNS], code: [[0; ROWS]; COLUMNS], present: [0; COLUMNS], info };
        for (c, mut order) in order.into_iter().enumerate() {
            let mut len = 0;
            while order != 0 {
                let code = (order & CODE) as u8;
                unpacked.code[c][len] = code;
                unpacked.present[c] |= 1 << code;
                order >>= BITS;
                len += 1;
            }
            unpacked.len[c] = len;
        }
        unpacked
    }

    /// Generates all stackings, in a fixed order.
    pub(crate) fn stackings(&self, found: &mut StackActions) {
        found.clear();
        for a in 0..COLUMNS {
            self.stackings_within(a, found);
            let mut open = u16::MAX;
            for b in a + 1..COLUMNS {
                self.stackings_sideways(a, b, open, [!0; 2], found);
                open &= self.info[b].open;
                if open == 0 {
                    break;
                }
            }
        }
    }

    /// Generates the stackings whose source or target is among `stacks`, indices in column `c`.
    pub(super) fn stackings_of(&self, c: usize, stacks: u16, found: &mut StackActions) {
        found.clear();
        self.stackings_within(c, found);
        found.retain(|&mut (mv, _)| (stacks >> mv.from.index | stacks >> mv.to.index) & 1 == 1);
        let mut open = u16::MAX;
        for b in (0..c).rev() {
            self.stackings_sideways(b, c, open, [!0, stacks], found);
            open &= self.info[b].open;
        }
        open = u16::MAX;
        for b in c + 1..COLUMNS {
            self.stackings_sideways(c, b, open, [stacks, !0], found);
            open &= self.info[b].open;
        }
    }

    /// Generates the stackings between two columns, the lower first, that involve one of `stacks` (indices) of each.
    pub(super) fn stackings_between(&self, columns: [usize; 2], stacks: [u16; 2], found: &mut StackActions) {
        found.clear();
        let [a, b] = columns;
        let open = (a + 1..b).fold(u16::MAX, |open, c| open & self.info[c].open);
        self.stackings_sideways(a, b, open, stacks, found);
    }

    /// Returns the fit of a stacking; [`StackFit::No`] where the board does not allow it.
    pub(crate) fn allows(&self, mv: StackAction) -> StackFit {
        let [(a, i), (b, j)] = [mv.from, mv.to].map(|p| (p.column as usize, p.index as usize));
        let in_line = match mv.depth {
            None => a == b && (i.min(j) + 1..i.max(j)).all(|k| is_tree(self.code[a][k])),
            Some(depth) => {
                let ends = self.info[a].depths[i] & self.info[b].depths[j];
                let line = (a.min(b) + 1..a.max(b)).fold(ends, |line, c| line & self.info[c].open);
                a != b && line >> depth & 1 == 1
            }
        };
        if in_line { FIT_TABLE.kind(self.code[a][i], self.code[b][j]) } else { StackFit::No }
    }

    /// Adds the stackings within a column: only trees may stand between, for banks remove them.
    fn stackings_within(&self, c: usize, found: &mut StackActions) {
        for i in 0..self.len[c] {
            let x = self.code[c][i];
            for j in i + 1..self.len[c] {
                let y = self.code[c][j];
                if FIT_TABLE.partners[x as usize] >> y & 1 == 1 {
                    push_both(found, (x, StackPlace::new(c, i)), (y, StackPlace::new(c, j)), None);
                }
                if !is_tree(y) {
                    break;
                }
            }
        }
    }

    /// Adds the stackings between columns `a < b` at the depths `open` that involve one of `stacks` of each.
    fn stackings_sideways(&self, a: usize, b: usize, open: u16, stacks: [u16; 2], found: &mut StackActions) {
        for i in 0..self.len[a] {
            let x = self.code[a][i];
            let partners = FIT_TABLE.partners[x as usize];
            let line = self.info[a].depths[i] & open;
            if stacks[0] >> i & 1 == 0 || partners & self.present[b] == 0 || line == 0 {
                continue;
            }
            for j in 0..self.len[b] {
                let y = self.code[b][j];
                let mut depths = line & self.info[b].depths[j];
                if stacks[1] >> j & 1 == 0 || partners >> y & 1 == 0 {
                    continue;
                }
                while depths != 0 {
                    let depth = Some(depths.trailing_zeros() as u8);
                    depths &= depths - 1;
                    push_both(found, (x, StackPlace::new(a, i)), (y, StackPlace::new(b, j)), depth);
                }
            }
        }
    }
}

/// Adds the stackings of two stacks in line: `p` onto `q`, then `q` onto `p`.
fn push_both(found: &mut StackActions, p: (u8, StackPlace), q: (u8, StackPlace), depth: Option<u8>) {
    for ((x, from), (y, to)) in [(p, q), (q, p)] {
        let fit = FIT_TABLE.kind(x, y);
        if fit != StackFit::No {
            found.push((StackAction { from, to, depth }, fit));
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct AppliedOp {
    pub(crate) column: usize,
    pub(crate) before: SetId,
    pub(crate) op: ColumnOp,
    pub(crate) change: SetChange,
}

/// Receiver of the operations of an action; `()` ignores them.
pub(crate) trait OpLog {
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

/// A set of positions: the product of five column sets, with the swaps used and the trees made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) order: [Order; COLUMNS],
    /// Column set of each column: the placements of its order.
    pub(crate) set: [SetId; COLUMNS],
    /// Swaps used so far, those before the root included.
    pub(crate) swaps: u8,
    /// Trees made so far, banked or standing.
    pub(crate) trees: u8,
}

impl Board {
    /// Returns the board of a position: all positions that slides and banks reach from it.
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

    pub(crate) const fn len(&self, column: usize) -> usize {
        (64 - self.order[column].leading_zeros() as usize).div_ceil(BITS)
    }

    pub(crate) fn lens(&self) -> [usize; COLUMNS] {
        std::array::from_fn(|column| self.len(column))
    }

    pub(crate) fn places(&self) -> impl Iterator<Item = StackPlace> + use<> {
        let lens = self.lens();
        (0..COLUMNS).flat_map(move |c| (0..lens[c]).map(move |i| StackPlace::new(c, i)))
    }

    /// Returns for each column the bit set of the codes in its order.
    pub(crate) fn codes_present(&self) -> [u32; COLUMNS] {
        self.order.map(codes_in)
    }

    pub(crate) const fn code(&self, place: StackPlace) -> u8 {
        code_at(self.order[place.column as usize], place.index as usize)
    }

    /// Returns the number of merges that are left until only trees are.
    pub(crate) fn merges_left(&self) -> usize {
        let others = |c| self.len(c) - trees_in(self.order[c]).count_ones() as usize;
        (0..COLUMNS).map(others).sum::<usize>() - (TREES - self.trees) as usize
    }

    pub(crate) const fn is_tree(&self, place: StackPlace) -> bool {
        is_tree(self.code(place))
    }

    /// Returns the score once all its trees are banked (P1, P2).
    pub(crate) const fn score(&self) -> u8 {
        if self.trees == TREES { TREES + MAX_SWAPS - self.swaps } else { self.trees }
    }

    pub(crate) fn unpack<'a>(&self, store: &'a impl ColumnSets) -> UnpackedBoard<'a> {
        UnpackedBoard::new(self.order, self.set.map(|set| store.info(set)))
    }

    pub(crate) const fn is_merge(&self, mv: StackAction) -> bool {
        matches!(FIT_TABLE.kind(self.code(mv.from), self.code(mv.to)), StackFit::Merge)
    }

    /// Plays a stacking that the board allows ([`UnpackedBoard::allows`]).
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
        // Within a column only trees can stand between; they are banked first.
        let (near, far) = (i.min(j), i.max(j));
        for index in (near + 1..far).rev() {
            next.bank(store, log, StackPlace::new(a, index));
        }
        let (mut i, mut j) = if i < j { (near, near + 1) } else { (near + 1, near) };
        next.order[a] = with_code(next.order[a], j, result);
        if left == 0 {
            next.order[a] = without(next.order[a], i);
            j -= usize::from(j > i);
            let banked = next.apply(store, log, a, ColumnOp::Drop { index: i as u8 });
            j -= bits_below(banked, j);
        } else {
            next.order[a] = with_code(next.order[a], i, left);
            if source_toggles {
                let banked = next.apply(store, log, a, ColumnOp::Toggle { index: i as u8 });
                i -= bits_below(banked, i);
                j -= bits_below(banked, j);
                debug_assert_eq!(code_at(next.order[a], i), left);
            }
        }
        if target_toggles {
            next.apply(store, log, a, ColumnOp::Toggle { index: j as u8 });
        }
        next
    }

    /// Keeps the members in which a tree is banked, and removes it from the order.
    pub(super) fn bank(&mut self, store: &impl ColumnSets, log: &mut impl OpLog, place: StackPlace) {
        let (column, index) = (place.column as usize, place.index as usize);
        self.order[column] = without(self.order[column], index);
        self.apply(store, log, column, ColumnOp::Bank { index: index as u8 });
    }

    /// Applies an operation to a column's set, and removes from its order the trees banked in every member of the
    /// result. Returns their indices.
    pub(super) fn apply(
        &mut self,
        store: &impl ColumnSets,
        log: &mut impl OpLog,
        column: usize,
        op: ColumnOp,
    ) -> u16 {
        let before = self.set[column];
        let change = store.apply(before, op);
        let SetChange { set, banked, .. } = change;
        log.note(AppliedOp { column, before, op, change });
        self.set_column(column, set, banked);
        banked
    }

    /// Replaces the set of a column, and removes from its order the trees at the indices `banked`.
    pub(crate) fn set_column(&mut self, column: usize, set: SetId, banked: u16) {
        self.set[column] = set;
        let mut rest = banked;
        while rest != 0 {
            let index = 15 - rest.leading_zeros() as usize;
            self.order[column] = without(self.order[column], index);
            rest &= !(1 << index);
        }
    }

    /// Hashes the bottom pieces of all stacks in their orders. Collisions cost diversity only, no verdict.
    pub(crate) fn niche_hash(&self) -> u32 {
        let hash = self.order.into_iter().fold(0, |hash: u64, order| {
            let bases = (0..ROWS / 2).map(|pair| 2 * BITS * pair).fold(0, |bases, shift| {
                bases | u64::from(BASES[(order >> shift) as usize % BASES.len()]) << shift
            });
            let product = (hash.rotate_left(13) ^ bases).wrapping_mul(FACTOR);
            product ^ product >> 32
        });
        (hash >> 32) as u32
    }
}

/// Counts the bits of a set of indices below `index`: how far removing them moves a stack down in its order.
pub(super) const fn bits_below(indices: u16, index: usize) -> usize {
    (indices & ((1 << index) - 1)).count_ones() as usize
}

/// Multiplier of hashes (Fibonacci hashing): 2^64 divided by the golden ratio.
pub(crate) const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// Numbers of the bottom pieces of two stacks, by their two codes; the farther stack has the lower bits in both.
static BASES: [u16; 1 << (2 * BITS)] = {
    let mut bases = [0; 1 << (2 * BITS)];
    let mut codes = 0;
    while codes < bases.len() {
        let (low, high) = (codes as u8 & CODE as u8, (codes >> BITS) as u8);
        bases[codes] = (base(high) as u16) << BITS | base(low) as u16;
        codes += 1;
    }
    bases
};

/// Returns the number of a stack's bottom piece, 1 to 15; zero for no stack.
const fn base(code: u8) -> u8 {
    if code == 0 {
        return 0;
    }
    let size = match Shape::ALL[shape_of(code) as usize] {
        Shape::S1 => 1,
        Shape::S2 | Shape::S12 => 2,
        Shape::S3 | Shape::S23 | Shape::S123 => 3,
    };
    3 * colour_of(code) as u8 + size
}
