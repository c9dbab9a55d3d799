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

use super::state::{Shows, State, Terms};
use crate::games::solace2::game::{COLOURS, MAX_STASHES};
use crate::kit::numbers::binomials;

/// Pieces of a size, at most.
const MOST: usize = COLOURS * MAX_STASHES;

const CHOOSE: [[u32; MOST + 1]; MOST + 1] = binomials();

/// `C(n, k)`.
const fn choose(n: usize, k: usize) -> i64 {
    CHOOSE[n][k] as i64
}

/// What is known of the hidden places of one colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Hidden {
    /// Full nests with a large of the colour.
    full: u8,
    /// Opened nests whose large and medium have the colour.
    opened: u8,
    /// Mediums of the colour that were never seen.
    mediums: u8,
    /// Smalls.
    smalls: u8,
}

/// What is known of all hidden places.
type Belief = [Hidden; COLOURS];

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
    /// How many assemblies agree with `state` and have a piece of each colour in the place that a step shows: whole numbers.
    pub(super) fn weights(&mut self, state: &State, terms: Terms, shows: Shows) -> [f64; COLOURS] {
        let belief = state.0.map(|column| {
            let [mediums, smalls] = column.unseen(terms);
            Hidden { full: column.full, opened: column.hiding_others(), mediums, smalls }
        });
        let mut weights = [0.0; COLOURS];
        for (shown, weight) in weights.iter_mut().enumerate() {
            let mut after = belief;
            match shows {
                Shows::Nothing => continue,
                Shows::Medium(large) => {
                    if belief[shown].mediums == 0 {
                        continue;
                    }
                    after[large].full -= 1;
                    after[shown].mediums -= 1;
                    after[shown].opened += u8::from(shown == large);
                }
                Shows::Small(medium, same) => {
                    if belief[shown].smalls == 0 || same == 1 && shown == medium {
                        continue;
                    }
                    after[medium].opened -= same as u8;
                    after[shown].smalls -= 1;
                }
            }
            *weight = self.count(after);
        }
        weights
    }

    /// How many assemblies agree with a belief.
    fn count(&mut self, mut belief: Belief) -> f64 {
        belief.sort_unstable();
        let code =
            belief.iter().flat_map(|hidden| [hidden.full, hidden.opened, hidden.mediums, hidden.smalls]);
        let code = code.fold(0, |code, count| code << 4 | u64::from(count));
        *self.counts.entry(code).or_insert_with(|| count(&belief, 0, [0; COLOURS], [0; COLOURS]) as f64)
    }
}

/// The sum over the bad nests of the colours from `colour` on; `mediums` and `smalls` are those that earlier ones take.
fn count(belief: &Belief, colour: usize, mediums: [u8; COLOURS], smalls: [u8; COLOURS]) -> i64 {
    let Some(hidden) = belief.get(colour) else {
        let left = |unseen: fn(&Hidden) -> u8, taken: [u8; COLOURS]| {
            let [first, second, third] = std::array::from_fn(|c| usize::from(unseen(&belief[c]) - taken[c]));
            choose(first + second + third, first) * choose(second + third, second)
        };
        return left(|hidden| hidden.mediums, mediums) * left(|hidden| hidden.smalls, smalls);
    };
    let mut sum = 0;
    for i in 0..=hidden.full.min(hidden.mediums).min(hidden.smalls) {
        for j in 0..=hidden.opened.min(hidden.smalls - i) {
            let (mut mediums, mut smalls) = (mediums, smalls);
            mediums[colour] = i;
            smalls[colour] = i + j;
            let ways = choose(hidden.full.into(), i.into()) * choose(hidden.opened.into(), j.into());
            let rest = count(belief, colour + 1, mediums, smalls);
            sum += if (i + j) % 2 == 0 { ways * rest } else { -ways * rest };
        }
    }
    sum
}
