//! Summaries for programs, as CSV and JSON.

use serde::Serialize;

use super::distribution::QUANTILES;
use super::measure::{ClassShare, Measure, ResultClass};
use super::summary::Summary;
use super::table::level_share;
use crate::games::solomids::analysis::Level;
use crate::kit::interval::{Confidence, Method};

/// A summary as CSV: a line for each share, count, difficulty and distribution. Fields that mean nothing are empty.
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
        for class in ResultClass::RESULTS.into_iter().chain(ResultClass::SUMS) {
            let ClassShare { certain, possible, share, interval, .. } = group.share(class, confidence);
            let fields = [certain.to_string(), possible.to_string(), number(share)];
            let ends = [number(interval.low), number(interval.high)];
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
            let fields = [(4, group.level(level).to_string()), (6, number(level_share(group, level)))];
            line("difficulty", level.word(), &fields)?;
        }
        for measure in Measure::ALL {
            let distribution = group.distribution(measure);
            let Some(mean) = distribution.mean() else { continue };
            let quantiles = QUANTILES.map(|(.., share)| distribution.quantile(share).unwrap_or_default());
            let mut fields = vec![(4, distribution.count().to_string()), (9, number(mean))];
            fields.extend((10..).zip(quantiles.map(|number| number.to_string())));
            line("distribution", measure.key(), &fields)?;
        }
    }
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A number that need not be whole, with a decimal point even if it is: a column keeps its type whatever the rows.
fn number(number: f64) -> String {
    format!("{number:?}")
}

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
    failed: u64,
    no_deal: u64,
    shares: Vec<ShareRecord>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    difficulty: Vec<LevelRecord>,
    distributions: Vec<DistributionRecord>,
}

/// Share of a class of results.
#[derive(Serialize)]
struct ShareRecord {
    name: &'static str,
    count: u64,
    possible: u64,
    share: f64,
    low: f64,
    high: f64,
}

/// Share of a difficulty.
#[derive(Serialize)]
struct LevelRecord {
    name: &'static str,
    count: u64,
    share: f64,
}

/// Distribution of a measure.
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

/// A summary as one JSON object on one line.
///
/// # Errors
/// None of the input; the writer's are passed on.
pub fn to_json(summary: &Summary, confidence: Confidence) -> serde_json::Result<String> {
    let share = |share: ClassShare| ShareRecord {
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
        shares: ResultClass::RESULTS
            .into_iter()
            .chain(ResultClass::SUMS)
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
    let record = StatsRecord {
        schema: 1,
        confidence: ConfidenceRecord { method: confidence.method(), level: confidence.level() },
        sources: summary.sources().iter().map(|source| source.name.as_str()).collect(),
        groups: groups.collect(),
    };
    Ok(serde_json::to_string(&record)? + "\n")
}
