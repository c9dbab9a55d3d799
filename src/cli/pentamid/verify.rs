//! `pentamid verify`: replays a game under the rules, without the prover and the engine.

use std::ffi::OsString;

use clap::{Args, ValueHint};
use solomids::pentamid::view::words;

use super::args::{self, VariantArgs};
use crate::cli::args::FormatArg;
use crate::cli::exit_status::CommandResult;
use crate::cli::terminal::Terminal;
use crate::cli::verify::{self, ReplayWords};

/// Replay a game under the rules, the one against repetition included
///
/// It reads what `play` saves and what `analyze --format json` prints, and compares what is claimed of the moves: that
/// they are legal, and how they end. It uses nothing of the prover and the engine, so it does not check that a win is
/// forced. Exit status: 0 when all moves are legal and no claim is wrong, else 2.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids pentamid verify 'L@a1 L@e5 La1-a2'
  solomids pentamid analyze --board 3 --nests 2 --format json | solomids pentamid verify -")]
pub(crate) struct VerifyArgs {
    /// Moves from the start, or a game or an analysis in JSON: a file, `-` for standard input, or the text itself
    #[arg(value_name = "GAME", value_hint = ValueHint::FilePath)]
    pub(crate) game: OsString,
    /// Let earlier states come back
    #[arg(long)]
    pub(crate) no_repetition_rule: bool,
    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: FormatArg,
}

pub(super) fn run(arguments: &VerifyArgs, variant: &VariantArgs, terminal: Terminal) -> CommandResult {
    let given = args::read(&arguments.game, variant)?;
    let (result, record) = given.verify(arguments.no_repetition_rule);
    let except = if record.end.repetition { "" } else { ", with earlier states allowed to come back" };
    let end = match &result {
        Ok(game) => words::state(game.status(), game.position().side()),
        Err(line) => line.before.position().text(&given.rules),
    };
    verify::answer(&record, &ReplayWords { under: String::new(), except, end }, arguments.format, terminal)
}
