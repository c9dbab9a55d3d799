//! `stats`: games of `selfplay` counted, with confidence intervals.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::numbers::grouped;
use crate::pentamid::game::Side;
use crate::pentamid::record::Head;
use crate::pentamid::selfplay::{GameRows, Row, Tally, header};
use crate::series::{CheckedRows, CsvReader, Series as _, csv_line};
use crate::stats::{Confidence, Interval, TextTable};
use anyhow::Context as _;
use clap::Args;
use serde::Serialize;

use crate::cli::args::StatsFormatArg;
use crate::cli::input;
use crate::cli::stats::CountArgs;
use crate::cli::{ExitStatus, Terminal, json_line, print_raw, refuse};

/// Count the games of `selfplay`, with confidence intervals
///
/// Unfinished games are neither won nor lost: they widen the intervals of all games. `solomids stats` reads such files
/// as well.
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  solomids pentamid stats games.csv")]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) count: CountArgs,
}

/// Advice for other files.
const FROM_SELFPLAY: &str = "give files that `solomids pentamid selfplay` made";

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
    fn named(&self, confidence: Confidence) -> impl Iterator<Item = TallyRecord> {
        let first = ("the player who begins".into(), self.first);
        let pairs = self.pairs.iter().map(|((a, b), tally)| (format!("{a} against {b}"), *tally));
        std::iter::once(first)
            .chain(pairs)
            .map(move |(name, tally)| TallyRecord::new(name, tally, confidence))
    }
}

/// Output of `stats --format json`.
#[derive(Serialize)]
struct StatsRecord {
    #[serde(flatten)]
    head: Head,
    games: u64,
    mean_plies: f64,
    method: &'static str,
    level: f64,
    tallies: Vec<TallyRecord>,
}

/// Games of one player.
#[derive(Serialize)]
struct TallyRecord {
    player: String,
    #[serde(flatten)]
    tally: Tally,
    /// Share of wins among the games that were won or lost, with its interval.
    of_decided: Interval,
    /// Share of wins among all games if unfinished ones may have ended in any way.
    of_all: Interval,
}

impl TallyRecord {
    fn new(player: String, tally: Tally, confidence: Confidence) -> Self {
        let (of_decided, of_all) = (tally.of_decided(confidence), tally.of_all(confidence));
        Self { player, tally, of_decided, of_all }
    }
}

pub(super) fn run(arguments: &StatsArgs, terminal: Terminal) -> anyhow::Result<ExitStatus> {
    count(&arguments.count, terminal)
}

/// Counts the games of some files and prints what they say.
pub(in crate::cli) fn count(arguments: &CountArgs, terminal: Terminal) -> anyhow::Result<ExitStatus> {
    let confidence = arguments.confidence();
    let mut counts = Counts::default();
    let mut seen = Seen::default();
    for path in &arguments.files {
        let name = if path == Path::new("-") { "<stdin>".into() } else { path.display().to_string() };
        seen.files.push(name.clone());
        read(path, &name, terminal, &mut |row| {
            seen.add(row)?;
            counts.add(row);
            Ok(())
        })?;
    }
    if counts.is_empty() {
        return refuse("there are no games to count", FROM_SELFPLAY);
    }
    match arguments.format {
        StatsFormatArg::Text => terminal.print(&to_text(&counts, confidence)),
        StatsFormatArg::Markdown => terminal.print(&table(&counts, confidence).to_markdown()),
        StatsFormatArg::Csv => print_raw(to_csv(&counts, confidence)),
        StatsFormatArg::Json => print_raw(json_line(&record(&counts, confidence))?),
    }?;
    Ok(ExitStatus::Done)
}

/// Whether a file begins like one of games, perhaps after a byte order mark.
pub(in crate::cli) fn is_games(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    if !file.metadata().is_ok_and(|found| found.is_file()) {
        return false;
    }
    let (mut begin, header) = (Vec::new(), header());
    let read = file.take(header.len() as u64 + 3).read_to_end(&mut begin);
    let begin = begin.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&begin);
    read.is_ok() && begin.starts_with(header.trim_end().as_bytes())
}

