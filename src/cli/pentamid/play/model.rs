//! State of the user interface, without any terminal: the game, the cursor, the held piece, the prompt, what is thought about.

use solomids::numbers::counted;
use solomids::pentamid::engine::Level;
use solomids::pentamid::game::{
    Game, History, IllegalMove, Move, Piece, Position, Repetition, Side, Size, Square, parse_moves,
};
use solomids::pentamid::prover::{Outcome, Verdict};
use solomids::pentamid::retrograde::Value;
use solomids::pentamid::view::words;

use super::keys::{Effect, PlayCommand};
use super::thinker::{PLIES, Task, Thought};
use crate::cli::tui::{Prompt, Topic, Typed};

/// A window over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overlay {
    Help,
    Rules,
}

/// State shown on the screen.
pub(super) struct Model {
    pub(super) game: Game,
    /// Moves taken back, the next one last.
    pub(super) undone: Vec<Move>,
    /// By player: whether the engine plays it.
    pub(super) engine: [bool; 2],
    pub(super) level: Level,
    pub(super) cursor: Square,
    /// Square of the piece that is held.
    pub(super) held: Option<Square>,
    pub(super) prompt: Prompt,
    pub(super) overlay: Option<Overlay>,
    pub(super) message: String,
    /// What the player asked for and waits for.
    asked: Option<Task>,
    /// The last hint, with the states of the game that it was given for.
    hint: Option<(History, Move)>,
    /// Game before the last load, with its moves taken back, until the player moves in the loaded one.
    replaced: Option<(Game, Vec<Move>)>,
}

impl Model {
    /// A game in which the engine plays one side, or none.
    pub(super) fn new(game: Game, engine: Option<Side>, level: Level) -> Self {
        let cursor = Square::new(game.rules().width() / 2, game.rules().height() / 2);
        let mut model = Self {
            game,
            undone: Vec::new(),
            engine: Side::ALL.map(|side| engine == Some(side)),
            level,
            cursor,
            held: None,
            prompt: Prompt::default(),
            overlay: None,
            message: String::new(),
            asked: None,
            hint: None,
            replaced: None,
        };
        model.message =
            model.over().unwrap_or_else(|| "l drops a large on this square; ? lists all keys".into());
        model
    }

    /// What a table says of the move that it names, for a message. Tables know nothing of states that may not come back: a win
    /// holds all the same where none has stood since the last drop, for the quickest way to it brings none back.
    fn known(&self, value: Value) -> String {
        let known = match value {
            Value::Win(plies) => format!("wins in {}", words::plies(plies)),
            Value::Loss(plies) => format!("lasts {}", words::plies(plies)),
            Value::Endless => "keeps the game endless".into(),
        };
        let is_fresh = self.game.history().since_drop().len() == 1 && value != Value::Endless;
        let holds = is_fresh || self.game.repetition() == Repetition::Allowed;
        let about = if holds { "" } else { ", in the game without history" };
        format!(", which {known} by the table{about}")
    }

    /// How the game ended, if it is over.
    fn over(&self) -> Option<String> {
        let status = self.game.status();
        status.is_over().then(|| words::state(status, self.game.position().side()))
    }

    /// The side to move.
    pub(super) fn side(&self) -> Side {
        self.game.position().side()
    }

    /// Whether the engine is to move.
    pub(super) fn is_engines_turn(&self) -> bool {
        self.engine[self.side().index()] && !self.game.status().is_over()
    }

    /// The game with the moves taken back, so that a look back loses nothing when it is saved.
    pub(super) fn whole_game(&self) -> Game {
        let mut game = self.game.clone();
        for &mv in self.undone.iter().rev() {
            if game.play(mv).is_err() {
                break;
            }
        }
        game
    }

    /// What is to be thought about now.
    pub(super) fn task(&self) -> Option<Task> {
        if self.is_engines_turn() { Some(Task::Move) } else { self.asked }
    }

    /// Takes in what was thought.
    pub(super) fn learn(&mut self, thought: Thought) {
        self.asked = None;
        match thought {
            Thought::Move(Some(mv)) if self.is_engines_turn() => {
                self.undone.clear();
                self.play(mv);
            }
            Thought::Move(_) => {}
            Thought::Hint(Some(mv), value) => {
                self.hint = Some((self.game.history().clone(), mv));
                let known = value.map(|value| self.known(value)).unwrap_or_default();
                let words = words::described(self.game.position(), mv);
                self.message = format!("Hint: {mv}, {words}{known}; p plays it");
            }
            Thought::Hint(None, _) => self.message = "There is no move".into(),
            Thought::Analysis(outcome) => self.message = self.analysis(&outcome),
        }
    }

