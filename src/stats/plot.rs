//! Plots of a summary as SVG: shares with their intervals, and histograms of measures.
//!
//! The pictures follow the light or dark mode of the viewer if it has one, and are light otherwise.

mod bins;
mod scale;

use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::class::{ClassShare, ResultClass};
use super::distribution::Distribution;
use super::interval::Confidence;
use super::measure::Measure;
use super::summary::{Summary, SummaryGroup};
use super::table::{self, DECIMALS};
use crate::numbers::grouped;
use bins::HistogramBins;
use scale::LogOddsScale;

/// Reason why a picture cannot be drawn: a mistake of the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot draw: {0}")]
pub struct PlotError(String);

impl<E: std::error::Error + Send + Sync> From<DrawingAreaErrorKind<E>> for PlotError {
    fn from(error: DrawingAreaErrorKind<E>) -> Self {
        Self(error.to_string())
    }
}

type Canvas<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

/// Colour in light and dark mode, and its name in the style sheet of a picture.
struct PlotInk {
    name: &'static str,
    light: RGBColor,
    dark: RGBColor,
}

const TEXT: PlotInk =
    PlotInk { name: "text", light: RGBColor(0x22, 0x26, 0x2b), dark: RGBColor(0xe4, 0xe8, 0xec) };
const QUIET: PlotInk =
    PlotInk { name: "quiet", light: RGBColor(0x5c, 0x65, 0x70), dark: RGBColor(0x9d, 0xa7, 0xb3) };
const GRID: PlotInk =
    PlotInk { name: "grid", light: RGBColor(0xdf, 0xe3, 0xe8), dark: RGBColor(0x31, 0x38, 0x41) };
const BAR: PlotInk =
    PlotInk { name: "bar", light: RGBColor(0x3b, 0x78, 0xa8), dark: RGBColor(0x5b, 0x9b, 0xcd) };
const MARK: PlotInk =
    PlotInk { name: "mark", light: RGBColor(0xb2, 0x4a, 0x1c), dark: RGBColor(0xf0, 0x8c, 0x52) };
const PAPER: PlotInk =
    PlotInk { name: "paper", light: RGBColor(0xff, 0xff, 0xff), dark: RGBColor(0x16, 0x1a, 0x1f) };
const INKS: [PlotInk; 6] = [TEXT, QUIET, GRID, BAR, MARK, PAPER];

const FONT: &str = "system-ui, sans-serif";
const WIDTH: u16 = 960;
const TITLE: u16 = 52;
const SHARE_ROW: u16 = 26;
const SHARE_HEAD: u16 = 44;
const PANEL: u16 = 250;

/// Measures that have histograms, two in a row.
const PANELS: [Measure; 6] = [
    Measure::Nodes,
    Measure::Moves,
    Measure::Slides,
    Measure::Transfers,
    Measure::LostTrees,
    Measure::Elapsed,
];

/// A picture of all groups.
///
/// # Errors
/// None of the input.
pub fn summary(summary: &Summary, confidence: Confidence) -> Result<String, PlotError> {
    let groups: Vec<&SummaryGroup> = summary.groups().collect();
    picture(&groups, confidence, true)
}

/// A picture of one group, without its title.
///
/// # Errors
/// None of the input.
pub fn group(group: &SummaryGroup, confidence: Confidence) -> Result<String, PlotError> {
    picture(&[group], confidence, false)
}

/// A picture of groups, one below the other.
fn picture(groups: &[&SummaryGroup], confidence: Confidence, titled: bool) -> Result<String, PlotError> {
    let title = if titled { u32::from(TITLE) } else { 0 };
    let heights: Vec<u32> = groups
        .iter()
        .map(|group| title + shares_height() + u32::from(PANEL) * panels(group).len().div_ceil(2) as u32)
        .collect();
    let mut svg = String::new();
    {
        let size = (WIDTH.into(), heights.iter().sum::<u32>().max(1));
        let mut rest = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        rest.fill(&PAPER.light)?;
        for (group, &height) in groups.iter().zip(&heights) {
            let (mut area, below) = rest.split_vertically(height);
            rest = below;
            if titled {
                let (head, body) = area.split_vertically(i32::from(TITLE));
                head.draw(&text(&table::title(group), (16, 30), 21, &TEXT, HPos::Left))?;
                area = body;
            }
            let (top, bottom) = area.split_vertically(shares_height());
            shares(&top, group, confidence)?;
            let measures = panels(group);
            let cells = bottom.split_evenly((measures.len().div_ceil(2), 2));
            for (&measure, cell) in measures.iter().zip(&cells) {
                histogram(cell, measure, group.distribution(measure))?;
            }
        }
        rest.present()?;
    }
    let names: Vec<String> = groups.iter().map(|group| table::title(group)).collect();
    Ok(with_modes(&svg, &names.join("; ")))
}

