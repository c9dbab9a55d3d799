//! `verify`: replays a line under the rules and scores it, without the solver; and what all games report of a replayed line.

use std::ffi::OsString;

use crate::fault::Illegal;
use crate::game::{IllegalLine, Position};
use crate::kit::claims::ReplayRecord;
use crate::kit::foreign::shown;
use crate::numbers::counted;
use clap::{Args, ValueHint};
use serde::Serialize;

use super::args::LineArgs;
use super::certificate;
use super::start;
use super::{CommandResult, ExitStatus, FormatArg, SearchSettings, Terminal};

/// Replay a line under the rules and score it
///
/// Uses nothing of the solver. Exit status: 0 when all moves are legal and nothing that is claimed of the line is
/// wrong, else 2. With --certificate: 0 accepted, 4 refused, 3 not enough memory, 2 for errors.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids verify '0_S-B9>B10, M-B10>B9'
  solomids verify '_S-B9>B10' --deal deal.txt
  solomids solve --web-seed 0 --format json | solomids verify -")]
#[command(group(clap::ArgGroup::new("game").args(["line", "share", "certificate"]).required(true).multiple(true)))]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) played: LineArgs,
    /// Check a certificate, as `solve --certificate` writes it, in place of a line; `-` reads it from standard input, and
    /// a deal, or the position after a line, is compared with its own
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) certificate: Option<OsString>,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: FormatArg,
}

/// Words about a replayed line.
pub(super) struct ReplayWords {
    /// The rules of the replay, after `Legal` or `Illegal`.
    pub(super) under: String,
    /// What the rules leave out, after the number of moves.
    pub(super) except: &'static str,
    /// The end of the line, or the position before its illegal move.
    pub(super) end: String,
}

/// Prints a record or the words about it. The status is that of bad input if a move is illegal or a claim is wrong.
pub(super) fn answer<H: Serialize, E: Serialize>(
    record: &ReplayRecord<H, E>,
    words: &ReplayWords,
    format: FormatArg,
    terminal: Terminal,
) -> CommandResult {
    terminal.answer_as(format, || Ok(to_text(record, words)), || Ok(record))?;
    Ok(if record.is_valid() { ExitStatus::Done } else { ExitStatus::Bad })
}

fn to_text<H, E>(record: &ReplayRecord<H, E>, ReplayWords { under, except, end }: &ReplayWords) -> String {
    if let Some(Illegal { ply, mv, reason }) = &record.illegal {
        let (mv, reason) = (shown(mv), shown(reason));
        return format!("Illegal{under}: move {ply}, {mv}: {reason}\nBefore it: {end}\n");
    }
    let legal = match record.moves {
        0 => "No moves".into(),
        1 => format!("Legal{under}: the only move"),
        n => format!("Legal{under}: all {n} moves"),
    };
    let wrong =
        record.contradictions.iter().map(|contradiction| format!("Wrong: {}\n", shown(contradiction)));
    format!("{legal}{except}\n{end}\n{}", wrong.collect::<String>())
}

pub(super) fn run(arguments: &VerifyArgs, settings: &SearchSettings, terminal: Terminal) -> CommandResult {
    if let Some(path) = &arguments.certificate {
        return certificate::verify(path, &arguments.played, arguments.format, settings, terminal);
    }
    let (result, record) = start::read_line(&arguments.played, terminal)?.verify();
    let end = match &result {
        Ok(end) => format!("Score {}: {}", end.score(), progress_in_words(end)),
        Err(IllegalLine { before, .. }) => progress_in_words(before),
    };
    let words = ReplayWords { under: String::new(), except: "", end };
    answer(&record, &words, arguments.format, terminal)
}

/// Formats the progress of a game: `15 trees banked, a win, 1 swap used`.
pub(super) fn progress_in_words(position: &Position) -> String {
    let trees = counted(position.trees_banked().into(), "tree");
    let swaps = counted(position.swaps_used().into(), "swap");
    let won = if position.is_won() { ", a win" } else { "" };
    format!("{trees} banked{won}, {swaps} used")
}
