//! `stats`: win rates with confidence intervals from batch files, as tables, plots and a report.

use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::batch::{BatchRows, Meta, Row, RowField, RowVerdict, Rows, checked_rows};
use crate::kit::compression;
use crate::kit::foreign::json;
use crate::series::{CheckedRows, csv_line, rows_and_sidecar};
use crate::solver::Proven;
#[cfg(feature = "figures")]
use crate::stats::figure;
use crate::stats::{Confidence, ReportOrigin, SourceFile, Summary, export, plot, report, table};
use anyhow::Context as _;
use clap::{Args, ValueEnum};

use super::args::{IntervalArg, StatsFormatArg, values};
use super::failure::is_closed_pipe;
use super::input;
use super::output::Output;
use super::pentamid;
use super::terminal::raw;
use super::{ExitStatus, SearchSettings, Terminal, cannot_write, print_raw, refuse};

/// Win rates with confidence intervals, and plots, from batch files
///
/// An undecided deal, whose best score is not proven, widens the intervals of all classes that its bounds leave possible.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids stats deals.csv
  solomids stats deals.csv web.csv --format markdown --report report.html
  solomids stats deals.csv --rows not-17 > others.csv")]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) count: CountArgs,
    /// Print rows instead, as they are: those with one of these results, such as `not-17` or `lost,open`
    #[arg(long, value_name = "RESULT", value_delimiter = ',', conflicts_with = "format")]
    pub(crate) rows: Vec<RowFilterArg>,
    /// Write plots of shares and distributions: SVG, or PDF or PNG for a name that ends in .pdf or .png
    #[arg(long, value_name = "FILE.svg|.pdf|.png")]
    pub(crate) plot: Option<PathBuf>,
    /// Write a report: tables, plots, and the hardest deals with how to solve them again; it names its command and date
    #[arg(long, value_name = "FILE.html")]
    pub(crate) report: Option<PathBuf>,
    /// How many of the hardest deals the report lists
    #[arg(long, value_name = "N", default_value = "20", value_parser = values::up_to_10_000)]
    pub(crate) hardest: usize,
}

/// What is counted, and how that is printed.
#[derive(Args, Debug)]
pub(crate) struct CountArgs {
    /// Files of rows as CSV, compressed or not, or `-` for standard input
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

impl CountArgs {
    /// How intervals are made, and how sure they are.
    pub(crate) fn confidence(&self) -> Confidence {
        Confidence::new(self.ci.into(), self.level).unwrap_or_default()
    }
}

/// Filters of rows by result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowFilterArg {
    /// Won without a swap
    #[value(name = "17")]
    Seventeen,
    /// Won with one swap
    #[value(name = "16")]
    Sixteen,
    /// Won with two swaps
    #[value(name = "15")]
    Fifteen,
    /// Proven won, with any number of swaps
    Won,
    /// Proven lost, with any number of trees
    Lost,
    /// Neither proven won nor proven lost
    Open,
    /// A limit ended the search before the best score was proven; a win or a loss may be
    Undecided,
    /// The solver broke down
    Failed,
    /// Nothing is dealt for the seed
    NoDeal,
    /// Every deal that is not known to have 17
    #[value(name = "not-17")]
    NotSeventeen,
}

/// Seconds from 1970 to the end of the year 9999, the last one that a date can name.
const END_OF_TIME: u64 = 253_402_300_800;

