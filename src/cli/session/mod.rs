//! Sessions: games in the terminal.
//!
//! A [`Session`] owns what all games have in common: the event loop, the prompt, the moves with undo and redo, windows over
//! the board, loading and saving, and one thread that searches. A [`TerminalGame`] gives its keys, reads typed moves, draws its board,
//! asks that thread and understands its answers.
//!
//! - [`game`]: what a session asks of a game.
//! - [`input`]: the table of keys, and the prompt.
//! - [`round`]: which moves can be taken back and played again.
//! - [`screen`]: drawing of the session around the board.
//! - [`terminal`]: the terminal, taken, given back, and taken again after a stop.
//! - [`texts`]: what is done with the texts of the prompt.
//! - [`worker`]: the thread that answers one request at a time.

mod game;
mod input;
mod round;
mod screen;
mod terminal;
#[cfg(test)]
pub(crate) mod tests;
mod texts;
mod worker;

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use crate::numbers::counted;
use anyhow::Context as _;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::text::Line;
use tui_input::backend::crossterm::to_input_request;

pub(crate) use self::game::{Move, Position, Request, Start, TerminalGame, Words};
use self::input::Prompt;
pub(crate) use self::input::{Action, KeyRow, Topic, row};
use self::round::Round;
pub(crate) use self::screen::Theme;
pub(crate) use self::worker::Signal;
use self::worker::Worker;
use super::process::interrupt_flag;
use super::{CommandResult, ExitStatus, Terminal, print_raw};
use crate::games::port::{Game as _, Played};

/// A place on the board: its column and its row, from the upper left corner.
pub(crate) type Place = (usize, usize);

/// Longest wait for a key before answers, interrupts and stops are looked for.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Number of moves that a page key scrolls a list by.
const PAGE: usize = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) from: Place,
    /// Whether it is to change places with another.
    pub(crate) swap: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Window<M> {
    /// All keys.
    Help,
    /// The rules of the game.
    Rules,
    /// Some lines that Enter or Escape closes; other keys do what they do on the board.
    Notice { title: &'static str, lines: Vec<Line<'static>> },
    /// Moves to choose from, each with its row and what is said of it once it is `chosen`, which Enter plays.
    List { title: String, rows: Vec<(M, String, String)>, chosen: usize },
}

/// What a session goes on with after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Go,
    Suspend,
    Interrupt,
    Quit,
}

/// A game under way in the terminal.
pub(crate) struct Session<G: TerminalGame> {
    pub(crate) game: G,
    pub(crate) round: Round<G>,
    pub(crate) cursor: Place,
    pub(crate) held: Option<Held>,
    pub(crate) prompt: Prompt,
    pub(crate) window: Option<Window<Move<G>>>,
    /// Whether what the key `v` shows is shown.
    pub(crate) revealed: bool,
    pub(crate) message: String,
    /// What the player has asked for and waits for.
    pub(crate) asked: Option<G::Query>,
    pub(crate) theme: Theme,
    /// The round before the last load, until a move is made in the loaded one.
    replaced: Option<Box<Round<G>>>,
    /// Existing file that the player was asked to overwrite.
    existing_file: Option<String>,
    worker: Worker<Request<G>, G::Answer>,
    /// The window as it was last drawn.
    area: Rect,
    is_leaving: bool,
}

/// Plays a round that goes on from a game, and prints it at the end. `work` answers requests.
pub(crate) fn run<G: TerminalGame>(
    (game, revealed): (G, bool),
    played: Played<G::Port>,
    terminal: Terminal,
    work: impl FnMut(&Request<G>, &Signal) -> anyhow::Result<G::Answer> + Send + 'static,
) -> CommandResult {
    let round = Round::new(played.start, &played.moves)?;
    terminal::require(G::WORDS.instead)?;
    let theme = Theme { coloured: terminal.is_coloured() };
    let mut session = Session::new((game, revealed), round, theme, Worker::start(work)?);
    let (interrupted, continued) = (interrupt_flag()?, terminal::continued()?);
    let result =
        terminal::run(session.theme.coloured, |screen| session.attend(screen, &interrupted, &continued));
    // The game is printed after an error as well, as a person reads it: standard output is a terminal.
    let printed = print_raw(session.farewell());
    if let Some(account) = G::account(&session) {
        terminal.note(&account);
    }
    let status = result?;
    printed?;
    Ok(status)
}

