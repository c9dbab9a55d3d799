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
use smallvec::SmallVec;

use super::census::known_mean;
use super::game::{COLOURS, MAX_STASHES, Move, Reading};
use super::solver::{Budget, Limits, StopReason};
use chances::Chances;
use columns::{Columns, NumberedStep, Numbers};
pub use seen::{SeenSpace, View, shows};
use state::{Shows, State, Step, Terms};

/// Scores that a game may have, from 0.
const SCORES: usize = COLOURS * MAX_STASHES + 1;

/// Values that differ by less are taken for equal.
const EQUAL: f64 = 1e-11;

/// States with their weights.
type After = SmallVec<[(Numbers, f64); COLOURS]>;

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
        let first = self.columns.numbers(&State::first(terms));
        let expected = self.value(first, &mut budget)?;
        let scores = self.scores(first, &mut known, &mut budget)?;
        let is_whole = usize::from(terms.stashes) == MAX_STASHES;
        let seen = if is_whole { known_mean(terms.reading) } else { None };
        Ok(Expectation { expected, seen, scores, reached: known.len() })
    }

    /// The greatest expected score from a view of the same reading and number of stashes, all pieces opaque.
    ///
    /// # Errors
    /// Which limit ended the search; a later one goes on from there.
    pub fn expected(&mut self, view: &View, limits: &Limits) -> Result<f64, StopReason> {
        let numbers = self.numbers(view);
        self.value(numbers, &mut Budget::new(limits))
    }

    /// The best play from a view of the same game, and the best of the steps that are worth less.
    ///
    /// # Errors
    /// Which limit ended the search; a later one goes on from there.
    pub fn best(&mut self, view: &View, limits: &Limits) -> Result<BestPlay, StopReason> {
        let mut budget = Budget::new(limits);
        let (terms, numbers, position) = (self.terms, self.numbers(view), view.position());
        let (score, mut steps) = (f64::from(self.score(numbers)), Vec::new());
        for (colour, step) in self.columns.steps(numbers) {
            let worth = self.worth(numbers, colour, step, &mut budget)?;
            let mut left = numbers;
            left[colour] = step.left;
            steps.push((worth, Step { colour, left: self.columns.state(left), shows: step.shows }));
        }
        let expected = steps.iter().fold(score, |most, (worth, _)| most.max(*worth));
        let is_rough = !self.openings.is_empty() && self.unseen(numbers) >= openings::HIDDEN;
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

    fn numbers(&mut self, view: &View) -> Numbers {
        debug_assert!(self.is_of(view));
        self.columns.numbers(&State::of(view.spaces.iter().copied(), self.terms))
    }

    /// Pieces that were never seen.
    fn unseen(&self, numbers: Numbers) -> u8 {
        numbers.iter().map(|&number| self.columns.facts(number).unseen).sum()
    }

    /// Bytes of the values, those of the next table included if this one is nearly full.
    fn bytes(&self) -> usize {
        let (len, capacity) = (self.values.len(), self.values.capacity());
        let grown = if capacity - len < 1024 { 3 * capacity } else { capacity };
        // A table is at most seven eighths full.
        grown * (size_of::<(u64, f64)>() + 1) * 8 / 7
    }

    fn value(&mut self, numbers: Numbers, budget: &mut Budget<'_>) -> Result<f64, StopReason> {
        let key = columns::key(numbers);
        if let Some(&value) = self.values.get(&key) {
            return Ok(value);
        }
        if self.unseen(numbers) >= openings::HIDDEN
            && let Some(&value) = self.openings.get(&key)
        {
            return Ok(value);
        }
        budget.spend(|| self.bytes())?;
        let mut best = f64::from(self.score(numbers));
        for (colour, step) in self.columns.steps(numbers) {
            // Each tower takes a large.
            if self.terms.forced && best >= f64::from(self.terms.stashes) * COLOURS as f64 {
                break;
            }
            best = best.max(self.worth(numbers, colour, step, budget)?);
        }
        self.values.insert(key, best);
        Ok(best)
    }

    /// The states after a step of the pieces of a colour, with the number of assemblies that lead to each; a single one, of weight 1, if
    /// the step shows nothing.
    fn after(&mut self, mut numbers: Numbers, colour: usize, step: NumberedStep) -> After {
        let belief = numbers.map(|number| self.columns.facts(number).hidden);
        numbers[colour] = step.left;
        if step.shows == Shows::Nothing {
            return [(numbers, 1.0)].into_iter().collect();
        }
        let weights = self.chances.weights(belief, colour, step.shows).into_iter().enumerate();
        let shown = weights.filter(|(_, weight)| *weight > 0.0).map(|(shown, weight)| {
            let mut after = numbers;
            after[shown] = self.columns.showing(numbers[shown], step.shows, shown == colour);
            (after, weight)
        });
        shown.collect()
    }

    /// The expected value after a step of the pieces of a colour.
    fn worth(
        &mut self,
        numbers: Numbers,
        colour: usize,
        step: NumberedStep,
        budget: &mut Budget<'_>,
    ) -> Result<f64, StopReason> {
        let (mut sum, mut total) = (0.0, 0.0);
        for (after, weight) in self.after(numbers, colour, step) {
            sum += weight * self.value(after, budget)?;
            total += weight;
        }
        Ok(sum / total)
    }

    /// The score of what lies open.
    fn score(&self, numbers: Numbers) -> u8 {
        numbers.iter().map(|&number| self.columns.facts(number).score).sum()
    }

    /// The best step, the first of equals, with the colour of its pieces; `None` if nothing is gained by going on.
    fn choice(
        &mut self,
        numbers: Numbers,
        budget: &mut Budget<'_>,
    ) -> Result<Option<(usize, NumberedStep)>, StopReason> {
        let enough = self.value(numbers, budget)? - EQUAL;
        if f64::from(self.score(numbers)) >= enough {
            return Ok(None);
        }
        for (colour, step) in self.columns.steps(numbers) {
            if self.worth(numbers, colour, step, budget)? >= enough {
                return Ok(Some((colour, step)));
            }
        }
        Ok(None)
    }

    fn scores(
        &mut self,
        numbers: Numbers,
        known: &mut Table<[f64; SCORES]>,
        budget: &mut Budget<'_>,
    ) -> Result<[f64; SCORES], StopReason> {
        let key = columns::key(numbers);
        if let Some(scores) = known.get(&key) {
            return Ok(*scores);
        }
        let mut scores = [0.0; SCORES];
        match self.choice(numbers, budget)? {
            None => scores[usize::from(self.score(numbers))] = 1.0,
            Some((colour, step)) => {
                let states = self.after(numbers, colour, step);
                let total: f64 = states.iter().map(|(_, weight)| weight).sum();
                for (after, weight) in states {
                    let after = self.scores(after, known, budget)?;
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