pub(super) fn run(
    arguments: &StatsArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    settings.start_threads()?;
    let to_plot = arguments.plot.as_deref().map(open_plot).transpose()?;
    let to_report = arguments.report.as_deref().map(|path| open_picture(path, &["html"])).transpose()?;
    let confidence = arguments.count.confidence();
    if arguments.count.files.iter().any(|path| pentamid::stats::is_games(path)) {
        if to_plot.is_some() || to_report.is_some() || !arguments.rows.is_empty() {
            let message =
                "--plot, --report and --rows are for batches of deals, and a file holds games of Pentamid";
            return refuse(message, "leave them out");
        }
        return pentamid::stats::count(&arguments.count, terminal);
    }
    let mut summary = Summary::new(arguments.hardest);
    let mut printer = RowPrinter::new(&arguments.rows, terminal);
    // The files are written even if the reader of standard output has closed it.
    let mut printed = Ok(());
    for path in &arguments.count.files {
        let RowSource { name, header, meta, rows } = open_rows(path)?;
        let number = summary.source(SourceFile { name: name.clone(), meta })?;
        if printed.is_ok() {
            printed = defer_closed_pipe(printer.header(&name, header))?;
        }
        let add = &mut |row: &Row, fields: Vec<String>| -> anyhow::Result<()> {
            summary.add(number, row)?;
            if printed.is_ok() {
                printed = defer_closed_pipe(printer.row(row, &fields))?;
            }
            Ok(())
        };
        add_rows(rows, &name, terminal, add)?;
        for warning in summary.warnings(number) {
            terminal.warn(&warning);
        }
    }
    if summary.groups().next().is_none() {
        return refuse("there are no rows to count", "give files that `solomids batch` made");
    }
    if let Some((output, path)) = to_plot {
        output.write(plot_bytes(path, &summary, confidence)?, terminal)?;
    }
    if let Some(output) = to_report {
        output.write(&report(&summary, confidence, &origin()?)?, terminal)?;
    }
    if arguments.rows.is_empty() {
        match arguments.count.format {
            StatsFormatArg::Text => terminal.print(&table::to_text(&summary, Some(confidence))),
            StatsFormatArg::Markdown => terminal.print(&table::to_markdown(&summary, confidence)),
            StatsFormatArg::Csv => print_raw(export::to_csv(&summary, confidence)),
            StatsFormatArg::Json => print_raw(&*json(&export::to_json(&summary, confidence)?)),
        }?;
    } else {
        printed.and_then(|()| printer.flush())?;
    }
    Ok(ExitStatus::Done)
}

/// The command of this process, and the time; `SOURCE_DATE_EPOCH` in its place makes reports reproducible.
fn origin() -> anyhow::Result<ReportOrigin> {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    let words = std::iter::once("solomids").chain(arguments.iter().map(String::as_str));
    // A name cannot hold a zero byte.
    let command = shlex::try_join(words).unwrap_or_default();
    let date = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(seconds) => {
            let seconds = seconds.parse().ok().filter(|&seconds| seconds < END_OF_TIME);
            let seconds =
                seconds.context("the variable SOURCE_DATE_EPOCH is no number of seconds since 1970")?;
            SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
        }
        Err(_) => SystemTime::now(),
    };
    Ok(ReportOrigin { command, date: date_in_words(date) })
}

/// Date and time in UTC. A clock that is wrong may be before 1970, or beyond the last year of four digits.
fn date_in_words(time: SystemTime) -> String {
    let since = time.duration_since(SystemTime::UNIX_EPOCH);
    let has_date = since.is_ok_and(|time| time.as_secs() < END_OF_TIME);
    if has_date { humantime::format_rfc3339_seconds(time).to_string() } else { "unknown".into() }
}

/// Opens the file of a plot: SVG, or PDF or PNG where that is built in.
fn open_plot(path: &Path) -> anyhow::Result<(Output, &Path)> {
    if cfg!(not(feature = "figures")) && (ends_in(path, "pdf") || ends_in(path, "png")) {
        let message =
            format!("`{}` cannot be written: PDF and PNG are not part of this build", path.display());
        let help =
            "`cargo install --path . --features figures` builds them in; names that end in .svg need nothing";
        return refuse(message, help);
    }
    let endings: &[&str] = if cfg!(feature = "figures") { &["svg", "pdf", "png"] } else { &["svg"] };
    Ok((open_picture(path, endings)?, path))
}

