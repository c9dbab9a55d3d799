//! `stats`: games of `selfplay` counted, with confidence intervals.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use solomids::numbers::grouped;
use solomids::pentamid::game::Side;
use solomids::pentamid::selfplay::{Row, Tally};
use solomids::stats::{Confidence, Interval, Method, TextTable};

use super::output::{ShareRecord, StatsRecord, TallyRecord};
use super::selfplay::HEADER;
use crate::cli::args::{IntervalArg, PentamidStatsArgs, StatsFormatArg};
use crate::cli::failure::Advised;
use crate::cli::input;
use crate::cli::status::Status;
use crate::cli::terminal::Terminal;
use solomids::pentamid::record::Head;

/// Games counted.
#[derive(Default)]
pub(super) struct Counts {
    games: u64,
    plies: u64,
    /// For the player who began.
    first: Tally,
    /// For the player named first, against the player named second; their names are in order.
    pairs: BTreeMap<(String, String), Tally>,
}

impl Counts {
    pub(super) fn add(&mut self, row: &Row) {
        self.games += 1;
        self.plies += row.plies as u64;
        self.first.add(row.result, Side::One);
        if row.one != row.two {
            let swapped = row.one > row.two;
            let (names, side) = if swapped {
                ((row.two.clone(), row.one.clone()), Side::Two)
            } else {
                ((row.one.clone(), row.two.clone()), Side::One)
            };
            self.pairs.entry(names).or_default().add(row.result, side);
        }
    }

    /// Number of games.
    pub(super) const fn games(&self) -> u64 {
        self.games
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// The tallies with their names.
    fn named(&self) -> Vec<(String, Tally)> {
        let first = ("the player who begins".into(), self.first);
        let pairs = self.pairs.iter().map(|((a, b), tally)| (format!("{a} against {b}"), *tally));
        std::iter::once(first).chain(pairs).collect()
    }
}

impl TallyRecord {
    fn new(player: String, tally: Tally, confidence: Confidence) -> Self {
        let share = |Interval { low, high }| ShareRecord { low, high };
        let Tally { won, lost, drawn, unfinished } = tally;
        Self {
            player,
            won,
            lost,
            drawn,
            unfinished,
            of_decided: share(tally.of_decided(confidence)),
            of_all: share(tally.of_all(confidence)),
        }
    }
}

pub(super) fn run(arguments: &PentamidStatsArgs, terminal: Terminal) -> anyhow::Result<Status> {
    let method = match arguments.ci {
        IntervalArg::Wilson => Method::Wilson,
        IntervalArg::Exact => Method::Exact,
    };
    let confidence = Confidence::new(method, arguments.level).unwrap_or_default();
    count(&arguments.files, arguments.format, confidence, terminal)
}

/// Counts the games of some files and prints what they say.
pub(in crate::cli) fn count(
    files: &[PathBuf],
    format: StatsFormatArg,
    confidence: Confidence,
    terminal: Terminal,
) -> anyhow::Result<Status> {
    let mut counts = Counts::default();
    for path in files {
        read(path, &mut counts)?;
    }
    if counts.is_empty() {
        let help = "give files that `solomids pentamid selfplay` made";
        return Err(Advised::new("there are no games to count", help).into());
    }
    terminal.print(&match format {
        StatsFormatArg::Text => to_text(&counts, confidence),
        StatsFormatArg::Markdown => table(&counts, confidence).to_markdown(),
        StatsFormatArg::Csv => to_csv(&counts, confidence),
        StatsFormatArg::Json => serde_json::to_string(&record(&counts, confidence))? + "\n",
    })?;
    Ok(Status::Done)
}

/// Whether a file begins like one of games.
pub(in crate::cli) fn is_games(path: &Path) -> bool {
    let Ok(file) = std::fs::File::open(path) else { return false };
    if !file.metadata().is_ok_and(|found| found.is_file()) {
        return false;
    }
    let mut begin = Vec::new();
    let read = file.take(HEADER.len() as u64 + 1).read_to_end(&mut begin);
    read.is_ok() && begin.starts_with(HEADER.as_bytes())
}

/// Counts the games of a file.
fn read(path: &Path, counts: &mut Counts) -> anyhow::Result<()> {
    let name = if path == Path::new("-") { "<stdin>".into() } else { path.display().to_string() };
    let source: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(input::open(path, "give files that `solomids pentamid selfplay` made, or `-`")?)
    };
    let mut reader = csv::Reader::from_reader(source);
    let header = reader.headers().with_context(|| format!("cannot read `{name}`"))?;
    let header = header.iter().collect::<Vec<_>>().join(",");
    if header != HEADER {
        let message = format!("`{name}` holds no games of Pentamid: its first line is not `{HEADER}`");
        return Err(Advised::new(message, "give files that `solomids pentamid selfplay` made").into());
    }
    for row in reader.deserialize() {
        let row: Row = row.map_err(|error| {
            let line = error.position().map_or(0, csv::Position::line);
            let message = match error.kind() {
                csv::ErrorKind::Deserialize { err, .. } => err.to_string(),
                csv::ErrorKind::UnequalLengths { len, expected_len, .. } => {
                    format!("{len} fields instead of {expected_len}")
                }
                _ => error.to_string(),
            };
            let help = "an interrupted run may leave a torn last line: delete it";
            Advised::new(format!("`{name}`, line {line}: {message}"), help)
        })?;
        counts.add(&row);
    }
    Ok(())
}

