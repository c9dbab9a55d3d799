//! State of the user interface, without any terminal: the game, the cursor, the held stack, the prompt, known scores.

use std::collections::HashMap;

use solomids::analysis::MoveHint;
use solomids::game::{COLUMNS, IllegalMove, Move, ParseError, Position, ROWS, Square};
use solomids::numbers::counted;
use solomids::view::words::{self, describe};

use super::background::{KnownScore, Query};
use super::command::{Direction, Held, Overlay, PlayCommand, PlayEffect};
use super::history::GameHistory;
use crate::cli::tui::{Prompt, Topic, Typed};

/// Number of moves that a page key scrolls the list by.
const PAGE: usize = 10;

/// State shown on the screen.
pub(super) struct Model {
    pub(super) game: GameHistory,
    pub(super) cursor: Square,
    pub(super) held: Option<Held>,
    pub(super) prompt: Prompt,
    pub(super) overlay: Option<Overlay>,
    /// Whether the best reachable score is shown.
    pub(super) revealed: bool,
    pub(super) message: String,
    /// Query under way.
    pub(super) asked: Option<Query>,
    pub(super) known: HashMap<Position, KnownScore>,
    /// Last position whose moves were all searched, with these moves.
    pub(super) moves: Option<(Position, Vec<MoveHint>)>,
    /// Number of hints, lists of moves and solutions that were shown in this game.
    pub(super) hints: u32,
    /// Position of the last hint, and its move.
    pub(super) hinted: Option<(Position, Move)>,
    /// Game before the last load, until a move is made in the loaded one.
    replaced: Option<Box<GameHistory>>,
}

impl Model {
    pub(super) fn new(game: GameHistory) -> Self {
        let mut model = Self {
            game,
            cursor: Square::new(COLUMNS / 2, ROWS - 1),
            held: None,
            prompt: Prompt::default(),
            overlay: None,
            revealed: true,
            message: String::new(),
            asked: None,
            known: HashMap::new(),
            moves: None,
            hints: 0,
            hinted: None,
            replaced: None,
        };
        model.message =
            model.game_over().unwrap_or_else(|| "Enter picks up a stack; ? lists all keys".into());
        model
    }

    /// Executes a command and returns its effect outside the model.
    pub(super) fn obey(&mut self, command: PlayCommand) -> PlayEffect {
        if let Some(overlay) = self.overlay.take() {
            return self.obey_in_overlay(overlay, &command);
        }
        if !matches!(command, PlayCommand::Edit(_) | PlayCommand::Insert(_) | PlayCommand::Cancel) {
            self.message.clear();
        }
        match command {
            PlayCommand::Go(direction) => self.go(direction),
            PlayCommand::Next => self.next(),
            PlayCommand::Pick => self.pick(),
            PlayCommand::Slide => self.slide(),
            PlayCommand::Bank => self.play(Move::Bank { at: self.cursor }),
            PlayCommand::Swap => self.swap(),
            PlayCommand::Undo => self.undo(),
            PlayCommand::Redo => self.redo(),
            PlayCommand::First => self.repeat(GameHistory::undo, "taken back"),
            PlayCommand::Last => self.repeat(GameHistory::redo, "played"),
            PlayCommand::PageUp | PlayCommand::PageDown => {}
            PlayCommand::Hint => return self.hint(),
            PlayCommand::Moves => return self.show_moves(),
            PlayCommand::Solve => return self.solve(),
            PlayCommand::PlayHint => self.play_hint(),
            PlayCommand::NewDeal => return PlayEffect::Deal,
            PlayCommand::Restart => self.restart(),
            PlayCommand::Suspend => return PlayEffect::Suspend,
            PlayCommand::Reveal => self.revealed = !self.revealed,
            PlayCommand::Help => self.overlay = Some(Overlay::Help),
            PlayCommand::Ask(topic) => {
                self.held = None;
                self.prompt.ask(topic, "");
            }
            PlayCommand::Insert(text) => self.insert(&text),
            PlayCommand::Edit(request) => self.prompt.edit(request),
            PlayCommand::Submit => return self.submit(),
            PlayCommand::Cancel => return self.cancel(),
            PlayCommand::Quit => return PlayEffect::Quit,
        }
        PlayEffect::None
    }

