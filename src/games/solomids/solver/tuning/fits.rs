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
//! The slopes of the child estimate ([`ChildEstimate`](crate::games::solomids::solver::ordering::ChildEstimate)) have the least squared errors
//! over boards and their successors.

use std::collections::BTreeMap;

use super::HELD_OUT;
use super::samples::{EvaluationStep, SLOPE_PARTS, STEP_TERMS, Sample};
use crate::games::solomids::solver::ordering::weights::WINNABLE;
use crate::games::solomids::solver::ordering::{FEATURES, Features, Heuristic, MARGIN, MERGES, progress};

/// Ridge penalty on the weights, as if all features had a standard deviation of 1.
const RIDGE: f64 = 3.0;
/// Weights of one feature: the constant, linear and square part in the progress.
const PARTS: usize = WINNABLE[0].len();
/// Weights in all.
const TERMS: usize = FEATURES * PARTS;

/// Fitted weights, and how good they are.
#[derive(Clone, Debug)]
pub struct WeightFit {
    /// For each feature the constant, linear and square part of its weight.
    pub weights: Vec<[f64; PARTS]>,
    /// Deals that the samples come from.
    pub deals: usize,
    /// Samples.
    pub boards: usize,
    /// Pairs of a won and a lost sample.
    pub pairs: usize,
    /// Pairs of held-out deals.
    pub held_out: usize,
    /// Share of the held-out pairs, from 0 to 1, in which the won board has the greater value.
    pub accuracy: f64,
    /// Mean negative logarithm, over the held-out pairs, of the probability given to what is the case.
    pub log_loss: f64,
}

/// Weights that separate won boards from lost ones, fitted to samples from [`collect`](super::collect), all of one
/// series of deals. Dead ends do not count. `None` if there is no pair to judge or to learn from, or if the fit does
/// not converge.
pub fn fit(samples: &[Sample]) -> Option<WeightFit> {
    fit_for(Heuristic::Winnable, samples)
}

/// Weights that separate boards on the way to a win from those beside it, fitted like [`fit`] to samples from
/// [`collect_trail`](super::collect_trail).
pub fn fit_trail(samples: &[Sample]) -> Option<WeightFit> {
    fit_for(Heuristic::OnPath, samples)
}

fn fit_for(heuristic: Heuristic, samples: &[Sample]) -> Option<WeightFit> {
    let samples: Vec<&Sample> = samples.iter().filter(|sample| !sample.is_dead()).collect();
    let features: Vec<Features> = samples.iter().map(|sample| sample.features(heuristic)).collect();
    let scales = standard_deviations(&features);
    let mut groups: BTreeMap<_, [Vec<[f64; TERMS]>; 2]> = BTreeMap::new();
    for (sample, features) in samples.iter().zip(&features) {
        let group = groups.entry((sample.deal, sample.layer)).or_default();
        group[usize::from(sample.won)].push(terms(features, &scales, sample.layer));
    }
    let (mut pairs, mut others): (Vec<LabelledPair<TERMS>>, Vec<LabelledPair<TERMS>>) =
        (Vec::new(), Vec::new());
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
fn terms(features: &Features, scales: &[f64; FEATURES], layer: usize) -> [f64; TERMS] {
    let progress = f64::from(progress(MERGES - layer));
    let powers: [f64; PARTS] = [1.0, progress, progress * progress];
    std::array::from_fn(|term| {
        let feature = term / PARTS;
        f64::from(features[feature]) / scales[feature] * powers[term % PARTS]
    })
}

/// Standard deviation of each feature; 1 for a constant feature.
fn standard_deviations(features: &[Features]) -> [f64; FEATURES] {
    let mean = |value: &dyn Fn(&Features) -> f64| {
        features.iter().map(value).sum::<f64>() / features.len().max(1) as f64
    };
    std::array::from_fn(|i| {
        let middle = mean(&|features| f64::from(features[i]));
        let deviation = mean(&|features| (f64::from(features[i]) - middle).powi(2)).sqrt();
        if deviation > 0.0 { deviation } else { 1.0 }
    })
}

/// Two items of which the first is better.
pub(super) struct LabelledPair<const N: usize> {
    /// Features of the first less those of the second.
    pub(super) difference: [f64; N],
    /// Number of times that the pair counts.
    pub(super) weight: f64,
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
pub(super) fn regress<const N: usize>(pairs: &[LabelledPair<N>], ridge: f64) -> Option<[f64; N]> {
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
pub(super) fn judge<const N: usize>(pairs: &[LabelledPair<N>], weights: &[f64; N]) -> (f64, f64) {
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
pub struct SlopeFit {
    /// Factor of the parent's value.
    pub kept: f64,
    /// Slope of each cheap feature's change, then the constant; each by parts.
    pub slopes: Vec<[f64; SLOPE_PARTS]>,
    /// Deals that the steps come from.
    pub deals: usize,
    /// Steps.
    pub boards: usize,
    /// Standard deviation of values from their estimates, over the held-out deals.
    pub deviation: f64,
    /// Share of the held-out steps, from 0 to 1, whose value exceeds its upper estimate.
    pub above: f64,
}

/// Slopes fitted to steps from [`collect_steps`](super::collect_steps). `None` if there are too few.
pub fn fit_slopes(steps: &[EvaluationStep]) -> Option<SlopeFit> {
    let (judges, others): (Vec<&EvaluationStep>, Vec<&EvaluationStep>) =
        steps.iter().partition(|step| step.deal % HELD_OUT == 0);
    if judges.is_empty() || others.len() < STEP_TERMS {
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
        slopes: coefficients[1..].chunks(SLOPE_PARTS).map(|parts| [parts[0], parts[1]]).collect(),
        deals: deals.len(),
        boards: steps.len(),
        deviation,
        above: errors.iter().filter(|&&error| error > margin).count() as f64 / count,
    })
}

impl EvaluationStep {
    /// Value estimated by some coefficients.
    pub(super) fn estimate(&self, coefficients: &[f64; STEP_TERMS]) -> f64 {
        self.terms.iter().zip(coefficients).map(|(term, coefficient)| term * coefficient).sum()
    }
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
