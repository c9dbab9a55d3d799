//! Column sets under construction: operations on explicit members, and the closure under slides and banks.
//!
//! # Soundness
//! **Statement.** An operation followed by the closure yields exactly the placements that slides and banks reach from the
//! results of the operation on the members that satisfy its condition.
//!
//! **Argument.** The operation is applied to every member. Banks lead to later blocks and slides to lower masks, so one
//! pass over the blocks in ascending order reaches the fixed point. The order is changed before the closure, because a
//! stack that leaves may first have stopped stacks behind it. A tree that is banked in every member stands in none, so it
//! can leave the order of the set without a change to any member.
//!
//! **Test.** The tests here play operations on every member, one by one.

use super::masks::{
    ALL_DEPTHS, EMPTY, MASK_CLASSES, MaskBits, MaskClass, RANKS, and, banked_in, includes, insert,
    insert_block_bit, is_empty, or_into, ordinal, place, remove_bit, sketch, slides_from, with_banked,
};
use super::set_info::{ColumnOp, SetInfo};
use crate::games::solomids::game::ROWS;

/// One way for a column to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    /// Block number: which trees are banked.
    pub(crate) block: u16,
    /// Occupancy mask of the other stacks.
    pub(crate) mask: u16,
}

/// A set under construction; `b` is a block number throughout. [`close`](Self::close) closes it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct SetBuilder {
    pub(crate) len: usize,
    pub(crate) trees: u16,
    /// Members, by block number.
    pub(crate) blocks: Vec<MaskBits>,
}

impl SetBuilder {
    /// Returns the set with one member, not closed.
    pub(crate) fn single(len: usize, trees: u16, placement: Placement) -> Self {
        let mut blocks = vec![EMPTY; 1 << trees.count_ones()];
        insert(&mut blocks[placement.block as usize], RANKS[placement.mask as usize] as usize);
        Self { len, trees, blocks }
    }

    /// Returns the closure of one member under slides and banks.
    pub(crate) fn reach(len: usize, trees: u16, placement: Placement) -> Self {
        let mut set = Self::single(len, trees, placement);
        set.close();
        set
    }

    /// Returns the members. Subsets of banked trees come before their supersets; within a block, masks ascend.
    pub(crate) fn placements(&self) -> impl Iterator<Item = Placement> {
        (0..).zip(&self.blocks).flat_map(|(block, masks): (u16, _)| {
            let members = self.class(block as usize).members(masks);
            members.map(move |member| Placement { block, mask: member.mask })
        })
    }

    /// Returns members from which slides lead to all others, block by block.
    pub(crate) fn maximal_placements(&self) -> impl Iterator<Item = Placement> {
        (0..).zip(&self.blocks).flat_map(|(block, masks): (u16, _)| {
            let members = self.class(block as usize).maximal_members(*masks);
            members.map(move |member| Placement { block, mask: member.mask })
        })
    }

    pub(crate) fn contains(&self, placement: Placement) -> bool {
        let rank = RANKS[placement.mask as usize];
        self.blocks[placement.block as usize][rank as usize / 64] >> (rank % 64) & 1 == 1
    }

    /// Adds the members of a set over the same order.
    pub(super) fn unite(&mut self, other: &Self) {
        for (all, more) in self.blocks.iter_mut().zip(&other.blocks) {
            or_into(all, more);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.iter().all(is_empty)
    }

    pub(crate) fn members(&self) -> u32 {
        self.blocks.iter().flatten().map(|word| word.count_ones()).sum()
    }

    fn class(&self, block: usize) -> &'static MaskClass {
        &MASK_CLASSES[self.len - block.count_ones() as usize]
    }

    /// Returns for each stack of a closed set the depths at which it can stand, and the depths that can be empty.
    pub(crate) fn depths(&self) -> ([u16; ROWS], u16) {
        let (mut depths, mut open) = ([0; ROWS], 0);
        for (b, block) in self.blocks.iter().enumerate() {
            let (mut stands, mut occupied) = (0, !0);
            for maximal in self.class(b).maximal_members(*block) {
                stands |= maximal.stands;
                occupied &= maximal.filled;
            }
            open |= !occupied;
            let banked = banked_in(self.trees, b);
            for (_, depths) in depths.iter_mut().enumerate().filter(|(index, _)| banked >> index & 1 == 0) {
                *depths |= stands as u16 & ALL_DEPTHS;
                stands >>= ROWS;
            }
        }
        (depths, open & ALL_DEPTHS)
    }

