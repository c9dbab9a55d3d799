//! `play`: the game in the terminal.
//!
//! - [`game`]: the moves played, undo and redo.
//! - [`model`]: what the player sees and does, without any terminal.
//! - [`advice`]: what the solver has found out, and what the player is told of it.
//! - [`command`]: what the player may want; [`keys`]: which keys say so.
//! - [`screen`]: draws the model.
//! - [`thinker`]: the solver at work in the background.
//! - [`files`]: games saved and loaded.
//!
//! Here is the loop that ties them together.

mod advice;
mod command;
mod files;
mod game;
mod keys;
mod model;
mod screen;
#[cfg(test)]
mod tests;
mod thinker;

use std::collections::hash_map::RandomState;
use std::fs::File;
use std::hash::{BuildHasher as _, Hasher as _};
use std::io::{self, IsTerminal as _, stdout};
use std::panic;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableBracketedPaste, EnableBracketedPaste, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::style::force_color_output;
use solomids::dealer::{Source, web};
use solomids::numbers::counted;

use super::Status;
use super::args::{Common, Play};
use super::failure::Advised;
use super::search::start_threads;
use super::start::Start;
use super::terminal::{Terminal, print_raw};
use super::{args, interrupt};
use command::{Command, Effect};
use game::Game;
use model::Model;
use screen::Theme;
use thinker::{Question, Thinker};

/// How long the loop waits for a key before it looks for answers and interrupts.
const BEAT: Duration = Duration::from_millis(50);
/// Seeds of the web page that are dealt at random.
const SEEDS: u64 = 1_000_000;

pub(super) fn run(arguments: &Play, common: &Common, terminal: Terminal) -> anyhow::Result<Status> {
    let start = start(&arguments.start, terminal)?;
    let mut model = Model::new(Game::new(start)?);
    needs_a_terminal()?;
    start_threads(common)?;
    let mut thinker = Thinker::start(common.config())?;
    let theme = Theme { coloured: terminal.is_coloured() };
    // The terminal library has an opinion of its own on NO_COLOR; --color comes first.
    force_color_output(theme.coloured);
    let interrupted = interrupt::flag()?;
    let is_interrupted = || interrupted.load(Ordering::SeqCst);
    let mut screen = ratatui::try_init().context("cannot use the terminal")?;
    let restore = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let _ = execute!(stdout(), DisableBracketedPaste);
        restore(info);
    }));
    let result = execute!(stdout(), EnableBracketedPaste)
        .context("cannot use the terminal")
        .and_then(|()| play(&mut screen, &mut model, &mut thinker, theme, is_interrupted));
    // Whatever went wrong before matters more than what goes wrong here.
    let _ = execute!(stdout(), DisableBracketedPaste);
    if ratatui::try_restore().is_err() {
        // The terminal has gone. Its cursor would be restored at the end, and to complain that this fails would panic.
        std::mem::forget(screen);
    }
    // The game is not lost when something goes wrong.
    let printed = print_raw(&format!("{}\n", model.game.written()));
    let back = model.game.taken_back().len() as u64;
    if back > 0 {
        terminal.note(&format!("{} at its end had been taken back", counted(back, "move")));
    }
    let status = result?;
    printed?;
    Ok(status)
}

/// What the arguments name; without any, a random deal.
fn start(arguments: &args::Start, terminal: Terminal) -> anyhow::Result<Start> {
    let args::Start { text, dealt, share } = arguments;
    if let (Some(text), None) = (text, share) {
        let start = files::read(text, || None)?;
        start.warn(dealt, terminal);
        return Ok(start);
    }
    if text.is_some() || dealt.seed.is_some() || dealt.web_seed.is_some() || share.is_some() {
        return Start::resolve(arguments, terminal);
    }
    let mut seed = RandomState::new().build_hasher().finish() % SEEDS;
    // The page deals nothing for one seed in thirty.
    while web::deal(&seed.to_string()).is_none() {
        seed += 1;
    }
    Start::from_source(Source::WebSeed { seed: seed.to_string() })
}

