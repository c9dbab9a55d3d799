//! Empirical distribution of whole numbers: exact quantiles, mean, extremes.

use std::collections::BTreeMap;

/// Quantiles of tables: name in CSV and JSON, name in tables, share of the numbers.
pub const QUANTILES: [(&str, &str, f64); 6] = [
    ("min", "least", 0.0),
    ("p10", "10 %", 0.1),
    ("median", "median", 0.5),
    ("p90", "90 %", 0.9),
    ("p99", "99 %", 0.99),
    ("max", "most", 1.0),
];

/// Multiset of numbers. Memory grows with the number of different ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distribution {
    counts: BTreeMap<u64, u64>,
    count: u64,
    sum: u128,
}

impl Distribution {
    /// Adds a number.
    pub fn add(&mut self, number: u64) {
        *self.counts.entry(number).or_default() += 1;
        self.count += 1;
        self.sum += u128::from(number);
    }

    /// Number of numbers.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Sum of the numbers.
    pub const fn sum(&self) -> u128 {
        self.sum
    }

    /// Mean of the numbers; `None` if there are none.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// The smallest number such that at least the share `share` of all, between 0 and 1, is not larger. The minimum for 0,
    /// the maximum for 1; `None` if there are no numbers.
    pub fn quantile(&self, share: f64) -> Option<u64> {
        let wanted = ((share * self.count as f64).ceil() as u64).clamp(1, self.count.max(1));
        let mut seen = 0;
        self.counts.iter().find_map(|(&number, &count)| {
            seen += count;
            (seen >= wanted).then_some(number)
        })
    }

    /// The different numbers in ascending order, each with its count.
    pub fn counts(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.counts.iter().map(|(&number, &count)| (number, count))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn empty_distribution_has_no_mean() {
        let empty = Distribution::default();
        assert_eq!((empty.count(), empty.mean(), empty.quantile(0.5)), (0, None, None));
    }

    proptest! {
        #[test]
        fn quantiles_are_those_of_the_sorted_numbers(mut numbers in prop::collection::vec(0..50_u64, 1..60), share in 0.0..=1.0) {
            let mut distribution = Distribution::default();
            for &number in &numbers {
                distribution.add(number);
            }
            numbers.sort_unstable();
            let quantile = distribution.quantile(share).unwrap();
            let below = numbers.iter().filter(|&&n| n <= quantile).count() as f64;
            let strictly = numbers.iter().filter(|&&n| n < quantile).count() as f64;
            let wanted = share * numbers.len() as f64;
            prop_assert!(below >= wanted && (strictly < wanted || quantile == numbers[0]));
            prop_assert_eq!(distribution.quantile(0.0), numbers.first().copied());
            prop_assert_eq!(distribution.quantile(1.0), numbers.last().copied());
            prop_assert_eq!(distribution.sum(), u128::from(numbers.iter().sum::<u64>()));
        }
    }
}
