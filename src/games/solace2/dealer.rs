//! Uniform random deals; deal `index` of `seed` for ever.
//!
//! # The procedure
//!
//! Larges lie in a row in the order of their colours. Mediums and then smalls are shuffled under them; if some nest has a
//! single colour, both are shuffled again (N3). Rejection keeps every assembly of labelled pieces that has no such nest
//! equally likely; mending single nests would not. About 18 of 100 assemblies of 15 nests are good.
//!
//! # The format `solace2-1`
//!
//! What another program needs to deal the same nests:
//!
//! 1. The words are the key stream of the original `ChaCha20` (20 rounds, 64-bit block counter from 0, 64-bit nonce), read
//!    as little-endian 32-bit words in order. One stream deals one deal:
//!
//!    ```text
//!    key    bytes 0–7    the seed, little-endian
//!           bytes 8–31   the 18 ASCII bytes "solomids solace2-1", then six zero bytes
//!    nonce  bytes 0–7    the index, little-endian
//!    ```
//! 2. The larges of 5 stashes are KKKKK WWWWW CCCCC, and so are mediums and smalls at first. A shuffle goes through the
//!    pieces from the last to the second: for piece i, counted from 0, it reads a number below i + 1 and exchanges pieces i
//!    and that number (Fisher and Yates). An attempt shuffles the mediums, then the smalls, as the last attempt left them.
//! 3. A number below m: words w are read until one is below the largest multiple of m that is not above 2³²; the number is
//!    w mod m.
//! 4. Nests are numbered in the order of the larges, so the deal is laid out in rows by the colour of the large.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use super::game::{COLOURS, Colour, Deal, MAX_STASHES, Nest};

/// Name of the mapping from seed and index to deal. It changes whenever one deal does.
pub const FORMAT: &str = "solace2-1";

/// What follows the seed in the key: it keeps formats apart, and ends in [`FORMAT`] and zeros.
const KEY_SUFFIX: &[u8; 24] = b"solomids solace2-1\0\0\0\0\0\0";

/// The deal of 15 nests with this index among those of a seed.
pub fn deal(seed: u64, index: u64) -> Deal {
    deal_of(MAX_STASHES, seed, index)
}

/// The deal of `stashes` pieces of each colour and size with this index among those of a seed.
///
/// # Panics
/// If `stashes` is not from 1 to 5.
pub fn deal_of(stashes: usize, seed: u64, index: u64) -> Deal {
    assert!((1..=MAX_STASHES).contains(&stashes), "1 to 5 stashes, not {stashes}");
    let mut words = stream(KEY_SUFFIX, seed, index);
    let row: Vec<Colour> = Colour::ALL.into_iter().flat_map(|colour| vec![colour; stashes]).collect();
    let (mut mediums, mut smalls) = (row.clone(), row.clone());
    loop {
        shuffle(&mut mediums, &mut words);
        shuffle(&mut smalls, &mut words);
        let inside = mediums.iter().zip(&smalls);
        let nests: Vec<Nest> = row.iter().zip(inside).map(|(&l, (&m, &s))| Nest::new(l, m, s)).collect();
        if let Ok(deal) = Deal::new(nests) {
            debug_assert_eq!(deal.nests().len(), COLOURS * stashes);
            return deal;
        }
    }
}

/// The words of a seed and an index, for a purpose that the suffix names.
pub(super) fn stream(suffix: &[u8; 24], seed: u64, index: u64) -> ChaCha20Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..].copy_from_slice(suffix);
    let mut stream = ChaCha20Rng::from_seed(key);
    stream.set_stream(index);
    stream
}

/// A uniform random order of the items.
pub(super) fn shuffle<T>(items: &mut [T], words: &mut ChaCha20Rng) {
    for i in (1..items.len()).rev() {
        items.swap(i, below(words, i as u32 + 1) as usize);
    }
}

/// A uniform number from 0 to n − 1, for 1 ≤ n.
pub(super) fn below(words: &mut ChaCha20Rng, n: u32) -> u32 {
    // The last 2³² mod n words would favour small numbers: they are passed over.
    let surplus = (u32::MAX % n + 1) % n;
    loop {
        let word = words.next_u32();
        if word <= u32::MAX - surplus {
            return word % n;
        }
    }
}

#[cfg(test)]
mod tests;
