//! Stacks as five-bit codes, orders of codes, and a table of which stack fits onto which (M1, M2).
//!
//! The layouts are drawn in the [module's docs](super).

use crate::games::solomids::game::{COLOURS, ROWS, Shape};

/// Codes ([`Stack::code`](crate::games::solomids::game::Stack::code)) of the stacks of one column, the farthest lowest; a zero code ends
/// the order.
pub(crate) type Order = u64;
pub(crate) const BITS: usize = 5;
/// Bit mask of the first code of an order.
pub(super) const CODE: u64 = (1 << BITS) - 1;
const CODES: usize = 32;
// Every stack has a code, sets of codes fit into 32 bits, and an order of all rows into its word, with the zero that ends it.
const _: () =
    assert!(Shape::ALL.len() * COLOURS < CODES && CODES == 1 << BITS && CODES <= u32::BITS as usize);
const _: () = assert!((ROWS + 1) * BITS <= Order::BITS as usize);

/// How a stack fits onto another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StackFit {
    No,
    /// The whole stack moves (M1); one stack fewer.
    Merge,
    /// The upper part moves (M2).
    Transfer,
}

/// M1 and M2 as tables by the codes of source and target.
pub(super) struct FitTable {
    kind: [[StackFit; CODES]; CODES],
    /// Code left at the source, 0 for none.
    pub(crate) left: [[u8; CODES]; CODES],
    /// Code that arises at the target.
    pub(crate) result: [[u8; CODES]; CODES],
    /// Bit set of the codes that a code fits onto or that fit onto it.
    pub(crate) partners: [u32; CODES],
}

pub(super) static FIT_TABLE: FitTable = FitTable::new();

impl FitTable {
    const fn new() -> Self {
        use Shape::{S1, S2, S3, S12, S23, S123};
        // Source, target, what is left at the source, what arises at the target.
        const RULES: [(Shape, Shape, Option<Shape>, Shape); 10] = [
            (S1, S2, None, S12),
            (S1, S23, None, S123),
            (S2, S3, None, S23),
            (S12, S3, None, S123),
            (S12, S2, Some(S2), S12),
            (S12, S23, Some(S2), S123),
            (S123, S2, Some(S23), S12),
            (S123, S23, Some(S23), S123),
            (S23, S3, Some(S3), S23),
            (S123, S3, Some(S3), S123),
        ];
        let mut fits = Self {
            kind: [[StackFit::No; CODES]; CODES],
            left: [[0; CODES]; CODES],
            result: [[0; CODES]; CODES],
            partners: [0; CODES],
        };
        let mut colour = 0;
        while colour < COLOURS {
            let base = 1 + 6 * colour as u8;
            let mut i = 0;
            while i < RULES.len() {
                let (source, target, left, result) = RULES[i];
                let (s, t) = ((base + source as u8) as usize, (base + target as u8) as usize);
                fits.kind[s][t] = match left {
                    None => StackFit::Merge,
                    Some(shape) => {
                        fits.left[s][t] = base + shape as u8;
                        StackFit::Transfer
                    }
                };
                fits.result[s][t] = base + result as u8;
                fits.partners[s] |= 1 << t;
                fits.partners[t] |= 1 << s;
                i += 1;
            }
            colour += 1;
        }
        fits
    }

    pub(crate) const fn kind(&self, source: u8, target: u8) -> StackFit {
        self.kind[source as usize][target as usize]
    }
}

/// Returns the colour, 0 to 4, of a stack's code.
pub(crate) const fn colour_of(code: u8) -> usize {
    ((code - 1) / 6) as usize
}

/// Returns the shape of a stack's code, as an index into [`Shape::ALL`].
pub(crate) const fn shape_of(code: u8) -> u8 {
    (code - 1) % 6
}

/// Tests whether a code is a tree's; false for 0.
pub(crate) const fn is_tree(code: u8) -> bool {
    const TREE_CODES: u32 = 1 << 6 | 1 << 12 | 1 << 18 | 1 << 24 | 1 << 30;
    const { assert!(TREE_CODES.count_ones() as usize == COLOURS) }
    TREE_CODES >> code & 1 == 1
}

