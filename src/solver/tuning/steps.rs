//! Where the slopes of [`forecast`](crate::solver::ordering::estimate) come from: values of boards and of what comes of them.
//!
//! They are found by least squares. To see how well they do on deals they were not made from, they are first fitted
//! without every fifth deal, and judged by these.

use super::regression::solve;
use super::{GOAL, HELD_OUT, SplitMix64};
use crate::game::Deal;
use crate::solver::board::Board;
use crate::solver::column::store::SetStore;
use crate::solver::ordering::estimate::{MARGIN, SLOPES};
use crate::solver::ordering::evaluation::Evaluation;
use crate::solver::ordering::features::{CHEAP_FEATURES, cheap_features};
use crate::solver::ordering::heuristic::{Heuristic, progress};
use crate::solver::search::beam::sample_steps;
use crate::solver::search::context::SearchContext;

/// Boards are expanded by beams of these widths, until one of them wins.
const WIDTHS: [usize; 4] = [2, 16, 128, 1024];
/// Boards picked from each of their layers, at most.
const EACH: usize = 20;

/// Parts of a slope: a constant, and one that grows with the progress made.
const PARTS: usize = 2;
/// What is fitted: how much of the value before is kept, then the parts of the slopes.
const TERMS: usize = 1 + SLOPES * PARTS;

/// A board and one that comes of it, as a forecast sees them.
#[derive(Clone, Debug)]
pub struct EvaluationStep {
    deal: u64,
    terms: [f64; TERMS],
    /// What the latter is worth.
    value: f64,
}

/// SlopeFit, and how well they foretell.
#[derive(Clone, Debug)]
pub struct SlopeFit {
    /// How much of the value before is kept.
    pub kept: f64,
    /// For each count, and a constant, what its change is worth, by parts.
    pub slopes: Vec<[f64; PARTS]>,
    /// Deals that the boards come from.
    pub deals: usize,
    /// Boards foretold.
    pub boards: usize,
    /// Standard deviation of what was foretold from what is the case, for the deals held out,
    pub deviation: f64,
    /// and the share of the boards that are worth more than they upper_estimate.
    pub above: f64,
}

/// Steps of beams through a deal, for the forecasts of the first heuristic and of the second. It depends on the number
/// of the deal which boards are picked.
pub fn collect_steps(deal: &Deal, number: u64) -> [Vec<EvaluationStep>; 2] {
    [Heuristic::Outcome, Heuristic::Trail].map(|heuristic| {
        let store = SetStore::new();
        let context = SearchContext::new(&store);
        let root = Board::new(deal.position(), &store);
        let mut random = SplitMix64(number);
        let mut steps = Vec::new();
        for width in WIDTHS {
            let (sample, fails) =
                sample_steps(context, root, GOAL, (width, heuristic), EACH, &mut |n| random.below(n));
            steps.extend(sample.iter().map(|(before, after)| step(&store, heuristic, number, before, after)));
            if !fails {
                break;
            }
        }
        steps
    })
}

fn step(store: &SetStore, heuristic: Heuristic, deal: u64, before: &Board, after: &Board) -> EvaluationStep {
    let counts =
        |board: &Board| cheap_features(board.lens(), board.set.map(|set| store.info(set))).map(f64::from);
    let value = |board: &Board| {
        f64::from(Evaluation::new(heuristic, board.merges_left()).value(&board.unpack(store)))
    };
    let (first, second) = (counts(before), counts(after));
    let progress = f64::from(progress(after.merges_left()));
    let terms = std::array::from_fn(|term| {
        let Some(term) = term.checked_sub(1) else { return value(before) };
        let change = term / PARTS;
        let change = if change < CHEAP_FEATURES { second[change] - first[change] } else { 1.0 };
        if term % PARTS == 0 { change } else { change * progress }
    });
    EvaluationStep { deal, terms, value: value(after) }
}

