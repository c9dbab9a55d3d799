//! Exact keys: numbers that tell positions of one variant apart without fail.
//!
//! Each of the three sizes is a ternary number with a digit a square: 0 for no piece of that size, 1 for one of the first
//! player, 2 for one of the second. The key of a position is a sum over its pieces, so a move changes it by one addition
//! and one subtraction.
//!
//! ```text
//! narrow, up to 25 squares (3^25 < 2^40):
//!   bit   120         119 … 80    79 … 40     39 … 0
//!         side        larges      mediums     smalls
//! wide, any board (3^64 < 2^102): three words, smalls, mediums, larges
//!   bit   127 of the first word   101 … 0 of each word
//!         side                    ternary number
//! ```

use std::fmt::Debug;
use std::hash::Hash;

use super::moves::Move;
use super::piece::{Side, Size};
use super::position::Position;
use super::square::{Square, squares};
use super::variant::Rules;

/// An exact key.
pub trait Key: Copy + Eq + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// Squares of the largest board that such keys are exact for.
    const AREA: usize;

    /// Words that a key is packed into.
    const WORDS: usize;

    /// The key with one more piece on a square that has none of that size.
    #[must_use]
    fn plus(self, rules: &Rules, side: Side, size: Size, square: Square) -> Self;

    /// The key with one piece less.
    #[must_use]
    fn minus(self, rules: &Rules, side: Side, size: Size, square: Square) -> Self;

    /// The key with the other side to move.
    #[must_use]
    fn turned(self) -> Self;

    /// A word of the packed key, the lowest first; different keys differ in one of [`WORDS`](Self::WORDS) words.
    fn word(self, i: usize) -> u64;

    /// A well-mixed word: where to look for the key in a table. Different keys may share it.
    #[inline]
    fn hash64(self) -> u64 {
        let mut hash = 0_u64;
        for i in 0..Self::WORDS {
            hash = (hash.rotate_left(23) ^ self.word(i)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            hash ^= hash >> 32;
        }
        hash
    }

    /// The key of a position.
    fn of(rules: &Rules, position: &Position) -> Self {
        debug_assert!(rules.area() <= Self::AREA, "the board needs wide keys");
        let mut key = Self::default();
        for side in Side::ALL {
            for size in Size::ALL {
                for square in squares(position.layers[side.index()][size.index()]) {
                    key = key.plus(rules, side, size, square);
                }
            }
        }
        if position.side == Side::Two { key.turned() } else { key }
    }

    /// The key after a move of this side.
    #[inline]
    #[must_use]
    fn after(self, rules: &Rules, side: Side, mv: Move) -> Self {
        let key = self.turned().plus(rules, side, mv.size(), mv.to());
        match mv.from() {
            Some(from) => key.minus(rules, side, mv.size(), from),
            None => key,
        }
    }
}

/// Powers of three, for the digits of the squares.
const POWERS: [u128; 64] = {
    let mut powers = [1; 64];
    let mut i = 1;
    while i < 64 {
        powers[i] = powers[i - 1] * 3;
        i += 1;
    }
    powers
};

#[inline]
fn digit(rules: &Rules, side: Side, square: Square) -> u128 {
    POWERS[rules.dense(square)] << side.index()
}

/// Exact key for boards of up to 25 squares: 121 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NarrowKey(u128);

impl Key for NarrowKey {
    const AREA: usize = 25;
    const WORDS: usize = 2;

    #[inline]
    fn plus(self, rules: &Rules, side: Side, size: Size, square: Square) -> Self {
        Self(self.0 + (digit(rules, side, square) << (40 * size.index())))
    }

    #[inline]
    fn minus(self, rules: &Rules, side: Side, size: Size, square: Square) -> Self {
        Self(self.0 - (digit(rules, side, square) << (40 * size.index())))
    }

    #[inline]
    fn turned(self) -> Self {
        Self(self.0 ^ 1 << 120)
    }

    #[inline]
    fn word(self, i: usize) -> u64 {
        (self.0 >> (64 * i)) as u64
    }
}

/// Exact key for every board: 307 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WideKey([u128; 3]);

impl Key for WideKey {
    const AREA: usize = 64;
    const WORDS: usize = 6;

    #[inline]
    fn plus(mut self, rules: &Rules, side: Side, size: Size, square: Square) -> Self {
        self.0[size.index()] += digit(rules, side, square);
        self
    }

    #[inline]
    fn minus(mut self, rules: &Rules, side: Side, size: Size, square: Square) -> Self {
        self.0[size.index()] -= digit(rules, side, square);
        self
    }

    #[inline]
    fn turned(mut self) -> Self {
        self.0[0] ^= 1 << 127;
        self
    }

    #[inline]
    fn word(self, i: usize) -> u64 {
        (self.0[i / 2] >> (64 * (i % 2))) as u64
    }
}
