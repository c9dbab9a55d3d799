//! Evaluation of a board: a weighted sum of its features; larger is more promising.
//!
//! The weights come from pairwise logistic regressions (`tuning`) and change with the number
//! of merges left. They order the search, and no verdict depends on them. There are two evaluations, one for each
//! [`Heuristic`], since a deal that is hard with one of them is often easy with the other.

use std::cmp::Ordering;

use super::estimate::{ChildEstimate, Estimator};
use super::features::{FEATURES, Features, Heuristic, RoundModel, features, progress};
use super::precedent::{StackKinds, similarity};
use super::{slopes, weights};
use crate::games::solomids::solver::board::{Board, UnpackedBoard};
use crate::games::solomids::solver::column::SetStore;

/// A value with the total order of [`f32::total_cmp`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderedValue(pub(crate) f32);

impl OrderedValue {
    /// Lower bound of all values.
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

/// Evaluation by one heuristic of boards with a certain number of merges left.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    round_model: RoundModel,
    /// Weights at the progress of these boards.
    weights: Features,
    estimator: Estimator,
    /// Board of a reference line; boards that resemble it are worth more.
    reference: Option<StackKinds>,
}

impl Evaluation {
    /// The evaluation of boards with `merges_left` merges to go.
    pub(crate) fn new(heuristic: Heuristic, merges_left: usize) -> Self {
        let progress = progress(merges_left);
        let (weights, slopes) = match heuristic {
            Heuristic::Winnable => (weights::WINNABLE, &slopes::WINNABLE),
            Heuristic::OnPath => (weights::ON_PATH, &slopes::ON_PATH),
        };
        let weights =
            weights.map(|[constant, linear, square]| constant + progress * (linear + progress * square));
        Self {
            round_model: heuristic.round_model(),
            weights,
            estimator: Estimator::new(slopes, merges_left),
            reference: None,
        }
    }

    /// This evaluation plus the similarity to a board of a reference line.
    pub(crate) fn with_reference(self, reference: Option<StackKinds>) -> Self {
        Self { reference, ..self }
    }

    /// Value of a board.
    pub(crate) fn value(&self, board: &UnpackedBoard<'_>) -> f32 {
        let features = features(board, self.round_model);
        let products: [f32; FEATURES] = std::array::from_fn(|i| features[i] * self.weights[i]);
        products.iter().sum::<f32>() + similarity(self.reference, board.present)
    }

    /// Estimates for the children of `parent`, which has this value. The children have as many merges left as the
    /// boards of this evaluation.
    pub(crate) fn child_estimate(&self, parent: &Board, value: f32, store: &SetStore) -> ChildEstimate<'_> {
        self.estimator.children_of(parent, value, self.reference, store)
    }
}