fn record(counts: &Counts, confidence: Confidence) -> StatsRecord {
    let tallies = counts.named().into_iter();
    StatsRecord {
        head: Head::new(),
        games: counts.games,
        mean_plies: counts.plies as f64 / counts.games as f64,
        method: confidence.method().name(),
        level: confidence.level(),
        tallies: tallies.map(|(name, tally)| TallyRecord::new(name, tally, confidence)).collect(),
    }
}

fn table(counts: &Counts, confidence: Confidence) -> TextTable {
    let mut table = TextTable::new(&[
        "wins of",
        "won",
        "lost",
        "drawn",
        "unfinished",
        "% of decided games",
        "% of all games",
    ]);
    for (name, tally) in counts.named() {
        let numbers = [tally.won, tally.lost, tally.drawn, tally.unfinished].map(grouped);
        let shares = [tally.of_decided(confidence), tally.of_all(confidence)].map(|share| share.to_string());
        table.rows.push(std::iter::once(name).chain(numbers).chain(shares).collect());
    }
    table
}

/// Formats the counts for a terminal.
pub(super) fn to_text(counts: &Counts, confidence: Confidence) -> String {
    let (level, method) = (100.0 * confidence.level(), confidence.method().name());
    let mean = counts.plies as f64 / counts.games as f64;
    let games = solomids::numbers::counted(counts.games, "game");
    let mut text = format!("{games}, {mean:.1} plies on average\n\n");
    text += &table(counts, confidence).to_text();
    let _ = writeln!(
        text,
        "\nIntervals: {level} %, {method}. Unfinished games are not decided; among all games they count as lost below and \
         as won above."
    );
    text
}

/// Formats the counts as CSV.
fn to_csv(counts: &Counts, confidence: Confidence) -> String {
    let mut text =
        String::from("player,won,lost,drawn,unfinished,decided_low,decided_high,all_low,all_high\n");
    for (name, tally) in counts.named() {
        let TallyRecord { player, won, lost, drawn, unfinished, of_decided, of_all } =
            TallyRecord::new(name, tally, confidence);
        let _ = writeln!(
            text,
            "{player},{won},{lost},{drawn},{unfinished},{},{},{},{}",
            of_decided.low, of_decided.high, of_all.low, of_all.high
        );
    }
    text
}
