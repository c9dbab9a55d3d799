//! `play`: the game in the terminal, against the engine or a friend. This file holds the event loop.
//!
//! - [`model`]: the state of the user interface, without any terminal.
//! - [`keys`]: commands of the player, and their keys.
//! - [`screen`]: drawing of the model.
//! - [`thinker`]: the engine and the prover on a thread of their own.

mod keys;
mod model;
mod screen;
#[cfg(test)]
mod tests;
mod thinker;

use std::ffi::OsStr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::Context as _;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::Event;
use solomids::numbers::counted;
use solomids::pentamid::game::{Game, Repetition, Side};

use super::GameInput;
use crate::cli::args::{PentamidPlayArgs, PentamidVariantArgs};
use crate::cli::exit_status::ExitStatus;
use crate::cli::interrupt;
use crate::cli::settings::SearchSettings;
use crate::cli::terminal::{Terminal, print_raw};
use crate::cli::tui::{self, Theme, Topic, Wake};
use keys::{Effect, PlayCommand};
use model::Model;
use solomids::pentamid::record::game_text;
use thinker::{AnalysisLimits, Thinker};

pub(super) fn run(
    arguments: &PentamidPlayArgs,
    variant: &PentamidVariantArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    let given = super::resolve(&arguments.start, variant)?;
    let game = game(&given)?;
    let table = arguments.table.as_deref().map(|path| super::read_table(game.rules(), path)).transpose()?;
    let engine = match (arguments.friend, arguments.side) {
        (true, _) => None,
        (false, 1) => Some(Side::Two),
        (false, _) => Some(Side::One),
    };
    let mut model = Model::new(game, engine, arguments.level);
    tui::require_terminal("`pentamid show`, `verify` and `analyze`")?;
    settings.start_threads()?;
    let limits = AnalysisLimits {
        max_nodes: settings.config.max_nodes,
        timeout: settings.config.timeout,
        threads: settings.thread_count(),
    };
    let mut thinker = Thinker::start(limits, table.map(Arc::new))?;
    let theme = Theme { coloured: terminal.is_coloured() };
    let interrupted = interrupt::flag()?;
    let is_interrupted = || interrupted.load(Ordering::SeqCst);
    let result = tui::run(theme.coloured, |screen| {
        play(screen, &mut model, &mut thinker, variant, theme, is_interrupted)
    });
    // The game is printed after an error as well.
    let printed = print_raw(&(game_text(&model.whole_game()) + "\n"));
    let back = model.undone.len() as u64;
    if back > 0 {
        terminal.note(&format!("{} at its end had been taken back", counted(back, "move")));
    }
    let status = result?;
    printed?;
    Ok(status)
}

/// The game that was given, the rule against repetition in force unless its record says otherwise.
fn game(given: &GameInput) -> anyhow::Result<Game> {
    Ok(given.game(given.repetition.unwrap_or(Repetition::Barred))?)
}

/// Runs the event loop until the player leaves.
fn play(
    screen: &mut DefaultTerminal,
    model: &mut Model,
    thinker: &mut Thinker,
    variant: &PentamidVariantArgs,
    theme: Theme,
    is_interrupted: impl Fn() -> bool,
) -> anyhow::Result<ExitStatus> {
    let events = tui::events()?;
    loop {
        think(model, thinker)?;
        let area = screen
            .draw(|frame| screen::draw(frame, model, thinker.seconds(), theme))
            .context("cannot draw on the terminal")?
            .area;
        let event = match tui::wait(&events, &is_interrupted)? {
            Wake::Tick => continue,
            Wake::Interrupt => return Ok(ExitStatus::Interrupted),
            Wake::Event(event) => event,
        };
        let command = match event {
            // In a window without room for the game only the quit key works.
            Event::Key(key) if tui::is_too_small(area) => {
                keys::command(key, false).filter(|command| *command == PlayCommand::Quit)
            }
            Event::Key(key) => keys::command(key, model.prompt.is_open()),
            Event::Paste(text) => Some(PlayCommand::Insert(text)),
            _ => None,
        };
        let effect = command.map_or(Effect::None, |command| model.obey(command));
        match effect {
            Effect::None => {}
            Effect::Hurry => thinker.interrupt(),
            Effect::Save { path, overwrite } => save(model, &path, overwrite),
            Effect::Load(text) => load(model, &text, variant),
            Effect::Suspend => tui::suspend(screen).context("cannot use the terminal")?,
            Effect::Quit => return Ok(ExitStatus::Done),
        }
    }
}

/// Hands what was thought to the model, and what is to be thought to the thinker.
fn think(model: &mut Model, thinker: &mut Thinker) -> anyhow::Result<()> {
    while let Some(thought) = thinker.poll()? {
        model.learn(thought);
    }
    match model.task() {
        Some(task) if !thinker.is_at(&model.game, task) => thinker.ask(&model.game, task, model.level),
        Some(_) => {}
        None => thinker.cancel(),
    }
    Ok(())
}

/// Saves the game to a file; asks first if the file exists.
fn save(model: &mut Model, path: &str, overwrite: bool) {
    let (text, back) = (game_text(&model.whole_game()), model.undone.len());
    model.message = tui::save(&mut model.prompt, path, overwrite, &text, back);
}

/// Loads a game from a file or a text, or shows the error.
fn load(model: &mut Model, text: &str, variant: &PentamidVariantArgs) {
    let read = || {
        tui::check_loadable(text)?;
        game(&super::read(OsStr::new(text.trim()), variant)?)
    };
    match read() {
        Ok(game) => model.load(game, "Loaded"),
        Err(error) => model.reopen_prompt(Topic::Load, text, format!("Not loaded: {error:#}")),
    }
}
