//! Bins of histograms.

use super::super::distribution::Distribution;
use super::super::measure::Measure;

/// Bins of a histogram, which several distributions may share.
pub(super) struct HistogramBins {
    pub(super) logarithmic: bool,
    pub(super) bars: Vec<HistogramBar>,
    /// The least number of the first bin.
    least: u64,
    /// Width of a bin on a linear scale.
    width: f64,
    /// Place of the first bin on the scale.
    low: f64,
}

/// Bar of a histogram.
#[derive(Debug, PartialEq)]
pub(super) struct HistogramBar {
    /// Edges of its bin.
    pub(super) left: f64,
    pub(super) right: f64,
    /// Edges of the bar, which leaves a part of the bin open.
    pub(super) from: f64,
    pub(super) to: f64,
}

impl HistogramBins {
    /// Bins for each power of ten of a logarithmic scale.
    const DECADE: f64 = 8.0;
    /// Most bins of a linear scale.
    const MOST: u64 = 60;
    /// Part of a bin that its bar leaves open.
    const GAP: f64 = 0.1;

    /// Bins for all numbers of some distributions.
    pub(super) fn new(measure: Measure, distributions: &[&Distribution]) -> Self {
        let logarithmic = matches!(measure, Measure::Nodes | Measure::Elapsed);
        let ends = |share| distributions.iter().filter_map(move |numbers| numbers.quantile(share));
        let (least, most) = (ends(0.0).min().unwrap_or(0), ends(1.0).max().unwrap_or(0));
        let width = ((most - least) / Self::MOST + 1) as f64;
        let mut bins = Self { logarithmic, bars: Vec::new(), least, width, low: 0.0 };
        bins.low = bins.place(least);
        let count = (bins.place(most) - bins.low) as usize + 1;
        bins.bars = (0..count).map(|number| bins.bar(bins.low + number as f64)).collect();
        bins
    }

    /// Place on the scale of the bin of a number.
    fn place(&self, number: u64) -> f64 {
        if self.logarithmic {
            ((number.max(1) as f64).log10() * Self::DECADE + 1e-9).floor()
        } else {
            ((number - self.least) as f64 / self.width).floor()
        }
    }

    fn bar(&self, place: f64) -> HistogramBar {
        let edge = |place: f64| {
            if self.logarithmic {
                10_f64.powf(place / Self::DECADE)
            } else {
                self.least as f64 - 0.5 + place * self.width
            }
        };
        HistogramBar {
            left: edge(place),
            right: edge(place + 1.0),
            from: edge(place + Self::GAP / 2.0),
            to: edge(place + 1.0 - Self::GAP / 2.0),
        }
    }

    /// Numbers of a distribution in each bin. It must be one of those that the bins are for, or a part of one.
    pub(super) fn counts(&self, numbers: &Distribution) -> Vec<u64> {
        let mut counts = vec![0; self.bars.len()];
        for (number, count) in numbers.counts() {
            counts[(self.place(number) - self.low) as usize] += count;
        }
        counts
    }

    /// Ends of the axis.
    pub(super) fn range(&self) -> (f64, f64) {
        let first = self.bars.first().map_or(0.0, |bar| bar.from);
        let last = self.bars.last().map_or(1.0, |bar| bar.to);
        if self.logarithmic { (first / 1.1, last * 1.1) } else { (first - 0.5, last + 0.5) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn distribution(numbers: &[u64]) -> Distribution {
        let mut distribution = Distribution::default();
        for &number in numbers {
            distribution.add(number);
        }
        distribution
    }

    proptest! {
        #[test]
        fn every_number_is_in_one_bar(
            small in prop::collection::vec(prop_oneof![0..90_u32, any::<u32>()], 1..50),
            large in prop::collection::vec(any::<u64>(), 0..9),
        ) {
            // Counts of moves are small; of nodes and microseconds there may be any number.
            let moves: Vec<u64> = small.into_iter().map(u64::from).collect();
            let nodes = [&moves[..], &large].concat();
            for (measure, numbers) in [(Measure::Moves, moves), (Measure::Nodes, nodes)] {
                let (all, part) = (distribution(&numbers), distribution(&numbers[..numbers.len() / 2]));
                let bins = HistogramBins::new(measure, &[&part, &all]);
                prop_assert_eq!(bins.counts(&all).iter().sum::<u64>(), numbers.len() as u64);
                prop_assert_eq!(bins.counts(&part).iter().sum::<u64>(), numbers.len() as u64 / 2);
                prop_assert!(bins.bars.len() <= 200);
                prop_assert!(bins.bars.iter().all(|bar| bar.left < bar.from && bar.from < bar.to && bar.to < bar.right));
                prop_assert!(bins.bars.is_sorted_by(|a, b| a.to <= b.from));
            }
        }
    }

    #[test]
    fn numbers_of_a_small_range_have_a_bar_each() {
        let numbers = distribution(&[3, 3, 5]);
        let bins = HistogramBins::new(Measure::Slides, &[&numbers]);
        assert_eq!(bins.counts(&numbers), [2, 0, 1]);
        assert!((bins.bars[0].from - 2.55).abs() < 1e-9 && (bins.bars[0].to - 3.45).abs() < 1e-9);
    }
}
