//! Fit of the slopes of the child estimate ([`estimate`](crate::games::solomids::solver::ordering::estimate)), by least squares over
//! boards and their successors.

use super::random::SplitMix64;
use super::regression::solve;
use super::{GOAL, HELD_OUT};
use crate::games::solomids::game::Deal;
use crate::games::solomids::solver::board::Board;
use crate::games::solomids::solver::column::store::SetStore;
use crate::games::solomids::solver::ordering::estimate::{MARGIN, SLOPES};
use crate::games::solomids::solver::ordering::evaluation::Evaluation;
use crate::games::solomids::solver::ordering::features::{CHEAP_FEATURES, cheap_features};
use crate::games::solomids::solver::ordering::heuristic::{Heuristic, progress};
use crate::games::solomids::solver::search::beam::sample::BeamSampler;
use crate::games::solomids::solver::search::context::SearchContext;

/// Widths of the beams that are sampled, one after the other, until one of them wins.
const WIDTHS: [usize; 4] = [2, 16, 128, 1024];
/// Boards sampled from each of their layers, at most.
const PER_LAYER: usize = 20;

/// Parts of a slope: the constant and linear part in the progress.
const PARTS: usize = 2;
/// Coefficients: the factor of the parent's value, then the parts of the slopes.
const TERMS: usize = 1 + SLOPES * PARTS;

/// A board and one of its successors, as terms of the child estimate.
#[derive(Clone, Debug)]
pub struct EvaluationStep {
    /// Number of the deal.
    deal: u64,
    /// Factors of the coefficients.
    terms: [f64; TERMS],
    /// Value of the successor.
    value: f64,
}

/// Fitted slopes, and how good they are.
#[derive(Clone, Debug)]
pub struct SlopeFit {
    /// Factor of the parent's value.
    pub kept: f64,
    /// Slope of each cheap feature's change, then the constant; each by parts.
    pub slopes: Vec<[f64; PARTS]>,
    /// Deals that the steps come from.
    pub deals: usize,
    /// Steps.
    pub boards: usize,
    /// Standard deviation of values from their estimates, over the held-out deals.
    pub deviation: f64,
    /// Share of the held-out steps, from 0 to 1, whose value exceeds its upper estimate.
    pub above: f64,
}

/// Samples steps of beams in a deal, for the heuristic `Winnable`, then for `OnPath`. The number of the deal seeds the
/// choice of boards.
pub fn collect_steps(deal: &Deal, number: u64) -> [Vec<EvaluationStep>; 2] {
    [Heuristic::Winnable, Heuristic::OnPath].map(|heuristic| {
        let store = SetStore::new();
        let context = SearchContext::new(&store);
        let root = Board::new(deal.position(), &store);
        let mut random = SplitMix64(number);
        let mut steps = Vec::new();
        for width in WIDTHS {
            let sampler = BeamSampler { context, root, goal: GOAL, width, heuristic, per_layer: PER_LAYER };
            let (sampled, fails) = sampler.steps(&mut |n| random.below(n));
            steps
                .extend(sampled.iter().map(|(before, after)| step(&store, heuristic, number, before, after)));
            if !fails {
                break;
            }
        }
        steps
    })
}

/// The step from one board to another.
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

/// Slopes fitted to steps from [`collect_steps`]. `None` if there are too few.
pub fn fit_slopes(steps: &[EvaluationStep]) -> Option<SlopeFit> {
    let (judges, others): (Vec<&EvaluationStep>, Vec<&EvaluationStep>) =
        steps.iter().partition(|step| step.deal % HELD_OUT == 0);
    if judges.is_empty() || others.len() < TERMS {
        return None;
    }
    let held_out = least_squares(others.iter().copied());
    let errors: Vec<f64> = judges.iter().map(|step| step.value - step.estimate(&held_out)).collect();
    let count = errors.len() as f64;
    let deviation = (errors.iter().map(|error| error * error).sum::<f64>() / count).sqrt();
    let margin = f64::from(MARGIN) * deviation;
    let coefficients = least_squares(steps.iter());
    let mut deals: Vec<u64> = steps.iter().map(|step| step.deal).collect();
    deals.sort_unstable();
    deals.dedup();
    Some(SlopeFit {
        kept: coefficients[0],
        slopes: coefficients[1..].chunks(PARTS).map(|parts| [parts[0], parts[1]]).collect(),
        deals: deals.len(),
        boards: steps.len(),
        deviation,
        above: errors.iter().filter(|&&error| error > margin).count() as f64 / count,
    })
}

impl EvaluationStep {
    /// Value estimated by some coefficients.
    fn estimate(&self, coefficients: &[f64; TERMS]) -> f64 {
        self.terms.iter().zip(coefficients).map(|(term, coefficient)| term * coefficient).sum()
    }
}

/// The coefficients with the least sum of squared errors.
fn least_squares<'s>(steps: impl Iterator<Item = &'s EvaluationStep>) -> [f64; TERMS] {
    let mut matrix = [[0.0; TERMS]; TERMS];
    // A tiny ridge penalty, by which constant terms get a coefficient of zero.
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
    use crate::games::solomids::dealer::tabletop;

    #[test]
    fn known_coefficients_are_recovered() {
        let mut random = SplitMix64(3);
        let coefficients: [f64; TERMS] = std::array::from_fn(|i| 0.1 * i as f64 - 1.0);
        let steps = (0..500).map(|deal| {
            let terms = std::array::from_fn(|_| random.below(1000) as f64 / 100.0 - 5.0);
            let step = EvaluationStep { deal, terms, value: 0.0 };
            EvaluationStep { value: step.estimate(&coefficients), ..step }
        });
        let steps: Vec<EvaluationStep> = steps.collect();
        let fit = fit_slopes(&steps).expect("enough");
        let found = std::iter::once(fit.kept).chain(fit.slopes.into_iter().flatten());
        for (found, expected) in found.zip(coefficients) {
            assert!((found - expected).abs() < 1e-4, "{found} for {expected}");
        }
        assert!(fit.deviation < 1e-3, "{}", fit.deviation);
        assert!(fit_slopes(&steps[..20]).is_none());
    }

    #[test]
    fn values_above_their_upper_estimate_are_counted() {
        let mut random = SplitMix64(4);
        // One value in ten is 3 above its estimate, the others a third below: with a standard deviation of 1 no other
        // value is above its upper estimate.
        let steps = (0..20_000).map(|deal| {
            let terms = std::array::from_fn(|_| random.below(1000) as f64 / 100.0 - 5.0);
            EvaluationStep { deal, terms, value: if random.below(10) == 0 { 3.0 } else { -1.0 / 3.0 } }
        });
        let fit = fit_slopes(&steps.collect::<Vec<_>>()).expect("enough");
        assert!((fit.deviation - 1.0).abs() < 0.1, "{fit:?}");
        assert!((fit.above - 0.1).abs() < 0.02, "{fit:?}");
    }

    #[test]
    fn slopes_of_real_steps_have_small_errors() {
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
