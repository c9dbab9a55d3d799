//! The command line: arguments as typed, inputs read and checked, one file a command.

mod analyze;
mod args;
mod batch;
mod bench;
mod completions;
mod deal;
mod difficulty;
mod failure;
mod file;
mod hint;
mod input;
mod interrupt;
mod line;
mod man;
mod merge;
mod pictures;
mod play;
mod search;
mod show;
mod solution;
mod solve;
mod start;
mod stats;
mod terminal;
mod values;
mod verify;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{ColorChoice, CommandFactory as _, FromArgMatches as _};

use args::{Cli, Color, Command, Common};
use terminal::{Terminal, cannot_write};

/// What the program tells its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    /// Decided and winnable, or the command did its work.
    Done = 0,
    /// Decided and not winnable.
    Lost = 1,
    /// Bad usage, bad input, or an I/O error.
    Bad = 2,
    /// Undecided within the limits.
    Undecided = 3,
    /// Interrupted, with what was done shown.
    Interrupted = 130,
}

/// Runs the program on the arguments of the process.
pub(crate) fn main() -> ExitCode {
    let mut command = Cli::command().color(colour_of_usage(std::env::args_os()));
    let parsed = command
        .try_get_matches_from_mut(std::env::args_os())
        .and_then(|matches| Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command)));
    let (terminal, result) = match parsed {
        Ok(Cli { common, command }) => {
            let terminal = Terminal::new(common.color, common.quiet);
            (terminal, run(&command, &common, terminal))
        }
        Err(message) => (Terminal::new(Color::Auto, false), explain(&message)),
    };
    let status = result.unwrap_or_else(|error| {
        if failure::is_closed_pipe(&error) {
            return Status::Done;
        }
        terminal.complain(&failure::render(&error));
        Status::Bad
    });
    ExitCode::from(status as u8)
}

fn run(command: &Command, common: &Common, terminal: Terminal) -> anyhow::Result<Status> {
    match command {
        Command::Solve(arguments) => solve::run(arguments, common, terminal),
        Command::Batch(arguments) => batch::run(arguments, common, terminal),
        Command::Hint(arguments) => hint::run(arguments, common, terminal),
        Command::Analyze(arguments) => analyze::run(arguments, common, terminal),
        Command::Bench(arguments) => bench::run(arguments, common, terminal),
        Command::Merge(arguments) => merge::run(arguments, terminal),
        Command::Stats(arguments) => stats::run(arguments, terminal),
        Command::Deal(arguments) => deal::run(arguments, terminal),
        Command::Play(arguments) => play::run(arguments, common, terminal),
        Command::Show(arguments) => show::run(arguments, terminal),
        Command::Verify(arguments) => verify::run(arguments, terminal),
        Command::Completions(arguments) => completions::run(arguments),
        Command::Man(arguments) => man::run(arguments, terminal),
    }
}

/// Whether help and usage errors are coloured: asked of the arguments as they are, for these need not be sound.
fn colour_of_usage(arguments: impl Iterator<Item = OsString>) -> ColorChoice {
    let arguments: Vec<OsString> = arguments.collect();
    let asks = |choice: &str| {
        arguments.iter().any(|it| *it == *format!("--color={choice}"))
            || arguments.windows(2).any(|pair| pair[0] == "--color" && pair[1] == choice)
    };
    match (asks("never"), asks("always")) {
        (true, _) => ColorChoice::Never,
        (_, true) => ColorChoice::Always,
        _ => ColorChoice::Auto,
    }
}

/// Prints help, the version, or what is wrong with the arguments.
fn explain(message: &clap::Error) -> anyhow::Result<Status> {
    let printed = message.print();
    if message.use_stderr() {
        return Ok(Status::Bad);
    }
    printed.and_then(|()| io::stdout().flush()).map_err(cannot_write)?;
    Ok(Status::Done)
}

#[cfg(test)]
mod tests {
    use solomids::dealer::web;
    use solomids::game::{Share, replay};

    use super::*;

    #[test]
    fn games_in_examples_can_be_played() {
        let mut command = Cli::command();
        command.build();
        let mut games = 0;
        for sub in command.get_subcommands() {
            let help = sub.get_after_help().map(ToString::to_string).unwrap_or_default();
            for text in help.split('\'').skip(1).step_by(2).filter(|text| text.contains('_')) {
                let share: Share = text.parse().expect("a share string");
                let seed = if share.seed.is_empty() { "0" } else { &share.seed };
                let deal = web::deal(seed).expect("the page deals it");
                assert!(replay(deal.position(), &share.moves).is_ok(), "{}: {text}", sub.get_name());
                games += 1;
            }
        }
        assert!(games > 5, "{games}");
    }

    #[test]
    fn colours_of_usage() {
        let asked = |line: &str| colour_of_usage(line.split(' ').map(OsString::from));
        assert_eq!(asked("solomids solve --seed x --color never"), ColorChoice::Never);
        assert_eq!(asked("solomids --color=always nope"), ColorChoice::Always);
        assert_eq!(asked("solomids solve --color"), ColorChoice::Auto);
    }

    #[test]
    fn every_command_has_help_with_an_example() {
        let mut command = Cli::command();
        command.build();
        command.clone().debug_assert();
        for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
            let help = sub.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains(&format!("solomids {}", sub.get_name())), "{}", sub.get_name());
        }
    }
}
