//! What the player sees and does, without any terminal: the game, the cursor, what is held, what is typed, what is
//! known.

use std::collections::HashMap;

use solomids::analysis::MoveHint;
use solomids::game::{COLUMNS, IllegalMove, Move, ParseError, Position, ROWS, Square};
use solomids::numbers::counted;
use solomids::view::words::{self, describe};

use tui_input::Input;

use super::command::{Command, Direction, Effect, Held, Overlay, Prompt, Topic};
use super::game::Game;
use super::thinker::{Known, Question};

/// Moves that the list of all of them goes on by at once.
const PAGE: usize = 10;

/// All that the screen shows.
pub(super) struct Model {
    pub(super) game: Game,
    pub(super) cursor: Square,
    pub(super) held: Option<Held>,
    pub(super) prompt: Option<Prompt>,
    pub(super) overlay: Option<Overlay>,
    /// Whether what can still be reached is shown.
    pub(super) revealed: bool,
    pub(super) message: String,
    /// The question that the solver is at.
    pub(super) asked: Option<Question>,
    pub(super) known: HashMap<Position, Known>,
    /// The moves of a position, once every one was looked into.
    pub(super) moves: Option<(Position, Vec<MoveHint>)>,
    /// A file that exists, once the player was told.
    exists: Option<String>,
    /// The game before the one that was loaded last, until something is done in that one.
    replaced: Option<Box<Game>>,
}

impl Model {
    pub(super) fn new(game: Game) -> Self {
        let mut model = Self {
            game,
            cursor: Square::new(COLUMNS / 2, ROWS - 1),
            held: None,
            prompt: None,
            overlay: None,
            revealed: true,
            message: String::new(),
            asked: None,
            known: HashMap::new(),
            moves: None,
            exists: None,
            replaced: None,
        };
        model.message = model.over().unwrap_or_else(|| "Enter picks up a stack; ? lists all keys".into());
        model
    }

    /// Does what the player wants.
    pub(super) fn obey(&mut self, command: Command) -> Effect {
        if let Some(overlay) = self.overlay.take() {
            return self.obey_under(overlay, &command);
        }
        if !matches!(command, Command::Edit(_) | Command::Insert(_) | Command::Cancel) {
            self.message.clear();
        }
        match command {
            Command::Go(direction) => self.go(direction),
            Command::Next => self.next(),
            Command::Pick => self.pick(),
            Command::Slide => self.slide(),
            Command::Bank => self.play(Move::Bank { at: self.cursor }),
            Command::Swap => self.swap(),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::First => self.steps(Game::undo, "taken back"),
            Command::Last => self.steps(Game::redo, "played"),
            Command::PageUp | Command::PageDown => {}
            Command::Hint => return self.hint(),
            Command::Moves => return self.show_moves(),
            Command::Solve => return self.solve(),
            Command::Reveal => self.revealed = !self.revealed,
            Command::Help => self.overlay = Some(Overlay::Help),
            Command::Ask(topic) => {
                (self.held, self.exists) = (None, None);
                self.prompt = Some(Prompt { topic, input: Input::default() });
            }
            Command::Insert(text) => self.insert(&text),
            Command::Edit(request) => {
                self.prompt.as_mut().and_then(|prompt| prompt.input.handle(request));
            }
            Command::Submit => return self.submit(),
            Command::Cancel => return self.cancel(),
            Command::Quit => return Effect::Quit,
        }
        Effect::None
    }

    /// Does what the player wants while something lies over the board: chooses a move, or closes it.
    fn obey_under(&mut self, overlay: Overlay, command: &Command) -> Effect {
        match (overlay, command) {
            (_, Command::Quit) => return Effect::Quit,
            (Overlay::Moves { moves, chosen }, Command::Pick) => {
                if let Some(hint) = moves.get(chosen) {
                    self.play(hint.mv);
                }
            }
            (Overlay::Moves { moves, chosen }, command) => {
                let last = moves.len().saturating_sub(1);
                let chosen = match command {
                    Command::Go(Direction::Up) => chosen.saturating_sub(1),
                    Command::Go(Direction::Down) => (chosen + 1).min(last),
                    Command::PageUp => chosen.saturating_sub(PAGE),
                    Command::PageDown => (chosen + PAGE).min(last),
                    Command::First | Command::Go(Direction::Left) => 0,
                    Command::Last | Command::Go(Direction::Right) => last,
                    _ => return Effect::None,
                };
                self.overlay = Some(Overlay::Moves { moves, chosen });
            }
            (Overlay::Help, _) => {}
        }
        Effect::None
    }

