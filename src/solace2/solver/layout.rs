//! The nests of a position in sorted order, so that equal ones lie side by side.

use crate::solace2::game::{COLOURS, Nest, Position};

/// Nests sorted by code, and where they stand.
///
/// Masks of nests have bit *i* for the *i*-th nest in this order. The nests of one large colour are a run of *n* bits.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Stashes of a colour.
    pub(super) stashes: u8,
    /// The nests, sorted.
    pub(super) nests: Vec<Nest>,
    /// Space of every nest.
    pub(super) space: Vec<u8>,
    /// Bit *i*: nest *i* equals nest *i* + 1.
    twin: u16,
    /// Complementary pairs: two nests with large colours *a* and *b* whose mediums are {*a*, *b*} and whose smalls are.
    pub(super) pairs: Vec<u16>,
}

impl Layout {
    pub(super) fn new(position: &Position) -> Self {
        let mut order: Vec<(Nest, u8)> =
            (0..position.nests()).map(|i| (position.spaces()[i].nest(), i as u8)).collect();
        order.sort_unstable();
        let nests: Vec<Nest> = order.iter().map(|entry| entry.0).collect();
        let mut twin = 0;
        let mut pairs = Vec::new();
        for (i, a) in nests.iter().enumerate() {
            twin |= u16::from(nests.get(i + 1) == Some(a)) << i;
            for (j, b) in nests.iter().enumerate().skip(i + 1) {
                let same = |x, y| (x, y) == (a.large, b.large) || (y, x) == (a.large, b.large);
                if a.large != b.large && same(a.medium, b.medium) && same(a.small, b.small) {
                    pairs.push(1 << i | 1 << j);
                }
            }
        }
        let space = order.iter().map(|entry| entry.1).collect();
        Self { stashes: position.stashes() as u8, nests, space, twin, pairs }
    }

    /// The nests of a mask that stand for their equals: of equal nests in it, the last.
    pub(super) const fn distinct(&self, mask: u16) -> u16 {
        mask & !(mask >> 1 & self.twin)
    }

    /// Nests with a large of the colour.
    pub(super) const fn of_large(&self, colour: usize) -> u16 {
        ((1 << self.stashes) - 1) << (colour * self.stashes as usize)
    }

    /// Number of nests.
    pub(super) const fn total(&self) -> u8 {
        self.stashes * COLOURS as u8
    }
}

/// The indices of the bits of a mask, ascending.
pub(super) fn bits(mask: u16) -> impl Iterator<Item = usize> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let next = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        next
    })
}
