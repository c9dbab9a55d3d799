//! The command line: arguments as typed, validated settings and inputs, one file a command.

mod analyze;
mod args;
mod batch;
mod bench;
mod certificate;
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
mod memory;
mod merge;
mod page;
mod pentamid;
mod pictures;
mod play;
mod row_file;
mod search;
mod settings;
mod shards;
mod show;
mod solace2;
mod solve;
mod start;
mod stats;
mod status;
mod terminal;
mod tui;
mod verify;
mod watch;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{ColorChoice, CommandFactory as _, FromArgMatches as _};

use args::{Cli, ColorArg, CommandArgs, CommonArgs};
use settings::SearchSettings;
use status::Status;
use terminal::{Terminal, cannot_write};

/// Runs the program on the arguments of the process.
pub(crate) fn main() -> ExitCode {
    if let Some(status) = watch::run() {
        return status;
    }
    let mut command = Cli::command().color(usage_color(std::env::args_os()));
    let parsed = command
        .try_get_matches_from_mut(std::env::args_os().map(value_with_hyphen))
        .and_then(|matches| Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command)));
    let (terminal, result) = match parsed {
        Ok(Cli { common, command }) => {
            let terminal = Terminal::new(common.color, common.quiet);
            (terminal, run(&command, &common, terminal))
        }
        Err(message) => (Terminal::new(ColorArg::Auto, false), print_message(&message)),
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

fn run(command: &CommandArgs, common: &CommonArgs, terminal: Terminal) -> anyhow::Result<Status> {
    let settings = || SearchSettings::new(common);
    match command {
        CommandArgs::Solve(arguments) => solve::run(arguments, &settings(), terminal),
        CommandArgs::Batch(arguments) => batch::run(arguments, &settings(), terminal),
        CommandArgs::Hint(arguments) => hint::run(arguments, &settings(), terminal),
        CommandArgs::Analyze(arguments) => analyze::run(arguments, &settings(), terminal),
        CommandArgs::Bench(arguments) => bench::run(arguments, &settings(), terminal),
        CommandArgs::Merge(arguments) => merge::run(arguments, &settings(), terminal),
        CommandArgs::Status(arguments) => shards::run(arguments, terminal),
        CommandArgs::Stats(arguments) => stats::run(arguments, &settings(), terminal),
        CommandArgs::Deal(arguments) => deal::run(arguments, terminal),
        CommandArgs::Play(arguments) => play::run(arguments, &settings(), terminal),
        CommandArgs::Show(arguments) => show::run(arguments, terminal),
        CommandArgs::Page(arguments) => page::run(arguments, terminal),
        CommandArgs::Verify(arguments) => verify::run(arguments, &settings(), terminal),
        CommandArgs::Solace2(arguments) => solace2::run(arguments, common, terminal),
        CommandArgs::Pentamid(arguments) => pentamid::run(arguments, common, terminal),
        CommandArgs::Completions(arguments) => completions::run(arguments),
        CommandArgs::Man(arguments) => man::run(arguments, terminal),
    }
}

/// A position may begin with a vacant square, written as a hyphen, and no option has a blank after its hyphen: such an
/// argument gets a blank in front, by which it is taken for a value.
fn value_with_hyphen(argument: OsString) -> OsString {
    if !argument.as_encoded_bytes().starts_with(b"- ") {
        return argument;
    }
    let mut value = OsString::from(" ");
    value.push(argument);
    value
}

/// Colour policy of help and usage errors, read from raw arguments since these may be invalid.
fn usage_color(arguments: impl Iterator<Item = OsString>) -> ColorChoice {
    let arguments: Vec<OsString> = arguments.collect();
    let has = |choice: &str| {
        arguments.iter().any(|it| *it == *format!("--color={choice}"))
            || arguments.windows(2).any(|pair| pair[0] == "--color" && pair[1] == choice)
    };
    match (has("never"), has("always")) {
        (true, _) => ColorChoice::Never,
        (_, true) => ColorChoice::Always,
        _ => ColorChoice::Auto,
    }
}

/// Prints help, the version, or a usage error.
fn print_message(message: &clap::Error) -> anyhow::Result<Status> {
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
    fn lines_in_help_examples_are_legal() {
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
    fn usage_color_is_read_from_raw_arguments() {
        let color = |line: &str| usage_color(line.split(' ').map(OsString::from));
        assert_eq!(color("solomids solve --seed x --color never"), ColorChoice::Never);
        assert_eq!(color("solomids --color=always nope"), ColorChoice::Always);
        assert_eq!(color("solomids solve --color"), ColorChoice::Auto);
    }

    #[test]
    fn every_command_has_help_with_an_example() {
        let mut command = Cli::command();
        command.build();
        command.clone().debug_assert();
        for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
            let help = sub.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains(&format!("solomids {}", sub.get_name())), "{}", sub.get_name());
            for inner in sub.get_subcommands().filter(|inner| inner.get_name() != "help") {
                let help = inner.get_after_help().map(ToString::to_string).unwrap_or_default();
                let name = format!("solomids {} {}", sub.get_name(), inner.get_name());
                assert!(help.contains(&name), "{name}");
            }
        }
    }
}
