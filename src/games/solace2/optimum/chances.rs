//! Chances of what a step shows, by counting assemblies.
//!
//! Every assembly of labelled pieces without a nest of a single colour is equally likely, and nothing that a player does depends on
//! what is hidden. So after any moves all assemblies that agree with what was seen are equally likely. Each colouring of the hidden
//! places with the unseen pieces stands for the same number of them, so colourings are counted.
//!
//! A colouring is good if no full nest with a large of colour c hides a medium and a small c, and no opened nest whose large and medium
//! have colour c hides a small c. By inclusion and exclusion over the nests that are made bad, i of the full and j of
//! the opened ones of each colour, the number of good ones is the sum over all i and j of
//! (−1)^(Σi + Σj) × Π C(full, i) C(opened, j) × (ways to spread the other mediums) × (ways to spread the other smalls), where
//! the ways are multinomial coefficients, of at most (15! / 5!³)² < 2^40. All numbers are whole; the sum of their absolute values is
//! below 2^15 times as much, so `i64` holds it, and `f64` the number of good colourings.

use std::collections::HashMap;

use ahash::RandomState;

use super::state::{Column, Shows, Terms};
use crate::games::solace2::game::{COLOURS, MAX_STASHES};
use crate::kit::numbers::binomials;

/// Pieces of a size, at most.
const MOST: usize = COLOURS * MAX_STASHES;

const CHOOSE: [[u32; MOST + 1]; MOST + 1] = binomials();

/// `C(n, k)`.
const fn choose(n: usize, k: usize) -> i64 {
    CHOOSE[n][k] as i64
}

/// What is known of the hidden places of one colour: four counts of four bits each, from the highest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Hidden(u16);

/// One full nest with a large of the colour.
const FULL: u16 = 1 << 12;
/// One opened nest whose large and medium have the colour.
const OPENED: u16 = 1 << 8;
/// One medium of the colour that was never seen.
const MEDIUM: u16 = 1 << 4;
/// One small of the colour that was never seen.
const SMALL: u16 = 1;

impl Hidden {
    pub(super) fn of(column: &Column, terms: Terms) -> Self {
        let [mediums, smalls] = column.unseen(terms);
        let counts = [column.full, column.hiding_others(), mediums, smalls];
        Self(
            counts
                .into_iter()
                .zip([FULL, OPENED, MEDIUM, SMALL])
                .map(|(count, one)| u16::from(count) * one)
                .sum(),
        )
    }

    fn count(self, one: u16) -> usize {
        usize::from(self.0 / one % 16)
    }
}

/// What is known of all hidden places.
pub(super) type Belief = [Hidden; COLOURS];

/// Counts assemblies, and remembers.
#[derive(Debug)]
pub(super) struct Chances {
    counts: HashMap<u64, f64, RandomState>,
}

impl Default for Chances {
    fn default() -> Self {
        Self { counts: HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4)) }
    }
}

impl Chances {
    /// How many assemblies agree with a belief and have a piece of each colour in the place that a step shows, which moves pieces of
    /// `colour`: whole numbers.
    pub(super) fn weights(&mut self, belief: Belief, colour: usize, shows: Shows) -> [f64; COLOURS] {
        let mut weights = [0.0; COLOURS];
        for (shown, weight) in weights.iter_mut().enumerate() {
            let mut after = belief;
            match shows {
                Shows::Nothing => continue,
                Shows::Medium => {
                    if belief[shown].count(MEDIUM) == 0 {
                        continue;
                    }
                    after[colour].0 -= FULL;
                    after[shown].0 -= MEDIUM;
                    after[shown].0 += if shown == colour { OPENED } else { 0 };
                }
                Shows::Small(same) => {
                    if belief[shown].count(SMALL) == 0 || same == 1 && shown == colour {
                        continue;
                    }
                    after[colour].0 -= same as u16 * OPENED;
                    after[shown].0 -= SMALL;
                }
            }
            *weight = self.count(after);
        }
        weights
    }

    /// How many assemblies agree with a belief.
    fn count(&mut self, mut belief: Belief) -> f64 {
        belief.sort_unstable();
        let code = belief.iter().fold(0, |code, hidden| code << u16::BITS | u64::from(hidden.0));
        *self.counts.entry(code).or_insert_with(|| count(belief, 0, [0; COLOURS], [0; COLOURS]) as f64)
    }
}

/// The sum over the bad nests of the colours from `colour` on; `mediums` and `smalls` are those that earlier ones take.
fn count(belief: Belief, colour: usize, mediums: [usize; COLOURS], smalls: [usize; COLOURS]) -> i64 {
    let Some(hidden) = belief.get(colour) else {
        let left = |one: u16, taken: [usize; COLOURS]| {
            let [first, second, third] = std::array::from_fn(|c| belief[c].count(one) - taken[c]);
            choose(first + second + third, first) * choose(second + third, second)
        };
        return left(MEDIUM, mediums) * left(SMALL, smalls);
    };
    let [full, opened, unseen, hidden_smalls] = [FULL, OPENED, MEDIUM, SMALL].map(|one| hidden.count(one));
    let mut sum = 0;
    for i in 0..=full.min(unseen).min(hidden_smalls) {
        for j in 0..=opened.min(hidden_smalls - i) {
            let (mut mediums, mut smalls) = (mediums, smalls);
            mediums[colour] = i;
            smalls[colour] = i + j;
            let ways = choose(full, i) * choose(opened, j);
            let rest = count(belief, colour + 1, mediums, smalls);
            sum += if (i + j) % 2 == 0 { ways * rest } else { -ways * rest };
        }
    }
    sum
}