/// Measures of a group that have histograms.
fn panels(group: &SummaryGroup) -> Vec<Measure> {
    PANELS.into_iter().filter(|&measure| group.distribution(measure).count() > 0).collect()
}

/// Height of the plot of shares in pixels.
const fn shares_height() -> u32 {
    (SHARE_HEAD + SHARE_ROW * (ResultClass::RESULTS.len() + ResultClass::SUMS.len()) as u16 + 40) as u32
}

/// A line of text, vertically centred at a point.
fn text<'a>(
    words: &str,
    at: (i32, i32),
    size: i32,
    ink: &PlotInk,
    side: HPos,
) -> Text<'a, (i32, i32), String> {
    let style = (FONT, size).into_font().color(&ink.light).pos(Pos::new(side, VPos::Center));
    Text::new(words.to_owned(), at, style)
}

/// Draws the shares of all classes with their intervals, one below the other.
fn shares(area: &Canvas<'_>, group: &SummaryGroup, confidence: Confidence) -> Result<(), PlotError> {
    const LEFT: i32 = 150;
    const RIGHT: i32 = 690;
    let classes = ResultClass::RESULTS.into_iter().chain(ResultClass::SUMS);
    let shares: Vec<ClassShare> = classes.map(|class| group.share(class, confidence)).collect();
    let head = format!(
        "Share of deals in percent, with {} % intervals ({}); scale of log-odds",
        table::level(confidence),
        confidence.method().name()
    );
    area.draw(&text(&head, (16, 18), 17, &TEXT, HPos::Left))?;
    let marks = shares.iter().flat_map(|share| [share.interval.low, share.share, share.interval.high]);
    let scale = LogOddsScale::new(LEFT, RIGHT, marks);
    let (top, height) = (i32::from(SHARE_HEAD), i32::from(SHARE_ROW));
    let bottom = (0..).zip(&shares).last().map_or(top, |(row, _)| top + height * (row + 1));
    for (share, name) in scale.ticks() {
        let x = scale.x(share);
        area.draw(&PathElement::new(vec![(x, top), (x, bottom)], GRID.light.stroke_width(1)))?;
        area.draw(&text(&name, (x, bottom + 14), 13, &QUIET, HPos::Center))?;
    }
    for (row, share) in (0..).zip(&shares) {
        let y = top + height * row + height / 2;
        area.draw(&text(share.class.label(), (LEFT - 14, y), 16, &TEXT, HPos::Right))?;
        // Drawn first: the interval may be narrower.
        if share.certain > 0 && share.certain < group.deals() {
            area.draw(&Circle::new((scale.x(share.share), y), 5, BAR.light.filled()))?;
        }
        let (low, high) = (share.interval.low, share.interval.high);
        let line = vec![(scale.x(low), y), (scale.x(high), y)];
        area.draw(&PathElement::new(line, MARK.light.stroke_width(3)))?;
        // Ends at 0 and 1 have no mark: they are infinitely far away.
        for end in [low, high].into_iter().filter(|end| (0.0..1.0).contains(end) && *end > 0.0) {
            let x = scale.x(end);
            area.draw(&PathElement::new(vec![(x, y - 5), (x, y + 5)], MARK.light.stroke_width(2)))?;
        }
        let (low, high) = table::ends(share);
        let decimals = usize::from(DECIMALS);
        let words = format!("{:.decimals$} ({low} to {high})", share.share * 100.0);
        area.draw(&text(&words, (i32::from(WIDTH) - 16, y), 16, &TEXT, HPos::Right))?;
    }
    Ok(())
}

/// Draws a histogram. Nodes and times, whose tails are long, have bins of equal ratio and counts on a logarithmic scale.
fn histogram(area: &Canvas<'_>, measure: Measure, numbers: &Distribution) -> Result<(), PlotError> {
    let bins = HistogramBins::new(measure, numbers);
    let most = bins.bars.iter().map(|bar| bar.count).max().unwrap_or(1) as f64;
    let (first, last) = bins.range();
    let head = format!(
        "{}: median {}, mean {}, most {}",
        measure.label(),
        numbers.quantile(0.5).map_or_else(String::new, grouped),
        table::mean(numbers),
        numbers.quantile(1.0).map_or_else(String::new, grouped),
    );
    let (top, chart) = area.split_vertically(34);
    top.draw(&text(&head, (16, 20), 16, &TEXT, HPos::Left))?;
    let chart = chart.margin(0, 10, 8, 20);
    if bins.logarithmic {
        let x = (first..last).log_scale();
        bars(&chart, &bins, x, (0.5..most * 1.6).log_scale(), 0.5)
    } else {
        bars(&chart, &bins, first..last, 0.0..most * 1.06, 0.0)
    }
}

