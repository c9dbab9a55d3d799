//! `man`: the manual, one page for the program and one for each command.

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use clap::CommandFactory as _;
use clap_mangen::Man;

use super::args::{self, Cli};
use super::terminal::{Terminal, print_raw};
use super::{Status, file};

pub(super) fn run(arguments: &args::Man, terminal: Terminal) -> anyhow::Result<Status> {
    match &arguments.out {
        None => print_raw(&page(&Man::new(command()))?)?,
        Some(folder) => write(folder, terminal)?,
    }
    Ok(Status::Done)
}

/// The command line, with the help that `-h` leaves out.
fn command() -> clap::Command {
    Cli::command().mut_args(|argument| argument.hide_short_help(false))
}

/// Writes all pages into a folder.
fn write(folder: &Path, terminal: Terminal) -> anyhow::Result<()> {
    let shown = folder.display();
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder `{shown}`"))?;
    let mut command = command().disable_help_subcommand(true);
    command.build();
    let commands = || std::iter::once(&command).chain(command.get_subcommands());
    for command in commands() {
        let man = Man::new(command.clone());
        file::write(&folder.join(man.get_filename()), &page(&man)?)?;
    }
    terminal.note(&format!("wrote {} pages to `{shown}`", commands().count()));
    Ok(())
}

/// The text of a page, for `man`.
fn page(man: &Man) -> anyhow::Result<String> {
    let mut roff = Vec::new();
    man.render(&mut roff)?;
    // What `--help` ends with are the examples.
    Ok(String::from_utf8(roff)?.replace("\n.SH EXTRA\n", "\n.SH EXAMPLES\n").replace('…', "..."))
}
