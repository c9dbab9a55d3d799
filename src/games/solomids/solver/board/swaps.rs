//! Swaps (M5): how they are earned, which there are, and the boards they lead to.
//!
//! # Soundness
//! - *Statement:* of the sets of trees whose banking earns a swap only minimal ones are tried. *Argument:* the resulting
//!   board is closed under banks, so every larger set of banks is still possible on it, and no bank depends on being
//!   made before the swap: a swap only asks for enough trees in the bank.
//! - *Statement:* two stacks with equal codes are not swapped. *Argument:* the position would stay the same, with one more
//!   swap used; whatever follows can be played without it.
//!
//! *Test:* `tests/solomids/differential.rs` compares verdicts of positions with swaps with a plain search.

use smallvec::SmallVec;

use super::codes::{colour_of, is_tree, shape_of, with_code};
use super::product::{Board, OpLog, StackPlace, bits_below};
use crate::games::solomids::game::{COLOURS, COLUMNS, COPIES, MAX_SWAPS, ROWS, Shape};
use crate::games::solomids::solver::column::{ColumnOp, ColumnSets};

/// Trees as bit sets of indices, by column.
pub(crate) type TreeSets = [u16; COLUMNS];

/// A swap (M5) of two stacks, with the banks that earn it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SwapAction {
    /// Trees banked first.
    pub(crate) bank: TreeSets,
    /// First stack; its index is the one after those banks.
    pub(crate) a: StackPlace,
    /// Second stack; its index is the one after those banks.
    pub(crate) b: StackPlace,
}

impl SwapAction {
    /// Returns the trees banked, in the order in which they are.
    pub(crate) fn banks(self) -> impl Iterator<Item = StackPlace> {
        places_of(self.bank)
    }
}

/// Lists trees, highest index of a column first: the others keep their indices.
fn places_of(indices: TreeSets) -> impl Iterator<Item = StackPlace> {
    (0..COLUMNS).flat_map(move |column| {
        let of_column = (0..ROWS).rev().filter(move |i| indices[column] >> i & 1 == 1);
        of_column.map(move |i| StackPlace::new(column, i))
    })
}

impl Board {
    /// Returns for each colour the number of trees banked in every member: copies less the stacks on larges.
    fn banked_trees(&self) -> [u8; COLOURS] {
        let mut banked = [COPIES as u8; COLOURS];
        for code in self.places().map(|place| self.code(place)) {
            if matches!(Shape::ALL[shape_of(code) as usize], Shape::S3 | Shape::S23 | Shape::S123) {
                banked[colour_of(code)] -= 1;
            }
        }
        banked
    }

    /// Tests whether banks alone can earn one more swap than is used.
    pub(crate) fn can_earn_swap(&self) -> bool {
        usize::from(self.trees) >= COLOURS * (usize::from(self.swaps) + 1)
            && !self.ways_to_earn_swap().is_empty()
    }

    /// Returns the minimal sets of trees whose banking earns one more swap than is used (M5). Empty if none does.
    ///
    /// Supersets need not be tried: the result is closed under banks.
    pub(crate) fn ways_to_earn_swap(&self) -> SmallVec<[TreeSets; 4]> {
        let mut sets = SmallVec::new();
        if self.swaps >= MAX_SWAPS {
            return sets;
        }
        sets.push([0; COLUMNS]);
        let banked = self.banked_trees();
        for (colour, &banked) in banked.iter().enumerate() {
            let missing = (self.swaps + 1).saturating_sub(banked) as usize;
            if missing == 0 {
                continue;
            }
            let is_missing = |&p: &StackPlace| self.is_tree(p) && colour_of(self.code(p)) == colour;
            let trees: SmallVec<[StackPlace; 3]> = self.places().filter(is_missing).collect();
            let mut larger = SmallVec::new();
            for subset in 0u32..1 << trees.len() {
                if subset.count_ones() as usize != missing {
                    continue;
                }
                for set in &sets {
                    let mut set: TreeSets = *set;
                    for (n, place) in trees.iter().enumerate() {
                        set[place.column as usize] |= u16::from(subset >> n & 1 == 1) << place.index;
                    }
                    larger.push(set);
                }
            }
            sets = larger;
        }
        sets
    }

    /// Returns the pairs of different stacks that coexist: the swaps that can change anything.
    pub(crate) fn swap_pairs(&self, store: &impl ColumnSets) -> Vec<(StackPlace, StackPlace)> {
        let places: Vec<StackPlace> = self.places().collect();
        let mut pairs = Vec::new();
        for (n, &a) in places.iter().enumerate() {
            let others = places[n + 1..].iter().filter(|&&b| self.code(a) != self.code(b));
            pairs.extend(others.filter(|&&b| self.coexist(store, a, b)).map(|&b| (a, b)));
        }
        pairs
    }

    /// Tests whether two stacks are both on the board in some member.
    ///
    /// Two trees of a column may fail to: an action may have been possible only with one or the other of them banked.
    pub(crate) fn coexist(&self, store: &impl ColumnSets, a: StackPlace, b: StackPlace) -> bool {
        if a.column != b.column || !self.is_tree(a) || !self.is_tree(b) {
            return true;
        }
        // A toggle keeps the members in which the tree is present.
        let with_a = store.apply(self.set[a.column as usize], ColumnOp::Toggle { index: a.index });
        with_a.banked >> b.index & 1 == 0
    }

    /// Plays a swap whose stacks coexist, and the banks that earn it.
    pub(crate) fn play_swap(&self, store: &impl ColumnSets, mv: SwapAction, log: &mut impl OpLog) -> Self {
        let mut next = self.after_banks(store, mv.bank, log);
        next.swap(store, log, [mv.a, mv.b]);
        next
    }

    pub(crate) fn after_banks(&self, store: &impl ColumnSets, bank: TreeSets, log: &mut impl OpLog) -> Self {
        let mut next = *self;
        for place in places_of(bank) {
            next.bank(store, log, place);
        }
        next
    }

    /// Swaps two stacks. Keeps the members in which both are present: a tree among them is not banked.
    pub(crate) fn swap(
        &mut self,
        store: &impl ColumnSets,
        log: &mut impl OpLog,
        mut places: [StackPlace; 2],
    ) {
        let [x, y] = places.map(|place| self.code(place));
        for (place, code) in places.into_iter().zip([y, x]) {
            let order = &mut self.order[place.column as usize];
            *order = with_code(*order, place.index as usize, code);
        }
        self.swaps += 1;
        if !is_tree(x) && !is_tree(y) {
            return;
        }
        // Toggles drop the members in which a tree is banked; two of them leave it a tree.
        for (here, other, before, after) in [(0, 1, x, y), (1, 0, y, x)] {
            let times = match (is_tree(before), is_tree(after)) {
                (false, false) => 0,
                (true, true) => 2,
                _ => 1,
            };
            for _ in 0..times {
                let column = places[here].column;
                let banked =
                    self.apply(store, log, column as usize, ColumnOp::Toggle { index: places[here].index });
                for place in [here, other] {
                    if places[place].column == column {
                        places[place].index -= bits_below(banked, places[place].index as usize) as u8;
                    }
                }
            }
        }
    }
}
