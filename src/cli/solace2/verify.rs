//! `solace2 verify`: replays a line under the rules and scores it, without the solver.

use clap::Args;
use solomids::numbers::counted;
use solomids::solace2::game::IllegalLine;

use super::args::{self, StartArgs};
use crate::cli::args::FormatArg;
use crate::cli::exit_status::CommandResult;
use crate::cli::terminal::Terminal;
use crate::cli::verify::{self, ReplayWords};

/// Replay a line under the rules and score it
///
/// Uses nothing of the solver. Exit status: 0 when all moves are legal and nothing that is claimed of the line is
/// wrong, else 2.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids solace2 verify --seed 1 --moves 'L-1>2 M-1>3'
  solomids solace2 solve --seed 1 --format json | solomids solace2 verify -")]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: FormatArg,
}

pub(super) fn run(arguments: &VerifyArgs, terminal: Terminal) -> CommandResult {
    let (reading, result, record) = args::read(&arguments.start)?.verify();
    let end = match &result {
        Ok(end) => format!("Score {}: {} on the table", end.score(), counted(end.score().into(), "tower")),
        Err(IllegalLine { before, .. }) => format!("score {}", before.score()),
    };
    let under = format!(" under the reading {}", reading.name());
    verify::answer(&record, &ReplayWords { under, except: "", end }, arguments.format, terminal)
}
