//! Histograms of measures: all groups over each other, on one scale, with their bins.

use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::{Canvas, FONT, GRID, PAPER, PlotError, QUIET, TEXT, series, text};
use crate::games::solomids::stats::distribution::Distribution;
use crate::games::solomids::stats::measure::Measure;
use crate::games::solomids::stats::summary::SummaryGroup;
use crate::games::solomids::stats::table;
use crate::kit::numbers::grouped;

/// Bars of a group as heights on the vertical axis: of all numbers, and of the searches that a limit ended.
struct Heights {
    all: Vec<f64>,
    cut_off: Vec<f64>,
}

/// Draws a histogram. Nodes and times, whose tails are long, have bins of equal ratio and a logarithmic vertical scale.
///
/// A single group has filled bars and counts. Several groups have outlines and percentages, since their sizes differ.
pub(super) fn draw(area: &Canvas<'_>, measure: Measure, groups: &[&SummaryGroup]) -> Result<(), PlotError> {
    let numbers: Vec<&Distribution> = groups.iter().map(|group| group.distribution(measure)).collect();
    let bins = HistogramBins::new(measure, &numbers);
    let heights: Vec<Heights> = groups
        .iter()
        .zip(&numbers)
        .map(|(group, numbers)| {
            let unit = if groups.len() == 1 { 1.0 } else { 100.0 / numbers.count().max(1) as f64 };
            let of = |numbers: &Distribution| bins.counts(numbers).iter().map(|&n| n as f64 * unit).collect();
            Heights { all: of(numbers), cut_off: of(group.cut_off(measure)) }
        })
        .collect();
    let cut_off: u64 = groups.iter().map(|group| group.cut_off(measure).count()).sum();
    let (top, chart) = area.split_vertically(34);
    top.draw(&text(&head(measure, groups), (16, 20), 15, &TEXT, HPos::Left))?;
    let chart = chart.margin(0, 6, 8, 20);
    let above = heights.iter().flat_map(|heights| &heights.all).copied().filter(|&height| height > 0.0);
    let (least, most) = above.fold((f64::MAX, 0.0_f64), |(least, most), at| (least.min(at), most.max(at)));
    let (least, most) = (least.min(1.0), if most > 0.0 { most } else { 1.0 });
    let (first, last) = bins.range();
    let axis = match cut_off {
        0 => measure.axis().into(),
        _ => format!("{}; hollow: {} ended by a limit", measure.axis(), grouped(cut_off)),
    };
    let plot = BarChart { bins: &bins, heights: &heights, axis };
    if bins.logarithmic {
        let floor = least / 2.0;
        plot.draw(&chart, (first..last).log_scale(), (floor..most * 1.6).log_scale(), floor)
    } else {
        plot.draw(&chart, first..last, 0.0..most * 1.06, 0.0)
    }
}

fn head(measure: Measure, groups: &[&SummaryGroup]) -> String {
    let [group] = groups else { return measure.label().into() };
    let quantile = |share| group.distribution(measure).quantile(share).map_or_else(String::new, grouped);
    let (median, mean, most) = (quantile(0.5), table::mean(group, measure), quantile(1.0));
    format!("{}: median {median}, mean {mean}, most {most}", measure.label())
}

struct BarChart<'a> {
    bins: &'a HistogramBins,
    heights: &'a [Heights],
    /// Title of the horizontal axis.
    axis: String,
}

