//! `stats`: games of `selfplay` counted, with confidence intervals.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Serialize;
use solomids::numbers::grouped;
use solomids::pentamid::game::Side;
use solomids::pentamid::selfplay::{GameRows, GamesIdentity, Row, Tally, header};
use solomids::series::{Series as _, Sidecar, check_digest, find_sidecar};
use solomids::stats::{Confidence, Interval, TextTable};

use crate::cli::args::{IntervalArg, StatsFormatArg, values};
use crate::cli::exit_status::ExitStatus;
use crate::cli::failure::ErrorWithHelp;
use crate::cli::input;
use crate::cli::terminal::{Terminal, json_line, print_raw};
use clap::Args;
use solomids::pentamid::record::Head;

/// Count the games of `selfplay`, with confidence intervals
///
/// Unfinished games are neither won nor lost: they widen the intervals of all games. `solomids stats` reads such files
/// as well.
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  solomids pentamid stats games.csv")]
pub(crate) struct StatsArgs {
    /// Rows of games: files, or `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: StatsFormatArg,
    /// How intervals are made
    #[arg(long, value_name = "METHOD", default_value = "wilson")]
    pub(crate) ci: IntervalArg,
    /// How sure intervals are, in percent
    #[arg(long, value_name = "PERCENT", default_value = "95", value_parser = values::level)]
    pub(crate) level: f64,
}

/// The fault of a line that is in another encoding.
const NO_TEXT: &str = "is not UTF-8 text";

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
    won: u64,
    lost: u64,
    drawn: u64,
    unfinished: u64,
    /// Share of wins among the games that were won or lost, with its interval.
    of_decided: Interval,
    /// Share of wins among all games if unfinished ones may have ended in any way.
    of_all: Interval,
}

impl TallyRecord {
    fn new(player: String, tally: Tally, confidence: Confidence) -> Self {
        let Tally { won, lost, drawn, unfinished } = tally;
        let (of_decided, of_all) = (tally.of_decided(confidence), tally.of_all(confidence));
        Self { player, won, lost, drawn, unfinished, of_decided, of_all }
    }
}

pub(super) fn run(arguments: &StatsArgs, terminal: Terminal) -> anyhow::Result<ExitStatus> {
    let confidence = Confidence::new(arguments.ci.into(), arguments.level).unwrap_or_default();
    count(&arguments.files, arguments.format, confidence, terminal)
}

/// Counts the games of some files and prints what they say.
pub(in crate::cli) fn count(
    files: &[PathBuf],
    format: StatsFormatArg,
    confidence: Confidence,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    let mut counts = Counts::default();
    let mut seen = Seen::default();
    for path in files {
        let name = if path == Path::new("-") { "<stdin>".into() } else { path.display().to_string() };
        seen.files.push(name.clone());
        read(path, &name, terminal, &mut |row| {
            seen.add(row)?;
            counts.add(row);
            Ok(())
        })?;
    }
    if counts.is_empty() {
        let help = "give files that `solomids pentamid selfplay` made";
        return Err(ErrorWithHelp::new("there are no games to count", help).into());
    }
    match format {
        StatsFormatArg::Text => terminal.print(&to_text(&counts, confidence)),
        StatsFormatArg::Markdown => terminal.print(&table(&counts, confidence).to_markdown()),
        StatsFormatArg::Csv => print_raw(to_csv(&counts, confidence)),
        StatsFormatArg::Json => print_raw(json_line(&record(&counts, confidence))?),
    }?;
    Ok(ExitStatus::Done)
}

/// Whether a file begins like one of games.
pub(in crate::cli) fn is_games(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    if !file.metadata().is_ok_and(|found| found.is_file()) {
        return false;
    }
    let (mut begin, header) = (Vec::new(), header());
    let read = file.take(header.len() as u64).read_to_end(&mut begin);
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
        Err(ErrorWithHelp::new(message, "count each game once, and series of other rules apart").into())
    }
}

