//! State of the user interface, without any terminal: the game, the cursor, the piece that is held, the prompt.

use solomids::numbers::counted;
use solomids::solace2::game::{Move, Position, Space};
use solomids::solace2::players::{Game, Sight};
use solomids::solace2::solver::Verdict;
use solomids::solace2::view::{Inside, text, words};

use super::advice::{Query, Reply};
use super::command::{PlayCommand, PlayEffect};
use super::history::{GameHistory, Refusal};
use super::moves_in_words;
use crate::cli::solace2::{Start, typed_moves};
use crate::cli::tui::{Prompt, Topic, Typed};

/// A window over the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overlay {
    /// List of all keys.
    Help,
    /// Rules of the game.
    Rules,
}

/// State shown on the screen.
pub(super) struct Model {
    pub(super) game: GameHistory,
    /// Index of the space under the cursor.
    pub(super) cursor: usize,
    /// Space from which a piece is held.
    pub(super) held: Option<usize>,
    pub(super) prompt: Prompt,
    pub(super) overlay: Option<Overlay>,
    /// Whether the inside of the nests is shown.
    pub(super) open: bool,
    pub(super) message: String,
    /// Question under way.
    pub(super) asked: Option<Query>,
    /// Number of hints and solutions in this game.
    pub(super) hints: u64,
    /// Whether the inside of the nests has been shown in this game.
    peeked: bool,
    /// Game before the last load, with its hints and whether its nests had been shown, until a move is made in the loaded one.
    replaced: Option<(Box<GameHistory>, u64, bool)>,
}

impl Model {
    pub(super) fn new(game: GameHistory, open: bool) -> Self {
        Self {
            game,
            cursor: 0,
            held: None,
            prompt: Prompt::default(),
            overlay: None,
            open,
            message: "Enter picks up what lies open on a space; ? lists all keys".into(),
            asked: None,
            hints: 0,
            peeked: open,
            replaced: None,
        }
    }

    /// What is drawn of the nests.
    pub(super) const fn inside(&self) -> Inside {
        if self.open { Inside::Shown } else { Inside::Hidden }
    }

    /// Number of spaces that are shown.
    pub(super) fn shown(&self) -> usize {
        let position = self.game.position();
        let beside = if self.game.reading().open { 6 } else { text::rows(position) };
        beside * position.stashes()
    }

    /// Legal moves that start from a space.
    pub(super) fn moves_from(&self, from: usize) -> Vec<Move> {
        let moves = self.game.position().legal_moves(self.game.reading());
        moves.into_iter().filter(|mv| mv.ends().0 == from).collect()
    }

    /// Whether what is held can go to a space.
    pub(super) fn is_target(&self, space: usize) -> bool {
        self.held.is_some_and(|from| self.moves_from(from).iter().any(|mv| mv.ends().1 == space))
    }

    /// Executes a command and returns its effect outside the model.
    pub(super) fn obey(&mut self, command: PlayCommand) -> PlayEffect {
        match (self.overlay.take(), &command) {
            (None, _) | (Some(_), PlayCommand::Quit | PlayCommand::Suspend) => {}
            (Some(Overlay::Help), PlayCommand::Help) => {
                self.overlay = Some(Overlay::Rules);
                return PlayEffect::None;
            }
            (Some(_), _) => return PlayEffect::None,
        }
        if !matches!(command, PlayCommand::Edit(_) | PlayCommand::Insert(_) | PlayCommand::Cancel) {
            self.message.clear();
        }
        match command {
            PlayCommand::Go(columns, rows) => self.go(columns, rows),
            PlayCommand::Next => self.next(),
            PlayCommand::Pick => self.pick(),
            PlayCommand::Undo => self.undo(),
            PlayCommand::Redo => self.redo(),
            PlayCommand::First => self.undo_all(),
            PlayCommand::Last => {
                self.replaced = None;
                let count = std::iter::from_fn(|| self.game.redo()).count();
                self.message = format!("{} played", moves_in_words(count));
            }
            PlayCommand::Hint => return self.ask(if self.open { Query::Hint } else { Query::OpenHint }),
            PlayCommand::Solve => return self.ask(Query::Solve),
            PlayCommand::Reveal => {
                self.open = !self.open;
                self.peeked |= self.open;
            }
            PlayCommand::Ask(topic) => {
                self.held = None;
                self.prompt.ask(topic, "");
            }
            PlayCommand::Edit(request) => self.prompt.edit(request),
            PlayCommand::Insert(text) => self.insert(&text),
            PlayCommand::Submit => return self.submit(),
            PlayCommand::NewDeal => return PlayEffect::Deal,
            PlayCommand::Restart => self.load(self.game.deal(), "The deal from its beginning"),
            PlayCommand::Help => self.overlay = Some(Overlay::Help),
            PlayCommand::Cancel => return self.cancel(),
            PlayCommand::Suspend => return PlayEffect::Suspend,
            PlayCommand::Quit => return PlayEffect::Quit,
        }
        PlayEffect::None
    }

