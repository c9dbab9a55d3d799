//! What the player may want, and what that may need.

use solomids::analysis::MoveHint;
use solomids::game::Square;
use tui_input::{Input, InputRequest};

use super::thinker::Question;

/// What the player wants, whatever key or text it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Move the cursor.
    Go(Direction),
    /// Go to the next stack that can be moved, or the next place for the one that is held.
    Next,
    /// Pick a stack up, or put it down.
    Pick,
    /// Slide the stack under the cursor.
    Slide,
    /// Bank the tree under the cursor.
    Bank,
    /// Swap the stack under the cursor with another.
    Swap,
    Undo,
    Redo,
    /// Take everything back.
    First,
    /// Play everything that is ahead.
    Last,
    /// Go up in a list by a page.
    PageUp,
    /// Go down in a list by a page.
    PageDown,
    Hint,
    /// Look into every move.
    Moves,
    Solve,
    /// Show or hide what can still be reached.
    Reveal,
    Help,
    /// Ask for a text.
    Ask(Topic),
    /// Change that text.
    Edit(InputRequest),
    /// More of that text.
    Insert(String),
    /// The text is complete.
    Submit,
    /// Close, put back or stop whatever is open, held or under way.
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

/// What a text is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topic {
    /// Moves to play.
    Moves,
    /// The file to save to.
    Save,
    /// A file, or the text itself.
    Load,
}

/// A text that is being typed.
#[derive(Clone, Debug)]
pub(super) struct Prompt {
    pub(super) topic: Topic,
    pub(super) input: Input,
}

/// The stack that the player has picked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Held {
    pub(super) from: Square,
    /// To be swapped, not stacked or slid.
    pub(super) swap: bool,
}

/// What lies over the board until it is closed.
#[derive(Clone, Debug)]
pub(super) enum Overlay {
    /// All keys.
    Help,
    /// What every move leaves possible, best first.
    Moves {
        moves: Vec<MoveHint>,
        /// The one that Enter plays.
        chosen: usize,
    },
}

/// What a command needs from outside the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    None,
    /// Ask the solver about the present position.
    Ask(Question),
    /// Have the solver answer at once.
    Hurry,
    /// Write the game to a file; one that exists only if the player knows.
    Save {
        path: String,
        overwrite: bool,
    },
    /// Read a game from a file, or from the text itself.
    Load(String),
    Quit,
}