/// Reads the games of a file: whole lines, as its sidecar says if there is one.
fn read(
    path: &Path,
    name: &str,
    terminal: Terminal,
    add: &mut dyn FnMut(&Row) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let cannot_read = || format!("cannot read `{name}`");
    let (source, sidecar): (Box<dyn Read>, _) = if path == Path::new("-") {
        (Box::new(io::stdin()), None)
    } else {
        let file = input::open(path, "give files that `solomids pentamid selfplay` made, or `-`")?;
        // A pipe has no sidecar.
        let is_file = file.metadata().with_context(cannot_read)?.is_file();
        (Box::new(file), if is_file { Sidecar::read(&find_sidecar(path), GameRows::KIND)? } else { None })
    };
    let mut lines = BufReader::new(source);
    let mut line = Vec::new();
    lines.read_until(b'\n', &mut line).with_context(cannot_read)?;
    check_header(name, &line)?;
    let mut games = 0;
    for number in 2.. {
        line.clear();
        if lines.read_until(b'\n', &mut line).with_context(cannot_read)? == 0 {
            break;
        }
        match line.trim_ascii_end() {
            [] => {}
            _ if !line.ends_with(b"\n") => {
                terminal.warn(&format!("the last line of `{name}` has no end; it is passed over"));
            }
            row => {
                let row = str::from_utf8(row).map_err(|_| NO_TEXT.into()).and_then(Row::from_csv);
                add(&row.map_err(|fault| bad_line(name, number, &fault))?)?;
                games += 1;
            }
        }
    }
    sidecar.map_or(Ok(()), |sidecar| check_series(path, &sidecar, games, terminal))
}

/// Refuses a file that does not begin like one of games.
fn check_header(name: &str, line: &[u8]) -> anyhow::Result<()> {
    let text = str::from_utf8(line).map_err(|_| bad_line(name, 1, NO_TEXT))?;
    let header = header();
    if text.trim_start_matches('\u{feff}').trim_end() == header.trim_end() {
        return Ok(());
    }
    let message =
        format!("`{name}` holds no games of Pentamid: its first line is not `{}`", header.trim_end());
    Err(ErrorWithHelp::new(message, "give files that `solomids pentamid selfplay` made").into())
}

/// The error for a line that is no row; `fault` follows its name.
fn bad_line(name: &str, number: u64, fault: &str) -> ErrorWithHelp {
    let help = match fault {
        NO_TEXT => "save it as plain text in UTF-8 or ASCII",
        _ => "put the file back as `solomids pentamid selfplay` wrote it",
    };
    ErrorWithHelp::new(format!("line {number} of `{name}` {fault}"), help)
}

/// Says that a series is unfinished, and refuses a finished file that is no longer as it was written.
fn check_series(
    path: &Path,
    sidecar: &Sidecar<GamesIdentity>,
    games: u64,
    terminal: Terminal,
) -> anyhow::Result<()> {
    let name = path.display();
    let all = sidecar.part.rows;
    if games < all {
        terminal.warn(&format!(
            "`{name}` has {games} of {all} games; an unfinished series stops before a game that takes long, so its shares \
             are biased"
        ));
        return Ok(());
    }
    Ok(check_digest(path, &sidecar.progress)?)
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
    for tally in counts.named(confidence) {
        let numbers = [tally.won, tally.lost, tally.drawn, tally.unfinished].map(grouped);
        let shares = [tally.of_decided, tally.of_all].map(|share| share.to_string());
        table.rows.push(std::iter::once(tally.player).chain(numbers).chain(shares).collect());
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
    for TallyRecord { player, won, lost, drawn, unfinished, of_decided, of_all } in counts.named(confidence) {
        let _ = writeln!(
            text,
            "{player},{won},{lost},{drawn},{unfinished},{},{},{},{}",
            of_decided.low, of_decided.high, of_all.low, of_all.high
        );
    }
    text
}
