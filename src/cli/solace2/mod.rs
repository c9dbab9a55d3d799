//! `solace2`: the commands of the solitaire Solace II.

mod args;
mod census;
mod optimum;
mod play;
mod show;
mod solve;

use clap::{Args, Subcommand};

use super::{CommandResult, CommonArgs, SearchSettings, Terminal};

/// The solitaire Solace II: solve, deal, census, optimum, verify, show, play
///
/// Three colours of pyramids are dealt as fifteen nests, a large over a medium over a small, and are to be built into
/// towers of one colour. Its rules can be read in more than one way: --reading says how.
#[derive(Args, Debug)]
#[command(
    disable_help_subcommand = true,
    after_help = "\
Examples:
  solomids solace2 solve --seed 1
  solomids solace2 play
  solomids solace2 census --reading inert --out inert.csv"
)]
pub(crate) struct Solace2Args {
    #[command(subcommand)]
    pub(crate) command: Solace2Command,
}

/// Commands of `solace2`, each with its arguments.
#[derive(Debug, Subcommand)]
pub(crate) enum Solace2Command {
    Solve(solve::SolveArgs),
    Deal(show::DealArgs),
    Census(census::CensusArgs),
    Optimum(optimum::OptimumArgs),
    Verify(show::VerifyArgs),
    Show(show::ShowArgs),
    Play(play::PlayArgs),
}

pub(super) fn run(arguments: &Solace2Args, common: &CommonArgs, terminal: Terminal) -> CommandResult {
    common.refuse_pruning("Solace II has other rules of search")?;
    let settings = || SearchSettings::new(common);
    match &arguments.command {
        Solace2Command::Solve(arguments) => solve::run(arguments, &settings(), terminal),
        Solace2Command::Deal(arguments) => show::deal(arguments, terminal),
        Solace2Command::Census(arguments) => census::run(arguments, &settings(), terminal),
        Solace2Command::Optimum(arguments) => optimum::run(arguments, &settings(), terminal),
        Solace2Command::Verify(arguments) => show::verify(arguments, terminal),
        Solace2Command::Show(arguments) => show::show(arguments, terminal),
        Solace2Command::Play(arguments) => play::run(arguments, &settings(), terminal),
    }
}
