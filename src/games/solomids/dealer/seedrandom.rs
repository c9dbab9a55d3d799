//! Random numbers of the npm package `seedrandom`: ARC4 keyed with a string.
//!
//! # Key
//! The j-th UTF-16 code unit c of the seed, from 0, sets byte j mod 256 of the key: `smear ^= key[j mod 256] × 19`, where a
//! byte not yet set counts as 0, then `key[j mod 256] = (smear + c) mod 256`. The smear starts at 0. The key of an empty seed
//! is one byte 0.
//!
//! # Numbers
//! The first 256 bytes of the ARC4 key stream are dropped. [`SeedRandom::next_f64`] makes doubles of the others.

/// Bytes of an ARC4 state, and of the longest key.
const WIDTH: usize = 256;
/// Bytes of the first approximation of a double.
const FIRST_BYTES: usize = 6;

/// The generator that `seedrandom(seed)` gives in JavaScript: equal seeds give equal doubles, bit for bit.
#[derive(Clone)]
pub(super) struct SeedRandom {
    state: [u8; WIDTH],
    i: u8,
    j: u8,
}

impl SeedRandom {
    /// The generator of a seed.
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
    pub(super) fn next_f64(&mut self) -> f64 {
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

    /// The next byte of the ARC4 key stream.
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
