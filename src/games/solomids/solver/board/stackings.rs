//! Move generation: the stackings (M1, M2) that a board allows.

use smallvec::SmallVec;

use super::codes::{BITS, CODE, FIT_TABLE, Order, StackFit, is_tree};
use crate::games::solomids::game::{COLUMNS, ROWS};
use crate::games::solomids::solver::column::store::SetInfo;

/// Address of a stack on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StackPlace {
    /// Column, 0 to 4.
    pub(crate) column: u8,
    /// Index in the order of the column, 0 for the farthest stack.
    pub(crate) index: u8,
}

impl StackPlace {
    /// Returns the address of a column and an index.
    pub(crate) const fn new(column: usize, index: usize) -> Self {
        Self { column: column as u8, index: index as u8 }
    }
}

/// A stacking: merge or transfer (M1, M2). The slides and banks before it are implied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StackAction {
    /// Source stack.
    pub(crate) from: StackPlace,
    /// Target stack.
    pub(crate) to: StackPlace,
    /// Depth at which both stand, for a stacking between columns; `None` within a column.
    pub(crate) depth: Option<u8>,
}

/// A board in arrays, for code that scans all stacks.
pub(crate) struct UnpackedBoard<'a> {
    /// Number of stacks in each column.
    pub(crate) len: [usize; COLUMNS],
    /// Codes of the stacks, by column and index; zeros behind the last.
    pub(crate) code: [[u8; ROWS]; COLUMNS],
    /// Bit set of the codes in each column.
    pub(crate) present: [u32; COLUMNS],
    /// Properties of each column's set.
    pub(crate) info: [&'a SetInfo; COLUMNS],
}

/// Generated stackings, each with its fit: merge or transfer.
pub(crate) type StackActions = SmallVec<[(StackAction, StackFit); 64]>;

impl<'a> UnpackedBoard<'a> {
    /// Unpacks orders; `info` has the properties of the column sets.
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
}

impl UnpackedBoard<'_> {
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
    pub(crate) fn stackings_of(&self, c: usize, stacks: u16, found: &mut StackActions) {
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

    /// Generates the stackings between two columns, the lower first, that involve one of `stacks` of each, given as
    /// indices.
    pub(crate) fn stackings_between(&self, columns: [usize; 2], stacks: [u16; 2], found: &mut StackActions) {
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

    /// Adds the stackings between columns `a < b` that involve one of `stacks` of each, at the depths `open` between
    /// them.
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
