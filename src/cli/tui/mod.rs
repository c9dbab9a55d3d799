//! Games in the terminal: what the event loops of all games share.
//!
//! [`run`] takes the terminal and gives it back whatever happens, [`events`] reads keys, [`suspend`](suspend()) is Ctrl-Z.

mod suspend;

use std::fs::File;
use std::io::{self, IsTerminal as _, stdout};
use std::panic;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, EnableBracketedPaste, Event, KeyCode, KeyEvent, KeyModifiers,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::style::force_color_output;
use ratatui::style::Color;

pub(super) use self::suspend::suspend;
use super::failure::Advised;

/// Longest wait for a key before replies and interrupts are polled.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(50);

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
    Err(Advised::new(
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

/// Whether a key is Ctrl-C, which ends the game in every state.
pub(super) fn is_interrupt(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// Converts a colour of `anstyle` to one of `ratatui`.
pub(super) const fn translated(color: anstyle::Color) -> Color {
    match color {
        anstyle::Color::Ansi(color) => match color {
            anstyle::AnsiColor::Black => Color::Black,
            anstyle::AnsiColor::Red => Color::Red,
            anstyle::AnsiColor::Green => Color::Green,
            anstyle::AnsiColor::Yellow => Color::Yellow,
            anstyle::AnsiColor::Blue => Color::Blue,
            anstyle::AnsiColor::Magenta => Color::Magenta,
            anstyle::AnsiColor::Cyan => Color::Cyan,
            anstyle::AnsiColor::White => Color::Gray,
            anstyle::AnsiColor::BrightBlack => Color::DarkGray,
            anstyle::AnsiColor::BrightRed => Color::LightRed,
            anstyle::AnsiColor::BrightGreen => Color::LightGreen,
            anstyle::AnsiColor::BrightYellow => Color::LightYellow,
            anstyle::AnsiColor::BrightBlue => Color::LightBlue,
            anstyle::AnsiColor::BrightMagenta => Color::LightMagenta,
            anstyle::AnsiColor::BrightCyan => Color::LightCyan,
            anstyle::AnsiColor::BrightWhite => Color::White,
        },
        anstyle::Color::Ansi256(color) => Color::Indexed(color.0),
        anstyle::Color::Rgb(color) => Color::Rgb(color.0, color.1, color.2),
    }
}
