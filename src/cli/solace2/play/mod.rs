//! `solace2 play`: the game in the terminal. This file holds the event loop.
//!
//! - [`history`]: the moves played, and which of them may be taken back.
//! - [`model`]: the state of the user interface, without any terminal; [`command`]: keys and what they mean.
//! - [`screen`]: drawing of the model.
//! - [`advice`]: the solver, and a player who sees what lies open, on a thread of their own.
//! - [`files`]: loading and saving of games.
//! - [`tui`]: what this loop shares with other games.

mod advice;
mod command;
mod files;
mod history;
mod model;
mod screen;
#[cfg(test)]
mod tests;

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};
use std::sync::atomic::Ordering;

use anyhow::Context as _;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::Event;
use solomids::numbers::counted;
use solomids::solace2::game::Reading;

use self::advice::Adviser;
use self::command::{PlayCommand, PlayEffect};
use self::history::GameHistory;
use self::model::Model;
use super::{GameInput, Start};
use crate::cli::args::{Solace2PlayArgs, UndoArg};
use crate::cli::exit_status::ExitStatus;
use crate::cli::interrupt;
use crate::cli::settings::SearchSettings;
use crate::cli::terminal::{Terminal, print_raw};
use crate::cli::tui::{self, Wake};
use solomids::solace2::record::PlayedRecord;

/// Number of seeds that a random deal is drawn from.
const SEEDS: u64 = 1_000_000;

pub(super) fn run(
    arguments: &Solace2PlayArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    let start = match GameInput::read_if_given(&arguments.start)? {
        Some(given) => given.start()?,
        None => random(arguments.start.reading.reading.unwrap_or_default()),
    };
    tui::require_terminal("`solace2 show` and `solace2 solve`")?;
    let game = GameHistory::new(start, arguments.undo == UndoArg::Free);
    let mut model = Model::new(game, arguments.open);
    let mut adviser = Adviser::start(settings)?;
    let coloured = terminal.is_coloured();
    let interrupted = interrupt::flag()?;
    let is_interrupted = || interrupted.load(Ordering::SeqCst);
    let result =
        tui::run(coloured, |screen| play(screen, &mut model, &mut adviser, coloured, is_interrupted));
    // The game is printed after an error as well.
    let record = PlayedRecord::new(&model.game.start());
    let printed = print_raw(&(serde_json::to_string(&record)? + "\n"));
    terminal.note(&model.account());
    let status = result?;
    printed?;
    Ok(status)
}

/// A random deal.
fn random(reading: Reading) -> Start {
    Start::dealt(RandomState::new().build_hasher().finish() % SEEDS, 0, reading)
}

/// Runs the event loop until the player leaves.
fn play(
    screen: &mut DefaultTerminal,
    model: &mut Model,
    adviser: &mut Adviser,
    coloured: bool,
    is_interrupted: impl Fn() -> bool,
) -> anyhow::Result<ExitStatus> {
    let events = tui::events()?;
    loop {
        if let Some(reply) = adviser.poll()? {
            model.learn(reply);
        }
        let area = screen
            .draw(|frame| screen::draw(frame, model, adviser.waited(), coloured))
            .context("cannot draw on the terminal")?
            .area;
        let event = match tui::wait(&events, &is_interrupted)? {
            Wake::Tick => continue,
            Wake::Interrupt => return Ok(ExitStatus::Interrupted),
            Wake::Event(event) => event,
        };
        let command = match event {
            Event::Key(key) => command::command(key, model.prompt.is_open()),
            Event::Paste(text) => Some(PlayCommand::Insert(text)),
            _ => None,
        };
        // In a window without room for the game only quitting works.
        let command = command.filter(|command| !tui::is_too_small(area) || *command == PlayCommand::Quit);
        let effect = command.map_or(PlayEffect::None, |command| model.obey(command));
        if effect == PlayEffect::Suspend {
            tui::suspend(screen).context("cannot use the terminal")?;
        } else if perform(effect, model, adviser) {
            return Ok(ExitStatus::Done);
        }
    }
}

/// Performs an effect; returns whether the player leaves.
fn perform(effect: PlayEffect, model: &mut Model, adviser: &mut Adviser) -> bool {
    match effect {
        PlayEffect::None | PlayEffect::Suspend => {}
        PlayEffect::Ask(query) => adviser.ask(query, model.game.present()),
        PlayEffect::Stop => adviser.interrupt(),
        PlayEffect::Save { path, overwrite } => files::save(model, &path, overwrite),
        PlayEffect::Load(text) => files::load(model, &text),
        PlayEffect::Deal => {
            let start = random(model.game.reading());
            model.load(start, "Another deal");
        }
        PlayEffect::Quit => return true,
    }
    false
}

/// Number of moves in words.
fn moves_in_words(count: usize) -> String {
    counted(count as u64, "move")
}