/// Games that are counted, so that none is counted twice.
#[derive(Default)]
struct Seen {
    /// Names of the files, the present one last.
    files: Vec<String>,
    /// By seed and players: the number of each game, with that of its file.
    series: HashMap<(u64, String, String), HashMap<u64, usize>>,
}

impl Seen {
    /// Refuses a game that has been there.
    fn add(&mut self, row: &Row) -> anyhow::Result<()> {
        let Row { index, seed, one, two, .. } = row;
        let file = self.files.len() - 1;
        let games = self.series.entry((*seed, one.clone(), two.clone())).or_default();
        let Some(other) = games.insert(*index, file) else { return Ok(()) };
        let place = if other == file || self.files[other] == self.files[file] {
            format!("`{}`", self.files[file])
        } else {
            format!("`{}` and `{}`", self.files[other], self.files[file])
        };
        let message = format!("game {index} of seed {seed}, {one} against {two}, comes twice: in {place}");
        refuse(message, "count each game once, and series of other rules apart")
    }
}

/// Reads the games of a file: those of a file with a sidecar are checked by it.
fn read(
    path: &Path,
    name: &str,
    terminal: Terminal,
    add: &mut dyn FnMut(&Row) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let warn_of_torn_line =
        || terminal.warn(&format!("the last line of `{name}` has no end; it is passed over"));
    let source: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin())
    } else {
        let file = input::open(path, FROM_SELFPLAY)?;
        // A pipe has no sidecar.
        let is_file = file.metadata().with_context(|| format!("cannot read `{name}`"))?.is_file();
        if is_file && let Some(rows) = CheckedRows::open(path, GameRows::of)? {
            let read = rows.rows(&mut |row| add(&row))?;
            if read.is_torn {
                warn_of_torn_line();
            }
            let (games, all) = (read.rows, rows.series().sidecar().part.rows);
            if games < all {
                terminal.warn(&format!(
                    "`{name}` has {games} of {all} games; an unfinished series stops before a game that takes long, so \
                     its shares are biased"
                ));
            }
            return Ok(());
        }
        Box::new(file)
    };
    let mut records = CsvReader::new(source, Path::new(name))?;
    let header = header();
    if !records.header().iter().map(String::as_str).eq(header.trim_end().split(',')) {
        let message =
            format!("`{name}` holds no games of Pentamid: its first line is not `{}`", header.trim_end());
        return refuse(message, FROM_SELFPLAY);
    }
    while let Some(row) = records.next_record(|fields| Row::of_fields(&fields))? {
        add(&row)?;
    }
    if records.is_torn() {
        warn_of_torn_line();
    }
    Ok(())
}

fn record(counts: &Counts, confidence: Confidence) -> StatsRecord {
    StatsRecord {
        head: Head::new(),
        games: counts.games,
        mean_plies: counts.plies as f64 / counts.games as f64,
        method: confidence.method().name(),
        level: confidence.level(),
        tallies: counts.named(confidence).collect(),
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
    for TallyRecord { player, tally, of_decided, of_all } in counts.named(confidence) {
        let (numbers, shares) =
            (tally.numbers().map(grouped), [of_decided, of_all].map(|share| share.to_string()));
        table.rows.push([player].into_iter().chain(numbers).chain(shares).collect());
    }
    table
}

/// Formats the counts for a terminal.
pub(super) fn to_text(counts: &Counts, confidence: Confidence) -> String {
    let (level, method) = (100.0 * confidence.level(), confidence.method().name());
    let mean = counts.plies as f64 / counts.games as f64;
    let games = crate::numbers::counted(counts.games, "game");
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
    for TallyRecord { player, tally, of_decided, of_all } in counts.named(confidence) {
        let numbers = tally.numbers().map(|number| number.to_string());
        let ends = [of_decided.low, of_decided.high, of_all.low, of_all.high].map(|end| end.to_string());
        text += &csv_line([player].into_iter().chain(numbers).chain(ends));
    }
    text
}
