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

use super::bag::{Bag, BagPiece, SizeSet, lay_out, open_row};
use super::seedrandom::SeedRandom;
use crate::games::solomids::game::{COLUMNS, Deal, PIECES};

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
    let mut bag = Bag::full();
    let mut dealt = Vec::with_capacity(PIECES);
    let mut refusals = [0; 3];
    // The page gives up after the last draw whatever it is, so that draw is left out.
    for _ in 1..MAX_DRAWS {
        let left = PIECES - dealt.len();
        let piece = bag.pieces(|_| true).nth((random.next_f64() * left as f64) as usize)?;
        let counted = counted_reasons(&dealt, piece);
        for (count, holds) in refusals.iter_mut().zip(counted) {
            *count += usize::from(holds);
        }
        if refusals.contains(&MAX_REFUSALS) {
            return None;
        }
        if !counted.contains(&true) && !leaves_row_without_size(&dealt, piece) {
            bag = bag.without(piece);
            dealt.push(piece);
            if dealt.len() == PIECES {
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
    row.len() == COLUMNS - 1 && !SizeSet::of(row).with(piece).is_complete()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::solomids::game::Palette;

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