/// The event loop, and the events.
impl<G: TerminalGame> Session<G> {
    fn new(
        (game, revealed): (G, bool),
        round: Round<G>,
        theme: Theme,
        worker: Worker<Request<G>, G::Answer>,
    ) -> Self {
        let mut session = Self {
            game,
            round,
            cursor: (0, 0),
            held: None,
            prompt: Prompt::default(),
            window: None,
            revealed,
            message: String::new(),
            asked: None,
            theme,
            replaced: None,
            existing_file: None,
            worker,
            area: Rect::new(0, 0, screen::WIDTH, screen::HEIGHT),
            is_leaving: false,
        };
        session.round.peeked = revealed;
        session.centre();
        session.message = G::end(&session).unwrap_or_else(|| G::WORDS.welcome.into());
        session
    }

    /// Runs until the player leaves.
    fn attend(
        &mut self,
        screen: &mut DefaultTerminal,
        interrupted: &AtomicBool,
        continued: &AtomicBool,
    ) -> CommandResult {
        let events = terminal::events()?;
        loop {
            if continued.swap(false, Ordering::SeqCst) {
                terminal::resume(screen).context("cannot use the terminal")?;
            }
            self.think()?;
            let drawn =
                screen.draw(|frame| screen::draw(frame, self)).context("cannot draw on the terminal")?;
            self.area = drawn.area;
            if interrupted.load(Ordering::SeqCst) {
                return Ok(ExitStatus::Interrupted);
            }
            let event = match events.recv_timeout(POLL_INTERVAL) {
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => anyhow::bail!("cannot read keys"),
                Ok(event) => event.context("cannot read keys")?,
            };
            match self.handle(event) {
                Step::Go => {}
                Step::Suspend => {
                    terminal::suspend(screen).context("cannot use the terminal")?;
                    continued.store(true, Ordering::SeqCst);
                }
                Step::Interrupt => return Ok(ExitStatus::Interrupted),
                Step::Quit => return Ok(ExitStatus::Done),
            }
        }
    }

    /// What is printed at the end: how the game stands, and its moves, which can be typed again.
    pub(crate) fn farewell(&self) -> String {
        let whole = self.round.whole();
        let (title, words, line) = (whole.title_after_moves(), whole.status().words, G::Port::line(&whole));
        format!("{title}: {words}\n{line}\n").trim_end_matches('\n').to_owned() + "\n"
    }

    /// Takes the answers, and asks for what is to be searched for in the present position.
    fn think(&mut self) -> anyhow::Result<()> {
        if let Some((request, answer)) = self.worker.poll()?
            && request.position == *self.position()
        {
            self.asked = self.asked.filter(|&query| query != request.query);
            G::learn(self, &request, answer);
        }
        let wanted = self.asked.or_else(|| G::due(self));
        let is_under_way = |query| {
            let pending = self.worker.pending();
            pending.is_some_and(|(now, ..)| now.query == query && now.position == *self.position())
        };
        match wanted {
            Some(query) if is_under_way(query) => {}
            Some(query) => {
                let (position, terms) = (self.position().clone(), G::terms(self));
                self.worker.ask(Request { query, position, terms });
            }
            None => self.worker.cancel(),
        }
        Ok(())
    }