    /// Formats an answer of the prover.
    fn analysis(&self, outcome: &Outcome) -> String {
        let rule = match outcome.repetition {
            Repetition::Barred => "with the states of this game barred",
            Repetition::Allowed => "with earlier states allowed",
        };
        let line = || outcome.line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let side = self.side();
        let wins = |side, plies: u32| {
            format!("Player {side} wins in {}, proven {rule}: {}", words::plies(plies), line())
        };
        match outcome.verdict {
            Verdict::Win { plies } => wins(side, plies),
            Verdict::Loss { plies } => wins(side.other(), plies),
            Verdict::Unknown => {
                let stopped = if outcome.stopped.is_some() { "; a limit ended the search there" } else { "" };
                let plies = words::plies(outcome.searched);
                format!("Neither player forces a win within {plies}, proven {rule}{stopped}")
            }
        }
    }

    /// Executes a command and returns its effect outside the model.
    pub(super) fn obey(&mut self, command: PlayCommand) -> Effect {
        if let Some(overlay) = self.overlay.take() {
            match (overlay, &command) {
                (Overlay::Help, PlayCommand::Help) => self.overlay = Some(Overlay::Rules),
                (_, PlayCommand::Quit) => return Effect::Quit,
                (_, PlayCommand::Suspend) => return Effect::Suspend,
                _ => {}
            }
            return Effect::None;
        }
        if !matches!(command, PlayCommand::Edit(_) | PlayCommand::Insert(_) | PlayCommand::Cancel) {
            self.message.clear();
        }
        match command {
            PlayCommand::Go(columns, rows) => self.go(columns, rows),
            PlayCommand::Next => self.next(),
            PlayCommand::Pick => self.pick(),
            PlayCommand::Drop(size) => self.try_move(Move::Drop { size, to: self.cursor }),
            PlayCommand::Undo => self.undo(),
            PlayCommand::Redo => self.redo(),
            PlayCommand::Hint => self.ask(Task::Hint),
            PlayCommand::PlayHint => self.play_hint(),
            PlayCommand::Analyze => self.ask(Task::Analyze),
            PlayCommand::Engine => self.switch_engine(),
            PlayCommand::Stronger => self.set_level(self.level.number() + 1),
            PlayCommand::Weaker => self.set_level(self.level.number() - 1),
            PlayCommand::NewGame => self.new_game(),
            PlayCommand::Help => self.overlay = Some(Overlay::Help),
            PlayCommand::Ask(topic) => {
                self.held = None;
                self.prompt.ask(topic, "");
            }
            PlayCommand::Insert(text) => self.insert(&text),
            PlayCommand::Edit(request) => self.prompt.edit(request),
            PlayCommand::Submit => return self.submit(),
            PlayCommand::Cancel => return self.cancel(),
            PlayCommand::Suspend => return Effect::Suspend,
            PlayCommand::Quit => return Effect::Quit,
        }
        Effect::None
    }

    fn go(&mut self, columns: isize, rows: isize) {
        let (width, height) = (self.game.rules().width(), self.game.rules().height());
        let column = self.cursor.column().saturating_add_signed(columns).min(width - 1);
        let row = self.cursor.row().saturating_add_signed(rows).min(height - 1);
        self.cursor = Square::new(column, row);
    }

    /// Whether the square holds a piece that can move, or is a place for the held one.
    fn is_of_interest(&self, square: Square) -> bool {
        match self.held {
            Some(from) => self.step(from, square).is_some_and(|mv| self.game.check(mv).is_ok()),
            None => self.game.legal_moves().iter().any(|mv| mv.from() == Some(square)),
        }
    }

    fn next(&mut self) {
        let squares: Vec<Square> = self.game.rules().squares().collect();
        let here = squares.iter().position(|&square| square == self.cursor).unwrap_or(0);
        let after = squares.iter().cycle().skip(here + 1).take(squares.len());
        match after.copied().find(|&square| self.is_of_interest(square)) {
            Some(square) => self.cursor = square,
            None => self.message = "There is nothing to go to".into(),
        }
    }

    /// The step of the visible piece of a square.
    fn step(&self, from: Square, to: Square) -> Option<Move> {
        self.game.position().top(from).map(|piece| Move::Step { size: piece.size, from, to })
    }

    /// Whether the held piece can be put on a square; nothing if no piece is held.
    pub(super) fn place(&self, to: Square) -> Option<Result<(), IllegalMove>> {
        let from = self.held?;
        if from == to {
            return None;
        }
        Some(self.game.check(self.step(from, to)?))
    }

