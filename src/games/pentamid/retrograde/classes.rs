//! Classes of positions by their pieces, and the slot of every position in its class.
//!
//! # Ranks
//! With `a` pieces of mine and `b` of theirs of one size on `n` squares there are `C(n, a) · C(n - a, b)` ways. Each set of squares
//! is ranked in colexicographic order, theirs among the squares that mine leave.
//!
//! # Slots
//! A slot is `(orbit of larges · mediums + rank of mediums) · smalls + rank of smalls`, after a symmetry has carried the larges to
//! the least rank of their orbit. Where several symmetries do that, the one with the least slot counts, and the other slots stay
//! unused.

use std::collections::HashMap;

use crate::games::pentamid::game::{Move, Position, Rules, Side, Size, Square, Symmetry, squares};
use crate::kit::numbers::binomials;

/// Squares of the largest board.
pub(super) const MAX_AREA: usize = 25;

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

    fn pieces(self) -> u8 {
        self.mine.iter().chain(&self.theirs).sum()
    }

    pub(super) fn of(position: &Position) -> Self {
        let counts = |side| Size::ALL.map(|size| position.count(side, size) as u8);
        Self { mine: counts(position.side()), theirs: counts(position.side().other()) }
    }

    /// The material after a drop of this size, the other side to move.
    pub(super) fn dropped(mut self, size: Size) -> Self {
        self.mine[size.index()] += 1;
        self.turned()
    }

    /// All materials of a number of nests, those with more pieces first, and of two that are each other turned the greater one
    /// right after the lesser.
    pub(super) fn all(rules: &Rules) -> Vec<Self> {
        let nests = rules.nests() as u8;
        let counts: Vec<Counts> =
            (0..=nests).flat_map(|l| (0..=l).flat_map(move |m| (0..=m).map(move |s| [s, m, l]))).collect();
        let pairs = counts.iter().flat_map(|&mine| counts.iter().map(move |&theirs| Self { mine, theirs }));
        let fits =
            |&Self { mine, theirs }: &Self| (0..3).all(|i| usize::from(mine[i] + theirs[i]) <= rules.area());
        let mut all: Vec<Self> = pairs.filter(fits).collect();
        all.sort_by_key(|&material| {
            let turned = material.turned();
            (std::cmp::Reverse(material.pieces()), material.min(turned), material.max(turned), material)
        });
        all
    }
}

/// `C(n, k)`.
static BINOMIALS: [[u32; MAX_AREA + 1]; MAX_AREA + 1] = binomials();

/// All ways to place some pieces of one size.
#[derive(Clone, Debug)]
struct Layer {
    /// Ways to choose the squares of theirs.
    inner: u32,
    /// By rank: squares of mine and of theirs.
    ways: Vec<[u64; 2]>,
    /// For each symmetry, the rank of the image by rank.
    images: Vec<Vec<u32>>,
    /// By rank: the place of its orbit among all orbits, and the symmetries that carry it to the least rank of the orbit (a
    /// set of bits).
    orbit: Vec<(u32, u8)>,
    /// Least rank of each orbit.
    leasts: Vec<u32>,
}

impl Layer {
    /// The layer of `mine` pieces of the side to move and `theirs` of the other.
    fn new(rules: &Rules, mine: u8, theirs: u8) -> Self {
        let inner = BINOMIALS[rules.area() - usize::from(mine)][usize::from(theirs)];
        let within =
            |outer: u64| sets(rules.board & !outer, theirs).into_iter().map(move |inner| [outer, inner]);
        let ways = sets(rules.board, mine).into_iter().flat_map(within).collect();
        let mut layer = Self { inner, ways, images: Vec::new(), orbit: Vec::new(), leasts: Vec::new() };
        for symmetry in Symmetry::all(rules) {
            let image = |way: &[u64; 2]| layer.rank(rules, way.map(|set| symmetry.bits(set)));
            layer.images.push(layer.ways.iter().map(image).collect());
        }
        let mut place = vec![u32::MAX; layer.ways.len()];
        for rank in 0..layer.ways.len() {
            let images = layer.images.iter().map(|image| image[rank]);
            let least = images.clone().min().unwrap_or(0);
            if least as usize == rank {
                place[rank] = layer.leasts.len() as u32;
                layer.leasts.push(least);
            }
            let carriers = images.enumerate().map(|(i, image)| u8::from(image == least) << i).sum();
            layer.orbit.push((place[least as usize], carriers));
        }
        layer
    }