    fn handle(&mut self, event: Event) -> Step {
        // In a window without room for the game only the keys that leave it work.
        let is_too_small = screen::is_too_small(self.area);
        let key = match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => key,
            Event::Paste(text) if !is_too_small => {
                self.insert(&text);
                return Step::Go;
            }
            _ => return Step::Go,
        };
        let is_plain = !key.modifiers.intersects(KeyModifiers::ALT | KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('z') if key.modifiers == KeyModifiers::CONTROL => return Step::Suspend,
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return Step::Interrupt,
            code if is_too_small => self.is_leaving = is_plain && code == KeyCode::Char('q'),
            KeyCode::Enter if self.prompt.is_open() => self.submit(),
            KeyCode::Esc if self.prompt.is_open() => self.cancel(),
            _ if self.prompt.is_open() => {
                if let Some(request) = to_input_request(&event) {
                    self.prompt.edit(request);
                }
            }
            code if is_plain => self.press(code),
            _ => {}
        }
        if self.is_leaving { Step::Quit } else { Step::Go }
    }

    /// A key on the board or in a window.
    fn press(&mut self, code: KeyCode) {
        use KeyCode::{Char, Down, End, Enter, Esc, F, Home, Left, PageDown, PageUp, Right, Up};
        match (self.window.take(), code) {
            (_, Char('q')) => self.is_leaving = true,
            (Some(Window::Help), Char('?') | F(1)) => self.window = Some(Window::Rules),
            (Some(Window::Help | Window::Rules), _)
            | (Some(Window::Notice { .. }), Enter | Char(' ') | Esc) => {}
            (None | Some(Window::Notice { .. }), _) => self.act(code),
            (Some(Window::List { rows, chosen, .. }), Enter | Char(' ')) => {
                if let Some(&(mv, ..)) = rows.get(chosen) {
                    self.play(mv);
                }
            }
            (Some(Window::List { title, rows, chosen }), _) => {
                let last = rows.len().saturating_sub(1);
                let chosen = match code {
                    Up => chosen.saturating_sub(1),
                    Down => (chosen + 1).min(last),
                    PageUp => chosen.saturating_sub(PAGE),
                    PageDown => (chosen + PAGE).min(last),
                    Home | Left => 0,
                    End | Right => last,
                    _ => return,
                };
                self.window = Some(Window::List { title, rows, chosen });
            }
        }
    }

    fn act(&mut self, code: KeyCode) {
        if let Some(action) = input::action(&input::table(), code) {
            if code != KeyCode::Esc {
                self.message.clear();
            }
            action(self);
        }
    }
}

/// What games read of a session.
impl<G: TerminalGame> Session<G> {
    pub(crate) const fn start(&self) -> &Start<G> {
        &self.round.start
    }

    pub(crate) const fn position(&self) -> &Position<G> {
        &self.round.position
    }

    /// The search under way: what for, for how long, and how far it is.
    pub(crate) fn thinking(&self) -> Option<(G::Query, Duration, String)> {
        self.worker.pending().map(|(request, time, progress)| (request.query, time, progress))
    }

    /// Describes a move that has not been played, without what it would uncover.
    fn plan(&self, before: &Position<G>, mv: Move<G>) -> String {
        G::words(self, before, mv).split(';').next().unwrap_or_default().to_owned()
    }

    /// Whether what is held can be put on a place.
    pub(crate) fn is_target(&self, place: Place) -> bool {
        self.held.is_some_and(|held| self.can_carry(held, place))
    }

    /// Whether something that is held could be put on a place.
    fn can_carry(&self, held: Held, to: Place) -> bool {
        let is_legal = |mv| G::Port::play(self.start(), &mut self.position().clone(), mv).is_ok();
        held.from != to && G::carry(self, held, to).is_some_and(is_legal)
    }

    /// Whether what is on a place could be put on another, or only the history of the round forbids that.
    pub(crate) fn has_target(&self, from: Place) -> bool {
        let held = Held { from, swap: false };
        self.places().any(|to| self.can_carry(held, to) || G::is_barred(self, held, to))
    }

    /// All places, in reading order.
    fn places(&self) -> impl Iterator<Item = Place> + use<G> {
        let (columns, rows) = G::grid(self);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
    }
}

