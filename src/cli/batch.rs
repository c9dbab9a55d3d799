//! `batch`: solves many deals, one CSV row each, then prints a summary.

mod plan;
mod progress;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::batch::{self, BatchRows, RowFormat, ShardFiles};
use crate::numbers::counted;
use crate::series::{End, Event, Note, Shard, can_replace, is_same_file, log_path, real_path};
use crate::stats::{Confidence, table};
use clap::Args;

use self::plan::plan;
pub(super) use self::progress::duration_in_words;
use self::progress::{BatchProgress, BatchTally};
use super::args::{DealerArg, values};
use super::output::check_folder;
use super::rows::RowsArgs;
use super::{CommandResult, ExitStatus, SearchSettings, Terminal, refuse};

/// Solve many deals, one CSV row each, then a summary
///
/// The rows are the same bytes for any number of threads, in any shards once merged, and after any
/// interruption once resumed. The memory given by --memory is that of the tables of all searches together; what
/// the process takes is not measured, for rows would depend on it. Exit status: 0 done, 130 interrupted,
/// 2 for errors or if a deal failed.
///
/// --resume with larger limits spends more on what the old ones have left undecided: the file becomes what a
/// whole run with the new limits would have made.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids batch --seed 1 --count 1000 --out deals.csv
  solomids batch --seed 1 --count 1000000 --shard 3/100 --out part-3.csv --resume
  solomids batch --dealer web --count 500 --max-nodes 100000 > web.csv
  solomids batch --seed 1 --count 1000 --max-nodes 10000 --out quick.csv
  solomids batch --seed 1 --count 1000 --max-nodes 1000000 --out quick.csv --resume
  solomids deal --seed 7 --count 20 | solomids batch -")]
#[command(mut_arg("out", |out| out.help("\
Where the rows go; standard output by default. FILE.jsonl (JSON lines) is written beside FILE.csv once all rows are there")))]
pub(crate) struct BatchArgs {
    /// Deals or positions to solve, one a line, rows joined by `/`: a file, or `-` for standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["seed", "dealer"])]
    pub(crate) file: Option<OsString>,
    /// Which dealer deals
    #[arg(long, value_name = "DEALER", help_heading = "Deals", default_value = "tabletop")]
    pub(crate) dealer: DealerArg,
    /// Seed of the tabletop dealer, from 0 to 2^64 - 1
    #[arg(long, value_name = "S", help_heading = "Deals", value_parser = values::seed)]
    pub(crate) seed: Option<u64>,
    /// Number of the first deal, from 0; a seed of the web page
    #[arg(long, value_name = "A", help_heading = "Deals", value_parser = values::index, default_value = "0")]
    pub(crate) start: u64,
    /// How many deals to solve; by default all those of FILE
    #[arg(long, value_name = "N", help_heading = "Deals", value_parser = values::count)]
    pub(crate) count: Option<u64>,
    /// Only the deals with these indices, one a line: a file, or `-` for standard input
    #[arg(long, value_name = "FILE", help_heading = "Deals", conflicts_with_all = ["start", "count"])]
    pub(crate) indices: Option<OsString>,
    /// Only one of N parts of these, each as large as the others: I is from 1 to N
    #[arg(long, value_name = "I/N", help_heading = "Deals")]
    pub(crate) shard: Option<Shard>,
    #[command(flatten)]
    pub(crate) to: RowsArgs,
    /// Leave the column `deal` out, which takes most of the bytes: seed and index determine it
    #[arg(long, conflicts_with = "file")]
    pub(crate) without_deals: bool,
    #[command(flatten)]
    pub(crate) columns: ColumnArgs,
}

/// Columns of a batch after the usual ones.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ColumnArgs {
    /// A column with the line found, as a share string
    #[arg(long)]
    pub(crate) save_lines: bool,
    /// A column with the microseconds of each search, which differ from run to run
    #[arg(long)]
    pub(crate) timings: bool,
    /// Columns with how hard each deal is for a person, and what that rests on
    #[arg(long)]
    pub(crate) difficulty: bool,
}

