//! The terminal of a session: taken, given back whatever happens, and taken again after a stop.

use std::fs::File;
use std::io::{self, IsTerminal as _, stdout};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use anyhow::Context as _;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, DisableBracketedPaste, EnableBracketedPaste, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::style::force_color_output;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::{DefaultTerminal, Terminal};

use crate::cli::refuse;

/// Refuses to play without a terminal for output and keys; `instead` names the commands that need none.
pub(super) fn require(instead: &str) -> anyhow::Result<()> {
    // The keys come from the terminal even if standard input does not.
    let has_keys =
        || io::stdin().is_terminal() || File::open(if cfg!(windows) { "CONIN$" } else { "/dev/tty" }).is_ok();
    let stream = if !stdout().is_terminal() {
        "standard output"
    } else if !has_keys() {
        "standard input"
    } else {
        return Ok(());
    };
    refuse(
        format!("`play` needs a terminal, and {stream} is not one"),
        format!("run it without a pipe or a redirection, or use {instead}, which need no terminal"),
    )
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

/// A flag that is raised whenever the process goes on after a stop, whatever caused it.
#[cfg_attr(not(unix), expect(clippy::unnecessary_wraps, reason = "only job control can fail"))]
pub(super) fn continued() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGCONT, Arc::clone(&flag))
        .context("cannot listen to signals")?;
    Ok(flag)
}

/// Gives the terminal back and stops the process and those of its job, as the terminal would without raw mode. It returns
/// once the shell continues them; without a shell that can, and on systems without job control, at once.
pub(super) fn suspend(screen: &mut DefaultTerminal) -> io::Result<()> {
    execute!(stdout(), DisableBracketedPaste, LeaveAlternateScreen)?;
    screen.show_cursor()?;
    disable_raw_mode()?;
    #[cfg(unix)]
    rustix::process::kill_current_process_group(rustix::process::Signal::TSTP)?;
    Ok(())
}

/// Takes the terminal again after a stop. The shell has set its own mode, even where the session never gave it back.
pub(super) fn resume(screen: &mut DefaultTerminal) -> io::Result<()> {
    // Raw mode that the library believes to be on it does not set again.
    disable_raw_mode()?;
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, Clear(ClearType::All), EnableBracketedPaste)?;
    // What was drawn before is gone. To clear the old screen would ask the terminal for its cursor, and the thread that
    // reads keys would get the answer.
    *screen = Terminal::new(CrosstermBackend::new(stdout()))?;
    Ok(())
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
