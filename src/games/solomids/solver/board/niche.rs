//! Niche hash: boards whose stacks have equal bottom pieces share a niche, for the diversity penalty of beams.

use super::codes::{BITS, CODE, colour_of, shape_of};
use super::product::Board;
use crate::games::solomids::game::{ROWS, Shape};

/// Multiplier of hashes (Fibonacci hashing): 2^64 divided by the golden ratio.
pub(crate) const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// Numbers of the bottom pieces of two stacks, by their two codes; the farther stack has the lower bits in both.
static BASES: [u16; 1 << (2 * BITS)] = {
    let mut bases = [0; 1 << (2 * BITS)];
    let mut codes = 0;
    while codes < bases.len() {
        let (low, high) = (codes as u8 & CODE as u8, (codes >> BITS) as u8);
        bases[codes] = (base(high) as u16) << BITS | base(low) as u16;
        codes += 1;
    }
    bases
};

/// Returns the number of a stack's bottom piece, 1 to 15; zero for no stack.
const fn base(code: u8) -> u8 {
    if code == 0 {
        return 0;
    }
    let size = match Shape::ALL[shape_of(code) as usize] {
        Shape::S1 => 1,
        Shape::S2 | Shape::S12 => 2,
        Shape::S3 | Shape::S23 | Shape::S123 => 3,
    };
    3 * colour_of(code) as u8 + size
}

impl Board {
    /// Hashes the bottom pieces of all stacks in their orders. Collisions cost diversity only; no verdict depends on
    /// it.
    pub(crate) fn niche_hash(&self) -> u32 {
        let hash = self.order.into_iter().fold(0, |hash: u64, order| {
            let bases = (0..ROWS / 2).map(|pair| 2 * BITS * pair).fold(0, |bases, shift| {
                bases | u64::from(BASES[(order >> shift) as usize % BASES.len()]) << shift
            });
            let product = (hash.rotate_left(13) ^ bases).wrapping_mul(FACTOR);
            product ^ product >> 32
        });
        (hash >> 32) as u32
    }
}
