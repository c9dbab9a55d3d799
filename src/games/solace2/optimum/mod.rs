//! The game with hidden pieces solved: the greatest expected number of towers of a player who sees only what lies open.
//!
//! A [`View`] is what the player sees: it holds no hidden piece, so that nothing computed from it can depend on one. `state` says what a
//! state is, what steps lead on from it, and why that is enough; `columns` numbers its parts; `chances` says what a step may show; `walk`
//! turns a step into moves. The value of a state is the greatest of its score and of the expected values after its steps; values are
//! kept, so that each state is looked at once. The key of a state is complete: two states never share one.
//!
//! # Rounding
//! Every value is a rational number, and kept as an `f64` with an error below 10^-12. Weights are whole numbers below 2^53, so they and
//! their sums are exact. An expected value Σwv / Σw is at most three products, two sums and a quotient of numbers that are not
//! negative: with u = 2^-53 its relative error is at most that of the values v, times (1 + u)^4. The greatest of some numbers adds no
//! error, and no game shows more than 30 pieces. So values of at most 15 are off by 15 × ((1 + u)^120 − 1) < 2.1 × 10^-13 at most.
//! Steps whose values differ by less than `EQUAL` count as equal; a game has at most 60 steps, so that this costs less than 10^-9.

mod chances;
mod columns;
mod openings;
mod seen;
mod state;
mod walk;

use std::collections::HashMap;

use ahash::RandomState;

use super::census::known_mean;
use super::game::{COLOURS, MAX_STASHES, Move, Reading};
use super::solver::{Budget, Limits, StopReason};
use chances::{Chances, Hidden};
use columns::{Columns, Number, Numbers};
pub use seen::{SeenSpace, View, shows};
use state::{Shows, State, Step, Terms};

/// Scores that a game may have, from 0.
const SCORES: usize = COLOURS * MAX_STASHES + 1;

/// Values that differ by less are taken for equal.
const EQUAL: f64 = 1e-11;

type Table<T> = HashMap<u64, T, RandomState>;

fn table<T>() -> Table<T> {
    HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4))
}

/// Values of the states of one game, as far as they were asked for.
#[derive(Debug)]
pub struct Optimum {
    terms: Terms,
    columns: Columns,
    values: Table<f64>,
    /// Values of the first states from a file, rounded.
    openings: Table<f64>,
    chances: Chances,
}

/// What a game is worth before the first move.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// Greatest expected score of a player who sees only what lies open.
    pub expected: f64,
    /// Mean best score with everything seen, if the census knows it.
    pub seen: Option<f64>,
    /// Probability of every score, from 0, under one of the best ways to play.
    scores: [f64; SCORES],
    /// States that this way to play reaches.
    pub reached: usize,
}

impl Expectation {
    /// What seeing everything is worth.
    pub fn worth(&self) -> Option<f64> {
        self.seen.map(|seen| seen - self.expected)
    }

    /// Scores that one of the best ways to play has, ascending, with their probabilities.
    pub fn shares(&self) -> impl Iterator<Item = (usize, f64)> {
        self.scores.iter().copied().enumerate().filter(|(_, share)| *share > 0.0)
    }
}

/// What to play from a view.
#[derive(Clone, Debug, PartialEq)]
pub struct BestPlay {
    /// Greatest expected score.
    pub expected: f64,
    /// The moves of the best step, of which only the last can show a piece, or those that put the last towers together.
    pub moves: Vec<Move>,
    /// The greatest expected score after a step that is worth less, and its last move.
    pub next: Option<(f64, Move)>,
}

impl Optimum {
    /// Knows nothing yet of the games of `stashes` stashes. `None` for readings whose views do not come down to states: those with
    /// R3, and those without R2.
    ///
    /// # Panics
    /// If `stashes` is not from 1 to 5.
    pub fn new(reading: Reading, stashes: usize) -> Option<Self> {
        assert!((1..=MAX_STASHES).contains(&stashes), "1 to 5 stashes, not {stashes}");
        let terms = Terms { reading, stashes: stashes as u8, forced: true };
        (reading.opened && !reading.recap).then(|| Self::of(terms))
    }

    /// Looks at every step, also where one is forced or no more towers can be had, to compare.
    #[must_use]
    pub fn with_all_steps(self) -> Self {
        Self::of(Terms { forced: false, ..self.terms })
    }