/// The bytes of a plot in the format of its file.
fn plot_bytes(path: &Path, summary: &Summary, confidence: Confidence) -> anyhow::Result<Vec<u8>> {
    #[cfg(feature = "figures")]
    for (ending, draw) in [("pdf", figure::pdf as fn(&str) -> _), ("png", figure::png)] {
        if ends_in(path, ending) {
            return Ok(draw(&plot::plain(summary, confidence)?)?);
        }
    }
    let _ = path;
    Ok(plot::summary(summary, confidence)?.into())
}

fn ends_in(path: &Path, name: &str) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(name))
}

/// Opens a picture file, which must have one of these extensions: each run replaces it, and a file of rows must not be lost.
fn open_picture(path: &Path, extensions: &[&str]) -> anyhow::Result<Output> {
    let has_extension = extensions.iter().any(|extension| ends_in(path, extension));
    let listed = extensions.iter().map(|extension| format!(".{extension}")).collect::<Vec<_>>().join(" or ");
    // A pipe or a device holds no rows; a folder gets its message below.
    let is_no_file = || path.metadata().is_ok_and(|found| !found.is_file());
    if path != Path::new("-") && !has_extension && !is_no_file() {
        let message = format!("`{}` does not end in {listed}", path.display());
        let help = "give a name that does: files with other endings are never replaced";
        return refuse(message, help);
    }
    let output = Output::open(path.as_os_str())?;
    if output.is_stdout() {
        let help = format!("name a file that ends in {listed}");
        return refuse("standard output is for the table", help);
    }
    Ok(output)
}

/// Rows of a file or of standard input.
pub(super) struct RowSource {
    pub(super) name: String,
    /// Names of the columns.
    pub(super) header: Vec<String>,
    /// The sidecar.
    meta: Option<Meta>,
    pub(super) rows: RowReader,
}

/// A reader of rows.
pub(super) enum RowReader {
    /// Of a file with a sidecar, checked as `merge` checks it.
    Checked(Box<CheckedRows<BatchRows>>),
    /// Of any CSV with the columns of a batch.
    Free(Box<Rows<Box<dyn BufRead>>>),
}

/// Use of a row and its fields.
pub(super) type AddRow<'a> = dyn FnMut(&Row, Vec<String>) -> anyhow::Result<()> + 'a;

/// Most memory for the window of a compressed file, in bytes.
const WINDOW: u64 = 1 << 27;

/// Opens a file or standard input, compressed or not.
pub(super) fn open_rows(path: &Path) -> anyhow::Result<RowSource> {
    let path = &rows_and_sidecar(path, false).0;
    let name = if path == Path::new("-") { "<stdin>".into() } else { path.display().to_string() };
    let source: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin())
    } else {
        let file = input::open(path, "give a file that `solomids batch` made, or `-`")?;
        // A pipe has no sidecar.
        if file.metadata().with_context(|| format!("cannot read `{name}`"))?.is_file()
            && let Some(file) = checked_rows(path)?
        {
            let rows = file.series();
            let header = rows.columns().names().map(Into::into).collect();
            let meta = Some(rows.meta().clone());
            return Ok(RowSource { name, header, meta, rows: RowReader::Checked(file.into()) });
        }
        Box::new(file)
    };
    let (source, _) =
        compression::decompressed(source, WINDOW).with_context(|| format!("cannot read `{name}`"))?;
    let rows = Rows::new(source, Path::new(&name))?;
    Ok(RowSource { header: rows.header().to_vec(), name, meta: None, rows: RowReader::Free(rows.into()) })
}

/// Adds the rows of a source.
pub(super) fn add_rows(
    rows: RowReader,
    name: &str,
    terminal: Terminal,
    add: &mut AddRow<'_>,
) -> anyhow::Result<()> {
    match rows {
        RowReader::Checked(file) => {
            let columns = file.series().columns();
            let read =
                file.rows(&mut |row| add(&row, row.fields(columns).map(RowField::to_text).collect()))?;
            if read.is_torn {
                warn_of_torn_line(name, terminal);
            }
            let rows = file.series().meta().part.rows;
            if rows != read.rows {
                terminal.warn(&format!(
                    "`{name}` has {} of {rows} rows; an unfinished batch lacks deals that take long, so its shares \
                     are biased",
                    read.rows
                ));
            }
        }
        RowReader::Free(mut rows) => {
            while let Some((row, fields)) = rows.next_row()? {
                add(&row, fields)?;
            }
            if rows.is_torn() {
                warn_of_torn_line(name, terminal);
            }
        }
    }
    Ok(())
}

