//! `pentamid`: the commands of the two-player game Pentamid.

mod analyze;
mod args;
mod perft;
pub(super) mod play;
mod show;
mod solve;

use args::VariantArgs;
use clap::{Args, Subcommand};

use super::{CommandResult, CommonArgs, SearchSettings, Terminal};

/// The two-player game Pentamid: analyze, solve, perft, verify, show, play
///
/// Two players drop pyramids from their nests onto a board of 5x5 squares and move them one square at a time; larger
/// pieces cover smaller ones. Who first has five visible pieces in a row wins, and no earlier state may come back.
#[derive(Args, Debug)]
#[command(
    disable_help_subcommand = true,
    after_help = "\
Examples:
  solomids pentamid play
  solomids pentamid analyze --plies 11
  solomids pentamid solve --board 3 --nests 1"
)]
pub(crate) struct PentamidArgs {
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
    #[command(subcommand)]
    pub(crate) command: PentamidCommand,
}

/// Commands of `pentamid`, each with its arguments.
#[derive(Debug, Subcommand)]
pub(crate) enum PentamidCommand {
    Perft(perft::PerftArgs),
    Analyze(analyze::AnalyzeArgs),
    Solve(solve::SolveArgs),
    Verify(show::VerifyArgs),
    Show(show::ShowArgs),
    Play(play::PlayArgs),
}

pub(super) fn run(arguments: &PentamidArgs, common: &CommonArgs, terminal: Terminal) -> CommandResult {
    common.refuse_pruning("the search of Pentamid has no such rule")?;
    let (variant, settings) = (&arguments.variant, &SearchSettings::new(common));
    match &arguments.command {
        PentamidCommand::Perft(arguments) => perft::run(arguments, variant, settings, terminal),
        PentamidCommand::Analyze(arguments) => analyze::run(arguments, variant, settings, terminal),
        PentamidCommand::Solve(arguments) => solve::run(arguments, variant, settings, terminal),
        PentamidCommand::Verify(arguments) => show::verify(arguments, variant, terminal),
        PentamidCommand::Show(arguments) => show::show(arguments, variant, terminal),
        PentamidCommand::Play(arguments) => play::run(arguments, variant, settings, terminal),
    }
}
