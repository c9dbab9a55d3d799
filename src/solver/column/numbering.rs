//! Numbers for the operations on one set, so that a short table can remember what came of them: of the hundreds
//! that a column could see, most sets allow a few dozen.

use super::ways::ColumnOp;
use crate::game::ROWS;

/// The numbers of the operations that are possible on a set, and of a few that are not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpNumbering {
    /// For each stack, what a depth has to be added to, to give the number of the pair.
    base: [u8; ROWS],
    /// Number of pairs.
    pairs: u8,
    /// Number of stacks.
    stacks: u8,
    /// What a depth that can be empty has to be added to.
    open: u8,
    all: u16,
}

impl OpNumbering {
    /// For a set whose stacks can stand at these depths, none behind the last stack, and that leaves these open.
    pub(crate) fn new(depths: &[u16; ROWS], open: u16) -> Self {
        // From the least to the greatest, for few between them are missing.
        let span = |depths: u16| (16 - depths.leading_zeros()).saturating_sub(depths.trailing_zeros()) as u8;
        let mut pairs = 0u8;
        let base = depths.map(|depths| {
            let base = pairs.wrapping_sub(depths.trailing_zeros() as u8);
            pairs += span(depths);
            base
        });
        let stacks = depths.iter().filter(|&&depths| depths != 0).count() as u8;
        let all = 3 * (u16::from(pairs) + u16::from(stacks)) + u16::from(span(open));
        Self { base, pairs, stacks, open: (open.trailing_zeros() as u8).wrapping_neg(), all }
    }

    /// No number is as great as this.
    pub(crate) const fn all(&self) -> usize {
        self.all as usize
    }

    /// The number of an operation that is possible.
    pub(crate) const fn number(&self, op: ColumnOp) -> usize {
        match op {
            ColumnOp::Leave { index, depth } => self.pair(index, depth),
            ColumnOp::Hold { index, depth, toggle } => self.pair(index, depth) + 1 + toggle as usize,
            ColumnOp::Drop { index } => self.stack(index),
            ColumnOp::Toggle { index } => self.stack(index) + 1,
            ColumnOp::Bank { index } => self.stack(index) + 2,
            ColumnOp::Open { depth } => self.stack(self.stacks) + self.open.wrapping_add(depth) as usize,
        }
    }

    const fn pair(&self, index: u8, depth: u8) -> usize {
        3 * self.base[index as usize].wrapping_add(depth) as usize
    }

    const fn stack(&self, index: u8) -> usize {
        3 * (self.pairs as usize + index as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_possible_operation_has_a_number_of_its_own() {
        // Any bits will do as depths, with gaps between them too.
        let mut bits = 1u64;
        let mut some = || {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((bits >> 40) as u16 & ((1 << ROWS) - 1)).max(1)
        };
        for len in 0..=ROWS {
            for _ in 0..100 {
                let depths = std::array::from_fn(|index| if index < len { some() } else { 0 });
                let open = some();
                let numbering = OpNumbering::new(&depths, open);
                let mut seen = vec![false; numbering.all()];
                let mut mark = |op| {
                    let seen = &mut seen[numbering.number(op)];
                    assert!(!std::mem::replace(seen, true), "{op:?} of {depths:?}, {open:#b}");
                };
                for depth in (0..ROWS as u8).filter(|depth| open >> depth & 1 == 1) {
                    mark(ColumnOp::Open { depth });
                }
                for (index, depths) in (0..len as u8).zip(depths) {
                    for depth in (0..ROWS as u8).filter(|depth| depths >> depth & 1 == 1) {
                        mark(ColumnOp::Leave { index, depth });
                        mark(ColumnOp::Hold { index, depth, toggle: false });
                        mark(ColumnOp::Hold { index, depth, toggle: true });
                    }
                    mark(ColumnOp::Drop { index });
                    mark(ColumnOp::Toggle { index });
                    mark(ColumnOp::Bank { index });
                }
            }
        }
    }
}
