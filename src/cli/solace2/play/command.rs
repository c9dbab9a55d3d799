//! Commands of the player, their keys, and the effects they need outside the model.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use tui_input::InputRequest;

use super::advice::Query;
use crate::cli::tui::{self, KeyPress, Topic};

/// Keys and their actions, for the help.
pub(super) const HELP: [(&str, &str); 15] = [
    ("arrows", "move the cursor"),
    ("Enter, Space", "pick up what lies open; put it down where `>` `<` allow"),
    ("Tab", "go to the next space from which, or to which, something can move"),
    ("m or :", "type moves: L-3>4 M-3>8, or just 3>8"),
    ("u, r", "take a move back; play the next move ahead"),
    ("Home, End", "take back as much as may be; play all that is ahead"),
    ("h", "hint: from what lies open, or by the solver if nests are open"),
    ("s", "solve from here, hidden pieces too: r plays the line, Esc drops it"),
    ("v", "show or hide the inside of the nests"),
    ("S, L", "save the game in a file; load a game or a deal"),
    ("n, R", "another deal; this deal from its beginning"),
    ("Esc", "close, put back, or stop the solver"),
    ("?", "this help; again: the rules"),
    ("Ctrl-Z", "leave for the shell; its command fg comes back"),
    ("q", "quit, and print the game"),
];

/// Command of the player, independent of its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayCommand {
    /// Move the cursor by columns and rows.
    Go(isize, isize),
    /// Move the cursor to the next space that matters.
    Next,
    /// Pick a piece up, or put it down.
    Pick,
    Undo,
    Redo,
    /// Take back all that may be.
    First,
    /// Play all moves ahead.
    Last,
    Hint,
    Solve,
    /// Show or hide the inside of the nests.
    Reveal,
    /// Open a prompt.
    Ask(Topic),
    /// Edit the text of the prompt.
    Edit(InputRequest),
    /// Insert pasted text into the prompt.
    Insert(String),
    /// Submit the text of the prompt.
    Submit,
    NewDeal,
    Restart,
    Help,
    /// Close a window or a prompt, put a piece back, or stop the solver.
    Cancel,
    /// Stop the program until the shell continues it.
    Suspend,
    Quit,
}

/// Effect of a command outside the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayEffect {
    None,
    /// Ask for advice on the present position.
    Ask(Query),
    /// Stop the search under way.
    Stop,
    /// Save the game to a file.
    Save {
        path: String,
        /// Whether an existing file may be replaced.
        overwrite: bool,
    },
    /// Load a game from a file or from the text itself.
    Load(String),
    /// Deal a random deal.
    Deal,
    /// Stop the program until the shell continues it.
    Suspend,
    Quit,
}

/// Command of a key, in a prompt (`typing`) or on the table.
pub(super) fn command(key: KeyEvent, typing: bool) -> Option<PlayCommand> {
    let code = match tui::press(key, typing)? {
        KeyPress::Suspend => return Some(PlayCommand::Suspend),
        KeyPress::Submit => return Some(PlayCommand::Submit),
        KeyPress::Cancel => return Some(PlayCommand::Cancel),
        KeyPress::Edit(request) => return Some(PlayCommand::Edit(request)),
        KeyPress::Play(code) => code,
    };
    Some(match code {
        KeyCode::Up => PlayCommand::Go(0, -1),
        KeyCode::Down => PlayCommand::Go(0, 1),
        KeyCode::Left => PlayCommand::Go(-1, 0),
        KeyCode::Right => PlayCommand::Go(1, 0),
        KeyCode::Tab => PlayCommand::Next,
        KeyCode::Enter | KeyCode::Char(' ') => PlayCommand::Pick,
        KeyCode::Char('m' | ':') => PlayCommand::Ask(Topic::Moves),
        KeyCode::Char('u') | KeyCode::Backspace => PlayCommand::Undo,
        KeyCode::Char('r') => PlayCommand::Redo,
        KeyCode::Home => PlayCommand::First,
        KeyCode::End => PlayCommand::Last,
        KeyCode::Char('h') => PlayCommand::Hint,
        KeyCode::Char('s') => PlayCommand::Solve,
        KeyCode::Char('v') => PlayCommand::Reveal,
        KeyCode::Char('n') => PlayCommand::NewDeal,
        KeyCode::Char('R') => PlayCommand::Restart,
        KeyCode::Char('S') => PlayCommand::Ask(Topic::Save),
        KeyCode::Char('L') => PlayCommand::Ask(Topic::Load),
        KeyCode::Char('?') | KeyCode::F(1) => PlayCommand::Help,
        KeyCode::Esc => PlayCommand::Cancel,
        KeyCode::Char('q') => PlayCommand::Quit,
        _ => return None,
    })
}
