//! Pairwise logistic regression (Bradley and Terry's model of comparisons), by Newton's method.
//!
//! The value of an item is the sum of its features times the weights. The model says that of two items with values `u`
//! and `v` the first is the better one with probability `1 / (1 + exp(v - u))`, so only differences of features matter.
//! The weights maximise the likelihood less a ridge penalty.

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
pub(super) fn fit<const N: usize>(pairs: &[LabelledPair<N>], ridge: f64) -> Option<[f64; N]> {
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
pub(super) fn solve<const N: usize>(mut matrix: [[f64; N]; N], right: [f64; N]) -> [f64; N] {
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

#[cfg(test)]
mod tests {
    use super::super::random::SplitMix64;
    use super::*;

    const TRUE: [f64; 3] = [2.0, -1.0, 0.0];

    /// Pairs that follow the model exactly.
    fn synthetic(count: usize) -> Vec<LabelledPair<3>> {
        let mut random = SplitMix64(1);
        let mut uniform = || random.below(1 << 30) as f64 / f64::from(1 << 30);
        let mut pairs = Vec::new();
        for _ in 0..count {
            let mut pair = LabelledPair { difference: [0.0; 3].map(|_| 4.0 * uniform() - 2.0), weight: 1.0 };
            if uniform() > 1.0 / (1.0 + (-pair.lead(&TRUE)).exp()) {
                pair.difference = pair.difference.map(|difference| -difference);
            }
            pairs.push(pair);
        }
        pairs
    }

    #[test]
    fn known_weights_are_recovered() {
        let pairs = synthetic(20_000);
        let weights = fit(&pairs, 0.01).expect("converges");
        for (found, expected) in weights.into_iter().zip(TRUE) {
            assert!((found - expected).abs() < 0.1, "{weights:?}");
        }
        let (accuracy, loss) = judge(&pairs, &weights);
        let (true_accuracy, true_loss) = judge(&pairs, &TRUE);
        assert!((accuracy - true_accuracy).abs() < 0.01, "{accuracy} for {true_accuracy}");
        assert!(loss < true_loss && true_loss - loss < 0.001, "{loss} for {true_loss}");
    }

    #[test]
    fn a_weight_of_two_is_the_pair_twice() {
        let mut pairs = synthetic(50);
        pairs.extend(synthetic(50));
        let twice = fit(&pairs, 1.0).expect("converges");
        pairs.truncate(50);
        for pair in &mut pairs {
            pair.weight = 2.0;
        }
        let heavy = fit(&pairs, 1.0).expect("converges");
        for (a, b) in twice.into_iter().zip(heavy) {
            assert!((a - b).abs() < 1e-6, "{twice:?} {heavy:?}");
        }
    }

    #[test]
    fn a_ridge_bounds_the_weights_of_separable_pairs() {
        let pairs = [LabelledPair { difference: [1.0], weight: 1.0 }];
        let [weight] = fit(&pairs, 0.1).expect("converges");
        // At the optimum the slope of the likelihood is that of the penalty.
        assert!((1.0 / (1.0 + weight.exp()) - 0.1 * weight).abs() < 1e-6, "{weight}");
        assert_eq!(judge(&pairs, &[-1000.0]), (0.0, 1000.0));
    }

    #[test]
    fn a_system_of_equations_is_solved() {
        let matrix = [[4.0, 0.0, 0.0], [2.0, 5.0, 0.0], [-2.0, 1.0, 6.0]];
        let x = solve(matrix, [4.0 + 4.0 - 6.0, 2.0 + 10.0 + 3.0, -2.0 + 2.0 + 18.0]);
        for (found, expected) in x.into_iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-12, "{x:?}");
        }
    }
}
