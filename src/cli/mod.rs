//! The command line: arguments as typed, validated settings and inputs, one file a command.

mod analyze;
mod args;
mod batch;
mod bench;
mod certificate;
mod deal;
mod error;
mod front;
mod hint;
mod input;
mod man;
mod memory;
mod output;
mod pentamid;
mod play;
mod process;
mod rows;
mod search;
mod serve;
mod session;
mod settings;
mod shards;
mod show;
mod solace2;
mod solve;
mod start;
mod stats;
mod terminal;
mod verify;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Arg, ArgAction, Command, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

// The words that most commands use.
use args::{ColorArg, CommonArgs, FormatArg};
use error::{ErrorWithHelp, refuse};
use output::{PictureFiles, Printed};
use process::{CommandResult, ExitStatus};
use search::SearchSession;
use settings::SearchSettings;
use terminal::{Terminal, cannot_write, json_line, print_raw};

/// Exact solver for Solomids, the one-player game of 45 pyramids
///
/// Finds the best score of a deal, the fewest swaps it needs, a line of play that reaches it, and a proof.
#[derive(Debug, Parser)]
#[command(
    version = crate::VERSION,
    max_term_width = 100,
    after_help = "\
A deal is nine rows of five pieces, farthest row first, such as `B3 R1 G2 K2 B2/…`;
a position has ten rows and may hold stacks (`G12`) and empty squares (`.`).

Example:
  solomids solve --web-seed 0"
)]
struct Cli {
    #[command(flatten)]
    common: CommonArgs,
    #[command(subcommand)]
    command: CommandArgs,
}

/// Commands, each with its arguments.
#[derive(Debug, Subcommand)]
enum CommandArgs {
    Solve(solve::SolveArgs),
    Batch(batch::BatchArgs),
    Merge(shards::MergeArgs),
    Status(shards::StatusArgs),
    Stats(stats::StatsArgs),
    Hint(hint::HintArgs),
    Analyze(analyze::AnalyzeArgs),
    Bench(bench::BenchArgs),
    Deal(deal::DealArgs),
    Play(play::PlayArgs),
    Show(show::ShowArgs),
    Page(show::PageArgs),
    Verify(verify::VerifyArgs),
    Serve(serve::ServeArgs),
    Solace2(solace2::Solace2Args),
    Pentamid(pentamid::PentamidArgs),
    Completions(man::CompletionsArgs),
    Man(man::ManArgs),
}

/// Runs the program on the arguments of the process.
pub fn main() -> ExitCode {
    process::survive_long_files();
    // On Windows it is the program that looks for the files of `part-*.csv`.
    let arguments: Vec<OsString> = wild::args_os().collect();
    let (terminal, result) = match parse(&arguments) {
        Ok(Cli { common, command }) => {
            let terminal = Terminal::new(common.color, common.quiet);
            (terminal, run(&command, &common, terminal))
        }
        Err(message) => {
            let terminal = Terminal::new(usage_color(&arguments), false);
            (terminal, print_message(&message, terminal))
        }
    };
    let status = result.unwrap_or_else(|error| {
        if error::is_closed_pipe(&error) {
            return ExitStatus::Done;
        }
        terminal.stderr_lines(&error::render(&error));
        ExitStatus::Bad
    });
    ExitCode::from(status as u8)
}

fn run(command: &CommandArgs, common: &CommonArgs, terminal: Terminal) -> CommandResult {
    let settings = || SearchSettings::new(common);
    match command {
        CommandArgs::Solve(arguments) => solve::run(arguments, &settings(), terminal),
        CommandArgs::Batch(arguments) => batch::run(arguments, &settings(), terminal),
        CommandArgs::Hint(arguments) => hint::run(arguments, &settings(), terminal),
        CommandArgs::Analyze(arguments) => analyze::run(arguments, &settings(), terminal),
        CommandArgs::Bench(arguments) => bench::run(arguments, &settings(), terminal),
        CommandArgs::Merge(arguments) => shards::merge(arguments, &settings(), terminal),
        CommandArgs::Status(arguments) => shards::status(arguments, terminal),
        CommandArgs::Stats(arguments) => stats::run(arguments, &settings(), terminal),
        CommandArgs::Deal(arguments) => deal::run(arguments, terminal),
        CommandArgs::Play(arguments) => play::run(arguments, &settings(), terminal),
        CommandArgs::Show(arguments) => show::show(arguments, terminal),
        CommandArgs::Page(arguments) => show::page(arguments, terminal),
        CommandArgs::Verify(arguments) => verify::run(arguments, &settings(), terminal),
        CommandArgs::Serve(_) => serve::run(common, &settings(), terminal),
        CommandArgs::Solace2(arguments) => solace2::run(arguments, common, terminal),
        CommandArgs::Pentamid(arguments) => pentamid::run(arguments, common, terminal),
        CommandArgs::Completions(arguments) => man::completions(arguments, Cli::command()),
        CommandArgs::Man(arguments) => man::man(arguments, Cli::command(), terminal),
    }
}