    /// Executes a command in an open window: chooses a move, or closes the window.
    fn obey_in_overlay(&mut self, overlay: Overlay, command: &PlayCommand) -> PlayEffect {
        match (overlay, command) {
            (_, PlayCommand::Quit) => return PlayEffect::Quit,
            (_, PlayCommand::Suspend) => return PlayEffect::Suspend,
            (Overlay::Help, PlayCommand::Help) => self.overlay = Some(Overlay::Rules),
            (Overlay::Help | Overlay::Rules, _) | (Overlay::Won, PlayCommand::Pick | PlayCommand::Cancel) => {
            }
            (Overlay::Won, command) => return self.obey(command.clone()),
            (Overlay::Moves { moves, chosen }, PlayCommand::Pick) => {
                if let Some(hint) = moves.get(chosen) {
                    self.play(hint.mv);
                }
            }
            (Overlay::Moves { moves, chosen }, command) => {
                let last = moves.len().saturating_sub(1);
                let chosen = match command {
                    PlayCommand::Go(Direction::Up) => chosen.saturating_sub(1),
                    PlayCommand::Go(Direction::Down) => (chosen + 1).min(last),
                    PlayCommand::PageUp => chosen.saturating_sub(PAGE),
                    PlayCommand::PageDown => (chosen + PAGE).min(last),
                    PlayCommand::First | PlayCommand::Go(Direction::Left) => 0,
                    PlayCommand::Last | PlayCommand::Go(Direction::Right) => last,
                    _ => return PlayEffect::None,
                };
                self.overlay = Some(Overlay::Moves { moves, chosen });
            }
        }
        PlayEffect::None
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

    /// Moves the cursor to the next square of interest, in reading order.
    fn next(&mut self) {
        let squares: Vec<Square> = Square::all().filter(|&square| self.is_of_interest(square)).collect();
        let here = (self.cursor.depth(), self.cursor.column());
        let next = squares.iter().find(|square| (square.depth(), square.column()) > here);
        match next.or(squares.first()) {
            Some(&square) => self.cursor = square,
            None => self.message = "There is nothing to go to".into(),
        }
    }

    /// Whether the square holds a movable stack, or is a target of the held one.
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

    /// Whether the held stack can be moved to the square.
    pub(super) fn is_target(&self, square: Square) -> bool {
        self.held.is_some_and(|held| {
            square != held.from && self.game.position().is_legal(self.move_to(held, square))
        })
    }

    /// The legal move of the held stack to a square, or the illegal one with the most helpful reason.
    fn move_to(&self, held: Held, to: Square) -> Move {
        if held.swap {
            Move::Swap { a: held.from, b: to }
        } else {
            move_between(self.game.position(), held.from, to)
        }
    }

    /// Picks up the stack under the cursor, or puts the held one there.
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

    /// Picks up a stack for a swap, or swaps the held one with the one under the cursor.
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

    /// Plays a move, or shows why it is illegal.
    pub(super) fn play(&mut self, mv: Move) {
        let before = *self.game.position();
        if let Err(reason) = self.game.play(mv) {
            let swap = swap_instead(&before, mv).map_or("", |_| "; w swaps two stacks");
            self.message = format!("Not possible: {reason}{swap}");
            return;
        }
        self.held = None;
        self.message = format!("{mv}: {}", describe(&before, self.game.position(), mv, self.game.palette()));
        self.after_move(mv);
    }

    /// Updates the state after a move: the cursor, known scores, and the message at the end of the game.
    fn after_move(&mut self, mv: Move) {
        self.replaced = None;
        match mv {
            Move::Stack { to, .. } | Move::Transfer { to, .. } | Move::Slide { to, .. } => self.cursor = to,
            Move::Bank { at } => self.cursor = at,
            Move::Swap { b, .. } => self.cursor = b,
        }
        self.inherit();
        if let Some(over) = self.game_over() {
            self.message = format!("{}. {over}", self.message);
        }
        if self.game.position().is_won() {
            self.overlay = Some(Overlay::Won);
        }
    }

    /// Plays the move of the last hint, if it was given for this position.
    fn play_hint(&mut self) {
        match self.hinted {
            Some((position, mv)) if position == *self.game.position() => self.play(mv),
            _ => self.message = "There is no hint to play: h asks for one".into(),
        }
    }

    /// Begins the deal again, without the moves taken back.
    fn restart(&mut self) {
        match GameHistory::new(self.game.start()) {
            Ok(game) => self.load(game, "The deal from its beginning"),
            Err(error) => self.message = error.to_string(),
        }
    }

    /// Message of a finished game; `None` while moves are left.
    pub(super) fn game_over(&self) -> Option<String> {
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
            self.load(*game, "Loaded");
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

    /// Repeats undo or redo as long as possible.
    fn repeat(&mut self, step: impl Fn(&mut GameHistory) -> Option<Move>, done: &str) {
        (self.held, self.replaced) = (None, None);
        let mut count = 0;
        while step(&mut self.game).is_some() {
            self.inherit();
            count += 1;
        }
        let over = self.game_over().map_or_else(String::new, |over| format!(". {over}"));
        self.message = match count {
            0 => format!("There is nothing to go to{over}"),
            _ => format!("{} {done}{over}", counted(count, "move")),
        };
    }

    /// Queries the solver unless the game is over.
    pub(super) fn ask(&mut self, query: Query) -> PlayEffect {
        self.held = None;
        match self.game_over() {
            None => PlayEffect::Ask(query),
            Some(over) => {
                self.message = over;
                PlayEffect::None
            }
        }
    }

    /// Inserts pasted text into the prompt; rows of a deal are joined by slashes.
    fn insert(&mut self, text: &str) {
        if let Some(message) = self.prompt.insert(text, "/") {
            self.held = None;
            self.message = message.into();
        }
    }

    /// Shows an error and opens the prompt with the faulty text.
    pub(super) fn reopen_prompt(&mut self, topic: Topic, text: &str, message: String) {
        self.message = message;
        self.prompt.ask(topic, text);
    }

    fn submit(&mut self) -> PlayEffect {
        match self.prompt.submit() {
            None => {}
            Some(Typed::Moves(text)) => self.play_typed(&text),
            Some(Typed::Save { path, overwrite }) => return PlayEffect::Save { path, overwrite },
            Some(Typed::Load(text)) => return PlayEffect::Load(text),
        }
        PlayEffect::None
    }

    /// Plays typed moves, or shows an error.
    fn play_typed(&mut self, text: &str) {
        if let Err(message) = self.try_typed(text) {
            self.reopen_prompt(Topic::Moves, text, message);
        }
    }

    /// Plays typed moves, share strings included; two squares alone, `A3>A4`, stand for the legal move between them.
    ///
    /// # Errors
    /// A message for the player; then no move is played.
    fn try_typed(&mut self, text: &str) -> Result<(), String> {
        let (seed, list) = text.rsplit_once('_').unwrap_or(("", text));
        if !seed.is_empty() && seed != self.game.share().seed {
            return Err(format!("This is a game of web seed {seed}: Esc, then L loads it"));
        }
        let mut position = *self.game.position();
        let moves: Vec<Move> = list
            .split([',', ';', '/'])
            .filter(|typed| !typed.trim().is_empty())
            .map(|typed| {
                let mv = match (two_squares(typed), typed.trim().parse()) {
                    (Some((from, to)), _) => move_between(&position, from, to),
                    (None, Ok(at)) => Move::Bank { at },
                    (None, Err(_)) => typed.trim().parse()?,
                };
                // Illegal moves are reported after all moves are parsed.
                let _ = position.play(mv);
                Ok(mv)
            })
            .collect::<Result<_, ParseError>>()
            .map_err(|error| format!("{}; expected {}", capitalized(&error.message), error.expected))?;
        match moves[..] {
            [] => return Err("There is no move in what was typed".into()),
            [mv] => {
                let mut after = *self.game.position();
                after.play(mv).map_err(|reason| {
                    let swap = swap_instead(self.game.position(), mv);
                    let swap = swap.map_or_else(String::new, |swap| format!("; {swap} swaps the two"));
                    format!("Not possible: {reason}{swap}")
                })?;
                self.play(mv);
            }
            [.., last] => {
                self.game.play_all(&moves).map_err(|error| format!("Nothing is played: {error}"))?;
                self.message = format!("{} moves played", moves.len());
                self.after_move(last);
            }
        }
        Ok(())
    }

    fn cancel(&mut self) -> PlayEffect {
        if self.prompt.close() || self.held.take().is_some() {
            self.message.clear();
            return PlayEffect::None;
        }
        if self.asked.is_some() {
            return PlayEffect::Hurry;
        }
        self.message.clear();
        if self.game.drop_advice() {
            let back = self.game.taken_back().len() > 0;
            let back = if back { "; the moves taken back are ahead again" } else { "" };
            self.message = format!("The line is dropped{back}");
        }
        PlayEffect::None
    }

    /// Replaces the game, which undo can bring back; `done` is the message.
    pub(super) fn load(&mut self, game: GameHistory, done: &str) {
        let next = Self { revealed: self.revealed, ..Self::new(game) };
        let before = std::mem::replace(self, next).game;
        if self.game_over().is_none() {
            self.message = done.into();
        }
        if before.has_moves() {
            self.message = format!("{}; u at once goes back to the game before", self.message);
            self.replaced = Some(Box::new(before));
        }
    }
}

/// The legal swap of the two stacks that an illegal stacking move names.
fn swap_instead(position: &Position, mv: Move) -> Option<Move> {
    let Move::Stack { from, to } = mv else { return None };
    Some(Move::Swap { a: from, b: to }).filter(|&swap| position.is_legal(swap))
}

/// Parses two squares without a kind of move: `A3>A4`, `a3-a4`, `a3 a4`, `a3a4`.
fn two_squares(text: &str) -> Option<(Square, Square)> {
    let bare = text.trim();
    let joined = bare.char_indices().skip(1).find(|(_, c)| c.is_ascii_alphabetic());
    if let Some((at, _)) = joined
        && let (Ok(from), Ok(to)) = (bare[..at].parse(), bare[at..].parse())
    {
        return Some((from, to));
    }
    ['>', '-', ' '].into_iter().find_map(|between| {
        let (from, to) = text.trim().split_once(between)?;
        Some((from.trim().parse().ok()?, to.trim().parse().ok()?))
    })
}

/// The legal move between two squares, or the illegal one with the most helpful reason.
fn move_between(position: &Position, from: Square, to: Square) -> Move {
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
