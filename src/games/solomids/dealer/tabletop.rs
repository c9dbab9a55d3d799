//! Dealer by the setup procedure of the rules (S1–S4): a fixed mapping from seed and index to deal.
//!
//! # The procedure
//!
//! Rows 9 to 1 are filled from left to right (S1). A *draw* is one piece of the bag, each equally likely; a
//! *redraw* puts it back first, so it may come again. A piece is *acceptable* as
//!
//! - any piece of a row if it differs from the piece placed just before it, which for the first piece of a
//!   row is the last one of the row before (S2);
//! - the fifth if the row then holds all three sizes (S3);
//! - the fourth if, with it placed, the bag still holds a piece acceptable as the fifth (S3).
//!
//! A piece that is not acceptable is redrawn until one is. That gives every acceptable piece of the bag the
//! same chance, so this dealer draws once, uniformly, from the acceptable pieces alone (S4). Where there is
//! none, all 45 pieces go back into the bag and the deal starts again from the first piece of row 9.
//!
//! S3 has a second reading, without a look into the bag: the fourth piece is redrawn if two sizes would still be missing.
//! Both readings deal every board with the same probability. A fourth piece that only the second reading keeps leaves
//! either one missing size that the bag does not hold, or a complete row and only copies of itself in the bag. Every other
//! fourth piece that the second reading can draw then ends the same way. So the second reading starts the deal again one
//! piece later, where the first does so at once.
//!
//! # The format `tabletop-1`
//!
//! Specification for other programs:
//!
//! 1. The words are the key stream of the original `ChaCha20` (20 rounds, 64-bit block counter from 0, 64-bit
//!    nonce), read as little-endian 32-bit words in order. One stream deals one board:
//!
//!    ```text
//!    key    bytes 0–7    the seed, little-endian
//!           bytes 8–31   the 19 ASCII bytes "solomids tabletop-1", then five zero bytes
//!    nonce  bytes 0–7    the index, little-endian
//!    ```
//! 2. The bag is in the order R1 R1 R1 R2 R2 R2 R3 R3 R3 Y1 … K3 K3 K3 (colours R Y G B K); taking a piece
//!    out keeps the order of the others.
//! 3. For each piece, n is the number of acceptable pieces in the bag, copies counted. If n is 0 the deal
//!    starts again with a full bag; the words go on where they are. Otherwise words w are read until one
//!    is below the largest multiple of n that is not above 2³², and the piece taken is number w mod n, from 0,
//!    of the acceptable pieces in the order of the bag. Also for n = 1 one word is read.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use super::{BagPiece, full_bag, has_all_sizes, lay_out, open_row};
use crate::games::solomids::game::{COLUMNS, Deal, PIECES};

/// Name of the mapping from seed and index to deal. It changes whenever a deal does.
pub const FORMAT: &str = "tabletop-1";

/// Bytes 8 to 31 of the key, which separate formats: [`FORMAT`] with its program, then zeros.
const KEY_SUFFIX: &[u8; 24] = b"solomids tabletop-1\0\0\0\0\0";

/// The deal with an index in the series of a seed; it satisfies S2 and S3.
///
/// No deal depends on another, so the cost is the same for all indices.
pub fn deal(seed: u64, index: u64) -> Deal {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..].copy_from_slice(KEY_SUFFIX);
    let mut stream = ChaCha20Rng::from_seed(key);
    stream.set_stream(index);
    let mut next_word = || stream.next_u32();
    loop {
        if let Some(dealt) = attempt(&mut next_word) {
            return lay_out(&dealt);
        }
    }
}

/// One attempt of the procedure; `None` if it has to start again (S4).
fn attempt(next_word: &mut impl FnMut() -> u32) -> Option<Vec<BagPiece>> {
    let mut bag = full_bag();
    let mut dealt = Vec::with_capacity(PIECES);
    while !bag.is_empty() {
        let places: Vec<usize> =
            (0..bag.len()).filter(|&place| acceptable(&dealt, &bag, bag[place])).collect();
        if places.is_empty() {
            return None;
        }
        dealt.push(bag.remove(places[below(next_word, places.len() as u32) as usize]));
    }
    Some(dealt)
}

/// Whether a piece of the bag may follow those already dealt (S2, S3).
fn acceptable(dealt: &[BagPiece], bag: &[BagPiece], piece: BagPiece) -> bool {
    let row = open_row(dealt);
    let completes = |fifth: Option<&BagPiece>| has_all_sizes(row.iter().chain([&piece]).chain(fifth));
    let fits_row = match COLUMNS - row.len() {
        1 => completes(None),
        2 => bag.iter().any(|fifth| *fifth != piece && completes(Some(fifth))),
        _ => true,
    };
    fits_row && dealt.last() != Some(&piece)
}

/// A uniform number from 0 to n − 1, for n ≥ 1, by rejection.
fn below(next_word: &mut impl FnMut() -> u32, n: u32) -> u32 {
    // The last 2³² mod n words would favour small numbers.
    let surplus = (u32::MAX % n + 1) % n;
    loop {
        let word = next_word();
        if word <= u32::MAX - surplus {
            return word % n;
        }
    }
}

#[cfg(test)]
mod tests;
