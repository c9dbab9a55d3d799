//! The board: a product of column sets, and what stackings and banks make of it.

use super::codes::{BITS, FIT_TABLE, Order, StackFit, code_at, codes_in, is_tree, with_code, without};
use super::op_log::{AppliedOp, OpLog};
use super::stackings::{StackAction, StackPlace, UnpackedBoard};
use crate::games::solomids::game::{COLUMNS, MAX_SWAPS, Position, ROWS, Square, TREES};
use crate::games::solomids::solver::column::store::{ColumnOp, ColumnSets, SetChange, SetId};

/// A set of positions: the product of five column sets, with the swaps used and the trees made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// Order of the stacks of each column.
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

    /// Returns the number of stacks in a column.
    pub(crate) const fn len(&self, column: usize) -> usize {
        (64 - self.order[column].leading_zeros() as usize).div_ceil(BITS)
    }

    /// Returns the number of stacks in each column.
    pub(crate) fn lens(&self) -> [usize; COLUMNS] {
        std::array::from_fn(|column| self.len(column))
    }

    /// Returns for each column the bit set of the codes in its order.
    pub(crate) fn codes_present(&self) -> [u32; COLUMNS] {
        self.order.map(codes_in)
    }

    /// Returns the code of a stack.
    pub(crate) const fn code(&self, place: StackPlace) -> u8 {
        code_at(self.order[place.column as usize], place.index as usize)
    }

    /// Returns the number of merges that are left until only trees are.
    pub(crate) fn merges_left(&self) -> usize {
        let standing: usize = (0..COLUMNS).map(|c| self.len(c)).sum();
        let trees_standing = (0..COLUMNS)
            .map(|c| (0..self.len(c)).filter(|&i| is_tree(code_at(self.order[c], i))).count())
            .sum::<usize>();
        standing - trees_standing - (TREES - self.trees) as usize
    }

    /// Tests whether a stack is a tree.
    pub(crate) const fn is_tree(&self, place: StackPlace) -> bool {
        is_tree(self.code(place))
    }

    /// Returns the score once all its trees are banked (P1, P2).
    pub(crate) const fn score(&self) -> u8 {
        if self.trees == TREES { TREES + MAX_SWAPS - self.swaps } else { self.trees }
    }

    /// Unpacks the orders, and looks up the properties of the sets.
    pub(crate) fn unpack<'a>(&self, store: &'a impl ColumnSets) -> UnpackedBoard<'a> {
        UnpackedBoard::new(self.order, self.set.map(|set| store.info(set)))
    }

    /// Tests whether a stacking is a merge.
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
        let SetChange { set, banked } = change;
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
}

/// Counts the bits of a set of indices below `index`: how far removing them moves a stack down in its order.
pub(super) const fn bits_below(indices: u16, index: usize) -> usize {
    (indices & ((1 << index) - 1)).count_ones() as usize
}
