//! Dealer of the public web page: a board for a seed that a player types, or none (S5).
//!
//! # The format `web-1`
//!
//! A seed is a string, and a typed number too: `1` and `0001` differ. Random numbers come from the npm package
//! `seedrandom` keyed with it. The bag is in the order R1 R1 R1 R2 R2 R2 R3 R3 R3 Y1 … K3 (colours R Y G B K);
//! taking a piece out keeps the order of the others.
//!
//! Rows 9 to 1 are filled from left to right. A draw is the piece number ⌊random · p⌋, from 0, of the p pieces
//! in the bag. It is refused, and stays in the bag, for any of these reasons:
//!
//! 1. at least 7 more pieces of its size stand on the table than there are full rows;
//! 2. three pieces of its size stand in the row already;
//! 3. it equals the piece placed just before it, except at the start of a row (here the page differs from S2);
//! 4. it is the fifth of the row, which would miss a size.
//!
//! The page counts the refusals for each of the first three reasons over the whole deal. After every draw,
//! refused or not, it gives up on the seed if one of these counts has reached 100, or if this was the 200th
//! draw. Of the seeds 0 to 599 999 it refuses 19 465, all by reason 3: the pieces left are copies of the last
//! one placed, which no number of draws would change.

use super::{BagPiece, full_bag, has_all_sizes, lay_out, open_row};
use crate::games::solomids::game::{COLUMNS, Deal, PIECES};

/// Bytes of an ARC4 state, and of the longest key.
const WIDTH: usize = 256;
/// Bytes of the first approximation of a double.
const FIRST_BYTES: usize = 6;

/// The generator that `seedrandom(seed)` of the npm package gives in JavaScript, ARC4 keyed with a string: equal seeds give
/// equal doubles, bit for bit.
///
/// # Key
/// The j-th UTF-16 code unit c of the seed, from 0, sets byte j mod 256 of the key: `smear ^= key[j mod 256] × 19`, where a
/// byte not yet set counts as 0, then `key[j mod 256] = (smear + c) mod 256`. The smear starts at 0. The key of an empty seed
/// is one byte 0.
///
/// # Numbers
/// The first 256 bytes of the ARC4 key stream are dropped. [`next_f64`](Self::next_f64) makes doubles of the others.
#[derive(Clone)]
struct SeedRandom {
    state: [u8; WIDTH],
    i: u8,
    j: u8,
}

impl SeedRandom {
    pub(super) fn new(seed: &str) -> Self {
        let key = key(seed);
        let mut state: [u8; WIDTH] = std::array::from_fn(|i| i as u8);
        let mut j = 0u8;
        for i in 0..WIDTH {
            j = j.wrapping_add(key[i % key.len()]).wrapping_add(state[i]);
            state.swap(i, usize::from(j));
        }
        let mut random = Self { state, i: 0, j: 0 };
        // The first bytes of ARC4 are correlated with the key; the package drops as many as the state has.
        for _ in 0..WIDTH {
            random.next_byte();
        }
        random
    }

    /// The next number in 0 ≤ r < 1, with 53 significant bits.
    ///
    /// Six bytes, most significant first, are the numerator n over d = 2⁴⁸, and x = 0. While n < 2⁵², n becomes
    /// 256 (n + x), d becomes 256 d, and x one more byte; then, while n ≥ 2⁵³, all three are halved, x rounded
    /// down. The number is (n + x) / d.
    fn next_f64(&mut self) -> f64 {
        let mut n = (0..FIRST_BYTES).fold(0u64, |n, _| n << 8 | u64::from(self.next_byte()));
        let mut d = (1u64 << (8 * FIRST_BYTES)) as f64;
        let mut x = 0u8;
        while n < 1 << 52 {
            n = (n + u64::from(x)) << 8;
            d *= 256.0;
            x = self.next_byte();
        }
        while n >= 1 << 53 {
            n /= 2;
            d /= 2.0;
            x >>= 1;
        }
        // n + x is below 2⁵³ and d a power of two: nothing is rounded.
        (n + u64::from(x)) as f64 / d
    }

    fn next_byte(&mut self) -> u8 {
        self.i = self.i.wrapping_add(1);
        let (i, t) = (usize::from(self.i), self.state[usize::from(self.i)]);
        self.j = self.j.wrapping_add(t);
        self.state.swap(i, usize::from(self.j));
        self.state[usize::from(t.wrapping_add(self.state[i]))]
    }
}

/// The ARC4 key of a seed, 1 to 256 bytes.
fn key(seed: &str) -> Vec<u8> {
    let mut key = Vec::with_capacity(WIDTH);
    let mut smear = 0u32;
    for (j, unit) in seed.encode_utf16().enumerate() {
        let slot = j % WIDTH;
        if slot == key.len() {
            key.push(0);
        }
        smear ^= u32::from(key[slot]) * 19;
        key[slot] = (smear + u32::from(unit)) as u8;
    }
    if key.is_empty() {
        key.push(0);
    }
    key
}

/// Name of the mapping from seed to deal.
pub const FORMAT: &str = "web-1";

