//! Classes of positions by their pieces, and the slot of every position in its class.
//!
//! # Ranks
//! With `a` pieces of mine and `b` of theirs of one size on `n` squares there are `C(n, a) · C(n - a, b)` ways. Each set of squares
//! is ranked in colexicographic order, theirs among the squares that mine leave.
//!
//! A table gives the rank after every step and every drop, so that moves are made on ranks alone.
//!
//! # Slots
//! A slot is `(orbit of larges · mediums + rank of mediums) · smalls + rank of smalls`, after a symmetry has carried the larges to
//! the least rank of their orbit. Where several symmetries do that, the one with the least slot counts, and the other slots stay
//! unused.

use std::collections::HashMap;

use crate::games::pentamid::game::{MAX_SIDE, Position, Rules, Side, Size, Square, Symmetry, squares, steps};
use crate::kit::numbers::binomials;

/// Nests of a player, at most.
pub(super) const MAX_NESTS: usize = 7;

/// Number of pieces of a player by size, smalls first.
pub type Counts = [u8; 3];

/// Pieces on the board: what tells the classes of positions apart. Exchanged colours make the same position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// Pieces of the side to move.
    pub mine: Counts,
    /// Pieces of the other side.
    pub theirs: Counts,
}

impl Material {
    pub(super) const START: Self = Self { mine: [0; 3], theirs: [0; 3] };

