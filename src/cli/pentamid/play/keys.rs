//! Commands of the player, their keys, and the effects they need outside the model.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use solomids::pentamid::game::Size;
use tui_input::InputRequest;

use crate::cli::tui::{self, KeyPress, Topic};

/// Command of the player, independent of its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayCommand {
    /// Move the cursor, by columns and rows.
    Go(isize, isize),
    /// Move the cursor to the next piece that can move, or to the next place for the held one.
    Next,
    /// Pick a piece up, or put it down.
    Pick,
    /// Drop a piece on the square under the cursor.
    Drop(Size),
    Undo,
    Redo,
    /// Ask the engine for a move.
    Hint,
    /// Play the move of the last hint.
    PlayHint,
    /// Ask the prover whether a win is forced.
    Analyze,
    /// Let the engine play the side to move, or take that side over.
    Engine,
    Stronger,
    Weaker,
    NewGame,
    Help,
    /// Open a prompt.
    Ask(Topic),
    /// Edit the text of the prompt.
    Edit(InputRequest),
    /// Insert pasted text into the prompt.
    Insert(String),
    /// Submit the text of the prompt.
    Submit,
    /// Close a prompt, put a piece back, or stop thinking.
    Cancel,
    Suspend,
    Quit,
}

/// Effect of a command outside the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    None,
    /// End the thinking under way.
    Hurry,
    /// Save the game to a file.
    Save {
        path: String,
        /// Whether an existing file may be replaced.
        overwrite: bool,
    },
    /// Load a game from a file or from the text itself.
    Load(String),
    Suspend,
    Quit,
}

/// Keys and their actions, for the help.
pub(super) const HELP: [(&str, &str); 17] = [
    ("arrows", "move the cursor"),
    ("l, m, s", "drop a large, a medium, a small from a nest on this square"),
    ("Enter, Space", "pick up a piece; put it down where `>` `<` allow"),
    ("Tab", "go to the next piece that can move, or place for it"),
    (":", "type moves: L@c3, Lc3-c4, or just c3c4"),
    ("u, r", "take a move back (with the engine's answer); play it again"),
    ("h, p", "a hint of the engine; play it"),
    ("a", "analyse: is a win forced within 9 plies, in this game?"),
    ("e", "the engine plays this side from now on, or you do"),
    ("+, -", "a stronger, a weaker engine"),
    ("S", "save the game in a file"),
    ("L", "load a game, moves or a position"),
    ("n", "a new game"),
    ("Esc", "close, put back, or stop thinking"),
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
        KeyCode::Up => PlayCommand::Go(0, 1),
        KeyCode::Down => PlayCommand::Go(0, -1),
        KeyCode::Left => PlayCommand::Go(-1, 0),
        KeyCode::Right => PlayCommand::Go(1, 0),
        KeyCode::Tab => PlayCommand::Next,
        KeyCode::Enter | KeyCode::Char(' ') => PlayCommand::Pick,
        KeyCode::Char('l') => PlayCommand::Drop(Size::Large),
        KeyCode::Char('m') => PlayCommand::Drop(Size::Medium),
        KeyCode::Char('s') => PlayCommand::Drop(Size::Small),
        KeyCode::Char('u') | KeyCode::Backspace => PlayCommand::Undo,
        KeyCode::Char('r') => PlayCommand::Redo,
        KeyCode::Char('h') => PlayCommand::Hint,
        KeyCode::Char('p') => PlayCommand::PlayHint,
        KeyCode::Char('a') => PlayCommand::Analyze,
        KeyCode::Char('e') => PlayCommand::Engine,
        KeyCode::Char('+') => PlayCommand::Stronger,
        KeyCode::Char('-') => PlayCommand::Weaker,
        KeyCode::Char('n') => PlayCommand::NewGame,
        KeyCode::Char(':') => PlayCommand::Ask(Topic::Moves),
        KeyCode::Char('S') => PlayCommand::Ask(Topic::Save),
        KeyCode::Char('L') => PlayCommand::Ask(Topic::Load),
        KeyCode::Char('?') | KeyCode::F(1) => PlayCommand::Help,
        KeyCode::Esc => PlayCommand::Cancel,
        KeyCode::Char('q') => PlayCommand::Quit,
        _ => return None,
    })
}