    /// Keeps the members that satisfy an operation's condition and changes the order. Does not close the set.
    pub(crate) fn apply(&mut self, op: ColumnOp) {
        match op {
            ColumnOp::Leave { index, depth } => {
                self.keep_present(index as usize, Some(depth as usize));
                self.remove(index as usize);
            }
            ColumnOp::Hold { index, depth, toggle } => {
                self.keep_present(index as usize, Some(depth as usize));
                if toggle {
                    self.toggle(index as usize);
                }
            }
            ColumnOp::Open { depth } => {
                for b in 0..self.blocks.len() {
                    self.blocks[b] = and(&self.blocks[b], &self.class(b).free[depth as usize]);
                }
            }
            ColumnOp::Drop { index } => self.remove(index as usize),
            ColumnOp::Toggle { index } => {
                self.keep_present(index as usize, None);
                self.toggle(index as usize);
            }
            ColumnOp::Bank { index } => self.keep_banked(index as usize),
        }
    }

    /// Closes the set under slides and banks.
    pub(crate) fn close(&mut self) {
        self.close_blocks(MaskClass::with_slides);
    }

    pub(crate) fn close_under_banks(&mut self) {
        self.close_blocks(|_, block| block);
    }

    /// Closes the set under banks and a closure of blocks in one pass, for subsets of banked trees come first.
    fn close_blocks(&mut self, closure: impl Fn(&MaskClass, MaskBits) -> MaskBits) {
        for b in 0..self.blocks.len() {
            if is_empty(&self.blocks[b]) {
                continue;
            }
            let class = self.class(b);
            let block = closure(class, self.blocks[b]);
            self.blocks[b] = block;
            for index in (0..self.len).filter(|&i| self.trees >> i & 1 == 1) {
                let bit = ordinal(self.trees, index);
                if b >> bit & 1 == 0 {
                    let banked = class.without(&block, place(self.trees, b, index));
                    or_into(&mut self.blocks[b | 1 << bit], &banked);
                }
            }
        }
    }

    /// Adds the members of another set over the same order, and what one slide makes of each.
    pub(crate) fn add_slides_of(&mut self, other: &Self) {
        for (b, block) in self.blocks.iter_mut().enumerate() {
            or_into(block, &other.blocks[b]);
            for member in other.class(b).members(&other.blocks[b]) {
                for &next in slides_from(member.mask) {
                    insert(block, RANKS[next as usize] as usize);
                }
            }
        }
    }

    /// Removes from the order the trees banked in every member. Returns their indices.
    pub(crate) fn remove_banked_trees(&mut self) -> u16 {
        let is_banked = |&index: &usize| {
            let bit = ordinal(self.trees, index);
            (0..self.blocks.len()).all(|b| b >> bit & 1 == 1 || is_empty(&self.blocks[b]))
        };
        let trees = (0..self.len).filter(|&index| self.trees >> index & 1 == 1);
        let removed = trees.filter(is_banked).fold(0, |removed, index| removed | 1 << index);
        self.remove_trees(removed);
        removed
    }

    /// Keeps the members in which these trees are banked, and removes them from the order.
    pub(crate) fn remove_trees(&mut self, removed: u16) {
        let indices = (0..self.len).rev().filter(|index| removed >> index & 1 == 1);
        indices.for_each(|index| self.keep_banked(index));
    }

    /// Tests whether the set has every member of another one, whose order lacks exactly the trees at the indices
    /// `extra_trees`. In those members they are banked.
    pub(crate) fn is_superset(&self, other: &Self, extra_trees: u16) -> bool {
        let block = |number| &self.blocks[with_banked(number, self.trees, extra_trees)];
        other.blocks.iter().enumerate().all(|(number, other)| includes(block(number), other))
    }

    pub(crate) fn info(&self) -> SetInfo {
        let (depths, open) = self.depths();
        SetInfo::new(self.trees, depths, open, self.members(), sketch(&self.blocks))
    }

