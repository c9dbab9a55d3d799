//! Games in the terminal: what the event loops of all games share.
//!
//! [`run`] takes the terminal and gives it back whatever happens, [`events`] reads keys and [`wait`] waits for them,
//! [`suspend`](suspend()) is Ctrl-Z. [`keys`] and [`prompt`] are what all games do with keys, [`window`] how they look,
//! [`timeline`] which moves can be taken back and played again.

mod keys;
mod prompt;
mod suspend;
mod timeline;
pub(super) mod window;

use std::fs::File;
use std::io::{self, IsTerminal as _, stdout};
use std::panic;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableBracketedPaste, EnableBracketedPaste, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::style::force_color_output;

pub(super) use self::keys::{KeyPress, press};
pub(super) use self::prompt::{Prompt, Topic, Typed};
pub(super) use self::suspend::suspend;
pub(super) use self::timeline::Timeline;
pub(super) use self::window::{
    Theme, draw_box, draw_help, draw_lines, draw_rules, draw_too_small, is_too_small, shortened,
};
use super::failure::ErrorWithHelp;
use super::output;

/// Longest wait for a key before replies and interrupts are polled.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Refuses to play without a terminal for output and keys; `instead` names the commands that need none.
pub(super) fn require_terminal(instead: &str) -> anyhow::Result<()> {
    // The keys come from the terminal even if standard input does not.
    let has_keys = || io::stdin().is_terminal() || File::open("/dev/tty").is_ok();
    let stream = if !stdout().is_terminal() {
        "standard output"
    } else if !has_keys() {
        "standard input"
    } else {
        return Ok(());
    };
    Err(ErrorWithHelp::new(
        format!("`play` needs a terminal, and {stream} is not one"),
        format!("run it without a pipe or a redirection, or use {instead}, which need no terminal"),
    )
    .into())
}

/// Takes the terminal, plays, and gives the terminal back.
///
/// # Errors
/// Those of the game, which take precedence over those of the clean-up.
pub(super) fn run<T>(
    coloured: bool,
    play: impl FnOnce(&mut DefaultTerminal) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    // The terminal library reads NO_COLOR itself; --color overrides it.
    force_color_output(coloured);
    let mut screen = ratatui::try_init().context("cannot use the terminal")?;
    let restore = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let _ = execute!(stdout(), DisableBracketedPaste);
        restore(info);
    }));
    let result = execute!(stdout(), EnableBracketedPaste)
        .context("cannot use the terminal")
        .and_then(|()| play(&mut screen));
    let _ = execute!(stdout(), DisableBracketedPaste);
    if ratatui::try_restore().is_err() {
        // The terminal has gone: dropping the screen would restore its cursor, fail, and panic.
        std::mem::forget(screen);
    }
    result
}

/// Starts a thread that reads terminal events. Reading never returns once the terminal has gone.
pub(super) fn events() -> anyhow::Result<Receiver<io::Result<Event>>> {
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

/// What a game goes on with.
#[derive(Debug)]
pub(super) enum Wake {
    /// Some time has passed.
    Tick,
    /// The player has interrupted the program, by a signal or by Ctrl-C.
    Interrupt,
    /// Anything else that the terminal tells.
    Event(Event),
}

/// Waits for an event, an interrupt, or for some time to pass.
///
/// # Errors
/// If keys cannot be read.
pub(super) fn wait(
    events: &Receiver<io::Result<Event>>,
    is_interrupted: impl Fn() -> bool,
) -> anyhow::Result<Wake> {
    if is_interrupted() {
        return Ok(Wake::Interrupt);
    }
    match events.recv_timeout(POLL_INTERVAL) {
        Err(RecvTimeoutError::Timeout) => Ok(Wake::Tick),
        Err(RecvTimeoutError::Disconnected) => anyhow::bail!("cannot read keys"),
        Ok(event) => Ok(match event.context("cannot read keys")? {
            Event::Key(key) if keys::is_interrupt(key) => Wake::Interrupt,
            event => Wake::Event(event),
        }),
    }
}

/// Saves the text of a game, `back` of whose moves had been taken back; returns the message. Asks first if the file exists.
pub(super) fn save(prompt: &mut Prompt, path: &str, overwrite: bool, text: &str, back: usize) -> String {
    let name = Path::new(path);
    if !overwrite && name.symlink_metadata().is_ok_and(|found| !found.is_dir()) {
        return prompt.confirm_overwrite(path);
    }
    if let Err(error) = output::write(name, format!("{text}\n")) {
        prompt.ask(Topic::Save, path);
        return format!("Not saved: {error:#}");
    }
    let back = match back {
        0 => String::new(),
        1 => ", the move that was taken back included".into(),
        count => format!(", {count} moves that were taken back included"),
    };
    format!("Saved to {path}{back}")
}

/// Refuses to load standard input, where the keys come from.
pub(super) fn check_loadable(text: &str) -> anyhow::Result<()> {
    anyhow::ensure!(text.trim() != "-", "standard input cannot be read while you play; name a file");
    Ok(())
}
