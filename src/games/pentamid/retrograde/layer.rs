//! Ranks: the pieces of one size, of both players, as a number without gaps.
//!
//! With `a` pieces of mine and `b` of theirs on `n` squares there are `C(n, a) · C(n - a, b)` ways. Each set of squares is ranked
//! in colexicographic order, theirs among the squares that mine leave.

use super::board::{Bits, Board, MAX_AREA};

/// `C(n, k)`, for all that ranks need.
fn binomial(n: usize, k: usize) -> u32 {
    if k > n {
        return 0;
    }
    (0..k).fold(1_u64, |product, i| product * (n - i) as u64 / (i + 1) as u64) as u32
}

/// Binomial coefficients in a table.
#[derive(Clone, Debug)]
pub(super) struct Binomials([[u32; MAX_AREA + 1]; MAX_AREA + 1]);

impl Binomials {
    pub(super) fn new() -> Self {
        Self(std::array::from_fn(|n| std::array::from_fn(|k| binomial(n, k))))
    }

    #[inline]
    fn get(&self, n: usize, k: usize) -> u32 {
        self.0[n][k]
    }

    /// Rank of a set among those of as many squares; squares in `left_out` are skipped in counting.
    #[inline]
    fn rank(&self, mut set: Bits, left_out: Bits) -> u32 {
        let mut rank = 0;
        let mut k = 1;
        while set != 0 {
            let square = set.trailing_zeros();
            set &= set - 1;
            let number = square - (left_out & ((1 << square) - 1)).count_ones();
            rank += self.get(number as usize, k);
            k += 1;
        }
        rank
    }

    fn sets(area: usize, count: usize, left_out: Bits) -> Vec<Bits> {
        let all = 0..1 << area as Bits;
        all.filter(|set: &Bits| set.count_ones() as usize == count && set & left_out == 0).collect()
    }
}

/// All ways to place some pieces of one size.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// Ways to choose the squares of theirs.
    inner: u32,
    /// By rank: squares of mine and of theirs.
    pub(super) ways: Vec<[Bits; 2]>,
    /// For each symmetry, the rank of the image by rank.
    pub(super) images: Vec<Vec<u32>>,
    /// By rank: the place of its orbit among all orbits, and the symmetries that carry it to the least rank of the orbit (a
    /// set of bits).
    pub(super) orbit: Vec<(u32, u8)>,
    /// Least rank of each orbit.
    pub(super) leasts: Vec<u32>,
}

impl Layer {
    /// The layer of `mine` pieces of the side to move and `theirs` of the other.
    pub(super) fn new(board: &Board, binomials: &Binomials, mine: usize, theirs: usize) -> Self {
        let inner = if mine > board.area { 0 } else { binomials.get(board.area - mine, theirs) };
        let mut layer =
            Self { inner, ways: Vec::new(), images: Vec::new(), orbit: Vec::new(), leasts: Vec::new() };
        let mut ways = Vec::new();
        for outer in Binomials::sets(board.area, mine, 0) {
            for inner in Binomials::sets(board.area, theirs, outer) {
                ways.push([outer, inner]);
            }
        }
        ways.sort_by_key(|&[outer, inner]| layer.rank(binomials, outer, inner));
        layer.ways = ways;
        for image in &board.symmetries {
            let moved = |set: Bits| -> Bits {
                image.iter().enumerate().map(|(from, to)| (set >> from & 1) << to).sum()
            };
            let ranks = layer.ways.iter().map(|&[a, b]| layer.rank(binomials, moved(a), moved(b))).collect();
            layer.images.push(ranks);
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

    /// Number of ways.
    pub(super) fn len(&self) -> usize {
        self.ways.len()
    }

    /// The rank of a way.
    #[inline]
    pub(super) fn rank(&self, binomials: &Binomials, mine: Bits, theirs: Bits) -> u32 {
        binomials.rank(mine, 0) * self.inner + binomials.rank(theirs, mine)
    }
}