    fn go(&mut self, direction: Direction) {
        let (column, depth) = (self.cursor.column(), self.cursor.depth());
        let (column, depth) = match direction {
            Direction::Up => (column, depth.saturating_sub(1)),
            Direction::Down => (column, (depth + 1).min(ROWS - 1)),
            Direction::Left => (column.saturating_sub(1), depth),
            Direction::Right => ((column + 1).min(COLUMNS - 1), depth),
        };
        self.cursor = Square::new(column, depth);
    }

    /// Goes on to the next square of interest, in reading order.
    fn next(&mut self) {
        let squares: Vec<Square> = Square::all().filter(|&square| self.is_of_interest(square)).collect();
        let here = (self.cursor.depth(), self.cursor.column());
        let next = squares.iter().find(|square| (square.depth(), square.column()) > here);
        match next.or(squares.first()) {
            Some(&square) => self.cursor = square,
            None => self.message = "There is nothing to go to".into(),
        }
    }

    /// Whether a stack on the square can be moved, or the one that is held can be moved there.
    fn is_of_interest(&self, square: Square) -> bool {
        match self.held {
            Some(_) => self.is_target(square),
            None => self.game.position().legal_moves().into_iter().any(|mv| match mv {
                Move::Stack { from, .. } | Move::Transfer { from, .. } | Move::Slide { from, .. } => {
                    from == square
                }
                Move::Bank { at } => at == square,
                Move::Swap { .. } => false,
            }),
        }
    }

    /// Whether the stack that is held can be moved to the square.
    pub(super) fn is_target(&self, square: Square) -> bool {
        self.held.is_some_and(|held| {
            square != held.from && self.game.position().is_legal(self.move_to(held, square))
        })
    }

    /// The move of what is held to a square, if it is legal; else one that says best why not.
    fn move_to(&self, held: Held, to: Square) -> Move {
        if held.swap {
            Move::Swap { a: held.from, b: to }
        } else {
            meant(self.game.position(), held.from, to)
        }
    }

    /// Picks up the stack under the cursor, or puts the one that is held there.
    fn pick(&mut self) {
        match self.held {
            Some(held) if held.from == self.cursor => self.held = None,
            Some(held) => self.play(self.move_to(held, self.cursor)),
            None => {
                let from = self.cursor;
                if self.game.position().get(from).is_none() {
                    self.message = IllegalMove::Empty(from).to_string();
                    return;
                }
                self.held = Some(Held { from, swap: false });
                if !Square::all().any(|square| self.is_target(square)) {
                    self.held = None;
                    let bank = self.game.position().is_legal(Move::Bank { at: from });
                    let instead = if bank { ", but b banks it" } else { "" };
                    self.message = format!("The stack on {from} can be moved nowhere{instead}");
                }
            }
        }
    }

    fn slide(&mut self) {
        let from = self.held.map_or(self.cursor, |held| held.from);
        let slide = self
            .game
            .position()
            .legal_moves()
            .into_iter()
            .find(|mv| matches!(mv, Move::Slide { from: square, .. } if *square == from));
        match slide {
            Some(mv) => self.play(mv),
            None if self.game.position().get(from).is_none() => {
                self.message = IllegalMove::Empty(from).to_string();
            }
            None => self.message = IllegalMove::NoGap(from).to_string(),
        }
    }

    /// Takes a stack for a swap, or swaps it with the one under the cursor.
    fn swap(&mut self) {
        let position = self.game.position();
        let (used, earned) = (position.swaps_used(), position.swaps_earned());
        if used >= earned {
            self.message = match earned {
                0 => "No swap is earned yet: one tree of each colour in the bank earns the first".into(),
                _ => IllegalMove::NoSwap { used, earned }.to_string(),
            };
            return;
        }
        match self.held {
            Some(held) if held.from != self.cursor => self.play(Move::Swap { a: held.from, b: self.cursor }),
            _ if position.get(self.cursor).is_none() => {
                self.message = IllegalMove::Empty(self.cursor).to_string();
            }
            _ => {
                self.held = Some(Held { from: self.cursor, swap: true });
                self.message = "Go to the stack to swap it with, and press Enter".into();
            }
        }
    }

