//! Summaries for programs, as CSV and JSON.

use serde_json::{Value, json};

use super::distribution::QUANTILES;
use super::measure::{Measure, ResultClass};
use super::summary::{Summary, SummaryGroup};
use super::table::level_share;
use crate::games::solomids::analysis::Level;
use crate::games::solomids::batch::RowField;
use crate::kit::interval::Confidence;
use crate::kit::json::{SCHEMA, without_empty};
use crate::series::csv_line;

/// Columns of CSV that have numbers, before the quantiles.
const NUMBERS: [&str; 9] =
    ["count", "possible", "certain_share", "possible_share", "low", "high", "share", "mean", "censored"];

/// What is said of a class of results, a difficulty or a measure: its name, and the numbers that it has, by their columns.
struct Numbers(&'static str, Vec<(&'static str, RowField<'static>)>);

/// The numbers of the deals of one dealer: shares, difficulties if they were measured, and distributions.
fn numbers(group: &SummaryGroup, confidence: Confidence) -> [Vec<Numbers>; 3] {
    let share = |class: ResultClass| {
        let share = group.share(class, confidence);
        let numbers = [
            ("count", whole(share.certain)),
            ("possible", whole(share.possible)),
            ("certain_share", real(share.certain_share)),
            ("possible_share", real(share.possible_share)),
            ("low", real(share.interval.low)),
            ("high", real(share.interval.high)),
        ];
        Numbers(class.key, numbers.into())
    };
    let level = |level: Level| {
        let numbers = [("count", whole(group.level(level))), ("share", real(level_share(group, level)))];
        Numbers(level.word(), numbers.into())
    };
    let distribution = |measure: Measure| {
        let distribution = group.distribution(measure);
        let mut numbers = vec![("count", whole(distribution.count())), ("mean", real(distribution.mean()?))];
        if measure.is_of_search() {
            numbers.push(("censored", whole(group.cut_off(measure).count())));
        }
        let quantile = |share| RowField::Whole(distribution.quantile(share));
        numbers.extend(QUANTILES.map(|(key, _, share)| (key, quantile(share))));
        Some(Numbers(measure.key(), numbers))
    };
    let levels = Level::ALL.into_iter().filter(|_| group.levelled() > 0);
    [
        ResultClass::RESULTS.into_iter().chain(ResultClass::SUMS).map(share).collect(),
        levels.map(level).collect(),
        Measure::ALL.into_iter().filter_map(distribution).collect(),
    ]
}

const fn whole(number: u64) -> RowField<'static> {
    RowField::Whole(Some(number))
}

const fn real(number: f64) -> RowField<'static> {
    RowField::Number(Some(number))
}

/// A summary as CSV: a line for each share, count, difficulty and distribution.
pub fn to_csv(summary: &Summary, confidence: Confidence) -> String {
    let columns: Vec<&str> = NUMBERS.into_iter().chain(QUANTILES.map(|(key, ..)| key)).collect();
    let mut text = csv_line(["dealer", "deals_of", "kind", "name"].iter().chain(&columns));
    for group in summary.groups() {
        let [shares, difficulty, distributions] = numbers(group, confidence);
        let counts = [
            ("deals", group.deals),
            ("undecided", group.undecided),
            ("open", group.open()),
            ("failed", group.failed),
            ("no-deal", group.no_deal),
        ];
        let counts = counts.map(|(name, count)| Numbers(name, vec![("count", whole(count))])).into();
        for (kind, lines) in [
            ("share", shares),
            ("count", counts),
            ("difficulty", difficulty),
            ("distribution", distributions),
        ] {
            for Numbers(name, numbers) in lines {
                let number = |column: &&str| numbers.iter().find(|(name, _)| name == column);
                let fields = columns.iter().map(|column| number(column).map(|(_, field)| field.to_text()));
                let names = [group.dealer_name(), &group.which(), kind, name].map(ToOwned::to_owned);
                text += &csv_line(names.into_iter().chain(fields.map(Option::unwrap_or_default)));
            }
        }
    }
    text
}

/// A summary as one JSON object on one line.
pub fn to_json(summary: &Summary, confidence: Confidence) -> String {
    let object = |Numbers(name, numbers)| -> Value {
        let numbers = numbers.into_iter().map(|(column, number)| (column, json!(number)));
        [("name", json!(name))].into_iter().chain(numbers).collect()
    };
    let groups = summary.groups().map(|group| {
        let objects = |numbers: Vec<Numbers>| numbers.into_iter().map(object).collect::<Vec<_>>();
        let [shares, difficulty, distributions] = numbers(group, confidence).map(objects);
        let record = json!({
            "dealer": group.dealer_name(),
            "deals_of": group.which(),
            "deals": group.deals,
            "undecided": group.undecided,
            "open": group.open(),
            "failed": group.failed,
            "no_deal": group.no_deal,
            "shares": shares,
            "difficulty": difficulty,
            "distributions": distributions,
        });
        without_empty(record, &["difficulty"])
    });
    let record = json!({
        "schema": SCHEMA,
        "confidence": confidence,
        "sources": summary.sources().iter().map(|source| source.name.as_str()).collect::<Vec<_>>(),
        "groups": groups.collect::<Vec<_>>(),
    });
    format!("{record}\n")
}
