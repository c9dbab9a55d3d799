//! Operations on column sets, and the properties of a set that searches, bounds and dominance tests read.
//!
//! Operations are numbered densely for each set: the number is the index into the set's computed table. A column could see
//! hundreds of operations; most sets allow a few dozen.

use crate::games::solomids::game::ROWS;

/// Operation on a column: a condition on placements and a change of the order. `index` is a stack of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ColumnOp {
    /// The stack, no tree, stands at this depth and leaves the column.
    Leave {
        index: u8,
        depth: u8,
    },
    /// The stack stands at this depth and stays; with `toggle` it becomes a tree or ceases to be one.
    Hold {
        index: u8,
        depth: u8,
        toggle: bool,
    },
    /// The square at this depth is empty.
    Open {
        depth: u8,
    },
    /// The stack, no tree, leaves the column from any depth.
    Drop {
        index: u8,
    },
    /// The stack is present at any depth and becomes a tree or ceases to be one.
    Toggle {
        index: u8,
    },
    Bank {
        index: u8,
    },
}

/// Numbering of the operations on a set: unique for those that some member allows.
#[derive(Clone, Copy, Debug)]
struct OpNumbering {
    /// Offset from depth to pair number, by stack; wraps.
    base: [u8; ROWS],
    pairs: u8,
    stacks: u8,
    /// Offset from an open depth to its number; wraps.
    open: u8,
    all: u16,
}

impl OpNumbering {
    /// Numbers the operations of a set.
    ///
    /// `depths`: depths at which each stack can stand, empty behind the last stack only; `open`: depths that can be
    /// empty.
    pub(crate) fn new(depths: &[u16; ROWS], open: u16) -> Self {
        // Each stack gets the numbers from its least depth to its greatest, for few between them are missing.
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

    /// Returns the length of a table by operation numbers.
    pub(crate) const fn all(&self) -> usize {
        self.all as usize
    }

    /// Returns the number of an operation that some member allows.
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

    /// Returns the first of the three numbers of a stack and a depth.
    const fn pair(&self, index: u8, depth: u8) -> usize {
        3 * self.base[index as usize].wrapping_add(depth) as usize
    }

    /// Returns the first of the three numbers of a stack.
    const fn stack(&self, index: u8) -> usize {
        3 * (self.pairs as usize + index as usize)
    }
}

/// Properties of a column set, computed once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetInfo {
    pub(crate) trees: u16,
    /// Depths at which each stack can stand, by index.
    pub(crate) depths: [u16; ROWS],
    /// Depths that can be empty.
    pub(crate) open: u16,
    /// Natural logarithm of the number of members.
    pub(crate) log_members: f32,
    /// Number of stacks that can stand at more than one depth.
    pub(crate) movable: u8,
    /// Indices of the stacks that can stand at one depth only.
    pub(crate) fixed: u16,
    /// Number of pairs of a stack and a depth at which it can stand.
    pub(crate) total_depths: u8,
    /// Bloom filter of the members: a superset over the same order has all bits of its subsets' sketches.
    pub(crate) sketch: u64,
    /// Two packed numbers, laid out at [`FILTER_BITS`]: neither is less in a superset, also where the subset's order
    /// lacks trees of the superset's.
    pub(crate) cover_filter: u16,
    numbering: OpNumbering,
}

impl SetInfo {
    /// Computes the properties that follow from these of a closed set.
    pub(crate) fn new(trees: u16, depths: [u16; ROWS], open: u16, members: u32, sketch: u64) -> Self {
        let (mut movable, mut fixed, mut total_depths, mut depths_of_others) = (0, 0, 0, 0);
        for (index, depths) in depths.iter().enumerate() {
            let count = depths.count_ones() as u8;
            movable += u8::from(count > 1);
            fixed |= u16::from(count == 1) << index;
            total_depths += count;
            depths_of_others += count * u8::from(trees >> index & 1 == 0);
        }
        Self {
            trees,
            depths,
            open,
            log_members: logarithm(members),
            movable,
            fixed,
            total_depths,
            sketch,
            cover_filter: cover_filter(depths_of_others, members),
            numbering: OpNumbering::new(&depths, open),
        }
    }

    pub(crate) fn operations(&self) -> usize {
        self.numbering.all()
    }

    /// Returns the number of an operation that some member allows.
    pub(crate) fn number(&self, op: ColumnOp) -> usize {
        debug_assert!(self.allows(op), "no member allows {op:?}");
        self.numbering.number(op)
    }

    /// Tests whether some member satisfies an operation's condition.
    fn allows(&self, op: ColumnOp) -> bool {
        match op {
            ColumnOp::Open { depth } => self.open >> depth & 1 == 1,
            ColumnOp::Leave { index, depth } | ColumnOp::Hold { index, depth, .. } => {
                self.depths[index as usize] >> depth & 1 == 1
            }
            ColumnOp::Drop { index } | ColumnOp::Toggle { index } => self.depths[index as usize] != 0,
            ColumnOp::Bank { index } => self.trees >> index & 1 == 1,
        }
    }
}

/// Bits of a cover filter: two numbers of five bits, each with a zero bit above it.
///
/// ```text
/// bit    11   10 … 6                                5   4 … 0
///         0   log2 of the number of members, twice   0   depths of stacks other than trees, added up
/// ```
pub(crate) const FILTER_BITS: usize = 12;
// Depths of all stacks of a column are counted in a byte.
const _: () = assert!(ROWS * ROWS <= u8::MAX as usize);

/// Packs a cover filter; both numbers saturate at 31.
fn cover_filter(depths_of_others: u8, members: u32) -> u16 {
    let whole = members.max(1).ilog2();
    let half = members >> whole.saturating_sub(1) & 1;
    let level = if whole == 0 { 0 } else { 2 * whole + half };
    u16::from(depths_of_others.min(31)) | (level.min(31) as u16) << (FILTER_BITS / 2)
}

/// Returns the natural logarithm. Not the system's: it orders the search, which must be the same on every machine.
fn logarithm(members: u32) -> f32 {
    libm::log(f64::from(members)) as f32
}
