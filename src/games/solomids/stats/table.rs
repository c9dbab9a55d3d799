//! Tables of a summary for people, and any tables of text cells, as text and Markdown.

use super::distribution::{Distribution, QUANTILES};
use super::measure::{ClassShare, Measure, ResultClass};
use super::summary::{Summary, SummaryGroup};
use crate::games::solomids::analysis::Level;
use crate::kit::interval::{Confidence, percent_down, percent_near, percent_up};
use crate::kit::numbers::{counted, grouped};

/// Decimals of a percentage: one deal of 100,000 shows.
pub const DECIMALS: u8 = 3;

/// Mean of a distribution to one decimal; empty if there is none.
pub fn mean(numbers: &Distribution) -> String {
    numbers.mean().map_or_else(String::new, |mean| {
        let tenths = (mean * 10.0).round() as u64;
        format!("{}.{}", grouped(tenths / 10), tenths % 10)
    })
}

/// Confidence level in percent, without trailing zeros: `95`, `99.9`.
pub fn level(confidence: Confidence) -> String {
    let text = format!("{:.6}", confidence.level() * 100.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Ends of the interval of a share in percent, rounded outward.
pub fn ends(share: &ClassShare) -> (String, String) {
    (percent_down(share.interval.low, DECIMALS), percent_up(share.interval.high, DECIMALS))
}

/// Number of deals of a class: `7`, or `7 to 9` if some are undecided.
pub fn deals(share: &ClassShare) -> String {
    if share.certain == share.possible {
        grouped(share.certain)
    } else {
        format!("{} to {}", grouped(share.certain), grouped(share.possible))
    }
}

/// Table of the classes with counts, shares and intervals.
pub fn shares(group: &SummaryGroup, confidence: Confidence) -> TextTable {
    let interval = format!("{} % interval ({})", level(confidence), confidence.method().name());
    let mut table = TextTable::new(&["best score", "deals", "share", &interval]);
    let row = |share: ClassShare| {
        let (low, high) = ends(&share);
        vec![
            share.class.label().into(),
            deals(&share),
            format!("{} %", percent_near(share.share, DECIMALS)),
            format!("{low} to {high} %"),
        ]
    };
    let plain = |name: &str, count: u64| {
        let share = count as f64 / group.deals().max(1) as f64;
        vec![name.into(), grouped(count), format!("{} %", percent_near(share, DECIMALS)), String::new()]
    };
    table.rows.extend(ResultClass::RESULTS.map(|class| row(group.share(class, confidence))));
    table.rows.push(plain("undecided", group.undecided()));
    if group.failed() > 0 {
        table.rows.push(plain("failed", group.failed()));
    }
    table.rows.extend(ResultClass::SUMS.map(|class| row(group.share(class, confidence))));
    table
}

/// Table of the classes with counts alone, for deals that are no fair sample.
pub fn counts(group: &SummaryGroup) -> TextTable {
    let mut table = TextTable::new(&["best score", "deals"]);
    let row =
        |class: ResultClass| vec![class.label().into(), deals(&group.share(class, Confidence::default()))];
    table.rows.extend(ResultClass::RESULTS.map(row));
    table.rows.push(vec!["undecided".into(), grouped(group.undecided())]);
    if group.failed() > 0 {
        table.rows.push(vec!["failed".into(), grouped(group.failed())]);
    }
    table
}

/// Table of difficulties, as shares of the deals that have one; without rows if there are none.
pub fn levels(group: &SummaryGroup) -> TextTable {
    let mut table = TextTable::new(&["difficulty", "deals", "share"]);
    if group.levelled() > 0 {
        table.rows.extend(Level::ALL.map(|level| {
            let share = percent_near(level_share(group, level), DECIMALS);
            vec![level.word().into(), grouped(group.level(level)), format!("{share} %")]
        }));
    }
    table
}

/// Share of a difficulty among the deals that have one, between 0 and 1.
pub(super) fn level_share(group: &SummaryGroup, level: Level) -> f64 {
    group.level(level) as f64 / group.levelled().max(1) as f64
}

/// Table of the distributions of all measures that occur.
pub fn distributions(group: &SummaryGroup) -> TextTable {
    let mut head = vec!["", "deals", "mean"];
    head.extend(QUANTILES.map(|(_, label, _)| label));
    let mut table = TextTable::new(&head);
    for measure in Measure::ALL {
        let distribution = group.distribution(measure);
        if distribution.count() == 0 {
            continue;
        }
        let quantiles =
            QUANTILES.map(|(.., share)| distribution.quantile(share).map_or_else(String::new, grouped));
        let mut row = vec![measure.label().into(), grouped(distribution.count()), mean(distribution)];
        row.extend(quantiles);
        table.rows.push(row);
    }
    table
}

/// Title of a group: `tabletop-1, seed 1, indices 0 to 999: 1,000 deals`.
pub fn title(group: &SummaryGroup) -> String {
    format!("{}, {}: {}", group.dealer_name(), group.which(), counted(group.deals(), "deal"))
}

/// Remarks on a group, a sentence each.
pub fn remarks(group: &SummaryGroup) -> Vec<String> {
    let mut remarks = Vec::new();
    if group.no_deal() > 0 {
        let seeds = counted(group.no_deal(), "seed");
        remarks.push(format!("For {seeds} the page deals nothing; these are not counted."));
    }
    if group.undecided() + group.failed() > 0 {
        remarks
            .push("Undecided deals that may belong to a class are left out below and counted above.".into());
    }
    remarks
}

/// All tables of a summary as plain text.
pub fn to_text(summary: &Summary, confidence: Confidence) -> String {
    let groups = summary.groups().map(|group| {
        let mut text = title(group) + "\n";
        if group.deals() > 0 {
            text.push('\n');
            text += &shares(group, confidence).to_text();
        }
        for remark in remarks(group) {
            text += &(remark + "\n");
        }
        for table in [levels(group), distributions(group)] {
            if !table.rows.is_empty() {
                text.push('\n');
                text += &table.to_text();
            }
        }
        text
    });
    groups.collect::<Vec<_>>().join("\n\n")
}

/// Counts of an interrupted batch as plain text, without shares: the deals that take long are missing.
pub fn interrupted_to_text(summary: &Summary) -> String {
    let groups = summary.groups().map(|group| {
        let mut text = title(group) + "\n";
        if group.deals() > 0 {
            text.push('\n');
            text += &counts(group).to_text();
            text += "Deals that take long are missing: searches under way were given up.\nThese are counts, not win rates.\n";
        }
        text
    });
    groups.collect::<Vec<_>>().join("\n\n")
}

/// All tables of a summary as Markdown.
pub fn to_markdown(summary: &Summary, confidence: Confidence) -> String {
    let groups = summary.groups().map(|group| {
        let mut parts = vec![format!("**{}**\n", title(group)), shares(group, confidence).to_markdown()];
        let remarks = remarks(group);
        if !remarks.is_empty() {
            parts.push(remarks.join(" ") + "\n");
        }
        let tables = [levels(group), distributions(group)];
        parts.extend(tables.iter().filter(|table| !table.rows.is_empty()).map(TextTable::to_markdown));
        parts.join("\n")
    });
    groups.collect::<Vec<_>>().join("\n")
}

/// Table of text cells. The first column names the rows.
pub struct TextTable {
    /// Names of the columns.
    pub head: Vec<String>,
    /// Rows, each as long as the head.
    pub rows: Vec<Vec<String>>,
}

impl TextTable {
    /// A table without rows.
    pub fn new(head: &[&str]) -> Self {
        Self { head: head.iter().map(ToString::to_string).collect(), rows: Vec::new() }
    }

    /// Plain text: the first column aligned to the left, the others to the right.
    pub fn to_text(&self) -> String {
        let width = |column: usize| {
            let cells = std::iter::once(&self.head).chain(&self.rows).map(|row| row[column].chars().count());
            cells.max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
                if column == 0 { format!("{cell:width$}") } else { format!("{cell:>width$}") }
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
        };
        std::iter::once(&self.head).chain(&self.rows).map(line).collect()
    }

    /// Markdown, with the same alignment.
    pub fn to_markdown(&self) -> String {
        let line = |row: &[String]| format!("| {} |\n", row.join(" | "));
        let rule: Vec<String> =
            (0..self.head.len()).map(|column| if column == 0 { "---" } else { "---:" }.into()).collect();
        let rows = self.rows.iter().map(|row| line(row));
        [line(&self.head), line(&rule)].into_iter().chain(rows).collect()
    }
}