    /// Plays a move, or says why it cannot be played.
    pub(super) fn play(&mut self, mv: Move) {
        let before = *self.game.position();
        if let Err(reason) = self.game.play(mv) {
            self.message = format!("Not possible: {reason}");
            return;
        }
        self.held = None;
        self.message = format!("{mv}: {}", describe(&before, self.game.position(), mv, self.game.palette()));
        self.arrive(mv);
    }

    /// After a move was played: the cursor follows, knowledge too, and the end of the game is announced.
    fn arrive(&mut self, mv: Move) {
        self.replaced = None;
        match mv {
            Move::Stack { to, .. } | Move::Transfer { to, .. } | Move::Slide { to, .. } => self.cursor = to,
            Move::Bank { at } => self.cursor = at,
            Move::Swap { b, .. } => self.cursor = b,
        }
        self.inherit();
        if let Some(over) = self.over() {
            self.message = format!("{}. {over}", self.message);
        }
    }

    /// What to say when no move is left.
    pub(super) fn over(&self) -> Option<String> {
        let position = self.game.position();
        let score = position.score();
        if position.is_won() {
            let swaps = words::swaps(position.swaps_used());
            return Some(format!("A win with {swaps}: score {score}"));
        }
        position
            .legal_moves()
            .is_empty()
            .then(|| format!("No move is left: the game ends with score {score}"))
    }

    fn undo(&mut self) {
        self.held = None;
        if let Some(game) = self.replaced.take() {
            self.load(*game);
            self.replaced = None;
            self.message = "Back to the game before".into();
            return;
        }
        let after = *self.game.position();
        let Some(mv) = self.game.undo() else {
            self.message = "There is no move to take back".into();
            return;
        };
        let words = describe(self.game.position(), &after, mv, self.game.palette());
        self.message = format!("Taken back: {mv}, {words}");
    }

    fn redo(&mut self) {
        let Some(mv) = self.game.ahead().next() else {
            self.held = None;
            self.message = "There is no move ahead; s looks for a line".into();
            return;
        };
        self.play(mv);
    }

    /// Goes back or on as far as possible.
    fn steps(&mut self, go: impl Fn(&mut Game) -> Option<Move>, done: &str) {
        (self.held, self.replaced) = (None, None);
        let mut count = 0;
        while go(&mut self.game).is_some() {
            self.inherit();
            count += 1;
        }
        let over = self.over().map_or_else(String::new, |over| format!(". {over}"));
        self.message = match count {
            0 => format!("There is nothing to go to{over}"),
            _ => format!("{} {done}{over}", counted(count, "move")),
        };
    }

    /// Asks the solver, unless the game is over.
    pub(super) fn ask(&mut self, question: Question) -> Effect {
        self.held = None;
        match self.over() {
            None => Effect::Ask(question),
            Some(over) => {
                self.message = over;
                Effect::None
            }
        }
    }

    /// Takes a pasted text in, of which something is asked for or that may be a game.
    fn insert(&mut self, text: &str) {
        if self.prompt.is_none() {
            (self.held, self.exists) = (None, None);
            self.message = "Enter loads what was pasted, Esc does not".into();
        }
        let empty = || Prompt { topic: Topic::Load, input: Input::default() };
        let input = &mut self.prompt.get_or_insert_with(empty).input;
        // Line ends and comments are no part of what is pasted, but slashes can stand between the rows of a deal.
        let lines: Vec<&str> = text.split(['\r', '\n']).filter(|line| !line.trim().is_empty()).collect();
        let text = if let [line] = lines[..] {
            line.to_owned()
        } else {
            let rows = lines.into_iter().map(|line| line.split('#').next().unwrap_or_default());
            rows.filter(|row| !row.trim().is_empty()).collect::<Vec<_>>().join("/")
        };
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        let (value, cursor) = (input.value().chars(), input.cursor());
        let whole: String =
            value.clone().take(cursor).chain(text.chars()).chain(value.skip(cursor)).collect();
        *input = Input::new(whole).with_cursor(cursor + text.chars().count());
    }