    /// The rank of a way.
    #[inline]
    fn rank(&self, rules: &Rules, [mine, theirs]: [u64; 2]) -> u32 {
        rank(rules.board, mine) * self.inner + rank(rules.board & !mine, theirs)
    }
}

/// Rank of a set of these squares among those of as many.
#[inline]
fn rank(all: u64, set: u64) -> u32 {
    let number = |square: Square| (all & (square.bit() - 1)).count_ones() as usize;
    squares(set).zip(1..).map(|(square, k)| BINOMIALS[number(square)][k]).sum()
}

/// The sets of so many of these squares, in colexicographic order.
fn sets(all: u64, count: u8) -> Vec<u64> {
    if count == 0 {
        return vec![0];
    }
    let with_highest = |highest: Square| {
        let others = sets(all & (highest.bit() - 1), count - 1);
        others.into_iter().map(move |set| set | highest.bit())
    };
    squares(all).flat_map(with_highest).collect()
}

/// The layers of all numbers of pieces of one size.
#[derive(Debug)]
pub(super) struct Layers {
    pub(super) rules: Rules,
    by_counts: HashMap<(u8, u8), Layer>,
}

impl Layers {
    pub(super) fn new(rules: &Rules) -> Self {
        let (area, nests) = (rules.area(), rules.nests().min(rules.area()) as u8);
        let counts = (0..=nests).flat_map(|mine| (0..=nests).map(move |theirs| (mine, theirs)));
        let fit = counts.filter(|&(mine, theirs)| usize::from(mine + theirs) <= area);
        let by_counts = fit.map(|(mine, theirs)| ((mine, theirs), Layer::new(rules, mine, theirs))).collect();
        Self { rules: *rules, by_counts }
    }

    /// The class of a material.
    pub(super) fn class(&self, material: Material) -> Class<'_> {
        let layer = |size: usize| &self.by_counts[&(material.mine[size], material.theirs[size])];
        Class { rules: &self.rules, layers: [layer(0), layer(1), layer(2)] }
    }
}

/// The positions of one material.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class<'a> {
    rules: &'a Rules,
    /// By size, smalls first.
    layers: [&'a Layer; 3],
}

impl Class<'_> {
    /// Number of slots.
    pub(super) fn slots(&self) -> usize {
        let [smalls, mediums, larges] = self.layers;
        larges.leasts.len() * mediums.ways.len() * smalls.ways.len()
    }

    /// Ranks of the three layers of a slot, smalls first.
    #[inline]
    fn ranks_of(&self, slot: usize) -> [u32; 3] {
        let [smalls, mediums, _] = self.layers.map(|layer| layer.ways.len());
        let (rest, small) = (slot / smalls, slot % smalls);
        [small as u32, (rest % mediums) as u32, self.layers[2].leasts[rest / mediums]]
    }

    /// The position of a slot, the first player to move.
    #[inline]
    pub(super) fn position(&self, slot: usize) -> Position {
        let ranks = self.ranks_of(slot);
        let ways = [0, 1, 2].map(|size| self.layers[size].ways[ranks[size] as usize]);
        Position { layers: [ways.map(|way| way[0]), ways.map(|way| way[1])], side: Side::One }
    }

    /// Ranks of the three layers of a position.
    #[inline]
    pub(super) fn ranks(&self, position: &Position) -> [u32; 3] {
        Size::ALL.map(|size| self.layers[size.index()].rank(self.rules, Self::way(size, position)))
    }

    /// The squares of mine and of theirs in one layer of a position.
    #[inline]
    fn way(size: Size, position: &Position) -> [u64; 2] {
        let side = position.side();
        [side, side.other()].map(|side| position.layers[side.index()][size.index()])
    }

    /// The rank of the layer that a step changes, after it. The step is one of either player's pieces.
    #[inline]
    pub(super) fn rank_after(&self, step: Move, position: &Position) -> u32 {
        let left = step.from().map_or(0, Square::bit);
        let way = Self::way(step.size(), position);
        let way = way.map(|set| if set & left == 0 { set } else { set ^ left ^ step.to().bit() });
        self.layers[step.size().index()].rank(self.rules, way)
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
            least = least.min(medium * smalls.ways.len() + small);
        }
        orbit as usize * mediums.ways.len() * smalls.ways.len() + least
    }

    /// Whether a slot is the one of its own position.
    #[inline]
    pub(super) fn is_used(&self, slot: usize) -> bool {
        let ranks = self.ranks_of(slot);
        self.layers[2].orbit[ranks[2] as usize].1.is_power_of_two() || self.slot(ranks) == slot
    }
}
