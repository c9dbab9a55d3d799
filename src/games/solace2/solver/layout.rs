//! The nests of a position in sorted order, so that equal ones lie side by side.

use smallvec::SmallVec;

use crate::games::solace2::game::{COLOURS, Nest, Position};

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
    /// Of these sets of nests one stays full to the end of a game with the most towers; see [`openings`](super::openings).
    stay: SmallVec<[u16; 16]>,
}

impl Layout {
    /// The layout of a position, for games with R1 or without.
    pub(super) fn new(position: &Position, native: bool) -> Self {
        let mut order: SmallVec<[(Nest, u8); 16]> =
            (0..position.nests()).map(|i| (position.spaces()[i].nest(), i as u8)).collect();
        order.sort_unstable();
        let nests: Vec<Nest> = order.iter().map(|entry| entry.0).collect();
        let twin =
            nests.windows(2).enumerate().fold(0, |twin, (i, two)| twin | u16::from(two[0] == two[1]) << i);
        let space = order.iter().map(|entry| entry.1).collect();
        let mut layout =
            Self { stashes: position.stashes() as u8, nests, space, twin, stay: SmallVec::new() };
        layout.stay = if native { layout.pairs() } else { layout.triples() };
        layout
    }

    /// Nests with a large of the colour, of equal nests the first.
    fn firsts_of_large(&self, colour: usize) -> impl Iterator<Item = (usize, Nest)> {
        bits(self.of_large(colour) & !(self.twin << 1)).map(|i| (i, self.nests[i]))
    }

    /// Complementary pairs: two nests with large colours *a* and *b* whose mediums are {*a*, *b*} and whose smalls are.
    fn pairs(&self) -> SmallVec<[u16; 16]> {
        let mut pairs = SmallVec::new();
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            let both = 1 << a | 1 << b;
            for (i, x) in self.firsts_of_large(a) {
                for (j, y) in self.firsts_of_large(b) {
                    let mediums = 1 << x.medium.index() | 1 << y.medium.index();
                    let smalls = 1 << x.small.index() | 1 << y.small.index();
                    if mediums == both && smalls == both {
                        pairs.push(1 << i | 1 << j);
                    }
                }
            }
        }
        pairs
    }

    /// Three nests whose larges are of three colours, as are their mediums, as are their smalls.
    fn triples(&self) -> SmallVec<[u16; 16]> {
        let mut triples = SmallVec::new();
        for (i, x) in self.firsts_of_large(0) {
            for (j, y) in self.firsts_of_large(1) {
                if x.medium == y.medium || x.small == y.small {
                    continue;
                }
                for (k, z) in self.firsts_of_large(2) {
                    if ![x.medium, y.medium].contains(&z.medium) && ![x.small, y.small].contains(&z.small) {
                        triples.push(1 << i | 1 << j | 1 << k);
                    }
                }
            }
        }
        triples
    }

    /// Whether a game with the most towers may go on from a set of full nests.
    pub(super) fn may_stay(&self, full: u16) -> bool {
        self.stay.iter().any(|&set| set & !full == 0)
    }

    /// The nests of a mask that stand for their equals: of equal nests in it, the last.
    pub(super) const fn distinct(&self, mask: u16) -> u16 {
        mask & !(mask >> 1 & self.twin)
    }

    /// The mask with the first ones of equal nests in place of those that it has, so that masks that differ in names are the same.
    pub(super) fn firsts(&self, mask: u16) -> u16 {
        let ends = !self.twin & ((1 << self.total()) - 1);
        let mut start = 0;
        bits(ends).fold(0, |firsts, end| {
            let run = (2 << end) - (1 << start);
            let some = ((1 << (mask & run).count_ones()) - 1) << start;
            start = end + 1;
            firsts | some
        })
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
