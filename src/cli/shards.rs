//! `merge` and `status`: the shards of a batch, joined into one file, and how far they are.

use std::fmt::Write as _;
use std::io;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use crate::batch::{self, BestRows, Row, RowFormat, ShardFiles};
use crate::numbers::{counted, grouped};
use crate::series::{Error, FileState, SeriesStatus, is_same_file, real_path, sidecar_path};
use crate::stats::TextTable;
use clap::Args;

use super::output::Target;
use super::stats::{RowSource, add_rows, open_rows};
use super::{CommandResult, ErrorWithHelp, ExitStatus, SearchSettings, Terminal, cannot_write, refuse};

/// Put the shards of one batch into one file
///
/// The file is the same bytes as that of a single run. Gaps, overlaps and files of different batches are
/// refused by name. With --best the files are of several searches of the same deals.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids merge part-*.csv --out deals.csv
  solomids merge --best quick.csv.gz again.csv --out deals.csv.gz")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct MergeArgs {
    /// The files of all shards, in any order, each with its sidecar next to it; .csv.gz as `batch` made it with that of the .csv
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Where the rows go: a file that ends in .csv, .csv.gz or .jsonl (JSON lines); standard output by default, as CSV
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace the file of --out if it exists
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Merge shards that follow each other although others are missing; what comes out can be merged with those later
    #[arg(long)]
    pub(crate) partial: bool,
    /// Leave the column `deal` out
    #[arg(long)]
    pub(crate) without_deals: bool,
    /// Of each deal take the row with the closest bounds, whatever the versions and limits of the searches; the files may be
    /// compressed and need no sidecars, and none is written
    #[arg(long, conflicts_with = "partial")]
    pub(crate) best: bool,
}

/// Tell how far a batch is: which shards are done, running, stopped or missing
///
/// Lists the shards that are not done, and their numbers as `sbatch --array` takes them. Rows are counted, not
/// checked, and the files may be in use. Exit status: 0 if all rows are there, 3 if some are not, 2 for errors.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids status part-*.csv*
  solomids status part-*.csv* && solomids merge part-*.csv --out deals.csv")]
pub(crate) struct StatusArgs {
    /// The files of a batch, finished or not (FILE.csv or FILE.csv.part), each with its sidecar next to it; those that do not
    /// exist count as missing
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
}

pub(super) fn merge(arguments: &MergeArgs, settings: &SearchSettings, terminal: Terminal) -> CommandResult {
    refuse_standard_input(&arguments.files, "merge")?;
    // What this build cannot write is said before any row is read.
    let format = arguments.out.as_deref().map_or(Ok(RowFormat::Csv), |out| RowFormat::of(&real_path(out)))?;
    if arguments.partial && format != RowFormat::Csv {
        let help = "give the file a name that ends in .csv";
        return refuse("what --partial writes is merged later, and only .csv has a sidecar", help);
    }
    settings.start_threads()?;
    if arguments.best {
        return best(arguments, terminal);
    }
    let mut parts = ShardFiles::check(&arguments.files, arguments.partial)?;
    if arguments.without_deals {
        parts = parts.without_deals()?;
    }
    match &arguments.out {
        None => parts.write(&mut io::stdout()),
        Some(path) => parts.save(path, arguments.force),
    }
    .map_err(|error| match error {
        Error::Exists(_) => {
            ErrorWithHelp::new(error.to_string(), "--force replaces it, or choose another name").into()
        }
        // The advice of a batch on a full disk is --resume, which `merge` does not have.
        error if error.is_full() => anyhow::anyhow!("{:#}", anyhow::Error::from(error)),
        error => error.into(),
    })?;
    if let Some(path) = &arguments.out {
        let files = counted(arguments.files.len() as u64, "file");
        terminal.note(&format!("{} of {files} in `{}`", counted(parts.rows(), "row"), path.display()));
    }
    Ok(ExitStatus::Done)
}

