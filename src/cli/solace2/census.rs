//! `solace2 census`: every class of deals, solved, and the exact distribution of best scores.

use std::fmt::Write as _;

use crate::kit::json::SCHEMA;
use crate::numbers::{counted, grouped};
use crate::series::End;
use crate::solace2::census::rows::{self as census, CensusRows, Row, Share, Tally};
use crate::solace2::game::Reading;
use crate::solace2::record;
use clap::{Args, ValueEnum};
use serde_json::json;

use super::args::ReadingArgs;
use crate::cli::args::values;
use crate::cli::rows::{self, RowsArgs};
use crate::cli::{CommandResult, ExitStatus, SearchSettings, Terminal, json_line};

/// Solve every class of deals, one CSV row each, then print the exact distribution of best scores
///
/// A class holds the deals that differ in the names of the colours and the order of the nests only; there are
/// 114,383 classes. The rows are the same bytes for any number of threads, and after any interruption once
/// resumed, unless --timeout or --memory ends a search. With --out the table goes to standard output, else the rows
/// do. Exit status: 0 done, 3 if classes are undecided within the limits, 130 interrupted, 2 for errors.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids solace2 census --out literal.csv --resume
  solomids solace2 census --reading open --out open.csv
  solomids solace2 census --stashes 2 --reading inert")]
pub(crate) struct CensusArgs {
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Stashes of each colour, 1 to 5: the game has 5
    #[arg(long, value_name = "N", value_parser = values::stashes, default_value = "5")]
    pub(crate) stashes: usize,
    #[command(flatten)]
    pub(crate) rows: RowsArgs,
    /// How to print the table
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: TableFormatArg,
}

/// Formats of the table of a census.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormatArg {
    /// For people
    Text,
    /// The columns reading, score, classes, deals, weight
    Csv,
    /// One object on one line
    Json,
}

pub(super) fn run(arguments: &CensusArgs, settings: &SearchSettings, terminal: Terminal) -> CommandResult {
    let CensusArgs { stashes, format, .. } = *arguments;
    let options = settings.run_options()?;
    let census = CensusRows::new(stashes, arguments.reading.reading.unwrap_or_default(), settings.limits());
    let mut tally = CensusTally::new(census.reading, stashes, census.classes.len());
    let file = arguments.rows.open(&census, &mut |row| tally.add(&row))?;
    if tally.done() > 0 {
        let (done, all) = (grouped(tally.done()), grouped(file.rows()));
        terminal.note(&format!("{done} of {all} classes are there already"));
    }
    let mut add = |row: Option<&Row>| {
        if let Some(row) = row {
            tally.add(row);
        }
        (tally.done(), if row.is_none() { tally.shares_in_words() } else { String::new() })
    };
    let end = rows::make(file, terminal, &mut add, |file, observer| census::run(file, &options, observer))?;
    tally.undecided.sort_unstable();
    arguments.rows.print(&tally.table(format)?, terminal)?;
    Ok(status(end, &tally.undecided, arguments, terminal))
}

/// The exit status, with a message where classes are missing.
fn status(end: End, undecided: &[usize], arguments: &CensusArgs, terminal: Terminal) -> ExitStatus {
    let again = arguments.rows.again();
    if end.interrupted {
        terminal.note(&format!("interrupted{again}"));
        return ExitStatus::Interrupted;
    }
    let Some(first) = undecided.first() else { return ExitStatus::Done };
    terminal.note(&format!(
        "{} not decided within the limits, the first is number {first}{}",
        counted_classes(undecided.len()),
        if again.is_empty() { "" } else { "; --resume with a larger limit tries again" }
    ));
    ExitStatus::Undecided
}

/// Number of classes with the verb that follows: `1 class is`, `3 classes are`.
fn counted_classes(count: usize) -> String {
    if count == 1 { "1 class is".into() } else { format!("{} classes are", grouped(count as u64)) }
}

struct CensusTally {
    reading: Reading,
    stashes: usize,
    classes: usize,
    tally: Tally,
    nodes: u64,
    /// The row with the most nodes: number of its class, and the nodes. Of equals the first class.
    most: Option<(usize, u64)>,
    /// Numbers of the classes that are not decided.
    undecided: Vec<usize>,
}

