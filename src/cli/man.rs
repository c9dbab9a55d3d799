//! `man`: manual pages of the program and of each command; `completions`: what a shell needs to complete them.

use std::any::TypeId;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Arg, Args, Command, ValueHint};
use clap_complete::Shell;
use clap_mangen::Man;

use super::output;
use super::{CommandResult, ExitStatus, Terminal, print_raw};

/// Print what a shell needs to complete commands and options
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mkdir -p ~/.local/share/bash-completion/completions
  solomids completions bash > ~/.local/share/bash-completion/completions/solomids

  mkdir -p ~/.zfunc
  solomids completions zsh > ~/.zfunc/_solomids

  mkdir -p ~/.config/fish/completions
  solomids completions fish > ~/.config/fish/completions/solomids.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}

/// Print the manual page, or write one for every command
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  solomids man | man -l -
  solomids man --out ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// Write the pages of the program and of each command into this folder, which is made if need be
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) out: Option<PathBuf>,
}

pub(super) fn completions(arguments: &CompletionsArgs, command: Command) -> CommandResult {
    let name = command.get_name().to_owned();
    let mut command = hinted(command);
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    let mut script = String::from_utf8(script)?;
    if arguments.shell == Shell::Fish {
        without_files(&command, "", &mut script);
    }
    print_raw(&script)?;
    Ok(ExitStatus::Done)
}

fn takes_files(argument: &Arg) -> bool {
    let kind = argument.get_value_parser().type_id();
    kind == TypeId::of::<OsString>() || kind == TypeId::of::<PathBuf>()
}

/// A command whose arguments say which of them are files, by their types, so that shells offer files there alone.
fn hinted(command: Command) -> Command {
    let hinted = command.mut_args(|argument| match argument.get_value_hint() {
        ValueHint::Unknown if takes_files(&argument) => argument.value_hint(ValueHint::FilePath),
        ValueHint::Unknown if argument.get_action().takes_values() => argument.value_hint(ValueHint::Other),
        _ => argument,
    });
    hinted.mut_subcommands(self::hinted)
}

/// Adds to a script of fish that commands without files as arguments take none, which `clap_complete` does not say.
fn without_files(command: &Command, parents: &str, script: &mut String) {
    for command in command.get_subcommands() {
        let condition = match parents {
            "" => format!("__fish_solomids_using_subcommand {}", command.get_name()),
            _ => format!("{parents}; and __fish_seen_subcommand_from {}", command.get_name()),
        };
        if !command.get_positionals().any(takes_files) && !command.has_subcommands() {
            let _ = writeln!(script, "complete -c solomids -n \"{condition}\" -f");
        }
        without_files(command, &condition, script);
    }
}

pub(super) fn man(arguments: &ManArgs, command: Command, terminal: Terminal) -> CommandResult {
    // With the options that `-h` hides.
    let command = command.disable_help_subcommand(true).mut_args(|argument| argument.hide_short_help(false));
    match &arguments.out {
        None => print_raw(&page(&Man::new(command))?)?,
        Some(folder) => write(command, folder, terminal)?,
    }
    Ok(ExitStatus::Done)
}

fn write(mut command: Command, folder: &Path, terminal: Terminal) -> anyhow::Result<()> {
    let shown = folder.display();
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder `{shown}`"))?;
    command.build();
    let commands = with_subcommands(&command);
    for &command in &commands {
        let man = Man::new(command.clone());
        output::write(&folder.join(man.get_filename()), &page(&man)?, terminal)?;
    }
    terminal.note(&format!("wrote {} pages to `{shown}`", commands.len()));
    Ok(())
}

/// A command, its commands, and theirs.
fn with_subcommands(command: &Command) -> Vec<&Command> {
    std::iter::once(command).chain(command.get_subcommands().flat_map(with_subcommands)).collect()
}

/// Renders a page in roff.
fn page(man: &Man) -> anyhow::Result<String> {
    let mut roff = Vec::new();
    man.render(&mut roff)?;
    // The only extra section of the help texts holds examples.
    Ok(String::from_utf8(roff)?.replace("\n.SH EXTRA\n", "\n.SH EXAMPLES\n").replace('…', "..."))
}
