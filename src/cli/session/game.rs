//! What a session asks of a game.

use crate::numbers::counted;
use ratatui::text::{Line, Span};

use super::{Held, KeyRow, Place, Session, Window};
use crate::games::port::{self, Played};

/// What a round of a game starts from.
pub(crate) type Start<G> = <<G as TerminalGame>::Port as port::Game>::Start;
/// The state of a round between two moves.
pub(crate) type Position<G> = <<G as TerminalGame>::Port as port::Game>::Position;
pub(crate) type Move<G> = <<G as TerminalGame>::Port as port::Game>::Move;
/// Why a move is illegal.
pub(crate) type Reason<G> = <<G as TerminalGame>::Port as port::Game>::Reason;

/// What a game calls its things, for help and messages.
pub(crate) struct Words {
    /// What can be picked up: `stack`.
    pub(crate) piece: &'static str,
    /// Typed moves by example.
    pub(crate) typed: &'static str,
    /// What can be loaded.
    pub(crate) loaded: &'static str,
    /// What the key `n` gives: `another deal`.
    pub(crate) another: &'static str,
    /// What begins again: `deal`.
    pub(crate) whole: &'static str,
    pub(crate) welcome: &'static str,
    /// The commands that need no terminal.
    pub(crate) instead: &'static str,
}

/// A game in the terminal. The value itself is what the game knows beside its rounds: options, and results of searches.
pub(crate) trait TerminalGame: Sized + 'static {
    /// The game itself.
    type Port: port::Game;
    /// What can be searched for.
    type Query: Copy + PartialEq + Send + Sync + 'static;
    /// What a request says beside its query and its position.
    type Terms: Send + Sync + 'static;
    type Answer: Send + 'static;

    const WORDS: Words;
    /// The rules in short, for the help.
    const RULES: &'static [&'static str];
    /// Width of a place with its four signs, in columns.
    const CELL: usize;
    /// Letter of the first column where places are named by column and row; else their content names them.
    const FIRST_COLUMN: Option<u8>;
    /// Width of a move in lists.
    const MOVE_WIDTH: usize;
    /// What separates typed moves.
    const SEPARATORS: &'static [char];
    /// What joins the rows of a deal or a position that is pasted into a prompt, which has one line.
    const BETWEEN_ROWS: &'static str;

    fn keys() -> Vec<KeyRow<Self>>;

    /// Why a move is illegal, for the player.
    fn explained(
        _start: &Start<Self>,
        _before: &Position<Self>,
        _mv: Move<Self>,
        reason: Reason<Self>,
    ) -> String {
        reason.to_string()
    }
    /// A random start, or the first position.
    fn deal(s: &Session<Self>) -> anyhow::Result<Start<Self>>;
    /// Reads a file or a text.
    fn read(s: &Session<Self>, text: &str) -> anyhow::Result<Played<Self::Port>>;
    /// The text of a round, for files and for the end.
    fn text(played: &Played<Self::Port>) -> String;
    /// Reads one of the typed moves, which need not be legal.
    fn parse(s: &Session<Self>, position: &Position<Self>, typed: &str) -> Result<Vec<Move<Self>>, String>;

    /// Numbers of columns and rows of places.
    fn grid(s: &Session<Self>) -> (usize, usize);
    /// Where the cursor is after a move.
    fn target(s: &Session<Self>, mv: Move<Self>) -> Place;
    /// Whether something can move from a place, or be moved there without being picked up.
    fn can_leave(s: &Session<Self>, place: Place) -> bool {
        s.has_target(place)
    }
    /// Checks that there is something to pick up on a place.
    fn check_piece(_: &Session<Self>, _: Place) -> Result<(), String> {
        Ok(())
    }
    /// The move of what is held to a place: the legal one, or the illegal one with the most helpful reason.
    fn carry(s: &Session<Self>, held: Held, to: Place) -> Option<Move<Self>>;

    /// Name of the game, and the parts of the title after it.
    fn title(s: &Session<Self>) -> (&'static str, Vec<String>);
    /// What is drawn on a place.
    fn content(s: &Session<Self>, place: Place) -> Vec<Span<'static>>;
    /// Whether only the history of the round forbids to put down on a place what is held.
    fn is_barred(_: &Session<Self>, _: Held, _to: Place) -> bool {
        false
    }
    /// Lines about the position, always as many.
    fn facts(s: &Session<Self>) -> Vec<Line<'static>>;
    /// Describes a move that is legal in a position. What it uncovers comes after a `;`.
    fn words(s: &Session<Self>, before: &Position<Self>, mv: Move<Self>) -> String {
        <Self::Port as port::Game>::described(s.start(), before, mv)
    }
    /// The player to move in a game of two.
    fn mover(_: &Position<Self>) -> Option<String> {
        None
    }
    /// How the round has ended, if it is over.
    fn end(s: &Session<Self>) -> Option<String> {
        let status = <Self::Port as port::Game>::status(s.start(), s.position());
        status.over.then_some(status.words)
    }
    /// A window that opens after the last move.
    fn celebration(_: &Session<Self>) -> Option<Window<Move<Self>>> {
        None
    }
    /// What is reported when the player leaves; by default the number of moves taken back.
    fn account(s: &Session<Self>) -> Option<String> {
        let back = s.round.taken_back().len() as u64;
        (back > 0).then(|| format!("{} at its end had been taken back", counted(back, "move")))
    }

    /// Why the player can neither move nor ask now.
    fn refusal(_: &Session<Self>) -> Option<String> {
        None
    }
    /// Why a move stays: the last one, played in a position.
    fn stays(_: &Session<Self>, _before: &Position<Self>, _: Move<Self>) -> Option<&'static str> {
        None
    }
    /// Whether undo and redo end at the present position: it is the player's turn.
    fn is_rest(_: &Session<Self>) -> bool {
        true
    }
    /// Takes note of a move that has just been played.
    fn played(_: &mut Session<Self>) {}

    /// What is searched for unless the player asks for something else.
    fn due(_: &Session<Self>) -> Option<Self::Query> {
        None
    }
    fn terms(s: &Session<Self>) -> Self::Terms;
    /// A search in words, if they are shown.
    fn task(s: &Session<Self>, query: Self::Query) -> Option<String>;
    /// Takes an answer about the present position.
    fn learn(s: &mut Session<Self>, request: &Request<Self>, answer: Self::Answer);
}

/// A request to the thread that searches.
pub(crate) struct Request<G: TerminalGame> {
    pub(crate) query: G::Query,
    pub(crate) position: Position<G>,
    pub(crate) terms: G::Terms,
}
