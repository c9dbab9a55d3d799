//! What comes of a board is worth, foretold without a game.
//!
//! To value a board takes several times as long as to make it, most of it for the games that
//! [`outlook`](crate::solver::bounds::relaxation) plays. But boards are worth about as much as the one they come from, and where they
//! are worth more or less, counts that need no game have mostly changed as well. So a forecast is a linear function
//! of the value of the board before and of these changes, found by least squares ([`tuning`](crate::solver::tuning)). What
//! a board *promises* is a forecast and a margin, which few boards exceed.

use super::features::{PLAINS, plain};
use super::heuristic::{Guide, progress};
use super::precedent::{Example, likeness};
use super::slopes::{OUTCOME, TRAIL};
use crate::solver::board::Board;
use crate::solver::column::store::Lattice;

/// Number of slopes: one for the change of each plain count, and a constant.
pub(crate) const SLOPES: usize = PLAINS + 1;

/// What is added to a forecast, in standard deviations of the forecasts of a guide. One board in twenty is worth more
/// than it promises, but hardly one among those that matter: with 1.8 instead no more is found, with 1.0 a little less.
pub(crate) const MARGIN: f32 = 1.4;

/// What a forecast is made with.
pub(crate) struct Slopes {
    /// How much of the value before is kept.
    pub(crate) kept: f32,
    /// Standard deviation of the values from the forecasts.
    pub(crate) deviation: f32,
    /// What changes of the plain counts are worth, and a constant, each in two parts.
    pub(crate) changes: [[f32; 2]; SLOPES],
}

/// How the values of boards with a certain number of merges left are foretold.
#[derive(Clone, Debug)]
pub(crate) struct Forecaster {
    kept: f32,
    margin: f32,
    slopes: [f32; SLOPES],
}

/// What is foretold of boards that come from a certain one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Forecast<'a> {
    slopes: &'a [f32; SLOPES],
    /// The board that they are to resemble.
    example: Option<Example>,
    /// The part that is the same for all of them.
    start: f32,
    /// What is added for a promise.
    pub(crate) margin: f32,
}

impl Forecaster {
    /// For the values that a guide gives to boards with so many merges left.
    pub(crate) fn new(guide: Guide, merges_left: usize) -> Self {
        let progress = progress(merges_left);
        let Slopes { kept, deviation, changes } = match guide {
            Guide::Outcome => OUTCOME,
            Guide::Trail => TRAIL,
        };
        let slopes = changes.map(|[constant, linear]| constant + progress * linear);
        Self { kept, margin: MARGIN * deviation, slopes }
    }

    /// What is foretold of boards that come from this one, which has this value, if they are to resemble an example.
    pub(crate) fn after(
        &self,
        board: &Board,
        value: f32,
        example: Option<Example>,
        lattice: &Lattice,
    ) -> Forecast<'_> {
        let value = value - likeness(example, board.kinds());
        let start = self.kept * value - weighed(&self.slopes, board, lattice);
        Forecast { slopes: &self.slopes, example, start: start + self.slopes[PLAINS], margin: self.margin }
    }
}

impl Forecast<'_> {
    /// What a board is worth, about.
    pub(crate) fn of(self, board: &Board, lattice: &Lattice) -> f32 {
        self.start + weighed(self.slopes, board, lattice) + likeness(self.example, board.kinds())
    }

    /// What a board is worth at most, in all likelihood.
    pub(crate) fn promise(self, board: &Board, lattice: &Lattice) -> f32 {
        self.of(board, lattice) + self.margin
    }
}

fn weighed(slopes: &[f32; SLOPES], board: &Board, lattice: &Lattice) -> f32 {
    let counts = plain(board.lens(), board.set.map(|set| lattice.info(set)));
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
    use crate::solver::search::context::Context;

    /// The deals are others than those the slopes were made from.
    #[test]
    fn boards_are_worth_what_is_foretold_or_nearly_so() {
        for guide in [Guide::Outcome, Guide::Trail] {
            let (mut changes, mut misses, mut above, mut count) = (0.0, 0.0, 0, 0);
            for deal in 0..30 {
                let lattice = Lattice::new();
                let context = Context::new(&lattice);
                let root = Board::new(tabletop::deal(1, deal).position(), &lattice);
                let goal = Goal { trees: TREES, swaps: 0 };
                let (steps, _) =
                    sample_steps(context, root, goal, (16, guide), 10, &mut |n| (7 * deal as usize) % n);
                for (before, after) in steps {
                    let [first, second] = [before, after].map(|board| {
                        Evaluation::new(guide, board.merges_left()).value(&board.unpack(&lattice))
                    });
                    let evaluation = Evaluation::new(guide, after.merges_left());
                    let forecast = evaluation.forecast(&before, first, &lattice);
                    changes += (second - first).powi(2);
                    misses += (second - forecast.of(&after, &lattice)).powi(2);
                    above += usize::from(second > forecast.promise(&after, &lattice));
                    count += 1;
                }
            }
            assert!(count > 2_000, "{count}");
            assert!(misses < 0.5 * changes, "{guide:?}: {misses} of {changes}");
            assert!(above > 0 && above < count / 12, "{guide:?}: {above} of {count}");
        }
    }
}
