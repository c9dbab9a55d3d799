//! `play`: the game in the terminal. This file holds the event loop.
//!
//! - [`history`]: the moves played, with undo and redo.
//! - [`model`]: the state of the user interface, without any terminal.
//! - [`advice`]: the model's use of solver results.
//! - [`command`]: commands of the player and their effects; [`keys`]: key bindings.
//! - [`screen`]: drawing of the model.
//! - [`background`]: the solver on a thread of its own.
//! - [`files`]: loading and saving of games; [`new_deal`]: random deals.
//! - [`tui`]: what this loop shares with other games.

mod advice;
mod background;
mod command;
mod files;
mod history;
mod keys;
mod model;
mod new_deal;
mod screen;
#[cfg(test)]
mod tests;

use std::sync::atomic::Ordering;

use anyhow::Context as _;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::Event;
use solomids::analysis::DealFilter;
use solomids::numbers::counted;

use super::args::{PlayArgs, StartArgs};
use super::exit_status::ExitStatus;
use super::failure::ErrorWithHelp;
use super::interrupt;
use super::settings::SearchSettings;
use super::start::{self, Start};
use super::terminal::{Terminal, print_raw};
use super::tui::{self, Theme, Wake};
use background::{BackgroundSolver, Query};
use command::{PlayCommand, PlayEffect};
use history::GameHistory;
use model::Model;

pub(super) fn run(
    arguments: &PlayArgs,
    settings: &SearchSettings,
    terminal: Terminal,
) -> anyhow::Result<ExitStatus> {
    let filter = arguments.filter.conditions();
    let start = start(&arguments.start, filter, terminal)?;
    let mut model = Model::new(GameHistory::new(start)?);
    tui::require_terminal("`show`, `hint` and `solve`")?;
    settings.start_threads()?;
    let mut solver = BackgroundSolver::start(settings.config.clone())?;
    let theme = Theme { coloured: terminal.is_coloured() };
    let interrupted = interrupt::flag()?;
    let is_interrupted = || interrupted.load(Ordering::SeqCst);
    let result = tui::run(theme.coloured, |screen| {
        play(screen, &mut model, &mut solver, (theme, filter), is_interrupted)
    });
    // The game is printed after an error as well.
    let printed = print_raw(format!("{}\n", model.game.to_text()));
    let back = model.game.taken_back().len() as u64;
    if back > 0 {
        terminal.note(&format!("{} at its end had been taken back", counted(back, "move")));
    }
    let status = result?;
    printed?;
    Ok(status)
}

/// Starts from what the arguments name; without any, from a random deal.
fn start(arguments: &StartArgs, filter: DealFilter, terminal: Terminal) -> anyhow::Result<Start> {
    let StartArgs { text, dealt, share } = arguments;
    let is_given = arguments.is_given();
    if is_given && filter.is_some() {
        let help = "leave out the deal, or --level and --winnable";
        return Err(ErrorWithHelp::new(
            "--level and --winnable choose a random deal, and a deal is given",
            help,
        )
        .into());
    }
    if let (Some(text), None) = (text, share) {
        let start = start::of_game(text, || None)?;
        start::warn(&start, dealt, terminal);
        return Ok(start);
    }
    if is_given {
        return start::resolve(arguments, terminal);
    }
    new_deal::random(filter)
}

/// Runs the event loop until the player leaves.
fn play(
    screen: &mut DefaultTerminal,
    model: &mut Model,
    solver: &mut BackgroundSolver,
    (theme, filter): (Theme, DealFilter),
    is_interrupted: impl Fn() -> bool,
) -> anyhow::Result<ExitStatus> {
    let events = tui::events()?;
    loop {
        poll_solver(model, solver)?;
        let area = screen
            .draw(|frame| screen::draw(frame, model, solver.progress(), theme))
            .context("cannot draw on the terminal")?
            .area;
        let event = match tui::wait(&events, &is_interrupted)? {
            Wake::Tick => continue,
            Wake::Interrupt => return Ok(ExitStatus::Interrupted),
            Wake::Event(event) => event,
        };
        let command = match event {
            // In a window without room for the game only the quit keys work.
            event if tui::is_too_small(area) => {
                if matches!(event, Event::Key(key) if keys::quits(key)) {
                    return Ok(ExitStatus::Done);
                }
                None
            }
            Event::Key(key) => keys::command(key, model.prompt.is_open()),
            Event::Paste(text) => Some(PlayCommand::Insert(text)),
            _ => None,
        };
        let effect = command.map_or(PlayEffect::None, |command| model.obey(command));
        if effect == PlayEffect::Suspend {
            tui::suspend(screen).context("cannot use the terminal")?;
            continue;
        }
        if perform(effect, model, solver, filter) {
            return Ok(ExitStatus::Done);
        }
    }
}

/// Hands replies to the model, and queries the best score of a new position.
fn poll_solver(model: &mut Model, solver: &mut BackgroundSolver) -> anyhow::Result<()> {
    while let Some((reply, awaited)) = solver.poll()? {
        model.learn(reply, awaited);
    }
    let position = *model.game.position();
    if solver.position() != Some(position) {
        solver.cancel();
        model.asked = None;
    }
    if model.asked.is_none() && model.is_unknown() {
        ask(model, solver, Query::BestScore);
    }
    Ok(())
}

fn ask(model: &mut Model, solver: &mut BackgroundSolver, query: Query) {
    solver.ask(query, *model.game.position(), model.upper());
    model.asked = Some(query);
}

/// Performs an effect; returns whether the player leaves.
fn perform(effect: PlayEffect, model: &mut Model, solver: &mut BackgroundSolver, filter: DealFilter) -> bool {
    match effect {
        PlayEffect::None | PlayEffect::Suspend => {}
        PlayEffect::Ask(query) => ask(model, solver, query),
        PlayEffect::Hurry => solver.interrupt(),
        PlayEffect::Save { path, overwrite } => files::save(model, &path, overwrite),
        PlayEffect::Load(text) => files::load(model, &text),
        PlayEffect::Deal => match new_deal::random(filter).and_then(|start| Ok(GameHistory::new(start)?)) {
            Ok(game) => model.load(game, "Another deal"),
            Err(error) => model.message = format!("{error:#}"),
        },
        PlayEffect::Quit => return true,
    }
    false
}
