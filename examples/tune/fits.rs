//! Fits: weights by pairwise logistic regression, slopes by least squares.
//!
//! # Weights
//! An evaluation has to order the boards of a layer. So it is fitted to pairs of boards of one deal and layer, one won
//! (or on the way to the win) and one lost (or beside it). The pairs of a deal and layer together count as often as there
//! are boards of the rarer class. The model (Bradley and Terry's, of comparisons) says that of two boards with values `u`
//! and `v` the first is the better one with probability `1 / (1 + exp(v - u))`, so only differences of features matter.
//! The weights maximise the likelihood less a ridge penalty, by Newton's method.
//!
//! # Slopes
//! The slopes of the child estimate have the least squared errors over boards and their successors.
//!
//! # Held-out deals
//! Weights and slopes are first fitted without every fifth deal, and judged by these deals; then fitted to all.

use std::collections::BTreeMap;

use solomids::solver::tuning::{EvaluationStep, FEATURES, MARGIN, SLOPE_PARTS, STEP_TERMS, Sample};

/// One deal in this many is held out.
const HELD_OUT: u64 = 5;
/// Ridge penalty on the weights, as if all features had a standard deviation of 1.
const RIDGE: f64 = 3.0;
/// Weights of one feature: the constant, linear and square part in the progress.
const PARTS: usize = 3;
/// Weights in all.
const TERMS: usize = FEATURES * PARTS;

/// Fitted weights, and how good they are.
#[derive(Clone, Debug)]
pub(crate) struct WeightFit {
    /// For each feature the constant, linear and square part of its weight.
    pub(crate) weights: Vec<[f64; PARTS]>,
    /// Deals that the samples come from.
    pub(crate) deals: usize,
    /// Samples.
    pub(crate) boards: usize,
    /// Pairs of a won and a lost sample.
    pub(crate) pairs: usize,
    /// Pairs of held-out deals.
    pub(crate) held_out: usize,
    /// Share of the held-out pairs, from 0 to 1, in which the won board has the greater value.
    pub(crate) accuracy: f64,
    /// Mean negative logarithm, over the held-out pairs, of the probability given to what is the case.
    pub(crate) log_loss: f64,
}

/// Weights that separate won boards from lost ones, or boards on the way to a win from those beside it. The samples are all
/// of one series of deals. Dead ends do not count. `None` if there is no pair to judge or to learn from, or if the fit does
/// not converge.
pub(crate) fn fit(samples: &[Sample], on_path: bool) -> Option<WeightFit> {
    let samples: Vec<&Sample> = samples.iter().filter(|sample| !sample.is_dead()).collect();
    let features: Vec<[f32; FEATURES]> = samples.iter().map(|sample| sample.features(on_path)).collect();
    let scales = standard_deviations(&features);
    let mut groups: BTreeMap<_, [Vec<[f64; TERMS]>; 2]> = BTreeMap::new();
    for (sample, features) in samples.iter().zip(&features) {
        let group = groups.entry((sample.deal, sample.layer)).or_default();
        group[usize::from(sample.won)].push(terms(features, &scales, sample.progress()));
    }
    let [mut pairs, mut others] = <[Vec<LabelledPair<TERMS>>; 2]>::default();
    for (&(deal, _), [lost, won]) in &groups {
        let list = if deal % HELD_OUT == 0 { &mut pairs } else { &mut others };
        let weight = 1.0 / lost.len().max(won.len()) as f64;
        for won in won {
            for lost in lost {
                list.push(LabelledPair { difference: std::array::from_fn(|i| won[i] - lost[i]), weight });
            }
        }
    }
    if pairs.is_empty() || others.is_empty() {
        return None;
    }
    let held_out = pairs.len();
    let (accuracy, log_loss) = judge(&pairs, &regress(&others, RIDGE)?);
    pairs.append(&mut others);
    let weights = regress(&pairs, RIDGE)?;
    let mut deals: Vec<u64> = groups.keys().map(|&(deal, _)| deal).collect();
    deals.dedup();
    Some(WeightFit {
        weights: (0..FEATURES)
            .map(|i| std::array::from_fn(|part| weights[i * PARTS + part] / scales[i]))
            .collect(),
        deals: deals.len(),
        boards: samples.len(),
        pairs: pairs.len(),
        held_out,
        accuracy,
        log_loss,
    })
}

/// Terms of the regression: the features in units of their deviations, each times the powers of the progress.
fn terms(features: &[f32; FEATURES], scales: &[f64; FEATURES], progress: f64) -> [f64; TERMS] {
    let powers: [f64; PARTS] = [1.0, progress, progress * progress];
    std::array::from_fn(|term| {
        let feature = term / PARTS;
        f64::from(features[feature]) / scales[feature] * powers[term % PARTS]
    })
}