    fn go(&mut self, columns: isize, rows: isize) {
        let across = self.game.position().stashes();
        let (column, row) = (self.cursor % across, self.cursor / across);
        let column = column.saturating_add_signed(columns).min(across - 1);
        let row = row.saturating_add_signed(rows).min(self.shown() / across - 1);
        self.cursor = row * across + column;
    }

    /// Moves the cursor to the next target of the held piece, or to the next space from which something can move.
    fn next(&mut self) {
        let count = self.shown();
        let matters = |&space: &usize| match self.held {
            Some(_) => self.is_target(space),
            None => !self.moves_from(space).is_empty(),
        };
        let next = (1..=count).map(|step| (self.cursor + step) % count).find(matters);
        self.cursor = next.unwrap_or(self.cursor);
    }

    fn pick(&mut self) {
        match self.held.take() {
            None if self.moves_from(self.cursor).is_empty() => {
                self.message = format!("Nothing can move from space {}", self.cursor + 1);
            }
            None => {
                self.held = Some(self.cursor);
                self.message = "Held; Tab goes to the places where it may go, Esc puts it back".into();
            }
            Some(from) if from == self.cursor => {}
            Some(from) => self.play(self.wanted(from, self.cursor)),
        }
    }

    /// The move between two spaces: the legal one, or else that of the piece that lies open.
    fn wanted(&self, from: usize, to: usize) -> Move {
        if let Some(&mv) = self.moves_from(from).iter().find(|mv| mv.ends().1 == to) {
            return mv;
        }
        let spaces = self.game.position().spaces();
        let is_open = spaces.get(to).is_none_or(Space::is_open);
        let (from, to) = (from as u8, to as u8);
        match spaces.get(usize::from(from)) {
            Some(space) if space.complete_tower().is_some() && is_open => Move::Tower { from, to },
            Some(space) if space.exposed_small().is_some() => Move::Small { from, to },
            Some(space) if space.exposed_medium().is_some() => Move::Medium { from, to },
            _ => Move::Large { from, to },
        }
    }

    fn play(&mut self, mv: Move) {
        let words = words::describe(self.game.position(), mv, self.game.palette());
        match self.game.play(mv) {
            Ok(()) => {
                self.replaced = None;
                self.message = format!("{mv}: {words}");
                if self.is_stuck() {
                    self.message += ". No piece can leave a nest now";
                }
            }
            Err(reason) => self.message = format!("{mv} is illegal: {reason}"),
        }
    }

    /// Whether no move goes forward.
    pub(super) fn is_stuck(&self) -> bool {
        let (position, reading) = self.game.present();
        Game::new(position, reading, Sight::Opaque).view().forward().is_empty()
    }

    fn undo(&mut self) {
        if let Some((game, hints, peeked)) = self.replaced.take() {
            self.game = *game;
            self.forget("Back to the game before");
            (self.hints, self.peeked) = (hints, peeked || self.open);
            return;
        }
        let before = self.game.played().last().map(|&(before, _)| before);
        match self.game.undo(self.open) {
            Ok(mv) => {
                let words = before.map(|before| words::describe(&before, mv, self.game.palette()));
                self.message = format!("Taken back: {mv}, {}", words.unwrap_or_default());
            }
            Err(refusal) => self.message = refused(refusal).into(),
        }
    }

    fn redo(&mut self) {
        let next = self.game.ahead().next();
        match next {
            Some(mv) => self.play(mv),
            None => self.message = "No move is ahead".into(),
        }
    }

    fn undo_all(&mut self) {
        self.replaced = None;
        let mut count = 0;
        let refusal = loop {
            match self.game.undo(self.open) {
                Ok(_) => count += 1,
                Err(refusal) => break refusal,
            }
        };
        let why = if refusal == Refusal::Seen { "; the move before showed a piece, and stays" } else { "" };
        self.message = format!("{} taken back{why}", moves_in_words(count));
    }

    fn ask(&mut self, query: Query) -> PlayEffect {
        self.asked = Some(query);
        PlayEffect::Ask(query)
    }