    fn of(terms: Terms) -> Self {
        Self {
            terms,
            columns: Columns::new(terms),
            values: table(),
            openings: table(),
            chances: Chances::default(),
        }
    }

    /// Whether the values are those of the game of a view.
    pub(super) fn is_of(&self, view: &View) -> bool {
        (self.terms.reading, usize::from(self.terms.stashes)) == (view.reading, view.stashes)
    }

    /// Number of states whose value is known.
    pub fn states(&self) -> usize {
        self.values.len()
    }

    /// What the game is worth before the first move. Of steps that are equal the first is taken.
    ///
    /// # Errors
    /// Which limit ended the search; a later one goes on from there.
    pub fn expectation(&mut self, limits: &Limits) -> Result<Expectation, StopReason> {
        let (terms, mut budget, mut known) = (self.terms, Budget::new(limits), table());
        let first = State::first(terms);
        let expected = self.value(&first, &mut budget)?;
        let scores = self.scores(&first, &mut known, &mut budget)?;
        let is_whole = usize::from(terms.stashes) == MAX_STASHES;
        let seen = if is_whole { known_mean(terms.reading) } else { None };
        Ok(Expectation { expected, seen, scores, reached: known.len() })
    }

    /// The greatest expected score from a view of the same reading and number of stashes, all pieces opaque.
    ///
    /// # Errors
    /// Which limit ended the search; a later one goes on from there.
    pub fn expected(&mut self, view: &View, limits: &Limits) -> Result<f64, StopReason> {
        self.value(&self.state(view), &mut Budget::new(limits))
    }

    /// The best play from a view of the same game, and the best of the steps that are worth less.
    ///
    /// # Errors
    /// Which limit ended the search; a later one goes on from there.
    pub fn best(&mut self, view: &View, limits: &Limits) -> Result<BestPlay, StopReason> {
        let mut budget = Budget::new(limits);
        let (terms, state, position) = (self.terms, self.state(view), view.position());
        let (score, mut steps) = (f64::from(state.score(terms)), Vec::new());
        for step in state.steps(terms) {
            steps.push((self.worth(&state, &step, &mut budget)?, step));
        }
        let expected = steps.iter().fold(score, |most, (worth, _)| most.max(*worth));
        let is_rough = !self.openings.is_empty() && state.hidden(terms) >= openings::HIDDEN;
        let equal = if is_rough { openings::ROUGHLY_EQUAL } else { EQUAL };
        let best = steps.iter().find(|(worth, _)| score < expected - equal && *worth >= expected - equal);
        let moves = match best {
            Some((_, step)) => walk::moves_of(&position, terms, step),
            None => walk::finish(&position, terms),
        };
        let mut next: Option<&(f64, Step)> = None;
        for step in steps.iter().filter(|(worth, _)| *worth < expected - equal) {
            if next.is_none_or(|(most, _)| step.0 > most + equal) {
                next = Some(step);
            }
        }
        let next =
            next.and_then(|(worth, step)| Some((*worth, *walk::moves_of(&position, terms, step).last()?)));
        Ok(BestPlay { expected, moves, next })
    }

    fn state(&self, view: &View) -> State {
        debug_assert!(self.is_of(view));
        State::of(view.spaces.iter().copied(), self.terms)
    }

    fn key(&mut self, state: &State) -> u64 {
        columns::key(self.columns.numbers(state))
    }

    /// Bytes of the values, those of the next table included if this one is nearly full.
    fn bytes(&self) -> usize {
        let (len, capacity) = (self.values.len(), self.values.capacity());
        let grown = if capacity - len < 1024 { 3 * capacity } else { capacity };
        // A table is at most seven eighths full.
        grown * (size_of::<(u64, f64)>() + 1) * 8 / 7
    }

    fn value(&mut self, state: &State, budget: &mut Budget<'_>) -> Result<f64, StopReason> {
        let numbers = self.columns.numbers(state);
        self.value_of(numbers, budget)
    }