/// Standard deviation of each feature; 1 for a constant feature.
fn standard_deviations(features: &[[f32; FEATURES]]) -> [f64; FEATURES] {
    let mean = |value: &dyn Fn(&[f32; FEATURES]) -> f64| {
        features.iter().map(value).sum::<f64>() / features.len().max(1) as f64
    };
    std::array::from_fn(|i| {
        let middle = mean(&|features| f64::from(features[i]));
        let deviation = mean(&|features| (f64::from(features[i]) - middle).powi(2)).sqrt();
        if deviation > 0.0 { deviation } else { 1.0 }
    })
}

/// Two items of which the first is better.
struct LabelledPair<const N: usize> {
    /// Features of the first less those of the second.
    difference: [f64; N],
    /// Number of times that the pair counts.
    weight: f64,
}

impl<const N: usize> LabelledPair<N> {
    /// The value of the first less that of the second.
    fn lead(&self, weights: &[f64; N]) -> f64 {
        self.difference.iter().zip(weights).map(|(difference, weight)| difference * weight).sum()
    }
}

/// Greatest change of a weight in the last step of Newton's method.
const TOLERANCE: f64 = 1e-8;
/// Steps of Newton's method, at most. It takes about eight where it converges.
const MAX_STEPS: usize = 50;

/// The weights that fit best, with `ridge / 2` times the sum of their squares as the penalty; `ridge` must be
/// positive. `None` if Newton's method does not converge.
fn regress<const N: usize>(pairs: &[LabelledPair<N>], ridge: f64) -> Option<[f64; N]> {
    let mut weights = [0.0; N];
    for _ in 0..MAX_STEPS {
        let mut gradient = weights.map(|weight| -ridge * weight);
        // The matrix is symmetric; only its lower half is computed.
        let mut hessian = [[0.0; N]; N];
        for (i, row) in hessian.iter_mut().enumerate() {
            row[i] = ridge;
        }
        for pair in pairs {
            let miss = 1.0 / (1.0 + pair.lead(&weights).exp());
            let slope = pair.weight * miss;
            let curvature = slope * (1.0 - miss);
            for (i, row) in hessian.iter_mut().enumerate() {
                let difference = pair.difference[i];
                gradient[i] += slope * difference;
                for (sum, other) in row[..=i].iter_mut().zip(&pair.difference) {
                    *sum += curvature * difference * other;
                }
            }
        }
        let step = solve(hessian, gradient);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
        }
        if step.iter().all(|step| step.abs() < TOLERANCE) {
            return Some(weights);
        }
    }
    None
}

/// The solution x of `matrix · x = right`, by Cholesky decomposition. The matrix must be positive definite; only its
/// lower half is read.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], right: [f64; N]) -> [f64; N] {
    for i in 0..N {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| matrix[i][k] * matrix[j][k]).sum();
            let rest = matrix[i][j] - known;
            matrix[i][j] = if i == j { rest.sqrt() } else { rest / matrix[j][j] };
        }
    }
    let mut x = right;
    for i in 0..N {
        let known: f64 = (0..i).map(|k| matrix[i][k] * x[k]).sum();
        x[i] = (x[i] - known) / matrix[i][i];
    }
    for i in (0..N).rev() {
        let known: f64 = (i + 1..N).map(|k| matrix[k][i] * x[k]).sum();
        x[i] = (x[i] - known) / matrix[i][i];
    }
    x
}

/// Accuracy, the share of pairs whose better item has the greater value, and log loss, the mean negative logarithm of
/// the probability that the model gives to what is the case. Both are NaN without pairs.
fn judge<const N: usize>(pairs: &[LabelledPair<N>], weights: &[f64; N]) -> (f64, f64) {
    let (mut all, mut right, mut loss) = (0.0, 0.0, 0.0);
    for pair in pairs {
        let lead = pair.lead(weights);
        all += pair.weight;
        right += if lead > 0.0 { pair.weight } else { 0.0 };
        // ln(1 + exp(-lead)), without overflow.
        loss += pair.weight * ((-lead.abs()).exp().ln_1p() + (-lead).max(0.0));
    }
    (right / all, loss / all)
}

