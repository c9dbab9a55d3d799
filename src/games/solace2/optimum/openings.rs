//! Values of the first states, which are the same in every game of a reading: they stand in a file, for the first hint would take
//! seconds without them.
//!
//! The file `data/solace2/openings.bin` has for each preset of the readings the number of states, as two bytes, and the value of each
//! in steps of [`UNIT`], as three; the least significant byte comes first. The states stand in the order of [`Optimum::first_states`].
//! `tests/solace2/hidden.rs` compares the file with the recurrence, and writes it.

use std::collections::HashSet;

use ahash::RandomState;

use super::columns::{self, Numbers};
use super::state::State;
use super::{Optimum, View};
use crate::games::solace2::game::{MAX_STASHES, Reading};
use crate::games::solace2::solver::{Budget, Limits, StopReason};

const FILE: &[u8] = include_bytes!("../../../../data/solace2/openings.bin");

/// Pieces that are still hidden in the last of the states.
pub(super) const HIDDEN: u8 = 25;
/// What values in the file are multiples of, to the nearest one.
const UNIT: f64 = 1.0 / (1 << 20) as f64;

/// While as much is hidden as in the states of the file, steps whose values differ by less count as equal.
pub(super) const ROUGHLY_EQUAL: f64 = 2.0 * UNIT;

/// The values of a preset in the file, in order.
fn values_of(reading: Reading) -> impl Iterator<Item = f64> {
    let mut rest = FILE;
    let sections = Reading::PRESETS.iter().map_while(move |&(_, preset)| {
        let (count, after) = rest.split_first_chunk::<2>()?;
        let (values, next) = after.split_at_checked(3 * usize::from(u16::from_le_bytes(*count)))?;
        rest = next;
        Some((preset, values))
    });
    let values =
        sections.filter(move |(preset, _)| *preset == reading).flat_map(|(_, values)| values.chunks(3));
    values
        .map(|bytes| bytes.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte)))
        .map(|units| f64::from(units) * UNIT)
}

fn no_keys() -> HashSet<u64, RandomState> {
    HashSet::with_hasher(RandomState::with_seeds(1, 2, 3, 4))
}

impl Optimum {
    /// Takes the values of the first states from the file, if it has those of this game.
    #[must_use]
    pub fn with_openings(mut self) -> Self {
        if usize::from(self.terms.stashes) == MAX_STASHES && self.terms.forced {
            let values = values_of(self.terms.reading).collect::<Vec<_>>();
            if !values.is_empty() {
                for (numbers, value) in self.first_states().into_iter().zip(values) {
                    self.openings.insert(columns::key(numbers), value);
                }
            }
        }
        self
    }

    /// The values of the first states, by the recurrence, as the file has them.
    ///
    /// # Errors
    /// Which limit ended the search.
    pub fn openings(&mut self, limits: &Limits) -> Result<Vec<u8>, StopReason> {
        let (states, mut budget) = (self.first_states(), Budget::new(limits));
        let mut bytes = (states.len() as u16).to_le_bytes().to_vec();
        for numbers in states {
            let units = libm::round(self.value(numbers, &mut budget)? / UNIT) as u32;
            bytes.extend(&units.to_le_bytes()[..3]);
        }
        Ok(bytes)
    }

    /// The states that play of any kind leads to while enough is hidden, in the order in which a search in breadth finds them.
    fn first_states(&mut self) -> Vec<Numbers> {
        let first = self.columns.numbers(&State::first(self.terms));
        let (mut states, mut known) = (vec![first], no_keys());
        known.insert(columns::key(first));
        let mut next = 0;
        while let Some(&numbers) = states.get(next) {
            for after in self.successors(numbers) {
                if self.unseen(after) >= HIDDEN && known.insert(columns::key(after)) {
                    states.push(after);
                }
            }
            next += 1;
        }
        states
    }

    /// The states after each step and what it may show.
    fn successors(&mut self, numbers: Numbers) -> Vec<Numbers> {
        let steps = self.columns.steps(numbers).into_iter();
        steps.flat_map(|(colour, step)| self.after(numbers, colour, step)).map(|(after, _)| after).collect()
    }

    /// Finds the values of all states that a view leads to, which the file may have spared so far.
    ///
    /// # Errors
    /// Which limit ended the search; a later one goes on from there.
    pub fn settle(&mut self, view: &View, limits: &Limits) -> Result<(), StopReason> {
        let mut budget = Budget::new(limits);
        let (mut waiting, mut known) = (vec![self.numbers(view)], no_keys());
        while let Some(numbers) = waiting.pop() {
            let key = columns::key(numbers);
            if !self.openings.contains_key(&key) {
                self.value(numbers, &mut budget)?;
            } else if known.insert(key) {
                waiting.extend(self.successors(numbers));
            }
        }
        Ok(())
    }
}