    fn value_of(&mut self, numbers: Numbers, budget: &mut Budget<'_>) -> Result<f64, StopReason> {
        let key = columns::key(numbers);
        if let Some(&value) = self.values.get(&key) {
            return Ok(value);
        }
        let facts = numbers.map(|number| self.columns.facts(number));
        let sum = |count: fn(&columns::Facts) -> u8| facts.iter().map(count).sum::<u8>();
        if sum(|facts| facts.unseen) >= openings::HIDDEN
            && let Some(&value) = self.openings.get(&key)
        {
            return Ok(value);
        }
        budget.spend(|| self.bytes())?;
        let mut best = f64::from(sum(|facts| facts.score));
        let has_room = self.terms.has_room(sum(|facts| facts.smalls), sum(|facts| facts.table));
        // As `State::steps` has it, by numbers.
        let steps = numbers.map(|number| self.columns.steps(number));
        let forced = steps.iter().position(|(_, is_forced)| *is_forced);
        for (colour, (places, _)) in steps.into_iter().enumerate() {
            for place in if forced.is_none_or(|forced| forced == colour) { places } else { 0..0 } {
                // Each tower takes a large.
                if self.terms.forced && best >= f64::from(self.terms.stashes) * COLOURS as f64 {
                    break;
                }
                let step = self.columns.step(place);
                if has_room || !step.needs_room {
                    best = best.max(self.worth_of(numbers, colour, step.left, step.shows, budget)?);
                }
            }
        }
        self.values.insert(key, best);
        Ok(best)
    }

    /// The expected value after a step that leaves a column of a colour in place of its own.
    fn worth_of(
        &mut self,
        mut numbers: Numbers,
        colour: usize,
        left: Number,
        shows: Shows,
        budget: &mut Budget<'_>,
    ) -> Result<f64, StopReason> {
        let belief = numbers.map(|number| self.columns.facts(number).hidden);
        numbers[colour] = left;
        if shows == Shows::Nothing {
            return self.value_of(numbers, budget);
        }
        let (mut sum, mut total) = (0.0, 0.0);
        let weights = self.chances.weights(belief, colour, shows);
        for (shown, weight) in weights.into_iter().enumerate().filter(|(_, weight)| *weight > 0.0) {
            let mut after = numbers;
            after[shown] = self.columns.showing(numbers[shown], shows, shown == colour);
            sum += weight * self.value_of(after, budget)?;
            total += weight;
        }
        Ok(sum / total)
    }

    /// The expected value after a step.
    fn worth(&mut self, state: &State, step: &Step, budget: &mut Budget<'_>) -> Result<f64, StopReason> {
        let numbers = self.columns.numbers(state);
        let left = self.columns.number(step.left.0[step.colour]);
        self.worth_of(numbers, step.colour, left, step.shows, budget)
    }

    /// How many assemblies agree with a state and have a piece of each colour in the place that a step shows.
    fn weights(&mut self, state: &State, step: &Step) -> [f64; COLOURS] {
        let belief = state.0.map(|column| Hidden::of(&column, self.terms));
        self.chances.weights(belief, step.colour, step.shows)
    }

    /// The best step, the first of equals; `None` if nothing is gained by going on.
    fn choice(&mut self, state: &State, budget: &mut Budget<'_>) -> Result<Option<Step>, StopReason> {
        let enough = self.value(state, budget)? - EQUAL;
        if f64::from(state.score(self.terms)) >= enough {
            return Ok(None);
        }
        for step in state.steps(self.terms) {
            if self.worth(state, &step, budget)? >= enough {
                return Ok(Some(step));
            }
        }
        Ok(None)
    }

    fn scores(
        &mut self,
        state: &State,
        known: &mut Table<[f64; SCORES]>,
        budget: &mut Budget<'_>,
    ) -> Result<[f64; SCORES], StopReason> {
        let key = self.key(state);
        if let Some(scores) = known.get(&key) {
            return Ok(*scores);
        }
        let mut scores = [0.0; SCORES];
        match self.choice(state, budget)? {
            None => scores[usize::from(state.score(self.terms))] = 1.0,
            Some(step) if step.shows == Shows::Nothing => scores = self.scores(&step.left, known, budget)?,
            Some(step) => {
                let weights = self.weights(state, &step);
                let total: f64 = weights.iter().sum();
                for (shown, weight) in weights.into_iter().enumerate().filter(|(_, weight)| *weight > 0.0) {
                    let after = self.scores(&step.after(self.terms, shown), known, budget)?;
                    for (score, share) in scores.iter_mut().zip(after) {
                        *score += weight / total * share;
                    }
                }
            }
        }
        known.insert(key, scores);
        Ok(scores)
    }
}