/// Fitted slopes, and how good they are.
#[derive(Clone, Debug)]
pub(crate) struct SlopeFit {
    /// Factor of the parent's value.
    pub(crate) kept: f64,
    /// Slope of each cheap feature's change, then the constant; each by parts.
    pub(crate) slopes: Vec<[f64; SLOPE_PARTS]>,
    /// Deals that the steps come from.
    pub(crate) deals: usize,
    /// Steps.
    pub(crate) boards: usize,
    /// Standard deviation of values from their estimates, over the held-out deals.
    pub(crate) deviation: f64,
    /// Share of the held-out steps, from 0 to 1, whose value exceeds its upper estimate.
    pub(crate) above: f64,
}

/// Slopes fitted to steps. `None` if there are too few.
pub(crate) fn fit_slopes(steps: &[EvaluationStep]) -> Option<SlopeFit> {
    let (judges, others): (Vec<&EvaluationStep>, Vec<&EvaluationStep>) =
        steps.iter().partition(|step| step.deal % HELD_OUT == 0);
    if judges.is_empty() || others.len() < STEP_TERMS {
        return None;
    }
    let held_out = least_squares(others.iter().copied());
    let estimate =
        |step: &EvaluationStep| step.terms.iter().zip(&held_out).map(|(term, it)| term * it).sum::<f64>();
    let errors: Vec<f64> = judges.iter().map(|step| step.value - estimate(step)).collect();
    let count = errors.len() as f64;
    let deviation = (errors.iter().map(|error| error * error).sum::<f64>() / count).sqrt();
    let margin = MARGIN * deviation;
    let coefficients = least_squares(steps.iter());
    let mut deals: Vec<u64> = steps.iter().map(|step| step.deal).collect();
    deals.sort_unstable();
    deals.dedup();
    Some(SlopeFit {
        kept: coefficients[0],
        slopes: coefficients[1..].chunks(SLOPE_PARTS).map(|parts| [parts[0], parts[1]]).collect(),
        deals: deals.len(),
        boards: steps.len(),
        deviation,
        above: errors.iter().filter(|&&error| error > margin).count() as f64 / count,
    })
}

