//! What the keys mean.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use tui_input::backend::crossterm::to_input_request;

use super::command::{Command, Direction, Topic};

/// The keys and what they do, for the help.
pub(super) const HELP: [(&str, &str); 18] = [
    ("arrows", "move the cursor"),
    ("Enter, Space", "pick up a stack; put it down where `>` `<` allow"),
    ("Tab", "go to the next stack that can move, or place for it"),
    ("f", "slide the stack under the cursor forwards"),
    ("b", "bank the tree under the cursor"),
    ("w", "swap the stack under the cursor; Enter on the other"),
    ("m or :", "type moves: M-A3>A4, B-A4 or just A3>A4"),
    ("u, r", "take a move back; play it again"),
    ("Home, End", "take all back; play all that is ahead"),
    ("h", "hint: one good move, and why"),
    ("H", "every move, and what it leaves possible"),
    ("s", "solve from here: r then plays the line, move by move"),
    ("v", "hide or show what can still be reached"),
    ("S", "save the game in a file"),
    ("L", "load a share string, a solution or a deal"),
    ("Esc", "close, put back, or stop the solver"),
    ("?", "this help"),
    ("q", "quit, and print the game"),
];

/// What a key means, while a text is being typed or not. An interrupt is dealt with elsewhere.
pub(super) fn command(key: KeyEvent, typing: bool) -> Option<Command> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    if typing {
        return match key.code {
            KeyCode::Enter => Some(Command::Submit),
            KeyCode::Esc => Some(Command::Cancel),
            _ => to_input_request(&Event::Key(key)).map(Command::Edit),
        };
    }
    if key.modifiers.intersects(KeyModifiers::ALT | KeyModifiers::CONTROL) {
        return None;
    }
    Some(match key.code {
        KeyCode::Up => Command::Go(Direction::Up),
        KeyCode::Down => Command::Go(Direction::Down),
        KeyCode::Left => Command::Go(Direction::Left),
        KeyCode::Right => Command::Go(Direction::Right),
        KeyCode::Tab => Command::Next,
        KeyCode::Enter | KeyCode::Char(' ') => Command::Pick,
        KeyCode::Char('f') => Command::Slide,
        KeyCode::Char('b') => Command::Bank,
        KeyCode::Char('w') => Command::Swap,
        KeyCode::Char('m' | ':') => Command::Ask(Topic::Moves),
        KeyCode::Char('u') | KeyCode::Backspace => Command::Undo,
        KeyCode::Char('r') => Command::Redo,
        KeyCode::PageUp => Command::PageUp,
        KeyCode::PageDown => Command::PageDown,
        KeyCode::Home => Command::First,
        KeyCode::End => Command::Last,
        KeyCode::Char('h') => Command::Hint,
        KeyCode::Char('H') => Command::Moves,
        KeyCode::Char('s') => Command::Solve,
        KeyCode::Char('v') => Command::Reveal,
        KeyCode::Char('S') => Command::Ask(Topic::Save),
        KeyCode::Char('L') => Command::Ask(Topic::Load),
        KeyCode::Char('?') | KeyCode::F(1) => Command::Help,
        KeyCode::Esc => Command::Cancel,
        KeyCode::Char('q') => Command::Quit,
        _ => return None,
    })
}

/// Whether a key means to quit where there is nothing to type.
pub(super) fn quits(key: KeyEvent) -> bool {
    matches!(command(key, false), Some(Command::Quit))
}

/// Whether a key asks for an immediate end, whatever is going on.
pub(super) fn is_interrupt(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}