/// The cursor, and the moves.
impl<G: TerminalGame> Session<G> {
    fn centre(&mut self) {
        let (columns, rows) = G::grid(self);
        self.cursor = (columns / 2, rows / 2);
    }

    fn go(&mut self, columns: isize, rows: isize) {
        let ((column, row), (width, height)) = (self.cursor, G::grid(self));
        self.cursor = (
            column.saturating_add_signed(columns).min(width - 1),
            row.saturating_add_signed(rows).min(height - 1),
        );
    }

    /// Moves the cursor to the next place of interest, in reading order.
    fn next(&mut self) {
        let is_of_interest = |&place: &Place| match self.held {
            Some(held) => self.can_carry(held, place),
            None => G::can_leave(self, place),
        };
        let (column, row) = self.cursor;
        let (before, after): (Vec<Place>, Vec<Place>) =
            self.places().partition(|&(x, y)| (y, x) <= (row, column));
        match after.into_iter().chain(before).find(is_of_interest) {
            Some(place) => self.cursor = place,
            None => self.message = "There is nothing to go to".into(),
        }
    }

    /// Picks up what is under the cursor, or puts down there what is held.
    fn pick(&mut self) {
        let here = self.cursor;
        match self.held {
            Some(held) if held.from == here => self.held = None,
            Some(held) => {
                if let Some(mv) = G::carry(self, held, here) {
                    self.play(mv);
                }
            }
            None => match G::check_piece(self, here) {
                Err(message) => self.message = message,
                Ok(()) if self.has_target(here) => self.held = Some(Held { from: here, swap: false }),
                Ok(()) => self.message = "Nothing can move from here".into(),
            },
        }
    }

    /// Plays a move of the player, or says why it is illegal.
    pub(crate) fn play(&mut self, mv: Move<G>) {
        if let Some(message) = G::refusal(self) {
            self.message = message;
        } else if self.make(mv) {
            self.replaced = None;
        }
    }

    /// Plays a move of either player; returns whether it is legal.
    pub(crate) fn make(&mut self, mv: Move<G>) -> bool {
        let before = self.position().clone();
        if let Err(reason) = self.step(mv) {
            self.message = format!("Not possible: {reason}");
            return false;
        }
        let words = G::words(self, &before, mv);
        self.message = match G::mover(&before) {
            Some(mover) => format!("Player {mover}: {mv}, {words}"),
            None => format!("{mv}: {words}"),
        };
        self.arrive(mv);
        true
    }

    /// Plays a move without a word.
    fn step(&mut self, mv: Move<G>) -> Result<(), String> {
        self.round.play(mv)?;
        (self.held, self.asked) = (None, None);
        G::played(self);
        Ok(())
    }

    /// What follows the last of some moves.
    fn arrive(&mut self, mv: Move<G>) {
        self.cursor = G::target(self, mv);
        self.add_end();
        self.window = G::celebration(self);
    }

    fn add_end(&mut self) {
        if let Some(end) = G::end(self) {
            self.message = format!("{}. {end}", self.message);
        }
    }

