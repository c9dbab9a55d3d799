//! Child estimate for deferred evaluation: a board's value, estimated from its parent's without a relaxation.
//!
//! To evaluate a board takes several times as long as to generate it, most of it for the rounds of the
//! [relaxation](crate::games::solomids::solver::bounds). But a board is worth about as much as its parent, and where it is
//! worth more or less, the cheap features have mostly changed as well. So the estimate is a linear function of the
//! parent's value and of these changes, fitted by least squares (`tuning`). The *upper
//! estimate* adds a margin that few boards exceed.

use super::features::{CHEAP_FEATURES, cheap_features, progress};
use super::precedent::{StackKinds, similarity};
use crate::games::solomids::solver::board::Board;
use crate::games::solomids::solver::column::{ColumnSets, SetStore};

/// Number of slopes: one for the change of each cheap feature, and a constant.
pub(crate) const SLOPES: usize = CHEAP_FEATURES + 1;

/// Margin of the upper estimate over the estimate, in standard deviations of the heuristic's estimates.
///
/// One board in twenty is worth more than its upper estimate, but hardly one among those that matter: with a margin
/// of 1.8 no more wins are found, with 1.0 a few less.
pub(crate) const MARGIN: f32 = 1.4;

/// Coefficients of the child estimate of one heuristic.
pub(super) struct EstimatorWeights {
    /// Factor of the parent's value.
    pub(super) kept: f32,
    /// Standard deviation of values from their estimates.
    pub(super) deviation: f32,
    /// Slope of each cheap feature's change, then the constant; each as its constant and linear part in the progress.
    pub(super) changes: [[f32; 2]; SLOPES],
}

/// Child estimate of one heuristic for boards with a certain number of merges left.
#[derive(Clone, Debug)]
pub(super) struct Estimator {
    /// Factor of the parent's value.
    kept: f32,
    /// Margin of the upper estimate, in units of values.
    margin: f32,
    /// Slopes at the progress of these boards.
    slopes: [f32; SLOPES],
}

/// Estimates for the children of one board.
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

impl Estimator {
    /// An estimator for children with `merges_left` merges to go.
    pub(super) fn new(weights: &EstimatorWeights, merges_left: usize) -> Self {
        let progress = progress(merges_left);
        let slopes = weights.changes.map(|[constant, linear]| constant + progress * linear);
        Self { kept: weights.kept, margin: MARGIN * weights.deviation, slopes }
    }

    /// Estimates for the children of `parent`, which has this value, if children resembling `reference` are worth more.
    pub(super) fn children_of(
        &self,
        parent: &Board,
        value: f32,
        reference: Option<StackKinds>,
        store: &SetStore,
    ) -> ChildEstimate<'_> {
        let value = value - similarity(reference, parent.codes_present());
        let base = self.kept * value - weighted_features(&self.slopes, parent, store);
        ChildEstimate {
            slopes: &self.slopes,
            reference,
            base: base + self.slopes[CHEAP_FEATURES],
            margin: self.margin,
        }
    }
}

impl ChildEstimate<'_> {
    /// Estimated value of a child.
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
    use super::super::evaluation::Evaluation;
    use super::super::features::Heuristic;
    use super::*;
    use crate::games::solomids::dealer::tabletop;
    use crate::games::solomids::game::TREES;
    use crate::games::solomids::solver::bounds::Goal;
    use crate::games::solomids::solver::search::beam::sample::BeamSampler;
    use crate::games::solomids::solver::search::context::SearchContext;

    /// The deals are not among those the slopes were fitted to.
    /// Calibration test: the bounds on the error of estimates depend on the fitted slopes.
    #[test]
    fn estimates_are_close_and_few_values_exceed_the_upper_estimate() {
        for heuristic in [Heuristic::Winnable, Heuristic::OnPath] {
            let (mut changes, mut errors, mut above, mut count) = (0.0, 0.0, 0, 0);
            for deal in 0..30 {
                let store = SetStore::new();
                let context = SearchContext::new(&store);
                let root = Board::new(tabletop::deal(1, deal).position(), &store);
                let goal = Goal { trees: TREES, swaps: 0 };
                let sampler = BeamSampler { context, root, goal, width: 16, heuristic, per_layer: 10 };
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