/// Parses the arguments of the program, its name first.
fn parse(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    let command = with_negative_numbers(Cli::command());
    // Only then, for a mistyped option before a deal would be taken for the deal.
    let has_one = arguments.iter().any(|argument| argument.as_encoded_bytes().starts_with(b"- "));
    let mut command = if has_one { with_hyphens(command) } else { command };
    let matches = command.try_get_matches_from_mut(arguments)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Lets values of options be negative numbers: that none is allowed is said by the option itself.
fn with_negative_numbers(command: Command) -> Command {
    let of_argument = |argument: Arg| {
        let has_value = !argument.is_positional() && argument.get_action().takes_values();
        if has_value { argument.allow_negative_numbers(true) } else { argument }
    };
    command.mut_args(of_argument).mut_subcommands(with_negative_numbers)
}

/// Lets texts begin with a hyphen: a position may begin with a vacant square, which is written so.
fn with_hyphens(command: Command) -> Command {
    /// Names of options with texts.
    const OPTIONS: [&str; 3] = ["deal", "title", "web_seed"];
    let of_argument = |argument: Arg| {
        let is_text = argument.is_positional() || OPTIONS.contains(&argument.get_id().as_str());
        // Lists would take the options after them for values.
        let is_one = matches!(argument.get_action(), ArgAction::Set);
        if is_text && is_one { argument.allow_hyphen_values(true) } else { argument }
    };
    command.mut_args(of_argument).mut_subcommands(with_hyphens)
}

/// Colour policy of help and usage errors, read from raw arguments since these may be invalid.
fn usage_color(arguments: &[OsString]) -> ColorArg {
    let has = |choice: &str| {
        arguments.iter().any(|it| *it == *format!("--color={choice}"))
            || arguments.windows(2).any(|pair| pair[0] == "--color" && pair[1] == choice)
    };
    match (has("never"), has("always")) {
        (true, _) => ColorArg::Never,
        (_, true) => ColorArg::Always,
        _ => ColorArg::Auto,
    }
}

/// Prints help, the version, or a usage error, which quotes arguments.
fn print_message(message: &clap::Error, terminal: Terminal) -> CommandResult {
    let text = message.render().ansi().to_string();
    if message.use_stderr() {
        terminal.stderr_lines(text.trim_end_matches('\n'));
        return Ok(ExitStatus::Bad);
    }
    terminal.print(&text)?;
    Ok(ExitStatus::Done)
}

#[cfg(test)]
mod tests {
    use crate::dealer::web;
    use crate::game::{Share, replay};

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
    fn arguments_that_begin_with_a_hyphen_and_a_blank_stay_as_they_are() {
        let parse = |arguments: &[&str]| {
            let arguments: Vec<OsString> =
                [&["solomids"], arguments].concat().iter().map(Into::into).collect();
            parse(&arguments)
        };
        let board = "- - R1 - -";
        let cli = parse(&["show", board, "--title", "- x", "--svg", "board.svg"]).expect("a board");
        let CommandArgs::Show(show) = cli.command else { panic!("another command") };
        assert_eq!(show.start.text, Some(board.into()));
        assert_eq!(show.pictures.title.as_deref(), Some("- x"));
        let cli = parse(&["solve", "--web-seed", "- a", "--quiet"]).expect("a seed");
        let CommandArgs::Solve(solve) = cli.command else { panic!("another command") };
        assert_eq!((solve.start.dealt.web_seed.as_deref(), cli.common.quiet), (Some("- a"), true));
        let cli = parse(&["verify", "_", "--deal", board]).expect("a board");
        let CommandArgs::Verify(verify) = cli.command else { panic!("another command") };
        assert_eq!(verify.played.deal, Some(board.into()));
        let cli = parse(&["pentamid", "show", "- - -/- L -/- - - 2", "--board", "3"]).expect("a board");
        assert!(matches!(cli.command, CommandArgs::Pentamid(_)));
        for arguments in [&["deal", "--web-seed", "- a"][..], &["stats", "a.csv", "- b", "--format", "csv"]] {
            assert!(parse(arguments).is_err(), "{arguments:?}");
        }
        assert!(parse(&["deal", "--web-seed=- a"]).is_ok());
        // Mistyped options are not taken for texts.
        let error = parse(&["solve", "--breif", "deal.txt"]).expect_err("no such option");
        assert!(error.to_string().contains("'--brief'"), "{error}");
    }

    #[test]
    fn usage_color_is_read_from_raw_arguments() {
        let color = |line: &str| usage_color(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(color("solomids solve --seed x --color never"), ColorArg::Never);
        assert_eq!(color("solomids --color=always nope"), ColorArg::Always);
        assert_eq!(color("solomids solve --color"), ColorArg::Auto);
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
