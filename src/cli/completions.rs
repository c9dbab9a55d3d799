//! `completions`: shell scripts that complete commands, options and their values.

use clap::CommandFactory as _;

use super::args::{Cli, CompletionsArgs};
use super::exit_status::ExitStatus;
use super::terminal::print_raw;

pub(super) fn run(arguments: &CompletionsArgs) -> anyhow::Result<ExitStatus> {
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    print_raw(&String::from_utf8(script)?)?;
    Ok(ExitStatus::Done)
}
