//! Exact keys: numbers that tell positions of one variant apart without fail.
//!
//! Each of the three sizes is a ternary number with a digit a square: 0 for no piece of that size, 1 for one of the first
//! player, 2 for one of the second. The key of a position is a sum over its pieces, so a move changes it by one addition
//! and one subtraction.
//!
//! ```text
//! narrow, up to 25 squares (3^25 < 2^40): one number
//!   bit   120         119 … 80    79 … 40     39 … 0
//!         side        larges      mediums     smalls
//! wide, any board (3^64 < 2^102): three numbers, smalls, mediums, larges
//!   bit   127 of the first        101 … 0 of each
//!         side                    ternary number
//! ```

use super::board::{Side, Size, Square, squares};
use super::moves::Move;
use super::position::Position;
use super::variant::Rules;

/// An exact key of one number, or of three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key<const NUMBERS: usize>([u128; NUMBERS]);

/// Exact key for boards of up to 25 squares: 121 bits.
pub type NarrowKey = Key<1>;

/// Exact key for every board: 307 bits.
pub type WideKey = Key<3>;

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

impl<const NUMBERS: usize> Key<NUMBERS> {
    /// Squares of the largest board that such keys are exact for.
    pub const AREA: usize = if NUMBERS == 1 { 25 } else { 64 };

    /// Words that a key is packed into.
    pub const WORDS: usize = 2 * NUMBERS;

    /// The key of a position.
    pub fn of(rules: &Rules, position: &Position) -> Self {
        debug_assert!(rules.area() <= Self::AREA, "the board needs wide keys");
        let mut key = Self([0; NUMBERS]);
        for side in Side::ALL {
            for size in Size::ALL {
                for square in squares(position.layers[side.index()][size.index()]) {
                    *key.number(size) += Self::digit(rules, side, size, square);
                }
            }
        }
        if position.side == Side::Two { key.turned() } else { key }
    }

    /// The key after a move of this side.
    #[inline]
    #[must_use]
    pub fn after(self, rules: &Rules, side: Side, mv: Move) -> Self {
        let (mut key, size) = (self.turned(), mv.size());
        *key.number(size) += Self::digit(rules, side, size, mv.to());
        if let Some(from) = mv.from() {
            *key.number(size) -= Self::digit(rules, side, size, from);
        }
        key
    }

    /// The number that holds the digits of a size.
    #[inline]
    const fn number(&mut self, size: Size) -> &mut u128 {
        &mut self.0[if NUMBERS == 1 { 0 } else { size.index() }]
    }

    /// What a piece adds to the number of its size.
    #[inline]
    const fn digit(rules: &Rules, side: Side, size: Size, square: Square) -> u128 {
        let digit = POWERS[rules.dense(square)] << side.index();
        if NUMBERS == 1 { digit << (40 * size.index()) } else { digit }
    }

    /// The key with the other side to move.
    #[inline]
    pub(crate) const fn turned(mut self) -> Self {
        self.0[0] ^= 1 << if NUMBERS == 1 { 120 } else { 127 };
        self
    }

    /// A word of the packed key, the lowest first; different keys differ in one of [`WORDS`](Self::WORDS) words.
    #[inline]
    pub(crate) const fn word(self, i: usize) -> u64 {
        (self.0[i / 2] >> (64 * (i % 2))) as u64
    }

    /// A well-mixed word: where to look for the key in a table. Different keys may share it.
    #[inline]
    pub(crate) fn hash64(self) -> u64 {
        (0..Self::WORDS).fold(0_u64, |hash, i| {
            let hash = (hash.rotate_left(23) ^ self.word(i)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            hash ^ hash >> 32
        })
    }
}

/// A position and its key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<const NUMBERS: usize> {
    pub(crate) position: Position,
    pub(crate) key: Key<NUMBERS>,
}

impl<const NUMBERS: usize> Node<NUMBERS> {
    pub(crate) fn new(rules: &Rules, position: Position) -> Self {
        Self { position, key: Key::of(rules, &position) }
    }

    /// The node after a move that is known to be legal.
    #[inline]
    pub(crate) fn after(&self, rules: &Rules, mv: Move) -> Self {
        Self { position: self.position.after(mv), key: self.key.after(rules, self.position.side(), mv) }
    }
}
