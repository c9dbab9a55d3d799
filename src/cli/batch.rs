//! `batch`: solves many deals, one CSV row each, then prints a summary.

mod indices;
mod output;
mod plan;
mod progress;
mod tally;

use std::io;
use std::path::Path;

use solomids::batch::{self, BatchEnd, BatchEvent, Error, Reuse, RowLedger, RunOptions};
use solomids::ledger::{LedgerError, journal_path};
use solomids::numbers::counted;
use solomids::stats::{Confidence, table};

use self::output::BatchOutput;
use self::plan::plan;
use self::progress::BatchProgress;
pub(super) use self::progress::duration_in_words;
use self::tally::BatchTally;
use super::args::{BatchArgs, OutputArgs};
use super::exit_status::ExitStatus;
use super::failure::{ErrorWithHelp, of_batch};
use super::interrupt;
use super::settings::SearchSettings;
use super::terminal::Terminal;

pub(super) fn run(
    arguments: &BatchArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    let output = BatchOutput::new(&arguments.to)?;
    let plan = plan(arguments, &output, settings, terminal)?;
    let out = output.rows.as_deref();
    let reuse = arguments
        .reuse
        .as_deref()
        .map(|old| Reuse::open(&plan, old, out))
        .transpose()
        .map_err(reuse_error)?;
    let options = RunOptions {
        threads: settings.thread_count(),
        memory: settings.config.memory.bytes().unwrap_or(u64::MAX),
        interrupt: interrupt::flag()?,
        reuse: reuse.as_ref(),
    };
    let total = plan.range().count();
    let mut tally = BatchTally::new(&plan)?;
    let mut to_take = reuse.as_ref().map_or(0, Reuse::usable);
    let mut ledger = match out {
        None => RowLedger::stream(&plan, Box::new(io::stdout())),
        Some(path) if arguments.to.resume => RowLedger::resume(&plan, path, &mut |row| {
            tally.add(row);
            let has = reuse.as_ref().is_some_and(|reuse| reuse.has(row));
            to_take = to_take.saturating_sub(has.into());
        }),
        Some(path) => RowLedger::create(&plan, path, arguments.to.force),
    }
    .map_err(of_batch)?;
    if tally.done > 0 {
        terminal.note(&format!("{} of {total} rows are there already", tally.done));
    }
    if let (Some(reuse), Some(old)) = (&reuse, &arguments.reuse) {
        let usable = reuse.usable();
        terminal.note(&format!("{usable} of {total} rows are taken over from `{}`", old.display()));
    }
    let mut progress = BatchProgress::new(terminal, total, tally.done, to_take);
    let ran = batch::run(&plan, &options, &mut ledger, &mut |event| match event {
        BatchEvent::Solved(row) => tally.add(row),
        BatchEvent::Reused(row) => {
            tally.add(row);
            progress.taken();
        }
        BatchEvent::Failed { id, deal, message } => progress.broken(id, deal, message),
        BatchEvent::Progress { elapsed, longest } => progress.show(&tally, elapsed, longest),
    });
    progress.clear();
    let end = ran.map_err(of_batch)?;
    let waiting = ledger.lines().waiting().len() as u64;
    ledger.close().map_err(of_batch)?;
    let report = BatchReport { tally, total, end, waiting, threads: options.threads };
    report.print_summary(terminal);
    let status = report.status(&arguments.to, out, terminal)?;
    if status == ExitStatus::Done {
        output.copy()?;
    }
    Ok(status)
}

/// Error of `--reuse` with its advice.
fn reuse_error(error: Error) -> anyhow::Error {
    match error {
        Error::Ledger(LedgerError::NoSidecar(_)) => {
            ErrorWithHelp::new(error.to_string(), "put it back, or leave --reuse out").into()
        }
        error => of_batch(error),
    }
}

/// Result of a batch that has ended.
struct BatchReport {
    tally: BatchTally,
    /// Number of rows of a finished batch.
    total: u64,
    end: BatchEnd,
    /// Rows kept in the journal.
    waiting: u64,
    threads: usize,
}

impl BatchReport {
    fn print_summary(&self, terminal: Terminal) {
        let Self { tally, end, threads, .. } = self;
        if terminal.is_quiet() || tally.done == 0 {
            return;
        }
        let summary = if end.interrupted {
            table::interrupted_to_text(&tally.summary)
        } else {
            table::to_text(&tally.summary, Confidence::default())
        };
        terminal.stderr_line(summary.trim_end());
        let busy = end.searching.as_secs_f64() / (end.elapsed.as_secs_f64() * *threads as f64).max(1e-9);
        terminal.stderr_line(&format!(
            "\n{} with {}, {:.1} % of that in searches",
            duration_in_words(end.elapsed),
            counted(*threads as u64, "thread"),
            busy * 100.0
        ));
    }

    /// Exit status, with a message after an interrupt.
    ///
    /// # Errors
    /// Failed rows.
    fn status(
        &self,
        output: &OutputArgs,
        rows: Option<&Path>,
        terminal: Terminal,
    ) -> anyhow::Result<ExitStatus> {
        let Self { tally, total, end, waiting, .. } = self;
        if end.interrupted {
            terminal.note(&match rows {
                Some(path) => format!(
                    "interrupted: {} of {} kept{}; the same command with --resume{} goes on with `{}`",
                    tally.done,
                    counted(*total, "row"),
                    if *waiting > 0 {
                        format!(", {waiting} of them in `{}`", journal_path(path).display())
                    } else {
                        String::new()
                    },
                    if output.force { " in place of --force" } else { "" },
                    path.display()
                ),
                None => format!("interrupted after {} of {total} rows", tally.done),
            });
            return Ok(ExitStatus::Interrupted);
        }
        if tally.failed > 0 {
            anyhow::bail!(
                "the solver broke down over {}: their rows say `failed`, please report them",
                counted(tally.failed, "deal")
            );
        }
        Ok(ExitStatus::Done)
    }
}
