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

/// Returns the depth of a stack, unless it is banked.
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
                (remove_bit(banked, index), left)
            };
            self.members = self.members.iter().map(without).collect();
            self.trees = remove_bit(self.trees, index);
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

    /// Returns the operations that some member allows.
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

/// Compares a set with the reference.
fn compare(set: &SetBuilder, reference: &ExplicitSet) {
    assert_eq!((set.len, set.trees), (reference.len, reference.trees));
    let members: Vec<Placement> = placements(set.len, &set.blocks).collect();
    let found: BTreeSet<(u16, u16)> =
        members.iter().map(|it| (banked_in(set.trees, it.block as usize), it.mask)).collect();
    assert_eq!(found, reference.members);
    assert_eq!((members.len(), set.members() as usize), (found.len(), found.len()));
    assert!(members.iter().all(|&placement| contains(&set.blocks, placement)));
    assert_eq!(set.depths(), reference.depths());
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
