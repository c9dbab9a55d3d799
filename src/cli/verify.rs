//! `verify`: replays a line under the rules and scores it, without the solver, or checks a certificate.

use std::ffi::OsString;

use clap::Args;

use super::args::LineArgs;
use super::certificate;
use super::front;
use super::start;
use super::{CommandResult, FormatArg, SearchSettings, Terminal};

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
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<OsString>,
    /// What to print
    #[arg(long, value_name = "FORMAT", help_heading = "Output", default_value = "text")]
    pub(crate) format: FormatArg,
}

pub(super) fn run(arguments: &VerifyArgs, settings: &SearchSettings, terminal: Terminal) -> CommandResult {
    if let Some(path) = &arguments.certificate {
        return certificate::verify(path, &arguments.played, arguments.format, settings, terminal);
    }
    front::verify(&start::read_line(&arguments.played, terminal)?, arguments.format, terminal)
}
