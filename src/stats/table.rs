//! Summaries as text, Markdown, CSV and JSON.

use serde::Serialize;

use super::distribution::Distribution;
use super::interval::{Confidence, Method, percent_down, percent_near, percent_up};
use super::summary::{Class, Group, Measure, Share, Summary};
use crate::analysis::Level;
use crate::numbers::{counted, grouped};

/// Decimals of a percentage: one deal of 100,000 is still seen.
pub const DECIMALS: u8 = 3;

/// Quantiles that tables show, with their names for machines and people.
pub const QUANTILES: [(&str, &str, f64); 6] = [
    ("min", "least", 0.0),
    ("p10", "10 %", 0.1),
    ("median", "median", 0.5),
    ("p90", "90 %", 0.9),
    ("p99", "99 %", 0.99),
    ("max", "most", 1.0),
];

/// Rows of cells; the first column names what the others say.
pub struct Table {
    /// Names of the columns.
    pub head: Vec<String>,
    /// The rows, each as long as the head.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    fn new(head: &[&str]) -> Self {
        Self { head: head.iter().map(ToString::to_string).collect(), rows: Vec::new() }
    }

    /// Columns below each other, the first to the left, the others to the right.
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

    /// A table of Markdown.
    pub fn to_markdown(&self) -> String {
        let line = |row: &[String]| format!("| {} |\n", row.join(" | "));
        let rule: Vec<String> =
            (0..self.head.len()).map(|column| if column == 0 { "---" } else { "---:" }.into()).collect();
        let rows = self.rows.iter().map(|row| line(row));
        [line(&self.head), line(&rule)].into_iter().chain(rows).collect()
    }
}

/// A mean to one decimal; empty if there is none.
pub fn mean(numbers: &Distribution) -> String {
    numbers.mean().map_or_else(String::new, |mean| {
        let tenths = (mean * 10.0).round() as u64;
        format!("{}.{}", grouped(tenths / 10), tenths % 10)
    })
}

