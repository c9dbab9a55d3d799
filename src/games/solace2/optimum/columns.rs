//! Columns by number. The recurrence meets a few thousand columns millions of times, so what it asks of one is found once.

use std::ops::Range;

use smallvec::SmallVec;

use super::chances::Hidden;
use super::state::{Column, Shows, State, Terms};
use super::{Table, table};
use crate::games::solace2::game::COLOURS;

/// The number of a column.
pub(super) type Number = u32;

/// A state by the numbers of its columns.
pub(super) type Numbers = [Number; COLOURS];

/// Bits of the number of a column in a key.
const BITS: u32 = 21;
const _: () = assert!(COLOURS as u32 * BITS <= u64::BITS);

/// In place of the number of a column that was not asked for yet.
const UNKNOWN: Number = Number::MAX;

/// The key of a state: its numbers in order, since colours can be exchanged. States that differ otherwise have other keys.
pub(super) fn key(mut numbers: Numbers) -> u64 {
    numbers.sort_unstable();
    numbers.into_iter().fold(0, |key, number| key << BITS | u64::from(number))
}

/// A step of the pieces of a column: the number of the column that it leaves, and what it shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct NumberedStep {
    pub(super) left: Number,
    pub(super) shows: Shows,
    /// Whether it puts a tower on the table, where there may be no room.
    needs_room: bool,
}

/// Steps with the colours whose pieces move.
pub(super) type Steps = SmallVec<[(usize, NumberedStep); 16]>;

/// What a column is asked all the time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    pub(super) score: u8,
    /// Smalls on mediums.
    smalls: u8,
    /// Larges on the table.
    table: u8,
    /// Pieces that were never seen.
    pub(super) unseen: u8,
    pub(super) hidden: Hidden,
}

#[derive(Debug)]
struct Known {
    column: Column,
    facts: Facts,
    /// The places of its steps in the list of all, and whether they are a single one that is forced.
    steps: Option<(Range<u32>, bool)>,
    /// The column once a medium shows in a nest of another colour, in one of its own, and once a small shows.
    shown: [Number; 3],
}

/// The columns of the states of one game.
#[derive(Debug)]
pub(super) struct Columns {
    terms: Terms,
    numbers: Table<Number>,
    known: Vec<Known>,
    steps: Vec<NumberedStep>,
}

impl Columns {
    pub(super) fn new(terms: Terms) -> Self {
        Self { terms, numbers: table(), known: Vec::new(), steps: Vec::new() }
    }

    fn number(&mut self, column: Column) -> Number {
        let next = self.known.len() as Number;
        let number = *self.numbers.entry(column.code()).or_insert(next);
        if number == next {
            // There are at most 12 pairs of full nests and larges on the table, 1,287 ways for mediums to lie in eight kinds of places,
            // and 6 numbers of bare smalls: fewer than 2^21 columns. With R4a there are 12 × 252 × 21.
            assert!(next < 1 << BITS, "more columns than a key tells apart");
            let terms = self.terms;
            let facts = Facts {
                score: column.score(terms),
                smalls: column.smalls,
                table: column.table,
                unseen: column.unseen(terms).into_iter().sum(),
                hidden: Hidden::of(&column, terms),
            };
            self.known.push(Known { column, facts, steps: None, shown: [UNKNOWN; 3] });
        }
        number
    }

    pub(super) fn numbers(&mut self, state: &State) -> Numbers {
        state.0.map(|column| self.number(column))
    }

    pub(super) fn state(&self, numbers: Numbers) -> State {
        State(numbers.map(|number| self.known[number as usize].column))
    }

    pub(super) fn facts(&self, number: Number) -> Facts {
        self.known[number as usize].facts
    }

    /// The steps of a column, by their places in the list of all, and whether they are a single one that is forced.
    fn steps_of(&mut self, number: Number) -> (Range<u32>, bool) {
        let known = &self.known[number as usize];
        if let Some(steps) = &known.steps {
            return steps.clone();
        }
        let (column, begin) = (known.column, self.steps.len() as u32);
        let forced = column.forced(self.terms);
        let changes =
            forced.map_or_else(|| column.changes(self.terms), |change| [change].into_iter().collect());
        for change in changes {
            let left = self.number(change.left);
            self.steps.push(NumberedStep { left, shows: change.shows, needs_room: change.needs_room });
        }
        let steps = (begin..self.steps.len() as u32, forced.is_some());
        self.known[number as usize].steps = Some(steps.clone());
        steps
    }

    /// The steps to choose from in a state, with the colours whose pieces move. One that is forced is the only one.
    pub(super) fn steps(&mut self, numbers: Numbers) -> Steps {
        let of_columns = numbers.map(|number| self.steps_of(number));
        let forced = of_columns.iter().position(|(_, is_forced)| *is_forced);
        let sum = |count: fn(&Facts) -> u8| numbers.iter().map(|&number| count(&self.facts(number))).sum();
        let has_room = self.terms.has_room(sum(|facts| facts.smalls), sum(|facts| facts.table));
        let mut steps = Steps::new();
        for (colour, (places, _)) in of_columns.into_iter().enumerate() {
            if forced.is_none_or(|forced| forced == colour) {
                let own = self.steps[places.start as usize..places.end as usize].iter();
                steps.extend(own.filter(|step| has_room || !step.needs_room).map(|&step| (colour, step)));
            }
        }
        steps
    }

    /// [`Column::showing`], by numbers.
    pub(super) fn showing(&mut self, number: Number, shows: Shows, in_own: bool) -> Number {
        let place = match shows {
            Shows::Nothing => return number,
            Shows::Medium => usize::from(in_own),
            Shows::Small(_) => 2,
        };
        let known = &self.known[number as usize];
        if known.shown[place] != UNKNOWN {
            return known.shown[place];
        }
        let shown = self.number(known.column.showing(self.terms, shows, in_own));
        self.known[number as usize].shown[place] = shown;
        shown
    }
}
