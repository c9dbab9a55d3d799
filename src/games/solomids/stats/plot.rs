//! Plots of a summary as SVG: shares with what is known of them, and histograms of measures.
//!
//! All groups are drawn over each other on one scale, each in its own ink. The pictures follow the light or dark mode of the
//! viewer if it has one, and are light otherwise and on paper.

mod histogram;
mod shares;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::measure::Measure;
use super::summary::{Summary, SummaryGroup};
use super::table;
use crate::kit::interval::Confidence;

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

/// Width of a picture in pixels.
const WIDTH: u16 = 960;
/// Height of the title of a group.
const TITLE: i32 = 30;
/// Height above and below the titles.
const MARGIN: i32 = 12;
/// Height of a histogram.
const PANEL: u32 = 280;

/// Measures that have histograms, two in a row.
const PANELS: [Measure; 6] = [
    Measure::Nodes,
    Measure::Moves,
    Measure::Slides,
    Measure::Transfers,
    Measure::LostTrees,
    Measure::Elapsed,
];

/// A picture of all groups, with their titles.
///
/// # Errors
/// None of the input.
pub fn summary(summary: &Summary, confidence: Confidence) -> Result<String, PlotError> {
    let groups: Vec<&SummaryGroup> = summary.groups().collect();
    picture(&groups, confidence, true).map(|svg| with_modes(&svg, &name(&groups)))
}

/// A picture of one group, without its title.
///
/// # Errors
/// None of the input.
pub fn group(group: &SummaryGroup, confidence: Confidence) -> Result<String, PlotError> {
    picture(&[group], confidence, false).map(|svg| with_modes(&svg, &name(&[group])))
}

/// A picture of groups, over each other.
fn picture(groups: &[&SummaryGroup], confidence: Confidence, titled: bool) -> Result<String, PlotError> {
    let has = |measure: &Measure| groups.iter().any(|group| group.distribution(*measure).count() > 0);
    let measures: Vec<Measure> = PANELS.into_iter().filter(has).collect();
    let titles = if titled { 2 * MARGIN + TITLE * signed(groups.len()) } else { 0 };
    let shares = shares::height(groups.len());
    let panels = measures.len().div_ceil(2);
    let mut svg = String::new();
    {
        let size = (u32::from(WIDTH), titles.unsigned_abs() + shares + PANEL * panels as u32);
        let mut rest = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        rest.fill(&PAPER.light)?;
        if titled {
            let (head, body) = rest.split_vertically(titles);
            for (place, group) in groups.iter().enumerate() {
                let y = MARGIN + TITLE * signed(place) + TITLE / 2;
                let swatch = [(16, y - 7), (30, y + 7)];
                head.draw(&Rectangle::new(swatch, series(place).light.filled()))?;
                head.draw(&text(&table::title(group), (40, y), 20, &TEXT, HPos::Left))?;
            }
            rest = body;
        }
        let (top, bottom) = rest.split_vertically(shares);
        shares::draw(&top, groups, confidence)?;
        if panels > 0 {
            let cells = bottom.split_evenly((panels, 2));
            for (&measure, cell) in measures.iter().zip(&cells) {
                histogram::draw(cell, measure, groups)?;
            }
        }
        rest.present()?;
    }
    Ok(svg)
}

/// A small number for coordinates, which are signed.
fn signed(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// Name of a picture for those who do not see it.
fn name(groups: &[&SummaryGroup]) -> String {
    groups.iter().map(|group| table::title(group)).collect::<Vec<_>>().join("; ")
}

const FONT: &str = "system-ui, sans-serif";

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
const PAPER: PlotInk =
    PlotInk { name: "paper", light: RGBColor(0xff, 0xff, 0xff), dark: RGBColor(0x16, 0x1a, 0x1f) };
/// Inks of the dealers, in the order of groups. They differ in lightness, too.
const SERIES: [PlotInk; 3] = [
    PlotInk { name: "first", light: RGBColor(0x2b, 0x6c, 0x9f), dark: RGBColor(0x5b, 0x9b, 0xcd) },
    PlotInk { name: "second", light: RGBColor(0xc2, 0x5a, 0x14), dark: RGBColor(0xf0, 0x8c, 0x52) },
    PlotInk { name: "third", light: RGBColor(0x1f, 0x6b, 0x3a), dark: RGBColor(0x6c, 0xc0, 0x8b) },
];

/// The ink of a group, by its place among the groups.
const fn series(place: usize) -> &'static PlotInk {
    &SERIES[place % SERIES.len()]
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

/// Adds classes for the colours of a picture, and a style sheet that sets them in light and dark mode. Printed pictures are
/// light.
fn with_modes(svg: &str, name: &str) -> String {
    let hex = |RGBColor(r, g, b): RGBColor| format!("#{r:02X}{g:02X}{b:02X}");
    let mut svg = svg.to_owned();
    let (mut light, mut dark) = (Vec::new(), Vec::new());
    for ink in [TEXT, QUIET, GRID, PAPER].iter().chain(&SERIES) {
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
        "<title>{}</title><style>{light}@media screen and (prefers-color-scheme:dark){{{dark}}}</style>",
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
    use crate::games::solomids::batch::{DealId, Dealer, Row};
    use crate::games::solomids::stats::SourceFile;

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
        one.add(source, &Row { verdict: crate::games::solomids::batch::RowVerdict::Won, ..row }).unwrap();
        for summary in [nothing, one, Summary::new(0)] {
            let picture = super::summary(&summary, Confidence::default()).unwrap();
            assert!(picture.starts_with("<svg ") && !picture.contains("NaN"), "{picture}");
            assert!(!picture.contains("<&>"), "text is escaped");
            let report = {
                let origin = crate::games::solomids::stats::ReportOrigin {
                    command: "<&>".into(),
                    date: "today".into(),
                };
                crate::games::solomids::stats::report(&summary, Confidence::default(), &origin).unwrap()
            };
            assert!(!report.contains("<&>") && !report.contains("NaN"), "{report}");
        }
    }
}