    /// Says what is wrong with a text, which can be mended.
    pub(super) fn ask_again(&mut self, topic: Topic, text: &str, message: String) {
        self.message = message;
        self.prompt = Some(Prompt { topic, input: text.into() });
    }

    fn submit(&mut self) -> Effect {
        let Some(Prompt { topic, input }) = self.prompt.take() else { return Effect::None };
        let text = String::from(input);
        let typed = text.trim();
        if typed.is_empty() {
            return Effect::None;
        }
        match topic {
            Topic::Moves => {
                self.play_typed(typed);
                Effect::None
            }
            Topic::Save => {
                let overwrite = self.exists.take().is_some_and(|path| path == typed);
                Effect::Save { path: typed.into(), overwrite }
            }
            Topic::Load => Effect::Load(text),
        }
    }

    /// Plays typed moves; of two squares alone, `A3>A4`, the move that is legal.
    fn play_typed(&mut self, text: &str) {
        if let Err(message) = self.try_typed(text) {
            self.ask_again(Topic::Moves, text, message);
        }
    }

    /// The same, or what is wrong with them.
    fn try_typed(&mut self, text: &str) -> Result<(), String> {
        // A share string may be typed as well.
        let (seed, list) = text.rsplit_once('_').unwrap_or(("", text));
        if !seed.is_empty() && seed != self.game.share().seed {
            return Err(format!("This is a game of web seed {seed}: Esc, then L loads it"));
        }
        let mut position = *self.game.position();
        let moves: Vec<Move> = list
            .split([',', ';', '/'])
            .filter(|typed| !typed.trim().is_empty())
            .map(|typed| {
                let mv = match two_squares(typed) {
                    Some((from, to)) => meant(&position, from, to),
                    None => typed.trim().parse()?,
                };
                // What is illegal is told once all moves are known.
                let _ = position.play(mv);
                Ok(mv)
            })
            .collect::<Result<_, ParseError>>()
            .map_err(|error| format!("{}; expected {}", capitalized(&error.message), error.expected))?;
        match moves[..] {
            [] => return Err("There is no move in what was typed".into()),
            [mv] => {
                let mut after = *self.game.position();
                after.play(mv).map_err(|reason| format!("Not possible: {reason}"))?;
                self.play(mv);
            }
            [.., last] => {
                self.game.play_all(&moves).map_err(|error| format!("Nothing is played: {error}"))?;
                self.message = format!("{} moves played", moves.len());
                self.arrive(last);
            }
        }
        Ok(())
    }

    fn cancel(&mut self) -> Effect {
        self.exists = None;
        if self.prompt.take().is_some() || self.held.take().is_some() {
            self.message.clear();
            return Effect::None;
        }
        if self.asked.is_some() {
            return Effect::Hurry;
        }
        self.message.clear();
        Effect::None
    }

    /// Goes on with another game.
    pub(super) fn load(&mut self, game: Game) {
        let next = Self { revealed: self.revealed, ..Self::new(game) };
        let before = std::mem::replace(self, next).game;
        if self.over().is_none() {
            self.message = "Loaded".into();
        }
        if before.has_moves() {
            self.message = format!("{}; u at once goes back to the game before", self.message);
            self.replaced = Some(Box::new(before));
        }
    }

    /// Asks whether a file may be overwritten.
    pub(super) fn confirm(&mut self, path: String) {
        self.message = format!("{path} exists: Enter overwrites it, Esc does not");
        self.prompt = Some(Prompt { topic: Topic::Save, input: path.as_str().into() });
        self.exists = Some(path);
    }
}

/// Two squares and no more: `A3>A4`, `a3-a4`, `a3 a4`.
fn two_squares(text: &str) -> Option<(Square, Square)> {
    ['>', '-', ' '].into_iter().find_map(|between| {
        let (from, to) = text.trim().split_once(between)?;
        Some((from.trim().parse().ok()?, to.trim().parse().ok()?))
    })
}

/// The move from one square to another, if one is legal; else one that says best why not.
fn meant(position: &Position, from: Square, to: Square) -> Move {
    if position.get(to).is_none() && to.column() == from.column() && to.depth() < from.depth() {
        return Move::Slide { from, to };
    }
    let transfer = Move::Transfer { from, to };
    if position.is_legal(transfer) { transfer } else { Move::Stack { from, to } }
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
