//! Summaries for programs, as CSV and JSON.

use serde::Serialize;

use super::distribution::{Distribution, QUANTILES};
use super::measure::{Measure, ResultClass};
use super::summary::{Summary, SummaryGroup};
use super::table::level_share;
use crate::games::solomids::analysis::Level;
use crate::kit::interval::{Confidence, Method};
use crate::series::csv_line;

/// Output of `stats --format json`.
#[derive(Serialize)]
struct StatsRecord<'a> {
    schema: u32,
    confidence: ConfidenceRecord,
    sources: Vec<&'a str>,
    groups: Vec<GroupRecord<'a>>,
}

/// Method and level of the intervals.
#[derive(Serialize)]
struct ConfidenceRecord {
    method: Method,
    level: f64,
}

/// Summary of the deals of one dealer.
#[derive(Serialize)]
struct GroupRecord<'a> {
    dealer: &'a str,
    deals_of: String,
    deals: u64,
    undecided: u64,
    /// Neither proven won nor proven lost.
    open: u64,
    failed: u64,
    no_deal: u64,
    shares: Vec<Numbers>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    difficulty: Vec<Numbers>,
    distributions: Vec<Numbers>,
}

/// What is said of a class of results, a difficulty or a measure: a line of CSV, whose fields are empty where they mean nothing.
#[derive(Default, Serialize)]
struct Numbers {
    name: &'static str,
    count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    possible: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certain_share: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    possible_share: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    share: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean: Option<f64>,
    /// Searches that a limit ended: their numbers would be greater.
    #[serde(skip_serializing_if = "Option::is_none")]
    censored: Option<u64>,
    #[serde(flatten)]
    quantiles: Option<Quantiles>,
}

/// Numbers at [`QUANTILES`].
#[derive(Serialize)]
struct Quantiles {
    min: u64,
    p10: u64,
    median: u64,
    p90: u64,
    p99: u64,
    max: u64,
}

impl<'a> GroupRecord<'a> {
    fn new(group: &'a SummaryGroup, confidence: Confidence) -> Self {
        let share = |class| {
            let share = group.share(class, confidence);
            Numbers {
                name: class.key(),
                count: share.certain,
                possible: Some(share.possible),
                certain_share: Some(share.certain_share),
                possible_share: Some(share.possible_share),
                low: Some(share.interval.low),
                high: Some(share.interval.high),
                ..Numbers::default()
            }
        };
        let level = |level: Level| Numbers {
            name: level.word(),
            count: group.level(level),
            share: Some(level_share(group, level)),
            ..Numbers::default()
        };
        let distribution = |measure: Measure| {
            let distribution = group.distribution(measure);
            let mean = Some(distribution.mean()?);
            let [min, p10, median, p90, p99, max] =
                QUANTILES.map(|(.., share)| distribution.quantile(share).unwrap_or_default());
            let quantiles = Some(Quantiles { min, p10, median, p90, p99, max });
            Some(Numbers {
                name: measure.key(),
                count: distribution.count(),
                mean,
                censored: group.cut_off(measure).map(Distribution::count),
                quantiles,
                ..Numbers::default()
            })
        };
        let levels = Level::ALL.into_iter().filter(|_| group.levelled() > 0);
        Self {
            dealer: group.dealer_name(),
            deals_of: group.which(),
            deals: group.deals(),
            undecided: group.undecided(),
            open: group.open(),
            failed: group.failed(),
            no_deal: group.no_deal(),
            shares: ResultClass::RESULTS.into_iter().chain(ResultClass::SUMS).map(share).collect(),
            difficulty: levels.map(level).collect(),
            distributions: Measure::ALL.into_iter().filter_map(distribution).collect(),
        }
    }
}

/// A summary as CSV: a line for each share, count, difficulty and distribution.
pub fn to_csv(summary: &Summary, confidence: Confidence) -> String {
    let names =
        ["dealer", "deals_of", "kind", "name", "count", "possible", "certain_share", "possible_share"];
    let names = names.into_iter().chain(["low", "high", "share", "mean", "censored"]);
    let mut text = csv_line(names.chain(QUANTILES.map(|(key, ..)| key)));
    for group in summary.groups() {
        let group = GroupRecord::new(group, confidence);
        let counts = [
            ("deals", group.deals),
            ("undecided", group.undecided),
            ("open", group.open),
            ("failed", group.failed),
            ("no-deal", group.no_deal),
        ];
        let counts = counts.map(|(name, count)| Numbers { name, count, ..Numbers::default() });
        let whole = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
        // With a decimal point even if it is whole: a column keeps its type whatever the rows.
        let real = |number: Option<f64>| number.map(|number| format!("{number:?}")).unwrap_or_default();
        for (kind, lines) in [
            ("share", group.shares.as_slice()),
            ("count", &counts),
            ("difficulty", &group.difficulty),
            ("distribution", &group.distributions),
        ] {
            for line in lines {
                let mut fields: Vec<String> =
                    [group.dealer, &group.deals_of, kind, line.name].map(Into::into).into();
                fields.extend([Some(line.count), line.possible].map(whole));
                let shares = [line.certain_share, line.possible_share, line.low, line.high, line.share];
                fields.extend(shares.into_iter().chain([line.mean]).map(real));
                fields.push(whole(line.censored));
                let quantiles = line.quantiles.as_ref();
                let quantiles =
                    quantiles.map(|it| [it.min, it.p10, it.median, it.p90, it.p99, it.max].map(Some));
                fields.extend(quantiles.unwrap_or_default().map(whole));
                text += &csv_line(fields);
            }
        }
    }
    text
}

/// A summary as one JSON object on one line.
///
/// # Errors
/// None of the input; the writer's are passed on.
pub fn to_json(summary: &Summary, confidence: Confidence) -> serde_json::Result<String> {
    let record = StatsRecord {
        schema: 1,
        confidence: ConfidenceRecord { method: confidence.method(), level: confidence.level() },
        sources: summary.sources().iter().map(|source| source.name.as_str()).collect(),
        groups: summary.groups().map(|group| GroupRecord::new(group, confidence)).collect(),
    };
    Ok(serde_json::to_string(&record)? + "\n")
}