/// FitTable slopes to steps from [`collect_steps`]. `None` if there are too few.
pub fn fit_slopes(steps: &[EvaluationStep]) -> Option<SlopeFit> {
    let (judges, others): (Vec<&EvaluationStep>, Vec<&EvaluationStep>) =
        steps.iter().partition(|step| step.deal % HELD_OUT == 0);
    if judges.is_empty() || others.len() < TERMS {
        return None;
    }
    let held_out = least_squares(others.iter().copied());
    let misses: Vec<f64> = judges.iter().map(|step| step.value - step.foretold(&held_out)).collect();
    let count = misses.len() as f64;
    let deviation = (misses.iter().map(|miss| miss * miss).sum::<f64>() / count).sqrt();
    let margin = f64::from(MARGIN) * deviation;
    let found = least_squares(steps.iter());
    let mut deals: Vec<u64> = steps.iter().map(|step| step.deal).collect();
    deals.sort_unstable();
    deals.dedup();
    Some(SlopeFit {
        kept: found[0],
        slopes: found[1..].chunks(PARTS).map(|parts| [parts[0], parts[1]]).collect(),
        deals: deals.len(),
        boards: steps.len(),
        deviation,
        above: misses.iter().filter(|&&miss| miss > margin).count() as f64 / count,
    })
}

impl EvaluationStep {
    fn foretold(&self, factors: &[f64; TERMS]) -> f64 {
        self.terms.iter().zip(factors).map(|(term, factor)| term * factor).sum()
    }
}

/// The factors for which the squares of the misses add up to least.
fn least_squares<'s>(steps: impl Iterator<Item = &'s EvaluationStep>) -> [f64; TERMS] {
    let mut matrix = [[0.0; TERMS]; TERMS];
    // Hardly anything, but terms that never differ get a factor of zero by it.
    for (i, row) in matrix.iter_mut().enumerate() {
        row[i] = 1e-6;
    }
    let mut right = [0.0; TERMS];
    for EvaluationStep { terms, value, .. } in steps {
        for i in 0..TERMS {
            right[i] += terms[i] * value;
            for j in 0..=i {
                matrix[i][j] += terms[i] * terms[j];
            }
        }
    }
    solve(matrix, right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dealer::tabletop;

    #[test]
    fn slopes_are_found_again() {
        let mut random = SplitMix64(3);
        let factors: [f64; TERMS] = std::array::from_fn(|i| 0.1 * i as f64 - 1.0);
        let steps = (0..500).map(|deal| {
            let terms = std::array::from_fn(|_| random.below(1000) as f64 / 100.0 - 5.0);
            let step = EvaluationStep { deal, terms, value: 0.0 };
            EvaluationStep { value: step.foretold(&factors), ..step }
        });
        let steps: Vec<EvaluationStep> = steps.collect();
        let fit = fit_slopes(&steps).expect("enough");
        let found = std::iter::once(fit.kept).chain(fit.slopes.into_iter().flatten());
        for (found, factor) in found.zip(factors) {
            assert!((found - factor).abs() < 1e-4, "{found} for {factor}");
        }
        assert!(fit.deviation < 1e-3, "{}", fit.deviation);
        assert!(fit_slopes(&steps[..20]).is_none());
    }

    #[test]
    fn boards_that_are_worth_more_than_they_promise_are_counted() {
        let mut random = SplitMix64(4);
        // One in ten is worth 3 more than is foretold, the others a third less: by the standard deviation, 1, no other
        // is above.
        let steps = (0..20_000).map(|deal| {
            let terms = std::array::from_fn(|_| random.below(1000) as f64 / 100.0 - 5.0);
            EvaluationStep { deal, terms, value: if random.below(10) == 0 { 3.0 } else { -1.0 / 3.0 } }
        });
        let fit = fit_slopes(&steps.collect::<Vec<_>>()).expect("enough");
        assert!((fit.deviation - 1.0).abs() < 0.1, "{fit:?}");
        assert!((fit.above - 0.1).abs() < 0.02, "{fit:?}");
    }

    #[test]
    fn slopes_of_real_steps_foretell_most_of_a_value() {
        let deals = || (0..12).map(|deal| collect_steps(&tabletop::deal(1, deal), deal));
        let [outcome, trail] =
            [0, 1].map(|heuristic| deals().flat_map(move |mut steps| std::mem::take(&mut steps[heuristic])));
        for steps in [outcome.collect::<Vec<_>>(), trail.collect()] {
            let fit = fit_slopes(&steps).expect("enough");
            assert_eq!((fit.boards, fit.deals, fit.slopes.len()), (steps.len(), 12, SLOPES));
            assert!(fit.deviation < 2.0 && fit.above < 0.2, "{fit:?}");
            assert!(fit.kept > 0.7 && fit.kept < 1.3, "{fit:?}");
        }
    }
}