pub(super) fn run(arguments: &BatchArgs, settings: &SearchSettings, terminal: Terminal) -> CommandResult {
    let output = BatchOutput::new(&arguments.to)?;
    let plan = plan(arguments, &output, settings, terminal)?;
    let rows = BatchRows::new(&plan);
    let options = settings.run_options()?;
    let total = rows.meta().part.rows;
    let mut tally = BatchTally::new(&rows)?;
    let mut file = output.rows.open(&rows, &mut |row| tally.add(&row))?;
    if tally.done > 0 {
        terminal.note(&format!("{} of {total} rows are there already", tally.done));
    }
    let progress = &mut BatchProgress::new(terminal, total, tally.done);
    let ran = batch::run(&plan, &options, &mut file, &mut |event| match event {
        Event::Row(row, note) => {
            if let Some(Note::Failed(message)) = note {
                progress.broken(row, message);
            }
            tally.add(row);
        }
        Event::Progress { elapsed, longest } => progress.show(&tally, elapsed, longest),
    });
    progress.clear();
    let end = ran?;
    file.close()?;
    let report = BatchReport { tally, total, end, threads: options.threads };
    report.print_summary(terminal);
    let status = report.status(&output.rows, terminal)?;
    if status == ExitStatus::Done {
        output.copy()?;
    }
    Ok(status)
}

#[derive(Debug, Default)]
struct BatchOutput {
    rows: RowsArgs,
    /// File in another format; it is written once all rows are there.
    copy: Option<PathBuf>,
}

impl BatchOutput {
    fn new(arguments: &RowsArgs) -> anyhow::Result<Self> {
        let &RowsArgs { ref out, resume, force } = arguments;
        let Some(out) = out else { return Ok(Self::default()) };
        let rows = RowsArgs { out: Some(RowFormat::csv_of(out)), resume, force };
        let format = match RowFormat::of(&real_path(out)) {
            // The system says why a folder or a device takes no rows.
            Err(_) if out.exists() && !out.is_file() => RowFormat::Csv,
            format => format?,
        };
        if format == RowFormat::Csv {
            return Ok(Self { rows: RowsArgs { out: Some(out.clone()), ..rows }, copy: None });
        }
        check_folder(out)?;
        can_replace(out)?;
        if out.exists() && !force && !resume {
            let help = "--resume and --force replace it, or choose another name";
            return refuse(format!("`{}` exists", out.display()), help);
        }
        Ok(Self { rows, copy: Some(out.clone()) })
    }

    /// Makes the copy, if there is to be one, of all rows.
    fn copy(&self) -> anyhow::Result<()> {
        let (Some(rows), Some(copy)) = (&self.rows.out, &self.copy) else { return Ok(()) };
        Ok(ShardFiles::check(std::slice::from_ref(rows), true)?.save(copy, true)?)
    }

    /// Whether an input is the copy, and would be lost.
    fn overwrites(&self, input: Option<&Path>) -> bool {
        input.zip(self.copy.as_deref()).is_some_and(|(input, copy)| is_same_file(input, copy))
    }
}

struct BatchReport {
    tally: BatchTally,
    /// Number of rows of a finished batch.
    total: u64,
    end: End,
    threads: usize,
}

impl BatchReport {
    fn print_summary(&self, terminal: Terminal) {
        let Self { tally, end, threads, .. } = self;
        if terminal.is_quiet() || tally.done == 0 {
            return;
        }
        let summary = table::to_text(&tally.summary, (!end.interrupted).then(Confidence::default));
        terminal.stderr_lines(summary.trim_end());
        let busy = end.busy.as_secs_f64() / (end.elapsed.as_secs_f64() * *threads as f64).max(1e-9);
        terminal.stderr_lines(&format!(
            "\n{} with {}, {:.1} % of that in searches",
            duration_in_words(end.elapsed),
            counted(*threads as u64, "thread"),
            busy * 100.0
        ));
    }

    /// Exit status, with a message after an interrupt.
    fn status(&self, rows: &RowsArgs, terminal: Terminal) -> CommandResult {
        let Self { tally, total, end, .. } = self;
        if end.interrupted {
            terminal.note(&match &rows.out {
                Some(path) => format!(
                    "interrupted: {} of {} kept in `{}`; the same command with --resume{} goes on",
                    tally.done,
                    counted(*total, "row"),
                    log_path(path).display(),
                    if rows.force { " in place of --force" } else { "" },
                ),
                None => format!("interrupted after {} of {total} rows", tally.done),
            });
            return Ok(ExitStatus::Interrupted);
        }
        if tally.failed() > 0 {
            anyhow::bail!(
                "the solver broke down over {}: their rows say `failed`, please report them",
                counted(tally.failed(), "deal")
            );
        }
        Ok(ExitStatus::Done)
    }
}