/// A level of confidence as a percentage, as short as it goes: `95`, `99.9`.
pub fn level(confidence: Confidence) -> String {
    let text = format!("{:.6}", confidence.level() * 100.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Two ends of an interval as percentages, rounded outward.
pub fn ends(share: &Share) -> (String, String) {
    (percent_down(share.interval.low, DECIMALS), percent_up(share.interval.high, DECIMALS))
}

/// How many deals: `7`, or `7 to 9` where some are undecided.
pub fn deals(share: &Share) -> String {
    if share.certain == share.possible {
        grouped(share.certain)
    } else {
        format!("{} to {}", grouped(share.certain), grouped(share.possible))
    }
}

/// Classes of results with their shares and intervals.
pub fn shares(group: &Group, confidence: Confidence) -> Table {
    let interval = format!("{} % interval ({})", level(confidence), confidence.method().name());
    let mut table = Table::new(&["best score", "deals", "share", &interval]);
    let row = |share: Share| {
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
    table.rows.extend(Class::RESULTS.map(|class| row(group.share(class, confidence))));
    table.rows.push(plain("undecided", group.undecided()));
    if group.failed() > 0 {
        table.rows.push(plain("failed", group.failed()));
    }
    table.rows.extend(Class::SUMS.map(|class| row(group.share(class, confidence))));
    table
}

/// Classes of results with how many deals have them, and no shares: for deals that are no fair sample.
pub fn counts(group: &Group) -> Table {
    let mut table = Table::new(&["best score", "deals"]);
    let row = |class: Class| vec![class.label().into(), deals(&group.share(class, Confidence::default()))];
    table.rows.extend(Class::RESULTS.map(row));
    table.rows.push(vec!["undecided".into(), grouped(group.undecided())]);
    if group.failed() > 0 {
        table.rows.push(vec!["failed".into(), grouped(group.failed())]);
    }
    table
}

/// How hard deals are for a person, as shares of those for which rows say so; empty if none does.
pub fn levels(group: &Group) -> Table {
    let mut table = Table::new(&["difficulty", "deals", "share"]);
    if group.levelled() > 0 {
        table.rows.extend(Level::ALL.map(|level| {
            let share = percent_near(level_share(group, level), DECIMALS);
            vec![level.word().into(), grouped(group.level(level)), format!("{share} %")]
        }));
    }
    table
}

/// Of the deals with a word for how hard they are, the share that have this one.
fn level_share(group: &Group, level: Level) -> f64 {
    group.level(level) as f64 / group.levelled().max(1) as f64
}

/// How numbers are distributed; those that no row has are left out.
pub fn distributions(group: &Group) -> Table {
    let mut head = vec!["", "deals", "mean"];
    head.extend(QUANTILES.map(|(_, label, _)| label));
    let mut table = Table::new(&head);
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

/// What a group is: `tabletop-1, seed 1, indices 0 to 999: 1,000 deals`.
pub fn title(group: &Group) -> String {
    format!("{}, {}: {}", group.dealer_name(), group.which(), counted(group.deals(), "deal"))
}

/// What is to be known besides, a sentence each.
pub fn remarks(group: &Group) -> Vec<String> {
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

/// All of it for people.
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

/// What is known of an interrupted batch, for people: counts, and nothing that they say about other deals.
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

/// All of it in Markdown.
pub fn to_markdown(summary: &Summary, confidence: Confidence) -> String {
    let groups = summary.groups().map(|group| {
        let mut parts = vec![format!("**{}**\n", title(group)), shares(group, confidence).to_markdown()];
        let remarks = remarks(group);
        if !remarks.is_empty() {
            parts.push(remarks.join(" ") + "\n");
        }
        let tables = [levels(group), distributions(group)];
        parts.extend(tables.iter().filter(|table| !table.rows.is_empty()).map(Table::to_markdown));
        parts.join("\n")
    });
    groups.collect::<Vec<_>>().join("\n")
}

/// All of it as CSV: one line a share, a count, a difficulty or a distribution, fields empty where they mean nothing.
///
/// # Errors
/// None of the input; the writer's are passed on.
pub fn to_csv(summary: &Summary, confidence: Confidence) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let names = ["dealer", "deals_of", "kind", "name", "count", "possible", "share", "low", "high", "mean"];
    writer.write_record(names.into_iter().chain(QUANTILES.map(|(key, ..)| key)))?;
    for group in summary.groups() {
        let which = group.which();
        let mut line = |kind: &str, name: &str, fields: &[(usize, String)]| {
            let mut record = vec![String::new(); names.len() + QUANTILES.len()];
            record[..4].clone_from_slice(&[group.dealer_name(), &which, kind, name].map(String::from));
            for (column, field) in fields {
                record[*column].clone_from(field);
            }
            writer.write_record(&record)
        };
        for class in Class::RESULTS.into_iter().chain(Class::SUMS) {
            let Share { certain, possible, share, interval, .. } = group.share(class, confidence);
            let fields = [certain.to_string(), possible.to_string(), share.to_string()];
            let ends = [interval.low.to_string(), interval.high.to_string()];
            let fields: Vec<(usize, String)> = (4..).zip(fields.into_iter().chain(ends)).collect();
            line("share", class.key(), &fields)?;
        }
        for (name, count) in [
            ("deals", group.deals()),
            ("undecided", group.undecided()),
            ("failed", group.failed()),
            ("no-deal", group.no_deal()),
        ] {
            line("count", name, &[(4, count.to_string())])?;
        }
        for level in Level::ALL.into_iter().filter(|_| group.levelled() > 0) {
            let fields = [(4, group.level(level).to_string()), (6, level_share(group, level).to_string())];
            line("difficulty", level.word(), &fields)?;
        }
        for measure in Measure::ALL {
            let distribution = group.distribution(measure);
            let Some(mean) = distribution.mean() else { continue };
            let quantiles = QUANTILES.map(|(.., share)| distribution.quantile(share).unwrap_or_default());
            let mut fields = vec![(4, distribution.count().to_string()), (9, mean.to_string())];
            fields.extend((10..).zip(quantiles.map(|number| number.to_string())));
            line("distribution", measure.key(), &fields)?;
        }
    }
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What `--format json` prints.
#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    confidence: Asked,
    sources: Vec<&'a str>,
    groups: Vec<GroupRecord<'a>>,
}

#[derive(Serialize)]
struct Asked {
    method: Method,
    level: f64,
}

#[derive(Serialize)]
struct GroupRecord<'a> {
    dealer: &'a str,
    deals_of: String,
    deals: u64,
    undecided: u64,
    failed: u64,
    no_deal: u64,
    shares: Vec<ShareRecord>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    difficulty: Vec<LevelRecord>,
    distributions: Vec<DistributionRecord>,
}

#[derive(Serialize)]
struct ShareRecord {
    name: &'static str,
    count: u64,
    possible: u64,
    share: f64,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct LevelRecord {
    name: &'static str,
    count: u64,
    share: f64,
}

#[derive(Serialize)]
struct DistributionRecord {
    name: &'static str,
    count: u64,
    mean: f64,
    min: Option<u64>,
    p10: Option<u64>,
    median: Option<u64>,
    p90: Option<u64>,
    p99: Option<u64>,
    max: Option<u64>,
}

/// All of it as one JSON object on one line.
///
/// # Errors
/// None of the input; the writer's are passed on.
pub fn to_json(summary: &Summary, confidence: Confidence) -> serde_json::Result<String> {
    let share = |share: Share| ShareRecord {
        name: share.class.key(),
        count: share.certain,
        possible: share.possible,
        share: share.share,
        low: share.interval.low,
        high: share.interval.high,
    };
    let groups = summary.groups().map(|group| GroupRecord {
        dealer: group.dealer_name(),
        deals_of: group.which(),
        deals: group.deals(),
        undecided: group.undecided(),
        failed: group.failed(),
        no_deal: group.no_deal(),
        shares: Class::RESULTS
            .into_iter()
            .chain(Class::SUMS)
            .map(|class| share(group.share(class, confidence)))
            .collect(),
        difficulty: Level::ALL
            .into_iter()
            .filter(|_| group.levelled() > 0)
            .map(|level| LevelRecord {
                name: level.word(),
                count: group.level(level),
                share: level_share(group, level),
            })
            .collect(),
        distributions: Measure::ALL
            .into_iter()
            .filter_map(|measure| {
                let distribution = group.distribution(measure);
                let [min, p10, median, p90, p99, max] =
                    QUANTILES.map(|(.., share)| distribution.quantile(share));
                Some(DistributionRecord {
                    name: measure.key(),
                    count: distribution.count(),
                    mean: distribution.mean()?,
                    min,
                    p10,
                    median,
                    p90,
                    p99,
                    max,
                })
            })
            .collect(),
    });
    let document = Document {
        schema: 1,
        confidence: Asked { method: confidence.method(), level: confidence.level() },
        sources: summary.sources().iter().map(|source| source.name.as_str()).collect(),
        groups: groups.collect(),
    };
    Ok(serde_json::to_string(&document)? + "\n")
}
