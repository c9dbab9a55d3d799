//! Plot of the shares of the classes of results: all groups on one scale of log-odds.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::{Canvas, GRID, PlotError, PlotInk, QUIET, TEXT, WIDTH, series, signed, text};
use crate::games::solomids::stats::measure::{ClassShare, ResultClass};
use crate::games::solomids::stats::summary::SummaryGroup;
use crate::games::solomids::stats::table::{self, DECIMALS};
use crate::kit::interval::{Confidence, percent_near};

/// Ends of the scale, in pixels.
const LEFT: i32 = 164;
const RIGHT: i32 = 650;
/// Heights in pixels.
const HEAD: i32 = 20;
const LINE: i32 = 20;
const GAP: i32 = 8;
const AXIS: i32 = 48;
const KEY: i32 = 62;

/// Classes in the order of rows.
fn classes() -> impl Iterator<Item = ResultClass> {
    ResultClass::RESULTS.into_iter().chain(ResultClass::SUMS)
}

/// Height of a row with a line for each group.
fn row_height(groups: usize) -> i32 {
    LINE * signed(groups.max(1)) + GAP
}

/// Height of the plot in pixels.
pub(super) fn height(groups: usize) -> u32 {
    (HEAD + row_height(groups) * signed(classes().count()) + AXIS + KEY).unsigned_abs()
}

/// Draws the shares of all classes, one below the other, with a line for each group.
pub(super) fn draw(
    area: &Canvas<'_>,
    groups: &[&SummaryGroup],
    confidence: Confidence,
) -> Result<(), PlotError> {
    let rows: Vec<Vec<ClassShare>> =
        classes().map(|class| groups.iter().map(|group| group.share(class, confidence)).collect()).collect();
    let ends = rows.iter().flatten().flat_map(|share| {
        [share.interval.low, share.certain_share, share.possible_share, share.interval.high]
    });
    let scale = LogOddsScale::new(LEFT, RIGHT, ends);
    let height = row_height(groups.len());
    let bottom = HEAD + height * signed(rows.len());
    for (share, name) in scale.ticks() {
        let x = scale.x(share);
        area.draw(&PathElement::new(vec![(x, HEAD), (x, bottom)], GRID.light.stroke_width(1)))?;
        area.draw(&text(&name, (x, bottom + 14), 13, &QUIET, HPos::Center))?;
    }
    let title = "share of deals, % (scale of log-odds; 0 and 100 lie beyond its ends)";
    area.draw(&text(title, (i32::midpoint(LEFT, RIGHT), bottom + 34), 14, &TEXT, HPos::Center))?;
    let numbers = format!("certain to possible ({} % interval), %", table::level(confidence));
    area.draw(&text(&numbers, (i32::from(WIDTH) - 16, HEAD / 2), 13, &QUIET, HPos::Right))?;
    for (number, row) in (0..).zip(&rows) {
        let top = HEAD + height * number;
        if let Some(share) = row.first() {
            let middle = top + (height - GAP) / 2;
            area.draw(&text(share.class.label, (LEFT - 28, middle), 16, &TEXT, HPos::Right))?;
        }
        for (place, share) in row.iter().enumerate() {
            let y = top + LINE * signed(place) + LINE / 2;
            line(area, &scale, share, y, series(place))?;
            let (low, high) = table::ends(share);
            let [certain, possible] =
                [share.certain_share, share.possible_share].map(|share| percent_near(share, DECIMALS));
            let both = if certain == possible { certain } else { format!("{certain} to {possible}") };
            let words = format!("{both} ({low} to {high})");
            area.draw(&text(&words, (i32::from(WIDTH) - 16, y), 14, &TEXT, HPos::Right))?;
        }
    }
    key(area, bottom + AXIS, confidence)
}