impl BarChart<'_> {
    /// Draws axes and bars from `floor` up.
    fn draw<X, Y>(&self, area: &Canvas<'_>, x: X, y: Y, floor: f64) -> Result<(), PlotError>
    where
        X: AsRangedCoord<Value = f64>,
        Y: AsRangedCoord<Value = f64>,
        X::CoordDescType: ValueFormatter<f64>,
        Y::CoordDescType: ValueFormatter<f64>,
    {
        let style = |size: i32, ink: RGBColor| (FONT, size).into_font().color(&ink);
        let mut chart =
            ChartBuilder::on(area).x_label_area_size(44).y_label_area_size(66).build_cartesian_2d(x, y)?;
        let is_single = self.heights.len() == 1;
        let whole = |number: &f64| short(number.round() as u64);
        let height = |number: &f64| match is_single {
            true if number.fract() == 0.0 => whole(number),
            true => String::new(),
            false => format!("{}", (number * 1e6).round() / 1e6),
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID.light)
            .axis_style(QUIET.light)
            .x_labels(8)
            .y_labels(5)
            .x_label_formatter(&whole)
            .y_label_formatter(&height)
            .x_desc(&self.axis)
            .y_desc(if is_single { "deals" } else { "share of deals, %" })
            .x_label_style(style(13, QUIET.light))
            .y_label_style(style(13, QUIET.light))
            .axis_desc_style(style(14, TEXT.light))
            .draw()?;
        for (place, heights) in self.heights.iter().enumerate() {
            let ink = series(place).light;
            let corners = |at: usize, height: f64| {
                let bar = &self.bins.bars[at];
                [(bar.from, floor), (bar.to, height)]
            };
            let there = |heights: &[f64]| {
                heights.iter().copied().enumerate().filter(|&(_, height)| height > 0.0).collect::<Vec<_>>()
            };
            if is_single {
                let bars = there(&heights.all).into_iter();
                chart.draw_series(
                    bars.map(|(at, height)| Rectangle::new(corners(at, height), ink.filled())),
                )?;
            } else {
                chart.draw_series([PathElement::new(
                    self.outline(&heights.all, floor),
                    ink.stroke_width(2),
                )])?;
            }
            for (at, height) in there(&heights.cut_off) {
                let corners = corners(at, height);
                if is_single {
                    chart.draw_series([Rectangle::new(corners, PAPER.light.filled())])?;
                }
                chart.draw_series([Rectangle::new(corners, ink.stroke_width(2))])?;
            }
        }
        Ok(())
    }

    /// The outline of bars that touch each other.
    fn outline(&self, heights: &[f64], floor: f64) -> Vec<(f64, f64)> {
        let mut points = Vec::with_capacity(2 * heights.len() + 2);
        for (bar, &height) in self.bins.bars.iter().zip(heights) {
            let height = height.max(floor);
            points.extend([(bar.left, height), (bar.right, height)]);
        }
        if let (Some(first), Some(last)) = (self.bins.bars.first(), self.bins.bars.last()) {
            points.insert(0, (first.left, floor));
            points.push((last.right, floor));
        }
        points
    }
}

/// Label of a number on an axis: `500`, `20 k`, `1 M`.
fn short(number: u64) -> String {
    let units = [(1_000_000_000_000, " T"), (1_000_000_000, " G"), (1_000_000, " M"), (1000, " k")];
    let whole = units.into_iter().find(|&(unit, _)| number >= unit && number.is_multiple_of(unit));
    whole.map_or_else(|| number.to_string(), |(unit, name)| format!("{}{name}", number / unit))
}

/// Bins of a histogram, which several distributions may share.
struct HistogramBins {
    logarithmic: bool,
    bars: Vec<HistogramBar>,
    /// The least number of the first bin.
    least: u64,
    /// Width of a bin on a linear scale.
    width: f64,
    /// Place of the first bin on the scale.
    low: f64,
}

#[derive(Debug, PartialEq)]
struct HistogramBar {
    /// Edges of its bin.
    left: f64,
    right: f64,
    /// Edges of the bar, which leaves a part of the bin open.
    from: f64,
    to: f64,
}

impl HistogramBins {
    /// Bins for each power of ten of a logarithmic scale.
    const DECADE: f64 = 8.0;
    /// Most bins of a linear scale.
    const MOST: u64 = 60;
    /// Part of a bin that its bar leaves open.
    const GAP: f64 = 0.1;

    fn new(measure: Measure, distributions: &[&Distribution]) -> Self {
        let logarithmic = measure.is_of_search();
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
    fn counts(&self, numbers: &Distribution) -> Vec<u64> {
        let mut counts = vec![0; self.bars.len()];
        for (number, count) in numbers.counts() {
            counts[(self.place(number) - self.low) as usize] += count;
        }
        counts
    }

    fn range(&self) -> (f64, f64) {
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

    #[test]
    fn axis_labels_are_short() {
        let shown = [0, 999, 1000, 1500, 20_000, 1_000_000, 3_000_000_000_000].map(short);
        assert_eq!(shown, ["0", "999", "1 k", "1500", "20 k", "1 M", "3 T"]);
    }
}