    /// Picks up the piece under the cursor, or puts the held one there.
    fn pick(&mut self) {
        let to = self.cursor;
        match self.held {
            Some(from) if from == to => self.held = None,
            Some(from) => {
                if let Some(mv) = self.step(from, to) {
                    self.try_move(mv);
                }
            }
            None => match self.game.position().top(to) {
                Some(Piece { side, .. }) if side == self.side() => self.hold(to),
                Some(_) => {
                    self.message = format!("The piece on {to} belongs to player {}", self.side().other());
                }
                None => self.message = format!("{to} is vacant: l, m or s drops a piece here"),
            },
        }
    }

    fn hold(&mut self, from: Square) {
        if let Some(over) = self.over() {
            self.message = over;
            return;
        }
        self.held = Some(from);
        let places: Vec<_> = self.game.rules().squares().filter_map(|to| self.place(to)).collect();
        if places.iter().any(Result::is_ok) {
            return;
        }
        let barred = places.iter().any(|place| matches!(place, Err(IllegalMove::Repeats { .. })));
        if !barred {
            self.held = None;
            self.message = format!("The piece on {from} can be moved nowhere");
        }
    }

    /// Plays a move of the player, or says why it is illegal.
    fn try_move(&mut self, mv: Move) {
        if self.is_engines_turn() {
            self.message = "The engine is thinking; e takes its side over".into();
            return;
        }
        if let Err(reason) = self.game.check(mv) {
            self.message = format!("Not possible: {}", explained(&self.game, reason));
            return;
        }
        self.play_own(mv);
    }

    /// Plays a legal move of the player. Moves taken back stay if they begin with it.
    fn play_own(&mut self, mv: Move) {
        self.replaced = None;
        if self.undone.pop() != Some(mv) {
            self.undone.clear();
        }
        self.play(mv);
    }

    /// Plays a move that is legal.
    fn play(&mut self, mv: Move) {
        let before = *self.game.position();
        if let Err(reason) = self.game.play(mv) {
            self.message = format!("Not possible: {}", explained(&self.game, reason));
            return;
        }
        (self.held, self.asked, self.cursor) = (None, None, mv.to());
        self.message = format!("Player {}: {mv}, {}", before.side(), words::described(&before, mv));
        if let Some(over) = self.over() {
            self.message = format!("{}. {over}", self.message);
        }
    }

    /// Takes back the last move, and the engine's before it, so that a person is to move.
    fn undo(&mut self) {
        (self.held, self.asked) = (None, None);
        if let Some((game, undone)) = self.replaced.take() {
            self.load(game, "Back to the game before");
            (self.undone, self.replaced) = (undone, None);
            self.message = "Back to the game before".into();
            return;
        }
        let mut count = 0;
        while let Some(mv) = self.game.take_back() {
            self.undone.push(mv);
            count += 1;
            if !self.engine[self.side().index()] || self.engine == [true; 2] {
                break;
            }
        }
        self.message = match count {
            0 => "There is no move to take back".into(),
            _ => format!("{} taken back", counted(count, "move")),
        };
    }

    fn redo(&mut self) {
        self.replaced = None;
        let mut count = 0;
        while let Some(mv) = self.undone.pop() {
            if self.game.play(mv).is_err() {
                self.undone.clear();
                break;
            }
            count += 1;
            if !self.is_engines_turn() {
                break;
            }
        }
        (self.held, self.asked) = (None, None);
        self.message = match count {
            0 => "There is no move to play again".into(),
            _ => format!("{} played again", counted(count, "move")),
        };
        if let Some(over) = self.over() {
            self.message = format!("{}. {over}", self.message);
        }
    }

    fn ask(&mut self, task: Task) {
        self.held = None;
        self.message = match (self.over(), self.is_engines_turn()) {
            (Some(over), _) => over,
            (None, true) => "The engine is thinking about its own move".into(),
            (None, false) => {
                self.asked = Some(task);
                return;
            }
        };
    }

    /// What the thinker is doing, in words.
    pub(super) fn doing(&self) -> Option<String> {
        Some(match self.task()? {
            Task::Move => format!("The engine, level {}, is thinking", self.level.number()),
            Task::Hint => "Looking for a good move".into(),
            Task::Analyze => format!("Looking {PLIES} plies ahead for a forced win; Esc stops it"),
        })
    }

    fn play_hint(&mut self) {
        match &self.hint {
            Some((history, mv)) if history == self.game.history() => self.try_move(*mv),
            _ => self.message = "There is no hint to play: h asks for one".into(),
        }
    }

    fn switch_engine(&mut self) {
        let side = self.side();
        let plays = &mut self.engine[side.index()];
        *plays = !*plays;
        self.message = if *plays {
            format!("The engine plays for player {side} from now on")
        } else {
            format!("You play for player {side} from now on")
        };
        (self.held, self.asked) = (None, None);
    }

