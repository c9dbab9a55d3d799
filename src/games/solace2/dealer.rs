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
    let mut words = stream(seed, index);
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

/// The words of a seed and an index.
fn stream(seed: u64, index: u64) -> ChaCha20Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..].copy_from_slice(KEY_SUFFIX);
    let mut stream = ChaCha20Rng::from_seed(key);
    stream.set_stream(index);
    stream
}

/// A uniform random order of the items.
fn shuffle<T>(items: &mut [T], words: &mut ChaCha20Rng) {
    for i in (1..items.len()).rev() {
        items.swap(i, below(words, i as u32 + 1) as usize);
    }
}

/// A uniform number from 0 to n − 1, for 1 ≤ n.
fn below(words: &mut ChaCha20Rng, n: u32) -> u32 {
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
mod tests {
    //! Golden deals, and statistics that a biased dealer would not pass.

    use std::collections::{HashMap, HashSet};

    use super::*;
    use crate::games::solace2::game::Palette;

    #[test]
    fn golden_deals() {
        let file = include_str!("../../../data/solace2/deals.csv");
        let mut count = 0;
        for line in file.lines().filter(|line| !line.starts_with('#')).skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let number = |i: usize| fields[i].parse::<u64>().expect("a number");
            let dealt = deal_of(number(0) as usize, number(1), number(2));
            assert_eq!(Palette::default().deal(&dealt), fields[3], "{FORMAT}: {line}");
            count += 1;
        }
        assert_eq!(count, 12);
    }

    #[test]
    fn the_key_names_the_format() {
        assert_eq!(KEY_SUFFIX.strip_prefix(b"solomids "), Some(&b"solace2-1\0\0\0\0\0\0"[..]));
        assert_eq!(FORMAT, "solace2-1");
    }

    #[test]
    fn a_deal_depends_on_its_seed_and_index_only() {
        let numbers = [0, 1, 1 << 8, 1 << 31, 1 << 32, 1 << 63];
        let deals: HashSet<Deal> = numbers.iter().flat_map(|&s| numbers.map(|i| deal(s, i))).collect();
        assert_eq!(deals.len(), numbers.len().pow(2));
    }

    /// Two stashes: the distribution over sorted deals equals the exact one, found by listing all assemblies.
    #[test]
    fn all_good_assemblies_are_equally_likely() {
        const SAMPLE: u64 = 40_000;
        let row: Vec<Colour> = Colour::ALL.into_iter().flat_map(|colour| [colour; 2]).collect();
        let orders = permutations(6);
        let sorted = |deal: &Deal| {
            let mut nests = deal.nests().to_vec();
            nests.sort_unstable();
            nests
        };
        let mut weights: HashMap<Vec<Nest>, f64> = HashMap::new();
        for mediums in &orders {
            for smalls in &orders {
                let nests = (0..6).map(|i| Nest::new(row[i], row[mediums[i]], row[smalls[i]])).collect();
                if let Ok(deal) = Deal::new(nests) {
                    *weights.entry(sorted(&deal)).or_default() += 1.0;
                }
            }
        }
        let total: f64 = weights.values().sum();
        let mut seen: HashMap<Vec<Nest>, f64> = HashMap::new();
        for index in 0..SAMPLE {
            *seen.entry(sorted(&deal_of(2, 3, index))).or_default() += 1.0;
        }
        assert!(seen.keys().all(|deal| weights.contains_key(deal)));
        let chi_square: f64 = weights
            .iter()
            .map(|(deal, weight)| {
                let expected = weight / total * SAMPLE as f64;
                (seen.get(deal).copied().unwrap_or(0.0) - expected).powi(2) / expected
            })
            .sum();
        // About as large as its degrees of freedom, give or take √(2 × these). The seed is fixed, so this cannot flake.
        let freedom = weights.len() as f64 - 1.0;
        assert!(chi_square < freedom + 4.0 * (2.0 * freedom).sqrt(), "{chi_square} at {freedom}");
    }

    fn permutations(n: usize) -> Vec<Vec<usize>> {
        (0..n).fold(vec![Vec::new()], |shorter, next| {
            let longer = |order: &Vec<usize>, at: usize| [&order[..at], &[next], &order[at..]].concat();
            shorter.iter().flat_map(|order| (0..=next).map(move |at| longer(order, at))).collect()
        })
    }
}