    fn take_back(&mut self) -> Result<Move<G>, &'static str> {
        let &(ref before, mv) = self.round.played.last().ok_or("There is no move to take back")?;
        if let Some(reason) = G::stays(self, before, mv) {
            return Err(reason);
        }
        (self.held, self.asked) = (None, None);
        self.round.undo();
        Ok(mv)
    }

    /// Plays the moves ahead for as long as `again` holds; returns the number of moves.
    fn advance(&mut self, again: impl Fn(&Self) -> bool) -> usize {
        let mut count = 0;
        while again(self) {
            let next = self.round.ahead().next();
            if next.is_none_or(|mv| self.step(mv).is_err()) {
                break;
            }
            count += 1;
        }
        count
    }

    /// Takes moves back: all that may be, or those until it is the player's turn. One move takes back a load as well.
    fn undo(&mut self, all: bool) {
        self.held = None;
        if let Some(round) = self.replaced.take()
            && !all
        {
            self.round = *round;
            self.round.peeked |= self.revealed;
            self.asked = None;
            self.centre();
            self.message = "Back to the game before".into();
            return;
        }
        let mut taken = Vec::new();
        let end = loop {
            match self.take_back() {
                Ok(mv) => taken.push(mv),
                Err(reason) => break reason,
            }
            if !all && G::is_rest(self) {
                break "";
            }
        };
        if all {
            let again = self.advance(|s| !G::is_rest(s));
            taken.truncate(taken.len().saturating_sub(again));
        }
        self.message = match taken[..] {
            [] => end.into(),
            [mv] if !all => format!("Taken back: {mv}, {}", G::words(self, self.position(), mv)),
            _ => format!("{} taken back", moves_in_words(taken.len())),
        };
        if all && !taken.is_empty() && !self.round.played.is_empty() {
            self.message = format!("{}. {end}", self.message);
        }
    }

    /// Plays moves ahead: all, or those until it is the player's turn.
    fn redo(&mut self, all: bool) {
        (self.held, self.replaced) = (None, None);
        let Some(mv) = self.round.ahead().next() else {
            self.message = "There is no move ahead".into();
            return;
        };
        if !all {
            self.make(mv);
        }
        let more = self.advance(|s| all || !G::is_rest(s));
        if more > 0 {
            self.message = format!("{} played", moves_in_words(more + usize::from(!all)));
            self.add_end();
        }
    }

    /// Puts back what is held, stops a search, or drops a line that is ahead.
    fn cancel(&mut self) {
        if self.prompt.close().is_some() || self.held.take().is_some() {
            self.message.clear();
            return;
        }
        if self.worker.interrupt() {
            return;
        }
        self.message.clear();
        if self.round.drop_advice() {
            let back = self.round.taken_back().len() > 0;
            let back = if back { "; the moves taken back are ahead again" } else { "" };
            self.message = format!("The line is dropped{back}");
        }
    }

    /// Shows or hides what can be hidden.
    pub(crate) fn reveal(&mut self) {
        self.revealed = !self.revealed;
        self.round.peeked |= self.revealed;
    }
}

/// Searches.
impl<G: TerminalGame> Session<G> {
    /// Asks for something about the present position.
    pub(crate) fn ask(&mut self, query: G::Query) {
        self.held = None;
        match G::end(self).or_else(|| G::refusal(self)) {
            Some(message) => self.message = message,
            None => self.asked = Some(query),
        }
    }

    /// Shows a hint that the key `p` plays.
    pub(crate) fn advise(&mut self, mv: Move<G>, why: &str) {
        let hinted = Some((self.position().clone(), mv));
        if self.round.hinted != hinted {
            self.round.hints += 1;
        }
        self.round.hinted = hinted;
        let words = self.plan(self.position(), mv);
        self.message = format!("Hint: {mv}, {words}{why}; p plays it");
    }

    /// Plays the move of the last hint, if it was given for this position.
    fn play_hint(&mut self) {
        match &self.round.hinted {
            Some((position, mv)) if position == self.position() => self.play(*mv),
            _ => self.message = "There is no hint to play: h asks for one".into(),
        }
    }

    /// Puts a line ahead after what it was found for.
    pub(crate) fn show_line(&mut self, found: &str, line: &[Move<G>]) {
        self.round.hints += 1;
        let back = self.round.taken_back().len() > 0;
        let back = if back { ", Esc returns to the moves taken back" } else { "" };
        let count = moves_in_words(line.len());
        self.message = format!("{found}. A line of {count} is ahead: r plays on, u goes back{back}");
        self.round.set_advice(line);
    }
}

pub(crate) fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

pub(crate) fn moves_in_words(count: usize) -> String {
    counted(count as u64, "move")
}

pub(crate) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