    /// Keeps the members in which the tree at `index` is banked, and removes it from the order.
    fn keep_banked(&mut self, index: usize) {
        let bit = ordinal(self.trees, index);
        self.blocks =
            (0..self.blocks.len() / 2).map(|b| self.blocks[insert_block_bit(b, bit) | 1 << bit]).collect();
        self.trees = remove_bit(self.trees.into(), index) as u16;
        self.len -= 1;
    }

    /// Keeps the members in which the stack at `index` is present and, if given, at `depth`.
    fn keep_present(&mut self, index: usize, depth: Option<usize>) {
        let is_tree = self.trees >> index & 1 == 1;
        let bit = ordinal(self.trees, index);
        for b in 0..self.blocks.len() {
            if is_tree && b >> bit & 1 == 1 {
                self.blocks[b] = EMPTY;
            } else if let Some(depth) = depth {
                self.blocks[b] = and(&self.blocks[b], &self.class(b).at[place(self.trees, b, index)][depth]);
            }
        }
    }

    /// Removes the stack at `index`, no tree, from every member and from the order.
    fn remove(&mut self, index: usize) {
        for b in 0..self.blocks.len() {
            self.blocks[b] = self.class(b).without(&self.blocks[b], place(self.trees, b, index));
        }
        self.trees = remove_bit(self.trees.into(), index) as u16;
        self.len -= 1;
    }

