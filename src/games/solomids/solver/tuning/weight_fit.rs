//! Fit of the weights of the evaluation.
//!
//! An evaluation has to order the boards of a layer. So it is fitted to pairs of boards of one deal and layer, one won
//! (or on the way to the win) and one lost (or beside it), by pairwise logistic regression ([`regression`]). The pairs
//! of a deal and layer together count as often as there are boards of the rarer class.

use std::collections::BTreeMap;

use super::HELD_OUT;
use super::regression::{self, LabelledPair};
use super::samples::Sample;
use crate::games::solomids::solver::ordering::features::{FEATURES, Features};
use crate::games::solomids::solver::ordering::heuristic::{Heuristic, MERGES, progress};
use crate::games::solomids::solver::ordering::weights::WINNABLE;

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
    let (accuracy, log_loss) = regression::judge(&pairs, &regression::fit(&others, RIDGE)?);
    pairs.append(&mut others);
    let weights = regression::fit(&pairs, RIDGE)?;
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