impl CensusTally {
    fn new(reading: Reading, stashes: usize, classes: usize) -> Self {
        let tally = Tally::default();
        Self { reading, stashes, classes, tally, nodes: 0, most: None, undecided: Vec::new() }
    }

    /// Counts a row. Nodes are those of decided classes.
    fn add(&mut self, row: &Row) {
        if row.score.is_none() {
            self.undecided.push(row.class);
            return;
        }
        self.tally.add(row);
        self.nodes += row.nodes;
        let rank = |(class, nodes): (usize, u64)| (nodes, std::cmp::Reverse(class));
        let this = (row.class, row.nodes);
        if self.most.is_none_or(|most| rank(most) < rank(this)) {
            self.most = Some(this);
        }
    }

    /// Number of rows.
    fn done(&self) -> u64 {
        self.tally.total().classes + self.undecided.len() as u64
    }

    /// Shares so far: `11: 3, 12: 80`.
    fn shares_in_words(&self) -> String {
        let shares = self.tally.shares().map(|(score, share)| format!("{score}: {}", grouped(share.classes)));
        shares.collect::<Vec<_>>().join(", ")
    }

    fn table(&self, format: TableFormatArg) -> anyhow::Result<String> {
        Ok(match format {
            TableFormatArg::Text => self.to_text(),
            TableFormatArg::Csv => self.to_csv()?,
            TableFormatArg::Json => {
                let share = |(score, share): (u8, Share)| {
                    let Share { classes, deals, weight } = share;
                    json!({ "score": score, "classes": classes, "deals": deals, "weight": weight })
                };
                json_line(&json!({
                    "schema": SCHEMA,
                    "game": record::GAME,
                    "reading": self.reading.name(),
                    "stashes": self.stashes,
                    "scores": self.tally.shares().map(share).collect::<Vec<_>>(),
                    "nodes": self.nodes,
                    "most_nodes": self.most.map_or(0, |(_, nodes)| nodes),
                    "undecided": self.undecided,
                }))
            }
        })
    }

    /// The columns of `data/solace2/distribution.csv`.
    fn to_csv(&self) -> anyhow::Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(["reading", "score", "classes", "deals", "weight"])?;
        for (score, Share { classes, deals, weight }) in self.tally.shares() {
            writer.serialize((self.reading.name(), score, classes, deals, weight))?;
        }
        Ok(String::from_utf8(writer.into_inner()?)?)
    }

    fn to_text(&self) -> String {
        let total = self.tally.total();
        let missing = self.classes as u64 - total.classes;
        let of_all = if missing == 0 {
            "all classes".into()
        } else {
            format!("{} of {} classes", grouped(total.classes), grouped(self.classes as u64))
        };
        let mut text = format!("Reading {}, {of_all}\n", self.reading.name());
        let mut row = |cells: [String; 5]| {
            let [score, classes, deals, weight, share] = cells;
            let _ = writeln!(text, "{score:>5}  {classes:>9}  {deals:>9}  {weight:>15}  {share:>12}");
        };
        row(["score", "classes", "deals", "weight", "share"].map(Into::into));
        let percent = |weight: u64| format!("{:.6} %", 100.0 * weight as f64 / total.weight.max(1) as f64);
        let cells = |name: String, share: Share| {
            let Share { classes, deals, weight } = share;
            [name, grouped(classes), grouped(deals), grouped(weight), percent(weight)]
        };
        for (score, share) in self.tally.shares() {
            row(cells(score.to_string(), share));
        }
        row(cells("all".into(), total));
        if let Some(mean) = self.tally.mean() {
            let _ = writeln!(text, "Mean best score of a random deal: {mean:.6}");
        }
        if let Some((class, most)) = self.most {
            let _ = writeln!(
                text,
                "{}, at most {} for a class (number {class})",
                counted(self.nodes, "node"),
                grouped(most)
            );
        }
        if missing > 0 && self.undecided.len() as u64 == missing {
            let _ = writeln!(text, "The other classes are undecided and not counted");
        }
        text
    }
}