/// Draws the bars of a histogram from `floor` up.
fn bars<X, Y>(area: &Canvas<'_>, bins: &HistogramBins, x: X, y: Y, floor: f64) -> Result<(), PlotError>
where
    X: AsRangedCoord<Value = f64>,
    Y: AsRangedCoord<Value = f64>,
    X::CoordDescType: ValueFormatter<f64>,
    Y::CoordDescType: ValueFormatter<f64>,
{
    let label = |ink: &PlotInk| (FONT, 13).into_font().color(&ink.light);
    let mut chart =
        ChartBuilder::on(area).x_label_area_size(26).y_label_area_size(58).build_cartesian_2d(x, y)?;
    let whole = |number: &f64| short(number.round() as u64);
    let count = |number: &f64| if number.fract() == 0.0 { whole(number) } else { String::new() };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID.light)
        .axis_style(QUIET.light)
        .x_labels(8)
        .y_labels(5)
        .x_label_formatter(&whole)
        .y_label_formatter(&count)
        .x_label_style(label(&QUIET))
        .y_label_style(label(&QUIET))
        .draw()?;
    let filled = bins.bars.iter().filter(|bar| bar.count > 0);
    chart.draw_series(
        filled.map(|bar| Rectangle::new([(bar.from, floor), (bar.to, bar.count as f64)], BAR.light.filled())),
    )?;
    Ok(())
}

/// Label of a number on an axis: `500`, `20 k`, `1 M`.
fn short(number: u64) -> String {
    let units = [(1_000_000_000_000, " T"), (1_000_000_000, " G"), (1_000_000, " M"), (1000, " k")];
    let whole = units.into_iter().find(|&(unit, _)| number >= unit && number.is_multiple_of(unit));
    whole.map_or_else(|| number.to_string(), |(unit, name)| format!("{}{name}", number / unit))
}

/// Adds classes for the colours of a picture, and a style sheet that sets them in light and dark mode.
fn with_modes(svg: &str, name: &str) -> String {
    let hex = |RGBColor(r, g, b): RGBColor| format!("#{r:02X}{g:02X}{b:02X}");
    let mut svg = svg.to_owned();
    let (mut light, mut dark) = (Vec::new(), Vec::new());
    for ink in &INKS {
        for property in ["fill", "stroke"] {
            let name = format!("{property}-{}", ink.name);
            let plain = format!("{property}=\"{}\"", hex(ink.light));
            svg = svg.replace(&plain, &format!("class=\"{name}\" {plain}"));
            light.push(format!(".{name}{{{property}:{}}}", hex(ink.light)));
            dark.push(format!(".{name}{{{property}:{}}}", hex(ink.dark)));
        }
    }
    let (light, dark) = (light.concat(), dark.concat());
    let style = format!(
        "<title>{}</title><style>{light}@media(prefers-color-scheme:dark){{{dark}}}</style>",
        name.replace('&', "&amp;").replace('<', "&lt;")
    );
    match svg.find('>') {
        Some(end) => {
            let (open, rest) = svg.split_at(end);
            format!("{open} role=\"img\"{}{style}{}", &rest[..1], &rest[1..])
        }
        None => svg,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{DealId, Dealer, Row};
    use crate::stats::SourceFile;

    #[test]
    fn axis_labels_are_short() {
        let shown = [0, 999, 1000, 1500, 20_000, 1_000_000, 3_000_000_000_000].map(short);
        assert_eq!(shown, ["0", "999", "1 k", "1500", "20 k", "1 M", "3 T"]);
    }

    #[test]
    fn any_summary_can_be_drawn() {
        let place = |index| DealId { index, seed: Some(index), dealer: Dealer::Web };
        let mut nothing = Summary::new(5);
        let source = nothing.source(SourceFile { name: "<&>".into(), meta: None }).unwrap();
        nothing.add(source, &Row::no_deal(place(14))).unwrap();
        let mut one = nothing.clone();
        let text = place(1);
        let row = Row {
            score: Some(17),
            lower_bound: Some(17),
            upper_bound: Some(17),
            nodes: Some(0),
            moves: Some(0),
            ..Row::no_deal(DealId { dealer: Dealer::Text, seed: None, ..text })
        };
        one.add(source, &Row { verdict: crate::batch::RowVerdict::Won, ..row }).unwrap();
        for summary in [nothing, one, Summary::new(0)] {
            let picture = super::summary(&summary, Confidence::default()).unwrap();
            assert!(picture.starts_with("<svg ") && !picture.contains("NaN"), "{picture}");
            assert!(!picture.contains("<&>"), "text is escaped");
            let report = crate::stats::report(&summary, Confidence::default()).unwrap();
            assert!(!report.contains("<&>") && !report.contains("NaN"), "{report}");
        }
    }
}