    /// Flips whether the stack at `index` is a tree. A tree that ceases to be one is kept only where it is present.
    fn toggle(&mut self, index: usize) {
        let bit = ordinal(self.trees, index);
        if self.trees >> index & 1 == 1 {
            self.blocks = (0..self.blocks.len() / 2).map(|b| self.blocks[insert_block_bit(b, bit)]).collect();
        } else {
            let old = std::mem::take(&mut self.blocks);
            self.blocks = (0..old.len() * 2)
                .map(|b| if b >> bit & 1 == 1 { EMPTY } else { old[remove_bit(b, bit)] })
                .collect();
        }
        self.trees ^= 1 << index;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::masks::{MASKS, slides_of};
    use super::*;

    /// Reference implementation: an explicit set of members, each the indices of the banked stacks and the occupancy mask.
    #[derive(Clone, Debug)]
    struct ExplicitSet {
        len: usize,
        trees: u16,
        members: BTreeSet<(u16, u16)>,
    }

    fn depth_of((banked, mask): (u16, u16), index: usize) -> Option<usize> {
        let ahead = (0..index).filter(|i| banked >> i & 1 == 0).count();
        (banked >> index & 1 == 0).then(|| (0..ROWS).filter(|depth| mask >> depth & 1 == 1).nth(ahead))?
    }

    impl ExplicitSet {
        fn close(&mut self) {
            let mut queue: Vec<(u16, u16)> = self.members.iter().copied().collect();
            while let Some(member @ (banked, mask)) = queue.pop() {
                let slides = slides_of(mask).map(|mask| (banked, mask));
                let trees = (0..self.len).filter(|index| self.trees >> index & 1 == 1);
                let banks = trees.filter_map(|index| {
                    let depth = depth_of(member, index)?;
                    Some((banked | 1 << index, mask & !(1 << depth)))
                });
                queue.extend(slides.chain(banks).filter(|&next| self.members.insert(next)));
            }
        }

        fn apply(&mut self, op: ColumnOp) {
            let (index, wanted) = match op {
                ColumnOp::Leave { index, depth } | ColumnOp::Hold { index, depth, .. } => {
                    (index as usize, Some(depth as usize))
                }
                ColumnOp::Drop { index } | ColumnOp::Toggle { index } | ColumnOp::Bank { index } => {
                    (index as usize, None)
                }
                ColumnOp::Open { depth } => {
                    self.members.retain(|(_, mask)| mask >> depth & 1 == 0);
                    return;
                }
            };
            let banks = matches!(op, ColumnOp::Bank { .. });
            self.members.retain(|&member| match depth_of(member, index) {
                Some(depth) => !banks && wanted.is_none_or(|wanted| wanted == depth),
                None => banks,
            });
            if matches!(op, ColumnOp::Toggle { .. } | ColumnOp::Hold { toggle: true, .. }) {
                self.trees ^= 1 << index;
            }
            if matches!(op, ColumnOp::Leave { .. } | ColumnOp::Drop { .. } | ColumnOp::Bank { .. }) {
                let without = |&member: &(u16, u16)| {
                    let (banked, mask) = member;
                    let left = depth_of(member, index).map_or(mask, |depth| mask & !(1 << depth));
                    (remove_bit(banked.into(), index) as u16, left)
                };
                self.members = self.members.iter().map(without).collect();
                self.trees = remove_bit(self.trees.into(), index) as u16;
                self.len -= 1;
            }
        }

        fn depths(&self) -> ([u16; ROWS], u16) {
            let (mut depths, mut open) = ([0; ROWS], 0);
            for &member in &self.members {
                open |= !member.1 & ALL_DEPTHS;
                for (index, depths) in depths.iter_mut().enumerate().take(self.len) {
                    *depths |= depth_of(member, index).map_or(0, |depth| 1 << depth);
                }
            }
            (depths, open)
        }

        fn operations(&self) -> Vec<ColumnOp> {
            let (depths, open) = self.depths();
            let at = |depths: u16| (0..ROWS as u8).filter(move |depth| depths >> depth & 1 == 1);
            let mut operations: Vec<ColumnOp> = at(open).map(|depth| ColumnOp::Open { depth }).collect();
            for (index, depths) in (0..self.len as u8).zip(depths) {
                let is_tree = self.trees >> index & 1 == 1;
                for depth in at(depths) {
                    operations.extend([false, true].map(|toggle| ColumnOp::Hold { index, depth, toggle }));
                    operations.extend((!is_tree).then_some(ColumnOp::Leave { index, depth }));
                }
                if depths != 0 {
                    operations.push(ColumnOp::Toggle { index });
                    operations.extend((!is_tree).then_some(ColumnOp::Drop { index }));
                }
                operations.extend(is_tree.then_some(ColumnOp::Bank { index }));
            }
            operations
        }
    }

    fn compare(set: &SetBuilder, reference: &ExplicitSet) {
        assert_eq!((set.len, set.trees), (reference.len, reference.trees));
        let members: Vec<Placement> = set.placements().collect();
        let found: BTreeSet<(u16, u16)> =
            members.iter().map(|it| (banked_in(set.trees, it.block as usize), it.mask)).collect();
        assert_eq!(found, reference.members);
        assert_eq!((members.len(), set.members() as usize), (found.len(), found.len()));
        assert!(members.iter().all(|&placement| set.contains(placement)));
        assert_eq!(set.depths(), reference.depths());
        let (info, operations) = (set.info(), reference.operations());
        // Operations have distinct numbers in a store, whose orders have no trees that are banked in every member.
        if info.depths[..set.len].iter().all(|&depths| depths != 0) {
            let numbers: BTreeSet<usize> = operations.iter().map(|&op| info.number(op)).collect();
            assert_eq!(numbers.len(), operations.len());
            assert!(numbers.last().is_none_or(|&last| last < info.operations()));
        }
    }

    #[test]
    fn operations_agree_with_explicit_sets() {
        let mut bits = 1u64;
        let mut below = |n: usize| {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (bits >> 33) as usize % n
        };
        let mut compared = 0;
        for _ in 0..400 {
            let mask = below(MASKS) as u16;
            let len = mask.count_ones() as usize;
            let trees = (below(1 << len) & below(1 << len)) as u16;
            let mut set = SetBuilder::reach(len, trees, Placement { block: 0, mask });
            let mut reference = ExplicitSet { len, trees, members: BTreeSet::from([(0, mask)]) };
            reference.close();
            compare(&set, &reference);
            for _ in 0..6 {
                let operations = reference.operations();
                if operations.is_empty() || reference.trees.count_ones() > 5 {
                    break;
                }
                let op = operations[below(operations.len())];
                set.apply(op);
                set.close();
                reference.apply(op);
                reference.close();
                compare(&set, &reference);
                compared += 1;
            }
        }
        assert!(compared > 1_000, "{compared}");
    }
}