    pub(super) fn turned(self) -> Self {
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

    /// All materials of a variant, those with more pieces first, and of two that are each other turned the greater one
    /// right after the lesser.
    pub(super) fn all(rules: &Rules) -> Vec<Self> {
        let nests = rules.nests() as u8;
        let counts: Vec<Counts> =
            (0..=nests).flat_map(|l| (0..=l).flat_map(move |m| (0..=m).map(move |s| [s, m, l]))).collect();
        let fits =
            |&Self { mine, theirs }: &Self| (0..3).all(|i| usize::from(mine[i] + theirs[i]) <= rules.area());
        let pairs = counts.iter().flat_map(|&mine| counts.iter().map(move |&theirs| Self { mine, theirs }));
        let mut pairs: Vec<Self> = pairs.filter(fits).collect();
        pairs.sort_by_key(|&material| {
            let turned = material.turned();
            (std::cmp::Reverse(material.pieces()), material.min(turned), material.max(turned), material)
        });
        pairs
    }

    /// Ways to place the pieces of each size, symmetric ones each; smalls first.
    pub(super) fn ways(self, rules: &Rules) -> [u64; 3] {
        let ways = |size: usize| {
            let [mine, theirs] = [self.mine, self.theirs].map(|counts| usize::from(counts[size]));
            u64::from(BINOMIALS[rules.area()][mine]) * u64::from(BINOMIALS[rules.area() - mine][theirs])
        };
        [ways(0), ways(1), ways(2)]
    }
}

/// `C(n, k)`.
static BINOMIALS: [[u32; MAX_NESTS + 1]; MAX_SIDE * MAX_SIDE + 1] = binomials();

/// No rank: a step that is barred within its layer.
const NONE: u32 = u32::MAX;

/// All ways to place some pieces of one size.
#[derive(Clone, Debug)]
struct Layer {
    /// By rank: squares of mine and of theirs.
    ways: Vec<[u64; 2]>,
    /// For each symmetry, the rank of the image by rank.
    images: Vec<Vec<u32>>,
    /// By rank: the place of its orbit among all orbits, and the symmetries that carry it to the least rank of the orbit (a
    /// set of bits).
    orbit: Vec<(u32, u8)>,
    /// Least rank of each orbit.
    leasts: Vec<u32>,
    /// By rank: the rank once mine and theirs are exchanged.
    turned: Vec<u32>,
    /// By rank and piece of mine, lowest square first: the rank after a step right, left, up and down; [`NONE`] where the board
    /// ends or a piece of the same size is.
    steps: Vec<[u32; 4]>,
    /// By rank and square: the rank after a drop of mine there, once mine and theirs are exchanged; [`NONE`] where a piece of the
    /// same size is.
    drops: Vec<u32>,
}

impl Layer {
    /// The layer of `mine` pieces of the side to move and `theirs` of the other.
    fn new(rules: &Rules, mine: u8, theirs: u8) -> Self {
        let within =
            |outer: u64| sets(rules.board & !outer, theirs).into_iter().map(move |inner| [outer, inner]);
        let ways: Vec<[u64; 2]> = sets(rules.board, mine).into_iter().flat_map(within).collect();
        let mut layer = Self {
            images: Vec::new(),
            orbit: Vec::new(),
            leasts: Vec::new(),
            turned: ways.iter().map(|&[mine, theirs]| rank_of(rules, [theirs, mine])).collect(),
            steps: Vec::new(),
            drops: Vec::new(),
            ways,
        };
        for &[mine, theirs] in &layer.ways {
            let free = rules.board & !mine & !theirs;
            let onto = |left: u64, to: u64| {
                if free & to == 0 { NONE } else { rank_of(rules, [mine ^ left ^ to, theirs]) }
            };
            layer.steps.extend(squares(mine).map(|from| steps(from.bit()).map(|to| onto(from.bit(), to))));
            let dropped = |to: Square| {
                let fits = free & to.bit() != 0 && (mine.count_ones() as usize) < MAX_NESTS;
                if fits { rank_of(rules, [theirs, mine | to.bit()]) } else { NONE }
            };
            layer.drops.extend(rules.squares().map(dropped));
        }
        for symmetry in Symmetry::all(rules) {
            let image = |way: &[u64; 2]| rank_of(rules, way.map(|set| symmetry.bits(set)));
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
}

/// Rank of a way to place pieces of one size, the squares of mine and of theirs.
#[inline]
fn rank_of(rules: &Rules, [mine, theirs]: [u64; 2]) -> u32 {
    let inner = BINOMIALS[rules.area() - mine.count_ones() as usize][theirs.count_ones() as usize];
    rank(rules.board, mine) * inner + rank(rules.board & !mine, theirs)
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
    /// The layers that the classes of these materials need.
    pub(super) fn new(rules: &Rules, materials: &[Material]) -> Self {
        let mut by_counts = HashMap::new();
        for &Material { mine, theirs } in materials {
            for (mine, theirs) in mine.into_iter().zip(theirs) {
                by_counts.entry((mine, theirs)).or_insert_with(|| Layer::new(rules, mine, theirs));
            }
        }
        Self { rules: *rules, by_counts }
    }

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
    pub(super) fn slots(&self) -> usize {
        let [smalls, mediums, larges] = self.layers;
        larges.leasts.len() * mediums.ways.len() * smalls.ways.len()
    }

    /// Ranks of the three layers of a slot, smalls first.
    #[inline]
    pub(super) fn ranks_of(&self, slot: usize) -> [u32; 3] {
        let [smalls, mediums, _] = self.layers.map(|layer| layer.ways.len());
        let (rest, small) = (slot / smalls, slot % smalls);
        [small as u32, (rest % mediums) as u32, self.layers[2].leasts[rest / mediums]]
    }

    /// The position of a slot, the first player to move.
    pub(super) fn position(&self, slot: usize) -> Position {
        self.board(self.ranks_of(slot))
    }

    /// The position of these ranks, the first player to move.
    #[inline]
    pub(super) fn board(&self, ranks: [u32; 3]) -> Position {
        let ways = [0, 1, 2].map(|size| self.layers[size].ways[ranks[size] as usize]);
        Position { layers: [ways.map(|way| way[0]), ways.map(|way| way[1])], side: Side::One }
    }

    /// Ranks of the three layers of a position.
    #[inline]
    pub(super) fn ranks(&self, position: &Position) -> [u32; 3] {
        let side = position.side();
        let way = |size: usize| [side, side.other()].map(|side| position.layers[side.index()][size]);
        [0, 1, 2].map(|size| rank_of(self.rules, way(size)))
    }

    /// Ranks of the same board with the other side to move, in the class of the turned material.
    #[inline]
    pub(super) fn turned(&self, ranks: [u32; 3]) -> [u32; 3] {
        [0, 1, 2].map(|size| self.layers[size].turned[ranks[size] as usize])
    }

    /// Ranks after a drop on a vacant square, in the class that the drop leads to. `turned` are the ranks turned.
    #[inline]
    pub(super) fn dropped(&self, ranks: [u32; 3], turned: [u32; 3], size: Size, to: Square) -> [u32; 3] {
        let (mut after, size) = (turned, size.index());
        after[size] =
            self.layers[size].drops[ranks[size] as usize * self.rules.area() + self.rules.dense(to)];
        after
    }

    /// Whether the ranks after every step pass a check, which ends with the first that does not. The ranks are those of the board
    /// with the same side to move: of this class.
    ///
    /// A step can always be taken back by its player, as the piece came from a square where it stood on nothing or on smaller
    /// pieces. So the steps of the side that has just moved are the steps that may have led here, backwards.
    #[inline]
    pub(super) fn all_steps(&self, ranks: [u32; 3], mut check: impl FnMut([u32; 3]) -> bool) -> bool {
        let ways = [0, 1, 2].map(|size| self.layers[size].ways[ranks[size] as usize]);
        let larges = ways[2][0] | ways[2][1];
        let over = [larges | ways[1][0] | ways[1][1], larges, 0];
        (0..3).all(|size| {
            let layer = self.layers[size];
            let mine = ways[size][0];
            let table = &layer.steps[ranks[size] as usize * mine.count_ones() as usize..];
            squares(mine).zip(table).filter(|(from, _)| over[size] & from.bit() == 0).all(|(from, row)| {
                steps(from.bit()).into_iter().zip(row).all(|(to, &rank)| {
                    let mut after = ranks;
                    after[size] = rank;
                    rank == NONE || over[size] & to != 0 || check(after)
                })
            })
        })
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
    pub(super) fn is_used(&self, slot: usize, ranks: [u32; 3]) -> bool {
        self.layers[2].orbit[ranks[2] as usize].1.is_power_of_two() || self.slot(ranks) == slot
    }
}
