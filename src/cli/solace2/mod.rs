//! `solace2`: the commands of the solitaire Solace II.
//!
//! - [`start`]: the deal, the moves played and the reading that the arguments name; errors of its notation.
//! - What is printed as JSON and read back is in [`solomids::solace2::record`].
//! - [`search`]: limits, threads and progress of a search.
//! - One file for each command.

mod census;
mod deal;
mod play;
mod search;
mod show;
mod simulate;
mod solve;
mod start;
mod verify;

use super::args::{CommonArgs, Solace2Args, Solace2Command};
use super::exit_status::ExitStatus;
use super::failure::ErrorWithHelp;
use super::settings::SearchSettings;
use super::terminal::Terminal;

pub(super) fn run(
    arguments: &Solace2Args,
    common: &CommonArgs,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    if let Some(rule) = common.without.first() {
        let message =
            format!("--without {} is for Solomids: Solace II has other rules of search", rule.name());
        return Err(ErrorWithHelp::new(message, "leave it out").into());
    }
    let settings = || SearchSettings::new(common);
    match &arguments.command {
        Solace2Command::Solve(arguments) => solve::run(arguments, &settings(), terminal),
        Solace2Command::Deal(arguments) => deal::run(arguments, terminal),
        Solace2Command::Census(arguments) => census::run(arguments, &settings(), terminal),
        Solace2Command::Simulate(arguments) => simulate::run(arguments, &settings(), terminal),
        Solace2Command::Verify(arguments) => verify::run(arguments, terminal),
        Solace2Command::Show(arguments) => show::run(arguments, terminal),
        Solace2Command::Play(arguments) => play::run(arguments, &settings(), terminal),
    }
}