    /// Takes an answer.
    pub(super) fn learn(&mut self, reply: Reply) {
        self.asked = None;
        let Reply { query, position, verdict, line } = reply;
        if position != *self.game.position() {
            return;
        }
        let best = verdict.map_or_else(String::new, verdict_in_words);
        let Some(&first) = line.first() else {
            self.message = match verdict {
                Some(_) => format!("{best}; no move adds to what stands on the table"),
                None => "No move goes forward from what lies open".into(),
            };
            return;
        };
        self.hints += 1;
        let words = words::describe(&position, first, self.game.palette());
        // The piece that the move would uncover is not told.
        let told = words.split_once(';').map_or(words.as_str(), |(told, _)| told);
        match query {
            Query::OpenHint => {
                self.message = format!(
                    "Hint: {first}, {told}: it does best in games imagined from what lies open; r plays it"
                );
                self.game.set_advice(&line);
            }
            Query::Hint => {
                self.message = format!("Hint: {first}, {told}. {best}; r plays it");
                self.game.set_advice(&line[..1]);
            }
            Query::Solve => {
                let count = moves_in_words(line.len());
                self.message = format!("{best}. A line of {count} is ahead: r plays on");
                self.game.set_advice(&line);
            }
        }
    }

    fn insert(&mut self, text: &str) {
        if let Some(message) = self.prompt.insert(text, " ") {
            self.held = None;
            self.message = message.into();
        }
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

    /// Plays typed moves: `M-3>8` or `3>8`, apart by blanks or commas.
    fn play_typed(&mut self, text: &str) {
        let parts = text.split([' ', ',', ';']).filter(|part| !part.is_empty());
        for part in parts {
            let short = part.split_once('>').and_then(|(from, to)| {
                let (from, to) = (from.parse::<usize>().ok()?, to.parse::<usize>().ok()?);
                let spaces = self.game.position().spaces().len();
                let valid = (1..=spaces).contains(&from) && (1..=spaces).contains(&to);
                valid.then(|| self.wanted(from - 1, to - 1))
            });
            let moves = match short {
                Some(mv) => vec![mv],
                None => match typed_moves(part) {
                    Ok(moves) => moves,
                    Err(error) => return self.reopen_prompt(Topic::Moves, text, format!("{error:#}")),
                },
            };
            for mv in moves {
                let played = self.game.played().len();
                self.play(mv);
                if self.game.played().len() == played {
                    return;
                }
            }
        }
    }

    /// Shows an error and opens the prompt with the faulty text.
    pub(super) fn reopen_prompt(&mut self, topic: Topic, text: &str, message: String) {
        self.message = message;
        self.prompt.ask(topic, text);
    }

    fn cancel(&mut self) -> PlayEffect {
        if self.prompt.close() || self.held.take().is_some() {
            self.message.clear();
            return PlayEffect::None;
        }
        if self.asked.is_some() {
            return PlayEffect::Stop;
        }
        self.message.clear();
        if self.game.drop_advice() {
            let back = if self.game.taken_back() > 0 { "; the moves taken back are ahead again" } else { "" };
            self.message = format!("The line is dropped{back}");
        }
        PlayEffect::None
    }

    /// Goes on with another game; undo can bring back the one before.
    pub(super) fn load(&mut self, start: Start, message: &str) {
        let next = GameHistory::new(start, self.game.is_free());
        let before = std::mem::replace(&mut self.game, next);
        let (hints, peeked) = (self.hints, self.peeked);
        self.forget(message);
        self.replaced = None;
        if before.has_moves() {
            self.message = format!("{message}; u at once goes back to the game before");
            self.replaced = Some((Box::new(before), hints, peeked));
        }
    }

    /// Forgets what belongs to the game before.
    fn forget(&mut self, message: &str) {
        (self.held, self.asked, self.hints, self.cursor) = (None, None, 0, 0);
        self.peeked = self.open;
        self.message = message.into();
    }

    /// What is said of the game when the player leaves.
    pub(super) fn account(&self) -> String {
        let score = self.game.position().score();
        let moves = moves_in_words(self.game.played().len());
        let hints = match self.hints {
            0 => String::new(),
            hints => format!(", {}", counted(hints, "hint")),
        };
        let peeked = if self.peeked { ", nests open" } else { "" };
        let back = match self.game.taken_back() {
            0 => String::new(),
            back => format!("; {} after that had been taken back", moves_in_words(back)),
        };
        format!("Score {score} after {moves}{hints}{peeked}{back}")
    }

    /// The last moves with their words, the latest first.
    pub(super) fn latest(&self, count: usize) -> Vec<String> {
        let describe = |&(before, mv): &(Position, Move)| {
            format!("{mv}  {}", words::describe(&before, mv, self.game.palette()))
        };
        self.game.played().iter().rev().take(count).map(describe).collect()
    }
}

/// Why no move is taken back.
const fn refused(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Start => "No move has been played",
        Refusal::Seen => "The last move has shown a piece, so it stays (--undo free would allow it)",
    }
}

/// Formats what the solver has proven.
fn verdict_in_words(verdict: Verdict) -> String {
    match verdict {
        Verdict::Exact { score } => format!("Best still reachable is {score}"),
        Verdict::Undecided { lower, upper, .. } => format!("Undecided: best is {lower} to {upper}"),
    }
}
