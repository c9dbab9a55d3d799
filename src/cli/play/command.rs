//! Commands of the player, and the effects they need outside the model.

use solomids::analysis::MoveHint;
use solomids::game::Square;
use tui_input::InputRequest;

use crate::cli::tui::Topic;

use super::background::Query;

/// Command of the player, independent of its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayCommand {
    /// Move the cursor.
    Go(Direction),
    /// Move the cursor to the next movable stack, or to the next target of the held one.
    Next,
    /// Pick up a stack, or put it down.
    Pick,
    /// Slide the stack under the cursor.
    Slide,
    /// Bank the tree under the cursor.
    Bank,
    /// Swap the stack under the cursor with another.
    Swap,
    Undo,
    Redo,
    /// Take all moves back.
    First,
    /// Play all moves ahead.
    Last,
    /// Scroll a list up by a page.
    PageUp,
    /// Scroll a list down by a page.
    PageDown,
    Hint,
    /// List every move with its best score.
    Moves,
    Solve,
    /// Play the move of the last hint.
    PlayHint,
    /// Deal another deal.
    NewDeal,
    /// Begin the deal again.
    Restart,
    /// Stop the program until the shell continues it.
    Suspend,
    /// Show or hide the best reachable score.
    Reveal,
    Help,
    /// Open a prompt.
    Ask(Topic),
    /// Edit the text of the prompt.
    Edit(InputRequest),
    /// Insert pasted text into the prompt.
    Insert(String),
    /// Submit the text of the prompt.
    Submit,
    /// Close a prompt, put a held stack back, or stop the solver.
    Cancel,
    Quit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// A stack that the player has picked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Held {
    pub(super) from: Square,
    /// Whether it was picked up for a swap.
    pub(super) swap: bool,
}

/// A window over the board.
#[derive(Clone, Debug)]
pub(super) enum Overlay {
    /// List of all keys.
    Help,
    /// Rules of the game.
    Rules,
    /// Congratulations on a win.
    Won,
    /// List of every move with its best score.
    Moves {
        /// Moves, best first.
        moves: Vec<MoveHint>,
        /// Index of the move that Enter plays.
        chosen: usize,
    },
}

/// Effect of a command outside the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayEffect {
    None,
    /// Query the solver about the present position.
    Ask(Query),
    /// Interrupt the solver, which then replies with its bounds so far.
    Hurry,
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
