//! `stats`: win rates with confidence intervals from batch files, as tables, plots and a report.

use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::batch::{BatchRows, Meta, Row, RowField, RowVerdict, Rows, checked_rows};
use crate::kit::compression;
use crate::kit::escape::escape_json;
use crate::series::{CheckedRows, csv_line, rows_and_sidecar};
use crate::solver::Proven;
use crate::stats::{Confidence, Method, ReportOrigin, SourceFile, Summary, export, plot, report, table};
use anyhow::Context as _;
use clap::{Args, ValueEnum};

use super::args::{StatsFormatArg, values};
use super::error::is_closed_pipe;
use super::input;
use super::output::Output;
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
    /// Files of rows as CSV, compressed or not, or `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: StatsFormatArg,
    /// How intervals are made
    #[arg(long, value_name = "METHOD", default_value = "wilson")]
    pub(crate) ci: Method,
    /// How sure intervals are, in percent
    #[arg(long, value_name = "PERCENT", default_value = "95", value_parser = values::level)]
    pub(crate) level: f64,
    /// Print rows instead, as they are: those with one of these results, such as `not-17` or `lost,open`
    #[arg(long, value_name = "RESULT", value_delimiter = ',', conflicts_with = "format")]
    pub(crate) rows: Vec<RowFilterArg>,
    /// Write plots of shares and distributions
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,
    /// Write a report: tables, plots, and the hardest deals with how to solve them again; it names its command and date
    #[arg(long, value_name = "FILE.html")]
    pub(crate) report: Option<PathBuf>,
    /// How many of the hardest deals the report lists
    #[arg(long, value_name = "N", default_value = "20", value_parser = values::up_to_10_000)]
    pub(crate) hardest: usize,
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
    let to_plot = arguments.plot.as_deref().map(|path| open_picture(path, "svg")).transpose()?;
    let to_report = arguments.report.as_deref().map(|path| open_picture(path, "html")).transpose()?;
    let confidence = Confidence::new(arguments.ci, arguments.level).unwrap_or_default();
    let mut summary = Summary::new(arguments.hardest);
    let mut printer = RowPrinter::new(&arguments.rows, terminal);
    // The files are written even if the reader of standard output has closed it.
    let mut printed = Ok(());
    for path in &arguments.files {
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
    if let Some(output) = to_plot {
        output.write(&plot::summary(&summary, confidence)?, terminal)?;
    }
    if let Some(output) = to_report {
        output.write(&report(&summary, confidence, &origin()?)?, terminal)?;
    }
    if arguments.rows.is_empty() {
        match arguments.format {
            StatsFormatArg::Text => terminal.print(&table::to_text(&summary, Some(confidence))),
            StatsFormatArg::Markdown => terminal.print(&table::to_markdown(&summary, confidence)),
            StatsFormatArg::Csv => print_raw(export::to_csv(&summary, confidence)),
            StatsFormatArg::Json => print_raw(&*escape_json(&export::to_json(&summary, confidence))),
        }?;
    } else {
        printed.and_then(|()| printer.flush())?;
    }
    Ok(ExitStatus::Done)
}

/// The command of this process, and the time; `SOURCE_DATE_EPOCH` in its place makes reports reproducible.
fn origin() -> anyhow::Result<ReportOrigin> {
    let arguments = std::env::args_os().skip(1).map(|argument| shell_word(&argument.to_string_lossy()));
    let command = std::iter::once("solomids".into()).chain(arguments).collect::<Vec<_>>().join(" ");
    let seconds = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(seconds) => {
            let seconds = seconds.parse().ok().filter(|&seconds| seconds < END_OF_TIME);
            seconds.context("the variable SOURCE_DATE_EPOCH is no number of seconds since 1970")?
        }
        Err(_) => SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs(),
    };
    Ok(ReportOrigin { command, date: date_in_words(seconds) })
}

/// A word as a shell takes it, in quotes where it needs them.
fn shell_word(word: &str) -> String {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"+-./:=@_,%".contains(&b);
    if !word.is_empty() && word.bytes().all(is_plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Date and time in UTC, from the seconds since 1970.
fn date_in_words(seconds: u64) -> String {
    // Days since the first of March of the year 0, from which leap days come last in a year, and last or never in centuries. The
    // calendar repeats after 400 years.
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // From March on, five months have 153 days.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    let [hour, minute, second] = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60];
    format!("{:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z", 400 * era + year)
}

/// Opens a picture file, which must have this extension: each run replaces it, and a file of rows must not be lost.
fn open_picture(path: &Path, extension: &str) -> anyhow::Result<Output> {
    let has_extension = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(extension));
    // A pipe or a device holds no rows; a folder gets its message below.
    let is_no_file = || path.metadata().is_ok_and(|found| !found.is_file());
    if path != Path::new("-") && !has_extension && !is_no_file() {
        let message = format!("`{}` does not end in .{extension}", path.display());
        let help = "give a name that does: files with other endings are never replaced";
        return refuse(message, help);
    }
    let output = Output::open(path.as_os_str())?;
    if output.is_stdout() {
        let help = format!("name a file that ends in .{extension}");
        return refuse("standard output is for the table", help);
    }
    Ok(output)
}

pub(super) struct RowSource {
    pub(super) name: String,
    pub(super) header: Vec<String>,
    meta: Option<Meta>,
    pub(super) rows: RowReader,
}

pub(super) enum RowReader {
    /// Of a file with a sidecar, checked as `merge` checks it.
    Checked(Box<CheckedRows<BatchRows>>),
    /// Of any CSV with the columns of a batch.
    Free(Box<Rows<Box<dyn BufRead>>>),
}

/// Use of a row and its fields.
pub(super) type AddRow<'a> = dyn FnMut(&Row, Vec<String>) -> anyhow::Result<()> + 'a;

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
    let source = compression::decompressed(source).with_context(|| format!("cannot read `{name}`"))?;
    let rows = Rows::new(source, Path::new(&name))?;
    Ok(RowSource { header: rows.header().to_vec(), name, meta: None, rows: RowReader::Free(rows.into()) })
}

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
    fn dates_are_those_of_the_calendar() {
        for (seconds, date) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_767_225_599, "2025-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (END_OF_TIME - 1, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(date_in_words(seconds), date);
        }
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        let words = ["", "a/b-1.csv", "it's", "$x y"].map(shell_word);
        assert_eq!(words, ["''", "a/b-1.csv", r"'it'\''s'", "'$x y'"]);
    }
}