/// Returns the code of the stack at `index`, 0 behind the last.
pub(crate) const fn code_at(order: Order, index: usize) -> u8 {
    (order >> (BITS * index) & CODE) as u8
}

pub(super) const fn with_code(order: Order, index: usize, code: u8) -> Order {
    let shift = BITS * index;
    order & !(CODE << shift) | (code as u64) << shift
}

pub(crate) const fn without(order: Order, index: usize) -> Order {
    let low = (1 << (BITS * index)) - 1;
    order & low | order >> BITS & !low
}

/// Two codes without trees and zeros, by two codes, and the number of bits left.
static BARE: [(u16, u8); 1 << (2 * BITS)] = {
    let mut bare = [(0, 0); 1 << (2 * BITS)];
    let mut codes = 0;
    while codes < bare.len() {
        let (mut left, mut bits, mut shift) = (0, 0, 0);
        while shift < 2 * BITS {
            let code = (codes >> shift & CODE as usize) as u8;
            if code != 0 && !is_tree(code) {
                left |= (code as u16) << bits;
                bits += BITS;
            }
            shift += BITS;
        }
        bare[codes] = (left, bits as u8);
        codes += 1;
    }
    bare
};

pub(crate) fn without_trees(mut order: Order) -> Order {
    let (mut bare, mut length) = (0, 0);
    while order != 0 {
        let (codes, bits) = BARE[order as usize % BARE.len()];
        bare |= u64::from(codes) << length;
        length += bits;
        order >>= 2 * BITS;
    }
    bare
}

/// Returns the bit set of the codes in an order.
pub(super) const fn codes_in(mut order: Order) -> u32 {
    let mut codes = 0;
    while order != 0 {
        codes |= 1 << (order & CODE);
        order >>= BITS;
    }
    codes
}

/// Returns the indices of the trees in an order, as a bit set.
pub(super) fn trees_in(mut order: Order) -> u16 {
    let mut trees = 0;
    let mut bit = 1;
    while order != 0 {
        if is_tree((order & CODE) as u8) {
            trees |= bit;
        }
        bit <<= 1;
        order >>= BITS;
    }
    trees
}

/// Returns the indices of the trees in `order` that `other` lacks; `None` if the orders differ in anything else.
pub(crate) const fn extra_trees(mut order: Order, mut other: Order) -> Option<u16> {
    let (mut extra_trees, mut bit) = (0, 1);
    while order != other {
        let code = order & CODE;
        if code == other & CODE {
            other >>= BITS;
        } else if is_tree(code as u8) {
            extra_trees |= bit;
        } else {
            return None;
        }
        order >>= BITS;
        bit <<= 1;
    }
    Some(extra_trees)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses an order: a letter for each colour, upper case for its tree, lower case for its medium.
    fn order(stacks: &str) -> Order {
        let code = |stack: char| match stack {
            'a'..='e' => 6 * (stack as u64 - 'a' as u64) + 2,
            _ => 6 * (stack as u64 - 'A' as u64) + 6,
        };
        stacks.chars().rev().fold(0, |order, stack| order << BITS | code(stack))
    }

    #[test]
    fn without_trees_removes_trees_only() {
        for (whole, bare) in [("", ""), ("A", ""), ("aBCb", "ab"), ("AaaBaC", "aaa"), ("abcde", "abcde")] {
            assert_eq!(without_trees(order(whole)), order(bare), "{whole}");
        }
    }

    #[test]
    fn extra_trees_are_found_unless_orders_differ_otherwise() {
        for (one, other, expected) in [
            ("", "", Some(0)),
            ("aBb", "aBb", Some(0)),
            ("aBb", "ab", Some(0b10)),
            ("AaBBb", "aBb", Some(0b1001)),
            ("A", "", Some(1)),
            ("ab", "aBb", None),
            ("ab", "a", None),
            ("aBb", "bBa", None),
            ("aBb", "aCb", None),
            ("Aa", "aA", None),
        ] {
            assert_eq!(extra_trees(order(one), order(other)), expected, "{one}, {other}");
        }
    }
}