    fn set_level(&mut self, number: u8) {
        if let Some(level) = Level::new(number) {
            self.level = level;
        }
        self.message = format!("The engine is at level {} of {}", self.level.number(), Level::STRONGEST);
    }

    fn new_game(&mut self) {
        let game = Game::new(*self.game.rules(), self.game.repetition(), Position::START);
        self.load(game, "A new game");
    }

    /// Replaces the game, which undo can bring back; `done` is the message.
    pub(super) fn load(&mut self, game: Game, done: &str) {
        let next = Self { engine: self.engine, ..Self::new(game, None, self.level) };
        let before = std::mem::replace(self, next);
        self.message = self.over().unwrap_or_else(|| done.into());
        if before.game.moves().len() + before.undone.len() > 0 {
            self.message = format!("{}; u at once goes back to the game before", self.message);
            self.replaced = Some((before.game, before.undone));
        }
    }

    /// Inserts pasted text into the prompt. Rows of a position are joined by slashes, unlike lines of moves.
    fn insert(&mut self, text: &str) {
        let is_moves = self.prompt.topic() == Some(Topic::Moves) || text.contains('@');
        if let Some(message) = self.prompt.insert(text, if is_moves { " " } else { "/" }) {
            self.held = None;
            self.message = message.into();
        }
    }

    /// Shows an error and opens the prompt with the faulty text.
    pub(super) fn reopen_prompt(&mut self, topic: Topic, text: &str, message: String) {
        self.message = message;
        self.prompt.ask(topic, text);
    }

    fn submit(&mut self) -> Effect {
        match self.prompt.submit() {
            None => {}
            Some(Typed::Moves(text)) => {
                if let Err(message) = self.play_typed(&text) {
                    self.reopen_prompt(Topic::Moves, &text, message);
                }
            }
            Some(Typed::Save { path, overwrite }) => return Effect::Save { path, overwrite },
            Some(Typed::Load(text)) => return Effect::Load(text),
        }
        Effect::None
    }

    /// Plays typed moves, all or none.
    ///
    /// # Errors
    /// A message for the player.
    fn play_typed(&mut self, text: &str) -> Result<(), String> {
        if self.is_engines_turn() {
            return Err("The engine is thinking; e takes its side over".into());
        }
        let mut game = self.game.clone();
        let mut moves = Vec::new();
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            let word = with_size(&game, word);
            let read = parse_moves(game.rules(), &word)
                .map_err(|error| format!("{}; expected {}", error.message, error.expected))?;
            for mv in read.moves {
                let check = game.check(mv);
                check.map_err(|reason| format!("{mv} is not possible: {}", explained(&game, reason)))?;
                let played = game.play(mv);
                debug_assert!(played.is_ok());
                moves.push(mv);
            }
        }
        for mv in moves {
            self.play_own(mv);
        }
        Ok(())
    }

    fn cancel(&mut self) -> Effect {
        if self.prompt.close() || self.held.take().is_some() {
            self.message.clear();
            return Effect::None;
        }
        if self.asked == Some(Task::Analyze) {
            // The prover then says how far it got.
            return Effect::Hurry;
        }
        self.asked = None;
        self.message.clear();
        Effect::None
    }
}

/// The reason why a move is illegal in a game; of a repetition also which one.
fn explained(game: &Game, reason: IllegalMove) -> String {
    let IllegalMove::Repeats { ply } = reason else { return reason.to_string() };
    let played = game.moves();
    let when = match ply {
        0 => "the first position".into(),
        _ => format!("the position after move {ply}, {}", played[ply - 1]),
    };
    let since: Vec<String> = played[ply..].iter().map(ToString::to_string).collect();
    format!(
        "it would bring back {when}, and no state of the game may come back. Played since: {}",
        since.join(" ")
    )
}

/// A step typed without the size of its piece, `c3c4` or `c3-c4`, with the size.
fn with_size(game: &Game, word: &str) -> String {
    let bare = word.replace('-', "");
    let chars: Vec<char> = bare.chars().map(|c| c.to_ascii_lowercase()).collect();
    let &[column, row, to_column, to_row] = chars.as_slice() else { return word.into() };
    let is_square = |column: char, row: char| ('a'..='h').contains(&column) && ('1'..='8').contains(&row);
    if !is_square(column, row) || !is_square(to_column, to_row) {
        return word.into();
    }
    let from = Square::new(column as usize - 'a' as usize, row as usize - '1' as usize);
    let size = game.position().top(from).map_or(Size::Large, |piece| piece.size);
    format!("{}{column}{row}-{to_column}{to_row}", size.letter())
}
