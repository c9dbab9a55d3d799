//! Suspension of the game by Ctrl-Z, and its return.

use std::io::{self, stdout};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::{DefaultTerminal, Terminal};

/// Gives the terminal back, stops the process and those of its job, as the terminal would without raw mode, and takes the
/// terminal again once the shell continues them.
///
/// # Errors
/// If the terminal cannot be set.
#[cfg(unix)]
pub(in crate::cli) fn suspend(screen: &mut DefaultTerminal) -> io::Result<()> {
    execute!(stdout(), DisableBracketedPaste, LeaveAlternateScreen)?;
    screen.show_cursor()?;
    disable_raw_mode()?;
    // Without a shell that can continue it, the system does not stop the process.
    rustix::process::kill_current_process_group(rustix::process::Signal::TSTP)?;
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, Clear(ClearType::All), EnableBracketedPaste)?;
    // What was drawn before is gone. To clear the old screen would ask the terminal for its cursor, and the thread that
    // reads keys would get the answer.
    *screen = Terminal::new(CrosstermBackend::new(stdout()))?;
    Ok(())
}

/// Does nothing: this system has no job control.
#[cfg(not(unix))]
pub(in crate::cli) fn suspend(_: &mut DefaultTerminal) -> io::Result<()> {
    Ok(())
}