/// Draws a share: the sampling interval as a thin line with ends, the identified range as a bar, and a dot where it is a
/// single share.
fn line(
    area: &Canvas<'_>,
    scale: &LogOddsScale,
    share: &ClassShare,
    y: i32,
    ink: &PlotInk,
) -> Result<(), PlotError> {
    /// Pixels by which 0 and 1 are drawn beyond the scale, on which they are infinitely far away.
    const BEYOND: i32 = 14;
    let x = |share: f64| match share {
        _ if share <= 0.0 => LEFT - BEYOND,
        _ if share >= 1.0 => RIGHT + BEYOND,
        _ => scale.x(share),
    };
    let (low, high) = (share.interval.low, share.interval.high);
    area.draw(&PathElement::new(vec![(x(low), y), (x(high), y)], ink.light.stroke_width(2)))?;
    // Ends at 0 and 1 have no mark: no share lies beyond them.
    for end in [low, high].into_iter().filter(|end| *end > 0.0 && *end < 1.0) {
        let x = x(end);
        area.draw(&PathElement::new(vec![(x, y - 5), (x, y + 5)], ink.light.stroke_width(2)))?;
    }
    let (least, most) = (share.certain_share, share.possible_share);
    if share.certain < share.possible {
        let corners = [(x(least), y - 4), (x(most), y + 4)];
        area.draw(&Rectangle::new(corners, ink.light.filled()))?;
    } else {
        area.draw(&Circle::new((x(least), y), 5, ink.light.filled()))?;
    }
    Ok(())
}

/// Draws what the marks mean.
fn key(area: &Canvas<'_>, top: i32, confidence: Confidence) -> Result<(), PlotError> {
    let ink = &QUIET;
    let (y, x) = (top + 10, LEFT);
    area.draw(&Circle::new((x + 14, y), 5, ink.light.filled()))?;
    area.draw(&text("share of the deals solved", (x + 36, y), 13, ink, HPos::Left))?;
    area.draw(&Rectangle::new([(x + 224, y - 4), (x + 252, y + 4)], ink.light.filled()))?;
    let range = "identified range: from the certain to the possible share, undecided deals left open";
    area.draw(&text(range, (x + 262, y), 13, ink, HPos::Left))?;
    let y = y + 22;
    area.draw(&PathElement::new(vec![(x, y), (x + 28, y)], ink.light.stroke_width(2)))?;
    for end in [x, x + 28] {
        area.draw(&PathElement::new(vec![(end, y - 5), (end, y + 5)], ink.light.stroke_width(2)))?;
    }
    let interval = format!(
        "{} % interval for all deals of the dealer ({}), around the identified range",
        table::level(confidence),
        confidence.method().name()
    );
    area.draw(&text(&interval, (x + 36, y), 13, ink, HPos::Left))?;
    Ok(())
}

/// Log-odds scale of shares: 0.1 % is as far from 1 % as 99.9 % from 99 %. The shares 0 and 1 are infinitely far away, and
/// are drawn at its ends.
struct LogOddsScale {
    left: i32,
    right: i32,
    /// Powers of ten from one half to each end.
    decades: i32,
}

impl LogOddsScale {
    /// A scale between two x coordinates that shows all of these shares except 0 and 1.
    fn new(left: i32, right: i32, shares: impl Iterator<Item = f64>) -> Self {
        let rest = shares.map(|share| share.min(1.0 - share)).filter(|&rest| rest > 1e-9);
        let least = rest.fold(0.01, f64::min);
        Self { left, right, decades: (-least.log10()).ceil().clamp(2.0, 9.0) as i32 }
    }

    fn x(&self, share: f64) -> i32 {
        let odds = |share: f64| (share / (1.0 - share)).ln();
        let end = odds(10_f64.powi(-self.decades));
        let along = (0.5 - 0.5 * odds(share) / end).clamp(0.0, 1.0);
        self.left + (f64::from(self.right - self.left) * along).round() as i32
    }

    /// Tick marks in ascending order, with their labels in percent.
    fn ticks(&self) -> Vec<(f64, String)> {
        let near_nothing = (1..=self.decades).rev().map(|n| (10_f64.powi(-n), n));
        let near_all = (1..=self.decades).map(|n| (1.0 - 10_f64.powi(-n), n));
        let name = |(share, n): (f64, i32)| {
            let decimals = usize::try_from(n - 2).unwrap_or(0);
            (share, format!("{:.decimals$}", share * 100.0))
        };
        near_nothing.chain([(0.5, 1)]).chain(near_all).map(name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_odds_scale_is_symmetric() {
        let scale = LogOddsScale::new(0, 1000, [0.0, 0.002, 0.99, 1.0].into_iter());
        assert_eq!(scale.decades, 3);
        assert_eq!((scale.x(0.0), scale.x(0.5), scale.x(1.0)), (0, 500, 1000));
        assert_eq!((scale.x(0.001), scale.x(0.999)), (0, 1000));
        assert_eq!(scale.x(0.01), 1000 - scale.x(0.99));
        let names: Vec<String> = scale.ticks().into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["0.1", "1", "10", "50", "90", "99", "99.9"]);
    }
}
