//! `solace2 census`: every class of deals, solved, and the exact distribution of best scores.

mod rows;
mod table;

use std::io;

use solomids::numbers::{counted, grouped};
use solomids::solace2::census::{self, Census, CensusEnd, CensusEvent, classes};

use self::rows::{CensusMeta, parse};
use self::table::CensusTally;
use super::limits;
use crate::cli::args::Solace2CensusArgs;
use crate::cli::exit_status::ExitStatus;
use crate::cli::interrupt;
use crate::cli::row_file::{RowFile, of_rows};
use crate::cli::search::LimitNames;
use crate::cli::settings::SearchSettings;
use crate::cli::terminal::{Terminal, unless_closed};

pub(super) fn run(
    arguments: &Solace2CensusArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    let Solace2CensusArgs { stashes, ref out, resume, force, format, .. } = *arguments;
    let reading = arguments.reading.reading.unwrap_or_default();
    let threads = settings.thread_count();
    let interrupt = interrupt::flag()?;
    let classes = classes(stashes);
    let mut tally = CensusTally::new(reading, stashes, classes.len());
    let meta = CensusMeta::new(reading, &classes);
    let mut rows = match out {
        None => RowFile::stream(meta, Box::new(io::stdout())),
        Some(path) if resume => {
            RowFile::resume(meta, path, |line| parse(&classes, line), |row| tally.add(&row))
        }
        Some(path) => RowFile::create(meta, path, force),
    }
    .map_err(of_rows)?;
    if tally.done() > 0 {
        let (done, all) = (grouped(tally.done()), grouped(classes.len() as u64));
        terminal.note(&format!("{done} of {all} classes are there already"));
    }
    let wanted: Vec<usize> = rows.missing().map(|place| place as usize).collect();
    let bar = terminal.bar(classes.len() as u64);
    let taken = Census {
        classes: &classes,
        reading,
        limits: limits(settings, threads, interrupt),
        wanted: &wanted,
        threads,
    };
    let ended = census::run(&taken, |event| {
        match event {
            CensusEvent::Row(row) => {
                rows.put(row.class as u64, (row.to_csv() + "\n").as_bytes())?;
                tally.add(&row);
            }
            CensusEvent::Tick => {
                rows.flush_now_and_then()?;
                if let Some(bar) = &bar {
                    bar.set_position(tally.done());
                    bar.set_message(tally.shares_in_words());
                }
            }
        }
        Ok(())
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    let end = ended.map_err(of_rows)?;
    rows.close().map_err(of_rows)?;
    let table = tally.table(&end, format)?;
    // Standard output has the rows where they go to no file.
    match out {
        Some(_) => unless_closed(terminal.print(&table))?,
        None => terminal.note(table.trim_end()),
    }
    Ok(status(&end, arguments, settings, terminal))
}

/// The exit status, with a message where classes are missing.
fn status(
    end: &CensusEnd,
    arguments: &Solace2CensusArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> ExitStatus {
    let again = if arguments.out.is_some() { "; the same command with --resume goes on" } else { "" };
    if end.interrupted {
        terminal.note(&format!("interrupted{again}"));
        return ExitStatus::Interrupted;
    }
    let Some(first) = end.undecided.first() else { return ExitStatus::Done };
    terminal.note(&format!(
        "{} not decided; the first is number {}, between {} and {}, stopped by {}{}",
        counted_classes(end.undecided.len()),
        first.class,
        first.lower,
        first.upper,
        LimitNames::of(settings).name(first.stopped),
        if again.is_empty() { "" } else { "; --resume with a larger limit tries again" }
    ));
    ExitStatus::Undecided
}

/// Number of classes with the verb that follows: `1 class is`, `3 classes are`.
fn counted_classes(count: usize) -> String {
    if count == 1 { "1 class is".into() } else { format!("{} classes are", grouped(count as u64)) }
}

/// Number of nodes in words.
fn nodes(count: u64) -> String {
    counted(count, "node")
}
