//! `man`: manual pages of the program and of each command.

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use clap::CommandFactory as _;
use clap_mangen::Man;

use super::args::{Cli, ManArgs};
use super::exit_status::ExitStatus;
use super::file;
use super::terminal::{Terminal, print_raw};

pub(super) fn run(arguments: &ManArgs, terminal: Terminal) -> anyhow::Result<ExitStatus> {
    match &arguments.out {
        None => print_raw(&page(&Man::new(command()))?)?,
        Some(folder) => write(folder, terminal)?,
    }
    Ok(ExitStatus::Done)
}

/// The command line with the options that `-h` hides.
fn command() -> clap::Command {
    Cli::command().mut_args(|argument| argument.hide_short_help(false))
}

/// Writes all pages into a folder.
fn write(folder: &Path, terminal: Terminal) -> anyhow::Result<()> {
    let shown = folder.display();
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder `{shown}`"))?;
    let mut command = command().disable_help_subcommand(true);
    command.build();
    let commands = with_subcommands(&command);
    for &command in &commands {
        let man = Man::new(command.clone());
        file::write(&folder.join(man.get_filename()), &page(&man)?)?;
    }
    terminal.note(&format!("wrote {} pages to `{shown}`", commands.len()));
    Ok(())
}

/// A command, its commands, and theirs.
fn with_subcommands(command: &clap::Command) -> Vec<&clap::Command> {
    std::iter::once(command).chain(command.get_subcommands().flat_map(with_subcommands)).collect()
}

/// Renders a page in roff.
fn page(man: &Man) -> anyhow::Result<String> {
    let mut roff = Vec::new();
    man.render(&mut roff)?;
    // The only extra section of the help texts holds examples.
    Ok(String::from_utf8(roff)?.replace("\n.SH EXTRA\n", "\n.SH EXAMPLES\n").replace('…', "..."))
}