/// Number of pieces of one size, above that of full rows, from which on reason 1 refuses another.
const LEAD: usize = 7;
/// Most pieces of one size in a row (reason 2).
const SAME_SIZE: usize = 3;
/// Number of refusals for one reason at which the page gives up.
const MAX_REFUSALS: usize = 100;
/// Number of draws at which the page gives up.
const MAX_DRAWS: usize = 200;

/// The deal of a seed; `None` if the page gives up and deals nothing.
pub fn deal(seed: &str) -> Option<Deal> {
    let mut random = SeedRandom::new(seed);
    let mut bag = full_bag();
    let mut dealt = Vec::with_capacity(PIECES);
    let mut refusals = [0; 3];
    // The page gives up after the last draw whatever it is, so that draw is left out.
    for _ in 1..MAX_DRAWS {
        let place = (random.next_f64() * bag.len() as f64) as usize;
        let piece = bag[place];
        let counted = counted_reasons(&dealt, piece);
        for (count, holds) in refusals.iter_mut().zip(counted) {
            *count += usize::from(holds);
        }
        if refusals.contains(&MAX_REFUSALS) {
            return None;
        }
        if !counted.contains(&true) && !leaves_row_without_size(&dealt, piece) {
            dealt.push(bag.remove(place));
            if bag.is_empty() {
                return Some(lay_out(&dealt));
            }
        }
    }
    None
}

/// Whether each of the reasons 1 to 3 refuses a piece.
fn counted_reasons(dealt: &[BagPiece], piece: BagPiece) -> [bool; 3] {
    let row = open_row(dealt);
    let same_size = |pieces: &[BagPiece]| pieces.iter().filter(|other| other.size == piece.size).count();
    [
        same_size(dealt) >= LEAD + dealt.len() / COLUMNS,
        same_size(row) == SAME_SIZE,
        row.last() == Some(&piece),
    ]
}

/// Whether reason 4 refuses a piece.
fn leaves_row_without_size(dealt: &[BagPiece], piece: BagPiece) -> bool {
    let row = open_row(dealt);
    row.len() == COLUMNS - 1 && !has_all_sizes(row.iter().chain([&piece]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::solomids::game::Palette;

    #[test]
    fn doubles_are_those_of_the_npm_package() {
        #[derive(serde::Deserialize)]
        struct Vector {
            seed: String,
            doubles: Vec<String>,
            thousandth: String,
        }
        #[derive(serde::Deserialize)]
        struct File {
            vectors: Vec<Vector>,
        }
        let file: File = serde_json::from_str(include_str!("../../../../data/seedrandom-vectors.json"))
            .expect("well-formed file");
        assert!(file.vectors.len() >= 20);
        for Vector { seed, doubles, thousandth } in file.vectors {
            let mut random = SeedRandom::new(&seed);
            let found: Vec<f64> = (0..1000).map(|_| random.next_f64()).collect();
            assert_eq!(doubles.len(), 8);
            for (found, expected) in found.iter().zip(&doubles).chain([(&found[999], &thousandth)]) {
                let expected: f64 = expected.parse().expect("a number");
                assert_eq!(found.to_bits(), expected.to_bits(), "{seed:?}: {found} for {expected}");
            }
        }
    }

    #[test]
    fn keys_fold_long_seeds_and_are_never_empty() {
        assert_eq!(key(""), [0]);
        assert_eq!(key("a"), [97]);
        assert_eq!(key(&"a".repeat(256)), [97; 256]);
        // The 257th unit smears: 97 × 19 = 1843, and 1843 + 98 = 1941 = 7 × 256 + 149.
        assert_eq!(key(&("a".repeat(256) + "b"))[..2], [149, 97]);
        assert_eq!(key("🂡").len(), 2, "two code units");
    }

    /// Compares every deal of a file with columns `web_seed,deal`; returns the numbers of seeds and of refused seeds.
    fn check(file: &str) -> (usize, usize) {
        let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(file.as_bytes());
        let (mut seeds, mut refused) = (0, 0);
        for record in reader.records() {
            let record = record.expect("well-formed file");
            let (seed, expected) = (&record[0], &record[1]);
            let line = deal(seed).map(|deal| Palette::default().position_line(deal.position()));
            assert_eq!(line.unwrap_or_default(), expected, "seed {seed:?}");
            seeds += 1;
            refused += usize::from(expected.is_empty());
        }
        (seeds, refused)
    }

    #[test]
    fn deals_are_those_of_the_page() {
        assert_eq!(check(include_str!("../../../../data/web-seeds.csv")), (500, 18));
    }

    #[test]
    fn odd_seeds_deal_as_a_separate_program_does() {
        assert_eq!(check(include_str!("../../../../data/web-odd-seeds.csv")), (67, 9));
    }

    #[test]
    fn the_page_refuses_35_of_the_first_thousand_seeds() {
        let refused = (0..1000).filter(|seed: &u32| deal(&seed.to_string()).is_none()).count();
        assert_eq!(refused, 35);
    }
}
