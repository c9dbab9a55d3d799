//! Tables of a summary for people, and any tables of text cells, as text and Markdown.

use super::distribution::QUANTILES;
use super::measure::{ClassShare, Measure, ResultClass};
use super::summary::{Summary, SummaryGroup};
use crate::games::solomids::analysis::Level;
use crate::kit::escape::escape;
use crate::kit::interval::{Confidence, percent_down, percent_near, percent_up};
use crate::kit::numbers::{counted, grouped};

/// Decimals of a percentage: one deal of 100,000 shows.
pub const DECIMALS: u8 = 3;

/// Mean of a measure to one decimal; empty if there is none. `≥` marks one to which searches that a limit ended contribute too
/// little.
pub fn mean(group: &SummaryGroup, measure: Measure) -> String {
    let is_censored = group.cut_off(measure).count() > 0;
    group.distribution(measure).mean().map_or_else(String::new, |mean| {
        let tenths = (mean * 10.0).round() as u64;
        format!("{}{}.{}", if is_censored { "≥ " } else { "" }, grouped(tenths / 10), tenths % 10)
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

/// Table of the classes with the ends of counts and shares, and with intervals; without shares for deals that are no fair
/// sample.
pub fn shares(group: &SummaryGroup, confidence: Option<Confidence>) -> TextTable {
    let interval = |confidence| format!("{} % interval ({})", level(confidence), confidence.method().name());
    let interval = confidence.map(interval).unwrap_or_default();
    let mut head = vec!["best score", "certain", "possible", "certain share", "possible share", &interval];
    head.truncate(if confidence.is_some() { head.len() } else { 3 });
    let mut table = TextTable::new(&head);
    let percent = |share: f64| format!("{} %", percent_near(share, DECIMALS));
    let class = |class: ResultClass| {
        let share = group.share(class, confidence.unwrap_or_default());
        let (low, high) = ends(&share);
        let [certain, possible] = [share.certain_share, share.possible_share].map(percent);
        let (least, most) = (grouped(share.certain), grouped(share.possible));
        vec![class.label.into(), least, most, certain, possible, format!("{low} to {high} %")]
    };
    let plain = |name: &str, count: u64| {
        let share = percent(count as f64 / group.deals.max(1) as f64);
        vec![name.into(), grouped(count), String::new(), share, String::new(), String::new()]
    };
    table.rows.extend(ResultClass::RESULTS.map(class));
    table.rows.push(plain("undecided", group.undecided));
    if group.failed > 0 {
        table.rows.push(plain("failed", group.failed));
    }
    table.rows.extend(ResultClass::SUMS.map(class));
    table.rows.push(plain("open", group.open()));
    table.rows.iter_mut().for_each(|row| row.truncate(head.len()));
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
        let mut row = vec![measure.label().into(), grouped(distribution.count()), mean(group, measure)];
        row.extend(quantiles);
        table.rows.push(row);
    }
    table
}

/// Title of a group: `tabletop-1, seed 1, indices 0 to 999: 1,000 deals`.
pub fn title(group: &SummaryGroup) -> String {
    format!("{}, {}: {}", group.dealer_name(), group.which(), counted(group.deals, "deal"))
}

/// Remarks on a group, a sentence each.
pub fn remarks(group: &SummaryGroup) -> Vec<String> {
    let mut remarks = Vec::new();
    if group.no_deal > 0 {
        let seeds = counted(group.no_deal, "seed");
        remarks.push(format!("For {seeds} the page deals nothing; these are not counted."));
    }
    if group.undecided + group.failed > 0 {
        remarks.push(
            "Certain: proven to belong to the class. Possible: not proven to belong to another.".into(),
        );
        remarks.push("Undecided: the best score is not proven. Open: neither a win nor a loss is.".into());
    }
    let searches = group.cut_off(Measure::Nodes).count();
    if searches > 0 {
        let deals = counted(searches, "deal");
        remarks.push(format!(
            "A limit ended the search of {deals}: a mean marked ≥ counts the work until then."
        ));
    }
    remarks
}

/// All tables of a summary as plain text; without confidence the counts of an interrupted batch, where the deals that take long
/// are missing.
pub fn to_text(summary: &Summary, confidence: Option<Confidence>) -> String {
    let groups = summary.groups().map(|group| {
        let mut text = title(group) + "\n";
        if group.deals > 0 {
            text.push('\n');
            text += &shares(group, confidence).to_text();
        }
        if confidence.is_none() {
            return text + "Deals that take long are missing: searches under way were given up.\nThese are counts, not win rates.\n";
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

/// All tables of a summary as Markdown.
pub fn to_markdown(summary: &Summary, confidence: Confidence) -> String {
    let groups = summary.groups().map(|group| {
        let mut parts =
            vec![format!("**{}**\n", title(group)), shares(group, Some(confidence)).to_markdown()];
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
            let cells =
                std::iter::once(&self.head).chain(&self.rows).map(|row| escape(&row[column]).chars().count());
            cells.max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
                let cell = escape(cell);
                if column == 0 { format!("{cell:width$}") } else { format!("{cell:>width$}") }
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
        };
        std::iter::once(&self.head).chain(&self.rows).map(line).collect()
    }

    /// Markdown, with the same alignment.
    pub fn to_markdown(&self) -> String {
        let cells =
            |row: &[String]| row.iter().map(|cell| escape(cell).replace('|', "\\|")).collect::<Vec<_>>();
        let line = |row: &[String]| format!("| {} |\n", row.join(" | "));
        let rule: Vec<String> =
            (0..self.head.len()).map(|column| if column == 0 { "---" } else { "---:" }.into()).collect();
        let rows = self.rows.iter().map(|row| line(&cells(row)));
        [line(&cells(&self.head)), line(&rule)].into_iter().chain(rows).collect()
    }
}