/// Refuses to play where nobody could see it or press a key.
fn needs_a_terminal() -> anyhow::Result<()> {
    // The keys come from the terminal even if standard input does not.
    let has_keys = || io::stdin().is_terminal() || File::open("/dev/tty").is_ok();
    let stream = if !stdout().is_terminal() {
        "standard output"
    } else if !has_keys() {
        "standard input"
    } else {
        return Ok(());
    };
    Err(Advised::new(
        format!("`play` needs a terminal, and {stream} is not one"),
        "run it without a pipe or a redirection, or use `show`, `hint` and `solve`, which need no terminal",
    )
    .into())
}

/// Shows the game and does what the player wants, until the player leaves.
fn play(
    screen: &mut DefaultTerminal,
    model: &mut Model,
    thinker: &mut Thinker,
    theme: Theme,
    is_interrupted: impl Fn() -> bool,
) -> anyhow::Result<Status> {
    let events = events()?;
    loop {
        think(model, thinker)?;
        let area = screen
            .draw(|frame| screen::draw(frame, model, thinker.progress(), theme))
            .context("cannot draw on the terminal")?
            .area;
        if is_interrupted() {
            return Ok(Status::Interrupted);
        }
        let event = match events.recv_timeout(BEAT) {
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => anyhow::bail!("cannot read keys"),
            Ok(event) => event.context("cannot read keys")?,
        };
        let command = match event {
            Event::Key(key) if keys::is_interrupt(key) => return Ok(Status::Interrupted),
            // Nobody plays without seeing the game.
            event if screen::is_too_small(area) => {
                if matches!(event, Event::Key(key) if keys::quits(key)) {
                    return Ok(Status::Done);
                }
                None
            }
            Event::Key(key) => keys::command(key, model.prompt.is_some()),
            Event::Paste(text) => Some(Command::Insert(text)),
            _ => None,
        };
        let effect = command.map_or(Effect::None, |command| model.obey(command));
        if perform(effect, model, thinker) {
            return Ok(Status::Done);
        }
    }
}

/// Keys and other events, read in a thread of their own: where the terminal has gone, reading them never returns.
fn events() -> anyhow::Result<Receiver<io::Result<Event>>> {
    let (sender, receiver) = mpsc::channel();
    let read = move || {
        loop {
            let event = event::read();
            let failed = event.is_err();
            if sender.send(event).is_err() || failed {
                return;
            }
        }
    };
    thread::Builder::new().name("keys".into()).spawn(read).context("cannot start a thread")?;
    Ok(receiver)
}

/// Hands answers to the model, and asks in the background what can still be reached from a position that is new.
fn think(model: &mut Model, thinker: &mut Thinker) -> anyhow::Result<()> {
    while let Some((answer, awaited)) = thinker.answer()? {
        model.learn(answer, awaited);
    }
    let position = *model.game.position();
    if thinker.position() != Some(position) {
        thinker.drop_question();
        model.asked = None;
    }
    if model.asked.is_none() && model.is_unknown() {
        ask(model, thinker, Question::Reachable);
    }
    Ok(())
}

fn ask(model: &mut Model, thinker: &mut Thinker, question: Question) {
    thinker.ask(question, *model.game.position(), model.upper());
    model.asked = Some(question);
}

/// Does what a command needs from outside the model. Gives back whether the player leaves.
fn perform(effect: Effect, model: &mut Model, thinker: &mut Thinker) -> bool {
    match effect {
        Effect::None => {}
        Effect::Ask(question) => ask(model, thinker, question),
        Effect::Hurry => thinker.hurry(),
        Effect::Save { path, overwrite } => files::save(model, path, overwrite),
        Effect::Load(text) => files::load(model, &text),
        Effect::Quit => return true,
    }
    false
}
