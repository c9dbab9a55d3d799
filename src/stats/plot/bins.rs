//! Bins of histograms.

use super::super::distribution::Distribution;
use super::super::measure::Measure;

/// Bins of a histogram.
pub(super) struct HistogramBins {
    pub(super) logarithmic: bool,
    pub(super) bars: Vec<HistogramBar>,
}

/// Bar of a histogram: its edges and its count.
#[derive(Debug, PartialEq)]
pub(super) struct HistogramBar {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) count: u64,
}

impl HistogramBins {
    /// Bins for each power of ten of a logarithmic scale.
    const DECADE: f64 = 8.0;
    /// Most bins of a linear scale.
    const MOST: u64 = 60;
    /// Part of a bin that its bar leaves open.
    const GAP: f64 = 0.1;

    pub(super) fn new(measure: Measure, numbers: &Distribution) -> Self {
        let logarithmic = matches!(measure, Measure::Nodes | Measure::Elapsed);
        let (least, most) = (numbers.quantile(0.0).unwrap_or(0), numbers.quantile(1.0).unwrap_or(0));
        let width = ((most - least) / Self::MOST + 1) as f64;
        let bin = |number: u64| {
            if logarithmic {
                ((number.max(1) as f64).log10() * Self::DECADE + 1e-9).floor()
            } else {
                ((number - least) as f64 / width).floor()
            }
        };
        let edge = |bin: f64| {
            if logarithmic { 10_f64.powf(bin / Self::DECADE) } else { least as f64 - 0.5 + bin * width }
        };
        let (low, high) = (bin(least), bin(most));
        let mut counts = vec![0; (high - low) as usize + 1];
        for (number, count) in numbers.counts() {
            counts[(bin(number) - low) as usize] += count;
        }
        let bars = counts.into_iter().enumerate().map(|(i, count)| {
            let at = low + i as f64;
            HistogramBar { from: edge(at + Self::GAP / 2.0), to: edge(at + 1.0 - Self::GAP / 2.0), count }
        });
        Self { logarithmic, bars: bars.collect() }
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
                let bins = HistogramBins::new(measure, &distribution(&numbers));
                prop_assert_eq!(bins.bars.iter().map(|bar| bar.count).sum::<u64>(), numbers.len() as u64);
                prop_assert!(bins.bars.len() <= 200);
                prop_assert!(bins.bars.iter().all(|bar| bar.from < bar.to));
                prop_assert!(bins.bars.is_sorted_by(|a, b| a.to <= b.from));
            }
        }
    }

    #[test]
    fn numbers_of_a_small_range_have_a_bar_each() {
        let bins = HistogramBins::new(Measure::Slides, &distribution(&[3, 3, 5]));
        let counts: Vec<u64> = bins.bars.iter().map(|bar| bar.count).collect();
        assert_eq!(counts, [2, 0, 1]);
        assert!((bins.bars[0].from - 2.55).abs() < 1e-9 && (bins.bars[0].to - 3.45).abs() < 1e-9);
    }
}
