//! `status`: how far a batch is that is solved in shards.

use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use serde::Serialize;
use solomids::batch::{BatchStatus, ShardStatus};
use solomids::numbers::{counted, grouped};
use solomids::stats::TextTable;

use super::args::{FormatArg, StatusArgs};
use super::batch::duration_in_words;
use super::exit_status::ExitStatus;
use super::failure::{ErrorWithHelp, of_batch};
use super::terminal::Terminal;

/// Version of the JSON format.
const SCHEMA: u32 = 1;

/// Most missing shards whose numbers are in the JSON format.
const LISTED: usize = 10_000;

/// State of the file of a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum ShardState {
    /// All rows are there.
    Done,
    /// A process writes it.
    Running,
    /// No process writes it, and rows are missing.
    Stopped,
    /// No row was added for a long time, and it is not known that no process writes it.
    Stuck,
    /// Rows are missing, and the file system knows no locks.
    Unfinished,
}

impl ShardState {
    const ALL: [Self; 5] = [Self::Done, Self::Running, Self::Stopped, Self::Stuck, Self::Unfinished];

    fn of(file: &ShardStatus, stuck: Duration) -> Self {
        match file.locked {
            _ if file.complete => Self::Done,
            Some(false) => Self::Stopped,
            _ if file.idle >= stuck => Self::Stuck,
            Some(true) => Self::Running,
            None => Self::Unfinished,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Running => "running",
            Self::Stopped => "stopped",
            Self::Stuck => "stuck",
            Self::Unfinished => "unfinished",
        }
    }
}

/// Answer of `status --format json`.
#[derive(Serialize)]
struct StatusRecord<'a> {
    schema: u32,
    complete: bool,
    /// Rows of the complete batch.
    rows: u64,
    /// Rows that are there, those that wait for their turn included.
    finished: u64,
    files: Vec<ShardRecord<'a>>,
    /// Number of shards without a file.
    missing_count: u64,
    /// Their numbers, at most the first [`LISTED`].
    missing: Vec<u64>,
}

/// A file within the answer of `status --format json`.
#[derive(Serialize)]
struct ShardRecord<'a> {
    file: &'a Path,
    shard: Option<String>,
    state: ShardState,
    first: u64,
    rows: u64,
    written: u64,
    waiting: u64,
    /// Index of the first row that is missing.
    next: Option<u64>,
    idle_seconds: u64,
}

pub(super) fn run(arguments: &StatusArgs, terminal: Terminal) -> anyhow::Result<ExitStatus> {
    if arguments.files.iter().any(|path| path.as_os_str() == "-") {
        let help = "name the files: what lies beside them says which batch they belong to";
        return Err(ErrorWithHelp::new("status reads no standard input", help).into());
    }
    let status = BatchStatus::read(&arguments.files).map_err(of_batch)?;
    let answer = match arguments.format {
        FormatArg::Text => text(&status, arguments.stuck),
        FormatArg::Json => serde_json::to_string(&record(&status, arguments.stuck))? + "\n",
    };
    terminal.answer(&answer)?;
    Ok(if status.is_complete() { ExitStatus::Done } else { ExitStatus::Undecided })
}

fn record(status: &BatchStatus, stuck: Duration) -> StatusRecord<'_> {
    let files = status.files.iter().map(|file| ShardRecord {
        file: &file.path,
        shard: file.shard.map(|shard| shard.to_string()),
        state: ShardState::of(file, stuck),
        first: file.first,
        rows: file.rows,
        written: file.written,
        waiting: file.waiting,
        next: file.next,
        idle_seconds: file.idle.as_secs(),
    });
    StatusRecord {
        schema: SCHEMA,
        complete: status.is_complete(),
        rows: status.rows,
        finished: status.finished(),
        files: files.collect(),
        missing_count: status.missing_count(),
        missing: status.missing.iter().cloned().flatten().take(LISTED).collect(),
    }
}

/// A table of the files that are not done, the counts of all, and which shards are to be run again.
fn text(status: &BatchStatus, stuck: Duration) -> String {
    let states: Vec<ShardState> = status.files.iter().map(|file| ShardState::of(file, stuck)).collect();
    let mut table = TextTable::new(&["file", "shard", "rows", "of", "next index", "last row", "state"]);
    for (file, state) in status.files.iter().zip(&states).filter(|(file, _)| !file.complete) {
        table.rows.push(vec![
            file.path.display().to_string(),
            file.shard.map_or_else(|| "-".into(), |shard| shard.to_string()),
            grouped(file.finished()),
            grouped(file.rows),
            file.next.map_or_else(|| "-".into(), |index| index.to_string()),
            format!("{} ago", duration_in_words(file.idle)),
            state.name().into(),
        ]);
    }
    let mut text = if table.rows.is_empty() { String::new() } else { table.to_text() + "\n" };
    let counts = ShardState::ALL.into_iter().map(|state| {
        let count = states.iter().filter(|&&other| other == state).count() as u64;
        (count, state.name())
    });
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
    let stopped = status.files.iter().zip(&states).filter(|&(_, &state)| state == ShardState::Stopped);
    let stopped = stopped.filter_map(|(file, _)| file.shard).map(|span| span.first()..=span.last());
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
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn ranges_that_touch_become_one() {
        assert_eq!(ranges(vec![9..=10, 2..=3, 7..=7, 1..=1]), "1-3,7,9-10");
        assert_eq!(ranges(vec![2..=u64::MAX, 4..=4]), format!("2-{}", u64::MAX));
    }

    #[test]
    fn a_shard_without_new_rows_is_stuck_unless_it_has_stopped() {
        let stuck = Duration::from_mins(1);
        let state = |complete, locked, seconds| {
            let idle = Duration::from_secs(seconds);
            let path = PathBuf::from("part.csv");
            let next = Some(2);
            let (first, rows, written, waiting) = (0, 9, 2, 1);
            let file = ShardStatus {
                path,
                shard: None,
                first,
                rows,
                next,
                written,
                waiting,
                complete,
                locked,
                idle,
            };
            ShardState::of(&file, stuck).name()
        };
        assert_eq!(state(true, Some(false), 99), "done");
        assert_eq!(state(false, Some(false), 99), "stopped");
        assert_eq!(state(false, Some(true), 59), "running");
        assert_eq!(state(false, Some(true), 60), "stuck");
        assert_eq!(state(false, None, 59), "unfinished");
        assert_eq!(state(false, None, 60), "stuck");
    }
}
