//! Keys as all games understand them.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use tui_input::InputRequest;
use tui_input::backend::crossterm::to_input_request;

/// Meaning of a key before the game gives it one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum KeyPress {
    /// Ctrl-Z: stop the program until the shell continues it.
    Suspend,
    /// Enter in a prompt.
    Submit,
    /// Escape in a prompt.
    Cancel,
    /// Any other key in a prompt.
    Edit(InputRequest),
    /// A key for the game.
    Play(KeyCode),
}

/// The meaning of a key, in a prompt (`typing`) or in the game; `None` if it has none. Interrupts are not covered.
pub(in crate::cli) fn press(key: KeyEvent, typing: bool) -> Option<KeyPress> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    if key.code == KeyCode::Char('z') && key.modifiers == KeyModifiers::CONTROL {
        return Some(KeyPress::Suspend);
    }
    match key.code {
        KeyCode::Enter if typing => Some(KeyPress::Submit),
        KeyCode::Esc if typing => Some(KeyPress::Cancel),
        _ if typing => to_input_request(&Event::Key(key)).map(KeyPress::Edit),
        _ if key.modifiers.intersects(KeyModifiers::ALT | KeyModifiers::CONTROL) => None,
        code => Some(KeyPress::Play(code)),
    }
}

/// Whether a key is Ctrl-C, which ends the game in every state.
pub(super) fn is_interrupt(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}