/// Numbers of a torn line may be short by digits, so it is not counted.
fn warn_of_torn_line(name: &str, terminal: Terminal) {
    terminal.warn(&format!("the last line of `{name}` has no end; it is passed over"));
}

/// Printer of the rows that `--rows` selects.
struct RowPrinter<'a> {
    filters: &'a [RowFilterArg],
    out: Option<Box<dyn io::Write>>,
    /// Column names, and the file they come from.
    header: Option<(String, Vec<String>)>,
}

impl<'a> RowPrinter<'a> {
    fn new(filters: &'a [RowFilterArg], terminal: Terminal) -> Self {
        let out = || Box::new(terminal.out()) as Box<dyn io::Write>;
        Self { filters, out: (!filters.is_empty()).then(out), header: None }
    }

    /// Prints the column names once; they must be the same in all files.
    fn header(&mut self, name: &str, header: Vec<String>) -> anyhow::Result<()> {
        let Some(out) = &mut self.out else { return Ok(()) };
        match &self.header {
            None => {
                out.write_all(&raw(csv_line(&header).as_bytes())).map_err(cannot_write)?;
                self.header = Some((name.into(), header));
                Ok(())
            }
            Some((_, known)) if *known == header => Ok(()),
            Some((other, _)) => {
                let message = format!("`{other}` and `{name}` have different columns");
                refuse(message, "print their rows apart")
            }
        }
    }

    fn row(&mut self, row: &Row, fields: &[String]) -> anyhow::Result<()> {
        match &mut self.out {
            Some(out) if self.filters.iter().any(|filter| filter.accepts(row)) => {
                out.write_all(&raw(csv_line(fields).as_bytes())).map_err(cannot_write)
            }
            _ => Ok(()),
        }
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        self.out.as_mut().map_or(Ok(()), io::Write::flush).map_err(cannot_write)
    }
}

impl RowFilterArg {
    fn accepts(self, row: &Row) -> bool {
        match self {
            Self::Seventeen => row.score == Some(17),
            Self::Sixteen => row.score == Some(16),
            Self::Fifteen => row.score == Some(15),
            Self::Won => row.proven() == Some(Proven::Won),
            Self::Lost => row.proven() == Some(Proven::Lost),
            Self::Open => row.verdict != RowVerdict::NoDeal && row.proven().is_none(),
            Self::Undecided => row.verdict == RowVerdict::Undecided,
            Self::Failed => row.verdict == RowVerdict::Failed,
            Self::NoDeal => row.verdict == RowVerdict::NoDeal,
            Self::NotSeventeen => row.verdict != RowVerdict::NoDeal && row.score != Some(17),
        }
    }
}

/// Returns a closed pipe as the inner error, to be reported later, and any other error at once.
fn defer_closed_pipe(printed: anyhow::Result<()>) -> anyhow::Result<anyhow::Result<()>> {
    match printed {
        Err(error) if !is_closed_pipe(&error) => Err(error),
        printed => Ok(printed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_wrong_has_no_date() {
        let second = Duration::from_secs(1);
        let end = SystemTime::UNIX_EPOCH + Duration::from_secs(END_OF_TIME);
        for (time, words) in [
            (SystemTime::UNIX_EPOCH - second, "unknown"),
            (SystemTime::UNIX_EPOCH, "1970-01-01T00:00:00Z"),
            (end - second, "9999-12-31T23:59:59Z"),
            (end, "unknown"),
        ] {
            assert_eq!(date_in_words(time), words);
        }
    }
}
