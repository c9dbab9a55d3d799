//! How promising a board looks: a linear function of what [`outlook`](crate::solver::bounds::relaxation) counts, larger is better.
//!
//! The weights are those of logistic regressions ([`tuning`](crate::solver::tuning)). They change with the number of
//! merges left, and only order the search: no verdict depends on them. There are two kinds, for a deal that
//! one leads astray is often easy for the other.

use std::cmp::Ordering;

use super::estimate::{ChildEstimate, Estimator};
use super::heuristic::{Heuristic, progress};
use crate::solver::board::Board;
use crate::solver::column::store::{SetInfo, SetStore};

use super::features::{FEATURES, FREEDOM, Features, RoundModel, features, freedom};
use super::precedent::{StackKinds, similarity};
use super::weights::{OUTCOME, TRAIL};
use crate::game::COLUMNS;
use crate::solver::board::stackings::UnpackedBoard;

/// A value that can be put in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderedValue(pub(crate) f32);

impl OrderedValue {
    /// Less than any value.
    pub(crate) const LEAST: Self = Self(f32::NEG_INFINITY);
}

impl PartialEq for OrderedValue {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for OrderedValue {}

impl Ord for OrderedValue {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for OrderedValue {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// How boards with a certain number of merges left are valued.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    game: RoundModel,
    weights: Features,
    forecaster: Estimator,
    /// A board that others are to resemble.
    example: Option<StackKinds>,
}

impl Evaluation {
    /// What a heuristic thinks of boards with so many merges left.
    pub(crate) fn new(heuristic: Heuristic, merges_left: usize) -> Self {
        let progress = progress(merges_left);
        let weights = match heuristic {
            Heuristic::Outcome => OUTCOME,
            Heuristic::Trail => TRAIL,
        };
        let weights =
            weights.map(|[constant, linear, square]| constant + progress * (linear + progress * square));
        Self {
            game: heuristic.game(),
            weights,
            forecaster: Estimator::new(heuristic, merges_left),
            example: None,
        }
    }

    /// The same, but boards are worth more that resemble an example.
    pub(crate) fn with_example(self, example: Option<StackKinds>) -> Self {
        Self { example, ..self }
    }

    /// The value of a board.
    pub(crate) fn value(&self, board: &UnpackedBoard<'_>) -> f32 {
        let features = features(board, self.game);
        let products: [f32; FEATURES] = std::array::from_fn(|i| features[i] * self.weights[i]);
        products.iter().sum::<f32>() + similarity(self.example, board.present)
    }

    /// What is foretold of boards that come from one with this value.
    pub(crate) fn forecast(&self, board: &Board, value: f32, store: &SetStore) -> ChildEstimate<'_> {
        self.forecaster.after(board, value, self.example, store)
    }

    /// The part of the value that tells how freely the columns can stand, which takes little time.
    pub(crate) fn freedom_value(&self, info: [&SetInfo; COLUMNS]) -> f32 {
        freedom(info).iter().zip(&self.weights[FREEDOM]).map(|(feature, weight)| feature * weight).sum()
    }
}
