//! What comes of a board is worth, foretold without a game.
//!
//! To value a board takes several times as long as to make it, most of it for the games that
//! [`outlook`](crate::solver::bounds::relaxation) plays. But boards are worth about as much as the one they come from, and where they
//! are worth more or less, counts that need no game have mostly changed as well. So a forecast is a linear function
//! of the value of the board before and of these changes, found by least squares ([`tuning`](crate::solver::tuning)). What
//! a board *promises* is a forecast and a margin, which few boards exceed.

use super::features::{CHEAP_FEATURES, cheap_features};
use super::heuristic::{Heuristic, progress};
use super::precedent::{StackKinds, similarity};
use super::slopes::{OUTCOME, TRAIL};
use crate::solver::board::Board;
use crate::solver::column::store::SetStore;

/// Number of slopes: one for the change of each cheap_features count, and a constant.
pub(crate) const SLOPES: usize = CHEAP_FEATURES + 1;

/// What is added to a forecast, in standard deviations of the forecasts of a heuristic. One board in twenty is worth more
/// than it promises, but hardly one among those that matter: with 1.8 instead no more is found, with 1.0 a little less.
pub(crate) const MARGIN: f32 = 1.4;

/// What a forecast is made with.
pub(crate) struct EstimatorWeights {
    /// How much of the value before is kept.
    pub(crate) kept: f32,
    /// Standard deviation of the values from the forecasts.
    pub(crate) deviation: f32,
    /// What changes of the cheap_features counts are worth, and a constant, each in two parts.
    pub(crate) changes: [[f32; 2]; SLOPES],
}

/// How the values of boards with a certain number of merges left are foretold.
#[derive(Clone, Debug)]
pub(crate) struct Estimator {
    kept: f32,
    margin: f32,
    slopes: [f32; SLOPES],
}

/// What is foretold of boards that come from a certain one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChildEstimate<'a> {
    slopes: &'a [f32; SLOPES],
    /// The board that they are to resemble.
    example: Option<StackKinds>,
    /// The part that is the same for all of them.
    start: f32,
    /// What is added for a upper_estimate.
    pub(crate) margin: f32,
}

impl Estimator {
    /// For the values that a heuristic gives to boards with so many merges left.
    pub(crate) fn new(heuristic: Heuristic, merges_left: usize) -> Self {
        let progress = progress(merges_left);
        let EstimatorWeights { kept, deviation, changes } = match heuristic {
            Heuristic::Outcome => OUTCOME,
            Heuristic::Trail => TRAIL,
        };
        let slopes = changes.map(|[constant, linear]| constant + progress * linear);
        Self { kept, margin: MARGIN * deviation, slopes }
    }

    /// What is foretold of boards that come from this one, which has this value, if they are to resemble an example.
    pub(crate) fn after(
        &self,
        board: &Board,
        value: f32,
        example: Option<StackKinds>,
        store: &SetStore,
    ) -> ChildEstimate<'_> {
        let value = value - similarity(example, board.codes_present());
        let start = self.kept * value - weighed(&self.slopes, board, store);
        ChildEstimate {
            slopes: &self.slopes,
            example,
            start: start + self.slopes[CHEAP_FEATURES],
            margin: self.margin,
        }
    }
}

impl ChildEstimate<'_> {
    /// What a board is worth, about.
    pub(crate) fn of(self, board: &Board, store: &SetStore) -> f32 {
        self.start + weighed(self.slopes, board, store) + similarity(self.example, board.codes_present())
    }

    /// What a board is worth at most, in all likelihood.
    pub(crate) fn upper_estimate(self, board: &Board, store: &SetStore) -> f32 {
        self.of(board, store) + self.margin
    }
}

fn weighed(slopes: &[f32; SLOPES], board: &Board, store: &SetStore) -> f32 {
    let counts = cheap_features(board.lens(), board.set.map(|set| store.info(set)));
    counts.iter().zip(slopes).map(|(count, slope)| count * slope).sum()
}

#[cfg(test)]
mod tests {
    use super::super::evaluation::Evaluation;
    use super::*;
    use crate::dealer::tabletop;
    use crate::game::TREES;
    use crate::solver::bounds::goal::Goal;
    use crate::solver::search::beam::sample_steps;
    use crate::solver::search::context::SearchContext;

    /// The deals are others than those the slopes were made from.
    #[test]
    fn boards_are_worth_what_is_foretold_or_nearly_so() {
        for heuristic in [Heuristic::Outcome, Heuristic::Trail] {
            let (mut changes, mut misses, mut above, mut count) = (0.0, 0.0, 0, 0);
            for deal in 0..30 {
                let store = SetStore::new();
                let context = SearchContext::new(&store);
                let root = Board::new(tabletop::deal(1, deal).position(), &store);
                let goal = Goal { trees: TREES, swaps: 0 };
                let (steps, _) =
                    sample_steps(context, root, goal, (16, heuristic), 10, &mut |n| (7 * deal as usize) % n);
                for (before, after) in steps {
                    let [first, second] = [before, after].map(|board| {
                        Evaluation::new(heuristic, board.merges_left()).value(&board.unpack(&store))
                    });
                    let evaluation = Evaluation::new(heuristic, after.merges_left());
                    let forecast = evaluation.forecast(&before, first, &store);
                    changes += (second - first).powi(2);
                    misses += (second - forecast.of(&after, &store)).powi(2);
                    above += usize::from(second > forecast.upper_estimate(&after, &store));
                    count += 1;
                }
            }
            assert!(count > 2_000, "{count}");
            assert!(misses < 0.5 * changes, "{heuristic:?}: {misses} of {changes}");
            assert!(above > 0 && above < count / 12, "{heuristic:?}: {above} of {count}");
        }
    }
}