/// Of each deal the row with the best answer.
fn best(arguments: &MergeArgs, terminal: Terminal) -> CommandResult {
    let &MergeArgs { ref files, ref out, force, without_deals, .. } = arguments;
    if let Some(path) = out.as_deref().filter(|path| path.exists() && !force) {
        let message = format!("`{}` exists", path.display());
        return refuse(message, "--force replaces it, or choose another name");
    }
    if let Some(path) = out.as_deref().filter(|path| sidecar_path(&real_path(path)).exists()) {
        let message = format!("`{}` holds a batch, which its sidecar describes", path.display());
        return refuse(message, "choose another name");
    }
    if let Some(path) = out.as_deref().filter(|out| files.iter().any(|file| is_same_file(file, out))) {
        let message = format!("`{}` cannot be both read and written", path.display());
        return refuse(message, "choose another file for all rows");
    }
    let target = out.as_deref().map(|path| Target::new(path, None)).transpose()?;
    let mut best = BestRows::default();
    for path in files {
        let RowSource { name, header, rows, .. } = open_rows(path)?;
        best.begin(&header);
        let mut add = |row: &Row, _| {
            best.add(row.clone()).map_err(|message| {
                let help = "give files of one dealer and seed; rows that contradict each other are a defect of a solver: report them";
                ErrorWithHelp::new(format!("`{name}`: {message}"), help).into()
            })
        };
        add_rows(rows, &name, terminal, &mut add)?;
    }
    match out.as_deref().zip(target) {
        None => best.write(RowFormat::Csv, without_deals, &mut io::stdout()).map_err(cannot_write)?,
        Some((path, target)) => {
            let format = RowFormat::of(&real_path(path))?;
            target.write_with(terminal, |file| {
                best.write(format, without_deals, &mut io::BufWriter::new(file))
            })?;
            terminal.note(&format!("{} in `{}`", best.counts(), path.display()));
        }
    }
    Ok(ExitStatus::Done)
}

pub(super) fn status(arguments: &StatusArgs, terminal: Terminal) -> CommandResult {
    refuse_standard_input(&arguments.files, "status")?;
    let status = batch::status(&arguments.files)?;
    terminal.answer(&text(&status))?;
    Ok(if status.is_complete() { ExitStatus::Done } else { ExitStatus::Undecided })
}

fn refuse_standard_input(files: &[PathBuf], command: &str) -> Result<(), ErrorWithHelp> {
    if files.iter().all(|path| path.as_os_str() != "-") {
        return Ok(());
    }
    let help = "name the files: what lies beside them says which batch they belong to";
    Err(ErrorWithHelp::new(format!("{command} reads no standard input"), help))
}

/// A table of the files that are not done, the counts of all, and which shards are to be run again.
fn text(status: &SeriesStatus) -> String {
    let mut table = TextTable::new(&["file", "shard", "rows", "of", "state"]);
    for file in status.files.iter().filter(|file| file.state != FileState::Done) {
        table.rows.push(vec![
            file.path.display().to_string(),
            file.shard.map_or_else(|| "-".into(), |shard| shard.to_string()),
            grouped(file.finished),
            grouped(file.rows),
            file.state.name().into(),
        ]);
    }
    let mut text = if table.rows.is_empty() { String::new() } else { table.to_text() + "\n" };
    let counts = FileState::ALL
        .into_iter()
        .map(|(state, name)| (status.files.iter().filter(|file| file.state == state).count() as u64, name));
    let missing = status.missing_count();
    let counts: Vec<String> = counts
        .chain([(missing, "missing")])
        .filter(|&(count, _)| count > 0)
        .map(|(count, name)| format!("{} {name}", grouped(count)))
        .collect();
    let kind = if status.files.iter().any(|file| file.shard.is_some()) { "shards" } else { "files" };
    let _ = writeln!(
        text,
        "{} of {}; {kind}: {}",
        grouped(status.finished()),
        counted(status.rows, "row"),
        counts.join(", ")
    );
    let stopped = status.files.iter().filter(|file| file.state == FileState::Stopped);
    let stopped = stopped.filter_map(|file| file.shard).map(|shard| shard.number()..=shard.number());
    let again: Vec<_> = stopped.chain(status.missing.iter().cloned()).collect();
    if !again.is_empty() {
        let _ = writeln!(text, "To be run: shards {}", ranges(again));
    }
    text
}

/// Ranges of numbers in ascending order, joined where they touch, as `sbatch --array` takes them: `1,4-6`.
fn ranges(mut ranges: Vec<RangeInclusive<u64>>) -> String {
    ranges.sort_unstable_by_key(|range| *range.start());
    let mut joined: Vec<(u64, u64)> = Vec::new();
    for (first, last) in ranges.into_iter().map(RangeInclusive::into_inner) {
        match joined.last_mut() {
            Some(before) if first <= before.1.saturating_add(1) => before.1 = before.1.max(last),
            _ => joined.push((first, last)),
        }
    }
    let shown = joined.iter().map(
        |(first, last)| {
            if first == last { first.to_string() } else { format!("{first}-{last}") }
        },
    );
    shown.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_touch_become_one() {
        assert_eq!(ranges(vec![9..=10, 2..=3, 7..=7, 1..=1]), "1-3,7,9-10");
        assert_eq!(ranges(vec![2..=u64::MAX, 4..=4]), format!("2-{}", u64::MAX));
    }
}
