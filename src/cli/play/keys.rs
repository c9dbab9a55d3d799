//! Key bindings.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::command::{Direction, PlayCommand};
use crate::cli::tui::{self, KeyPress, Topic};

/// Keys and their actions, for the help.
pub(super) const HELP: [(&str, &str); 21] = [
    ("arrows", "move the cursor"),
    ("Enter, Space", "pick up a stack; put it down where `>` `<` allow"),
    ("Tab", "go to the next stack that can move, or place for it"),
    ("f", "slide the stack under the cursor forwards"),
    ("b", "bank the tree under the cursor"),
    ("w", "swap the stack under the cursor; Enter on the other"),
    ("m or :", "type moves: M-A3>A4, just a3a4, or a4 to bank from A4"),
    ("u, r", "take a move back; play it again"),
    ("Home, End", "take all back; play all that is ahead"),
    ("h", "hint: one good move, and why"),
    ("p", "play the move of the hint"),
    ("H", "every move, and what it leaves possible"),
    ("s", "solve from here: r then plays the line, Esc drops it"),
    ("v", "hide or show what can still be reached"),
    ("S", "save the game in a file"),
    ("L", "load a share string, a solution or a deal"),
    ("n, R", "another deal; this deal from its beginning"),
    ("Esc", "close, put back, or stop the solver"),
    ("?", "this help; again: the rules"),
    ("Ctrl-Z", "leave for the shell; its command fg comes back"),
    ("q", "quit, and print the game"),
];

/// Command of a key, in a prompt (`typing`) or on the board. Interrupts are not covered.
pub(super) fn command(key: KeyEvent, typing: bool) -> Option<PlayCommand> {
    let code = match tui::press(key, typing)? {
        KeyPress::Suspend => return Some(PlayCommand::Suspend),
        KeyPress::Submit => return Some(PlayCommand::Submit),
        KeyPress::Cancel => return Some(PlayCommand::Cancel),
        KeyPress::Edit(request) => return Some(PlayCommand::Edit(request)),
        KeyPress::Play(code) => code,
    };
    Some(match code {
        KeyCode::Up => PlayCommand::Go(Direction::Up),
        KeyCode::Down => PlayCommand::Go(Direction::Down),
        KeyCode::Left => PlayCommand::Go(Direction::Left),
        KeyCode::Right => PlayCommand::Go(Direction::Right),
        KeyCode::Tab => PlayCommand::Next,
        KeyCode::Enter | KeyCode::Char(' ') => PlayCommand::Pick,
        KeyCode::Char('f') => PlayCommand::Slide,
        KeyCode::Char('b') => PlayCommand::Bank,
        KeyCode::Char('w') => PlayCommand::Swap,
        KeyCode::Char('m' | ':') => PlayCommand::Ask(Topic::Moves),
        KeyCode::Char('u') | KeyCode::Backspace => PlayCommand::Undo,
        KeyCode::Char('r') => PlayCommand::Redo,
        KeyCode::PageUp => PlayCommand::PageUp,
        KeyCode::PageDown => PlayCommand::PageDown,
        KeyCode::Home => PlayCommand::First,
        KeyCode::End => PlayCommand::Last,
        KeyCode::Char('h') => PlayCommand::Hint,
        KeyCode::Char('H') => PlayCommand::Moves,
        KeyCode::Char('s') => PlayCommand::Solve,
        KeyCode::Char('p') => PlayCommand::PlayHint,
        KeyCode::Char('n') => PlayCommand::NewDeal,
        KeyCode::Char('R') => PlayCommand::Restart,
        KeyCode::Char('v') => PlayCommand::Reveal,
        KeyCode::Char('S') => PlayCommand::Ask(Topic::Save),
        KeyCode::Char('L') => PlayCommand::Ask(Topic::Load),
        KeyCode::Char('?') | KeyCode::F(1) => PlayCommand::Help,
        KeyCode::Esc => PlayCommand::Cancel,
        KeyCode::Char('q') => PlayCommand::Quit,
        _ => return None,
    })
}

/// Whether a key quits on the board.
pub(super) fn quits(key: KeyEvent) -> bool {
    matches!(command(key, false), Some(PlayCommand::Quit))
}
