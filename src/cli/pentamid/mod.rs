//! `pentamid`: the commands of the two-player game Pentamid.
//!
//! - [`variant`]: the rules that the arguments name.
//! - [`start`]: the position or the game that the arguments name; errors of its notation.
//! - [`output`]: what is printed as JSON; games and analyses are in [`solomids::pentamid::record`].
//! - [`search`]: limits, threads and progress.
//! - One file for each command.

mod analyze;
mod output;
mod perft;
mod play;
mod search;
mod selfplay;
mod show;
mod solve;
mod start;
pub(super) mod stats;
mod tables;
mod variant;
mod verify;

use super::args::{CommonArgs, PentamidArgs, PentamidCommand};
use super::exit_status::ExitStatus;
use super::failure::ErrorWithHelp;
use super::settings::SearchSettings;
use super::terminal::Terminal;

pub(super) fn run(
    arguments: &PentamidArgs,
    common: &CommonArgs,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    if let Some(rule) = common.without.first() {
        let message =
            format!("--without {} is for Solomids: the search of Pentamid has no such rule", rule.name());
        return Err(ErrorWithHelp::new(message, "leave it out").into());
    }
    let (variant, settings) = (&arguments.variant, SearchSettings::new(common));
    match &arguments.command {
        PentamidCommand::Perft(arguments) => perft::run(arguments, variant, &settings, terminal),
        PentamidCommand::Analyze(arguments) => analyze::run(arguments, variant, &settings, terminal),
        PentamidCommand::Selfplay(arguments) => selfplay::run(arguments, variant, &settings, terminal),
        PentamidCommand::Stats(arguments) => stats::run(arguments, terminal),
        PentamidCommand::Solve(arguments) => solve::run(arguments, variant, &settings, terminal),
        PentamidCommand::Verify(arguments) => verify::run(arguments, variant, terminal),
        PentamidCommand::Show(arguments) => show::run(arguments, variant, terminal),
        PentamidCommand::Play(arguments) => play::run(arguments, variant, &settings, terminal),
    }
}
