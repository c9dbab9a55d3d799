//! Classes of positions by their pieces, and the slot of every position in its class.
//!
//! A slot is `(orbit of larges · mediums + rank of mediums) · smalls + rank of smalls`, after a symmetry has carried the larges to
//! the least rank of their orbit. Where several symmetries do that, the one with the least slot counts, and the other slots stay
//! unused.

use std::collections::HashMap;

use super::board::{Board, Stacks};
use super::layer::{Binomials, Layer};

/// Number of pieces of a player by size, smalls first.
pub(super) type Counts = [u8; 3];

/// Pieces of the side to move and of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Material {
    pub(super) mine: Counts,
    pub(super) theirs: Counts,
}

impl Material {
    pub(super) const fn turned(self) -> Self {
        Self { mine: self.theirs, theirs: self.mine }
    }

    pub(super) fn pieces(self) -> usize {
        self.mine.iter().chain(&self.theirs).map(|&count| usize::from(count)).sum()
    }

    pub(super) fn of(stacks: &Stacks) -> Self {
        let counts = |sizes: [u32; 3]| sizes.map(|bits| bits.count_ones() as u8);
        Self { mine: counts(stacks.mine), theirs: counts(stacks.theirs) }
    }

    /// The material after a drop of this size, the other side to move.
    pub(super) fn dropped(mut self, size: usize) -> Self {
        self.mine[size] += 1;
        self.turned()
    }

    /// All materials of a number of nests, those with more pieces first, and of two that are each other turned the greater one
    /// right after the lesser.
    pub(super) fn all(nests: usize, area: usize) -> Vec<Self> {
        let nests = nests as u8;
        let counts: Vec<Counts> =
            (0..=nests).flat_map(|l| (0..=l).flat_map(move |m| (0..=m).map(move |s| [s, m, l]))).collect();
        let fits =
            |material: &Self| (0..3).all(|i| usize::from(material.mine[i] + material.theirs[i]) <= area);
        let mut all: Vec<Self> = counts
            .iter()
            .flat_map(|&mine| counts.iter().map(move |&theirs| Self { mine, theirs }))
            .filter(fits)
            .collect();
        all.sort_by_key(|material| {
            let (least, greatest) = (*material.min(&material.turned()), *material.max(&material.turned()));
            (std::cmp::Reverse(material.pieces()), least, greatest, *material)
        });
        all
    }
}

/// The layers of all numbers of pieces of one size.
#[derive(Debug)]
pub(super) struct Layers {
    pub(super) board: Board,
    binomials: Binomials,
    by_counts: HashMap<(u8, u8), Layer>,
}

impl Layers {
    pub(super) fn new(board: Board) -> Self {
        let (binomials, area) = (Binomials::new(), board.area);
        let nests = board.rules.nests().min(area) as u8;
        let by_counts = (0..=nests)
            .flat_map(|mine| (0..=nests).map(move |theirs| (mine, theirs)))
            .filter(|&(mine, theirs)| usize::from(mine + theirs) <= area)
            .map(|(mine, theirs)| {
                ((mine, theirs), Layer::new(&board, &binomials, mine.into(), theirs.into()))
            })
            .collect();
        Self { board, binomials, by_counts }
    }

    /// The class of a material.
    pub(super) fn class(&self, material: Material) -> Class<'_> {
        let layer = |size: usize| &self.by_counts[&(material.mine[size], material.theirs[size])];
        Class { binomials: &self.binomials, layers: [layer(0), layer(1), layer(2)] }
    }
}

/// The positions of one material.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class<'a> {
    binomials: &'a Binomials,
    /// By size, smalls first.
    layers: [&'a Layer; 3],
}

impl Class<'_> {
    /// Number of slots.
    pub(super) fn slots(&self) -> usize {
        let [smalls, mediums, larges] = self.layers;
        larges.leasts.len() * mediums.len() * smalls.len()
    }

    /// The position of a slot.
    #[inline]
    pub(super) fn stacks(&self, slot: usize) -> Stacks {
        let [smalls, mediums, larges] = self.layers;
        let (rest, small) = (slot / smalls.len(), slot % smalls.len());
        let (orbit, medium) = (rest / mediums.len(), rest % mediums.len());
        let large = larges.leasts[orbit] as usize;
        let ways = [smalls.ways[small], mediums.ways[medium], larges.ways[large]];
        Stacks { mine: ways.map(|way| way[0]), theirs: ways.map(|way| way[1]) }
    }

    /// Ranks of the three layers of a position.
    #[inline]
    pub(super) fn ranks(&self, stacks: &Stacks) -> [u32; 3] {
        let rank = |i: usize| self.layers[i].rank(self.binomials, stacks.mine[i], stacks.theirs[i]);
        [rank(0), rank(1), rank(2)]
    }

    /// The rank of one layer of a position.
    #[inline]
    pub(super) fn rank(&self, size: usize, stacks: &Stacks) -> u32 {
        self.layers[size].rank(self.binomials, stacks.mine[size], stacks.theirs[size])
    }

    /// The slot of a position by its ranks.
    #[inline]
    pub(super) fn slot(&self, [small, medium, large]: [u32; 3]) -> usize {
        let [smalls, mediums, larges] = self.layers;
        let (orbit, mut carriers) = larges.orbit[large as usize];
        let mut least = usize::MAX;
        while carriers != 0 {
            let symmetry = carriers.trailing_zeros() as usize;
            carriers &= carriers - 1;
            let medium = mediums.images[symmetry][medium as usize] as usize;
            let small = smalls.images[symmetry][small as usize] as usize;
            least = least.min(medium * smalls.len() + small);
        }
        orbit as usize * mediums.len() * smalls.len() + least
    }

    /// Whether a slot is the one of its own position.
    #[inline]
    pub(super) fn is_used(&self, slot: usize) -> bool {
        let [smalls, mediums, larges] = self.layers;
        let (rest, small) = (slot / smalls.len(), slot % smalls.len());
        let (orbit, medium) = (rest / mediums.len(), rest % mediums.len());
        let large = larges.leasts[orbit];
        larges.orbit[large as usize].1.is_power_of_two()
            || self.slot([small as u32, medium as u32, large]) == slot
    }
}