/// The coefficients with the least sum of squared errors.
fn least_squares<'s>(steps: impl Iterator<Item = &'s EvaluationStep>) -> [f64; STEP_TERMS] {
    let mut matrix = [[0.0; STEP_TERMS]; STEP_TERMS];
    // A tiny ridge penalty, by which constant terms get a coefficient of zero.
    for (i, row) in matrix.iter_mut().enumerate() {
        row[i] = 1e-6;
    }
    let mut right = [0.0; STEP_TERMS];
    for EvaluationStep { terms, value, .. } in steps {
        for i in 0..STEP_TERMS {
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
    use solomids::dealer::tabletop;
    use solomids::solver::tuning::{collect_steps, picker, sample};

    use super::*;

    /// The labels follow an evaluation: the boards above the mean value of their layer are won.
    #[test]
    fn a_fit_recovers_the_evaluation_that_labelled_the_boards() {
        let value = |sample: &Sample| -> f32 {
            let weights = (0..FEATURES).map(|i| (i % 5) as f32 - 2.0 + sample.progress() as f32);
            sample.features(false).into_iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
        };
        let mut samples = Vec::new();
        for deal in 0..25 {
            let mut boards = sample(&tabletop::deal(1, deal), deal);
            for layer in boards.chunk_by_mut(|a, b| a.layer == b.layer) {
                let mean = layer.iter().map(value).sum::<f32>() / layer.len() as f32;
                for sample in layer {
                    sample.won = value(sample) > mean;
                }
            }
            samples.append(&mut boards);
        }
        let found = fit(&samples, false).expect("converges");
        let alive = samples.iter().filter(|sample| !sample.is_dead()).count();
        assert_eq!((found.boards, found.weights.len()), (alive, FEATURES));
        assert!(found.held_out > 100 && found.pairs > 3 * found.held_out, "{found:?}");
        assert!(found.accuracy > 0.95 && found.log_loss < 0.2, "{found:?}");
        // Boards of one class teach nothing.
        for sample in &mut samples {
            sample.won = false;
        }
        assert!(fit(&samples, false).is_none() && fit(&[], false).is_none());
    }

    const TRUE: [f64; 3] = [2.0, -1.0, 0.0];

    /// Pairs that follow the model exactly.
    fn synthetic(count: usize) -> Vec<LabelledPair<3>> {
        let mut pick = picker(1);
        let mut uniform = || pick(1 << 30) as f64 / f64::from(1 << 30);
        let mut pair = || {
            let difference = [0.0; 3].map(|_| 4.0 * uniform() - 2.0);
            let lead: f64 = difference.iter().zip(TRUE).map(|(difference, weight)| difference * weight).sum();
            let sign = if uniform() > 1.0 / (1.0 + (-lead).exp()) { -1.0 } else { 1.0 };
            LabelledPair { difference: difference.map(|difference| sign * difference), weight: 1.0 }
        };
        (0..count).map(|_| pair()).collect()
    }

    #[test]
    fn known_weights_are_recovered() {
        let pairs = synthetic(20_000);
        let weights = regress(&pairs, 0.01).expect("converges");
        assert!(
            weights.iter().zip(TRUE).all(|(found, expected)| (found - expected).abs() < 0.1),
            "{weights:?}"
        );
        let ((accuracy, loss), (true_accuracy, true_loss)) = (judge(&pairs, &weights), judge(&pairs, &TRUE));
        assert!((accuracy - true_accuracy).abs() < 0.01, "{accuracy} for {true_accuracy}");
        assert!(loss < true_loss && true_loss - loss < 0.001, "{loss} for {true_loss}");
        // A weight of two is the pair twice.
        let mut twice = synthetic(50);
        twice.extend(synthetic(50));
        let heavy: Vec<_> =
            synthetic(50).into_iter().map(|pair| LabelledPair { weight: 2.0, ..pair }).collect();
        let [twice, heavy] = [twice, heavy].map(|pairs| regress(&pairs, 1.0).expect("converges"));
        assert!(twice.iter().zip(heavy).all(|(a, b)| (a - b).abs() < 1e-6), "{twice:?} {heavy:?}");
    }

    #[test]
    fn a_ridge_bounds_the_weights_of_separable_pairs() {
        let pairs = [LabelledPair { difference: [1.0], weight: 1.0 }];
        let [weight] = regress(&pairs, 0.1).expect("converges");
        // At the optimum the slope of the likelihood is that of the penalty.
        assert!((1.0 / (1.0 + weight.exp()) - 0.1 * weight).abs() < 1e-6, "{weight}");
        assert_eq!(judge(&pairs, &[-1000.0]), (0.0, 1000.0));
    }

    /// Steps with random terms, and values that a function makes of a number and the terms.
    fn steps(count: u64, value: impl Fn(usize, &[f64; STEP_TERMS]) -> f64) -> Vec<EvaluationStep> {
        let mut pick = picker(3);
        let mut step = |deal| {
            let terms = std::array::from_fn(|_| pick(1000) as f64 / 100.0 - 5.0);
            EvaluationStep { deal, terms, value: value(pick(10), &terms) }
        };
        (0..count).map(&mut step).collect()
    }

    #[test]
    fn known_slopes_are_recovered() {
        let coefficients: [f64; STEP_TERMS] = std::array::from_fn(|i| 0.1 * i as f64 - 1.0);
        let steps = steps(500, |_, terms| terms.iter().zip(coefficients).map(|(term, it)| term * it).sum());
        let found = fit_slopes(&steps).expect("enough");
        let all = std::iter::once(found.kept).chain(found.slopes.into_iter().flatten());
        for (found, expected) in all.zip(coefficients) {
            assert!((found - expected).abs() < 1e-4, "{found} for {expected}");
        }
        assert!(found.deviation < 1e-3, "{}", found.deviation);
        assert!(fit_slopes(&steps[..20]).is_none());
    }

    #[test]
    fn values_above_their_upper_estimate_are_counted() {
        // One value in ten is 3 above its estimate, the others a third below: with a standard deviation of 1 no other
        // value is above its upper estimate.
        let steps = steps(20_000, |number, _| if number == 0 { 3.0 } else { -1.0 / 3.0 });
        let found = fit_slopes(&steps).expect("enough");
        assert!((found.deviation - 1.0).abs() < 0.1, "{found:?}");
        assert!((found.above - 0.1).abs() < 0.02, "{found:?}");
    }

    #[test]
    fn slopes_of_real_steps_have_small_errors() {
        let [mut winnable, mut on_path] = [Vec::new(), Vec::new()];
        for deal in 0..12 {
            let [first, second] = collect_steps(&tabletop::deal(1, deal), deal);
            winnable.extend(first);
            on_path.extend(second);
        }
        for steps in [winnable, on_path] {
            let found = fit_slopes(&steps).expect("enough");
            assert_eq!(
                (found.boards, found.deals, found.slopes.len()),
                (steps.len(), 12, STEP_TERMS / SLOPE_PARTS)
            );
            assert!(found.deviation < 2.0 && found.above < 0.2, "{found:?}");
            assert!(found.kept > 0.7 && found.kept < 1.3, "{found:?}");
        }
    }
}
