//! One column of the grid as ten explicit squares, and the moves that stay within it.
//!
//! The rules are stated once more here, in the plainest way, so that a mistake of `game` or `solver` is not repeated.

use crate::games::solomids::game::{COLOURS, ROWS, Stack};

/// A stack as its colour above the bit set of its sizes (bit 0 small, bit 1 medium, bit 2 large); 0 for no stack.
pub(super) type Code = u8;

/// Bits of a square.
const BITS: usize = 6;
/// Bit mask of a square.
const SQUARE: u64 = (1 << BITS) - 1;
// Every stack fits into a square, and all squares of a column into its word.
const _: () = assert!(COLOURS << 3 <= 1 << BITS && ROWS * BITS <= u64::BITS as usize);

pub(super) fn code(stack: Stack) -> Code {
    let sizes = stack.shape.sizes().iter().fold(0, |sizes, &size| sizes | 1 << (size.pips() - 1));
    (stack.colour.index() as u8) << 3 | sizes
}

pub(super) const fn is_tree(code: Code) -> bool {
    code & 7 == 7
}

pub(super) const fn colour(code: Code) -> usize {
    (code >> 3) as usize
}

/// What is left of `source`, and what `target` becomes, if the upper part of `source` that fits moves onto `target` (M1,
/// M2); `None` if no part of it fits.
///
/// The part is what lies on and includes the piece one size smaller than the top of `target`.
pub(super) const fn stacked(source: Code, target: Code) -> Option<(Code, Code)> {
    let (from, to) = (source & 7, target & 7);
    if source == 0 || target == 0 || source >> 3 != target >> 3 {
        return None;
    }
    let top = to & to.wrapping_neg();
    let base = top >> 1;
    if base == 0 || from & base == 0 {
        return None;
    }
    let part = from & (2 * base - 1);
    let left = from & !part;
    Some((if left == 0 { 0 } else { source & !7 | left }, target | part))
}

/// The ten squares of a column, from the far edge on. Square `d` is at depth `d`, in row `10 - d`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Column(u64);

impl Column {
    pub(super) const EMPTY: Self = Self(0);

    pub(super) const fn get(self, depth: usize) -> Code {
        (self.0 >> (depth * BITS) & SQUARE) as Code
    }

    pub(super) const fn with(self, depth: usize, code: Code) -> Self {
        Self(self.0 & !(SQUARE << (depth * BITS)) | (code as u64) << (depth * BITS))
    }

    /// Occupied squares with their contents, the farthest first.
    pub(super) fn stacks(self) -> impl Iterator<Item = (usize, Code)> {
        (0..ROWS).map(move |depth| (depth, self.get(depth))).filter(|&(_, code)| code != 0)
    }

    /// Contents of the occupied squares, the farthest first.
    pub(super) fn order(self) -> Vec<Code> {
        self.stacks().map(|(_, code)| code).collect()
    }

    /// The columns that one slide makes of this one (M3): a stack with a gap in front closes it, and the stacks that
    /// touch behind it come along.
    pub(super) fn slides(self) -> impl Iterator<Item = Self> {
        (1..ROWS).filter(move |&depth| self.get(depth) != 0 && self.get(depth - 1) == 0).map(move |first| {
            let target = (0..first).rev().find(|&depth| self.get(depth) != 0).map_or(0, |front| front + 1);
            let mut slid = self;
            for depth in (first..ROWS).take_while(|&depth| self.get(depth) != 0) {
                slid = slid.with(depth, 0).with(depth - first + target, self.get(depth));
            }
            slid
        })
    }

    /// Pairs of neighbours as depths, each pair in both directions: source and target of moves within the column.
    fn neighbours(self) -> impl Iterator<Item = (usize, usize)> {
        let depths: Vec<usize> = self.stacks().map(|(depth, _)| depth).collect();
        let pairs: Vec<_> =
            depths.windows(2).flat_map(|pair| [(pair[0], pair[1]), (pair[1], pair[0])]).collect();
        pairs.into_iter()
    }

    /// The columns that transfers between neighbours make of this one (M2).
    fn transfers(self) -> impl Iterator<Item = Self> {
        self.neighbours().filter_map(move |(from, to)| {
            let (left, result) = stacked(self.get(from), self.get(to))?;
            (left != 0).then(|| self.with(from, left).with(to, result))
        })
    }

    /// The columns that one move within the column makes of this one, but for whole stacks that go onto others: slides,
    /// transfers and banks.
    pub(super) fn moves_within(self) -> impl Iterator<Item = Self> {
        self.slides().chain(self.transfers()).chain(self.banks())
    }

    /// The columns that banking one tree makes of this one (M4).
    fn banks(self) -> impl Iterator<Item = Self> {
        self.stacks().filter(|&(_, code)| is_tree(code)).map(move |(depth, _)| self.with(depth, 0))
    }
}
