//! Evaluation of a board: a weighted sum of its features; larger is more promising.
//!
//! The weights come from pairwise logistic regressions (`tuning`) and change with the number
//! of merges left. They order the search, and no verdict depends on them. There are two evaluations, one for each
//! [`Heuristic`], since a deal that is hard with one of them is often easy with the other.
//!
//! # Child estimate
//! For deferred evaluation, a board's value is estimated from its parent's without a relaxation. To evaluate a board takes
//! several times as long as to generate it, most of it for the rounds of the
//! [relaxation](crate::games::solomids::solver::bounds). But a board is worth about as much as its parent, and where it is
//! worth more or less, the cheap features have mostly changed as well. So the estimate is a linear function of the
//! parent's value and of these changes, fitted by least squares (`tuning`). The *upper estimate* adds a margin that few
//! boards exceed.

use std::cmp::Ordering;

use super::features::{CHEAP_FEATURES, FEATURES, Features, Heuristic, cheap_features, features, progress};
use super::precedent::{StackKinds, similarity};
use super::{slopes, weights};
use crate::games::solomids::solver::board::{Board, UnpackedBoard};
use crate::games::solomids::solver::column::{ColumnSets, SetStore};

/// A value with the total order of [`f32::total_cmp`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderedValue(pub(crate) f32);

impl OrderedValue {
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

/// Number of slopes: one for the change of each cheap feature, and a constant.
pub(crate) const SLOPES: usize = CHEAP_FEATURES + 1;

/// Margin of the upper estimate over the estimate, in standard deviations of the heuristic's estimates.
///
/// One board in twenty is worth more than its upper estimate, but hardly one among those that matter: with a margin
/// of 1.8 no more wins are found, with 1.0 a few less.
pub(crate) const MARGIN: f32 = 1.4;

/// Coefficients of the child estimate of one heuristic.
pub(super) struct EstimatorWeights {
    pub(super) kept: f32,
    /// Standard deviation of values from their estimates.
    pub(super) deviation: f32,
    /// Slope of each cheap feature's change, then the constant; each as its constant and linear part in the progress.
    pub(super) changes: [[f32; 2]; SLOPES],
}

/// Evaluation by one heuristic of boards with a certain number of merges left.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    heuristic: Heuristic,
    /// Weights at the progress of these boards.
    weights: Features,
    /// Factor of the parent's value in child estimates.
    kept: f32,
    /// Margin of the upper estimate, in units of values.
    margin: f32,
    /// Slopes of the child estimate at the progress of these boards.
    slopes: [f32; SLOPES],
    /// Board of a reference line; boards that resemble it are worth more.
    reference: Option<StackKinds>,
}

impl Evaluation {
    pub(crate) fn new(heuristic: Heuristic, merges_left: usize) -> Self {
        let progress = progress(merges_left);
        let (weights, estimator) = match heuristic {
            Heuristic::Winnable => (weights::WINNABLE, &slopes::WINNABLE),
            Heuristic::OnPath => (weights::ON_PATH, &slopes::ON_PATH),
        };
        let weights =
            weights.map(|[constant, linear, square]| constant + progress * (linear + progress * square));
        Self {
            heuristic,
            weights,
            kept: estimator.kept,
            margin: MARGIN * estimator.deviation,
            slopes: estimator.changes.map(|[constant, linear]| constant + progress * linear),
            reference: None,
        }
    }

    /// This evaluation plus the similarity to a board of a reference line.
    pub(crate) fn with_reference(self, reference: Option<StackKinds>) -> Self {
        Self { reference, ..self }
    }

    pub(crate) fn value(&self, board: &UnpackedBoard<'_>) -> f32 {
        let features = features(board, self.heuristic);
        let products: [f32; FEATURES] = std::array::from_fn(|i| features[i] * self.weights[i]);
        products.iter().sum::<f32>() + similarity(self.reference, board.present)
    }

    /// Estimates for the children, with as many merges left as this evaluation is for, of `parent` with this value.
    pub(crate) fn child_estimate(&self, parent: &Board, value: f32, store: &SetStore) -> ChildEstimate<'_> {
        let Self { kept, margin, ref slopes, reference, .. } = *self;
        let value = value - similarity(reference, parent.codes_present());
        let base = kept * value - weighted_features(slopes, parent, store);
        ChildEstimate { slopes, reference, base: base + slopes[CHEAP_FEATURES], margin }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ChildEstimate<'a> {
    slopes: &'a [f32; SLOPES],
    /// Board of a reference line; children that resemble it are worth more.
    reference: Option<StackKinds>,
    /// Part of the estimate that all children share.
    base: f32,
    /// Margin of the upper estimate, in units of values.
    pub(crate) margin: f32,
}

impl ChildEstimate<'_> {
    pub(crate) fn estimate(self, child: &Board, store: &SetStore) -> f32 {
        self.base
            + weighted_features(self.slopes, child, store)
            + similarity(self.reference, child.codes_present())
    }

    /// Value that a child hardly ever exceeds: its estimate and the margin.
    pub(crate) fn upper_estimate(self, child: &Board, store: &SetStore) -> f32 {
        self.estimate(child, store) + self.margin
    }
}

/// Sum of the cheap features of a board times their slopes.
fn weighted_features(slopes: &[f32; SLOPES], board: &Board, store: &SetStore) -> f32 {
    let counts = cheap_features(board.lens(), board.set.map(|set| store.info(set)));
    counts.iter().zip(slopes).map(|(count, slope)| count * slope).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::solomids::solver::search::beam::sample::BeamSampler;
    use crate::games::solomids::solver::search::context::SearchContext;
    use crate::games::solomids::solver::search::fixtures::root;

    /// Calibration test of the fitted slopes, with deals that they were not fitted to.
    #[test]
    fn estimates_are_close_and_few_values_exceed_the_upper_estimate() {
        for heuristic in [Heuristic::Winnable, Heuristic::OnPath] {
            let (mut changes, mut errors, mut above, mut count) = (0.0, 0.0, 0, 0);
            for deal in 0..30 {
                let store = SetStore::new();
                let context = SearchContext::new(&store);
                let root = root(&store, deal);
                let sampler = BeamSampler { context, root, width: 16, heuristic, per_layer: 10 };
                let (steps, _) = sampler.steps(&mut |n| (7 * deal as usize) % n);
                for (before, after) in steps {
                    let [first, second] = [before, after].map(|board| {
                        Evaluation::new(heuristic, board.merges_left()).value(&board.unpack(&store))
                    });
                    let evaluation = Evaluation::new(heuristic, after.merges_left());
                    let children = evaluation.child_estimate(&before, first, &store);
                    changes += (second - first).powi(2);
                    errors += (second - children.estimate(&after, &store)).powi(2);
                    above += usize::from(second > children.upper_estimate(&after, &store));
                    count += 1;
                }
            }
            assert!(count > 2_000, "{count}");
            assert!(errors < 0.5 * changes, "{heuristic:?}: {errors} of {changes}");
            assert!(above > 0 && above < count / 12, "{heuristic:?}: {above} of {count}");
        }
    }
}
