//! A harness that types keys and reads the screen, and the tests of what all games share.
//!
//! Keys are typed as a text. `⏎ ⎋ ⇥ ⌫ ⌦ ⇱ ⇲ ⇞ ⇟ ← → ↑ ↓` are the keys without a letter, `⌃` takes the next letter with the
//! control key, and `⌛` waits until nothing is searched for.

use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::Duration;

use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::Color;

use super::worker::Worker;
use super::*;

impl<G: TerminalGame> Session<G> {
    /// A session of tests.
    pub(crate) fn of(
        game: (G, bool),
        start: Start<G>,
        work: impl FnMut(&Request<G>, &Signal) -> anyhow::Result<G::Answer> + Send + 'static,
    ) -> Self {
        let round = Round::new(start, &[]).unwrap();
        let theme = Theme { coloured: false };
        Self::new(game, round, theme, Worker::start(work).unwrap())
    }

    /// Types keys; returns what the last one leads to.
    pub(super) fn press_all(&mut self, keys: &str) -> Step {
        let (mut step, mut modifiers) = (Step::Go, KeyModifiers::NONE);
        for key in keys.chars() {
            let code = match key {
                '⏎' => KeyCode::Enter,
                '⎋' => KeyCode::Esc,
                '⇥' => KeyCode::Tab,
                '⌫' => KeyCode::Backspace,
                '⌦' => KeyCode::Delete,
                '⇱' => KeyCode::Home,
                '⇲' => KeyCode::End,
                '⇞' => KeyCode::PageUp,
                '⇟' => KeyCode::PageDown,
                '←' => KeyCode::Left,
                '→' => KeyCode::Right,
                '↑' => KeyCode::Up,
                '↓' => KeyCode::Down,
                '⌃' => {
                    modifiers = KeyModifiers::CONTROL;
                    continue;
                }
                '⌛' => {
                    self.settle();
                    continue;
                }
                letter => KeyCode::Char(letter),
            };
            step = self.handle(Event::Key(KeyEvent::new(
                code,
                std::mem::replace(&mut modifiers, KeyModifiers::NONE),
            )));
        }
        step
    }

    /// Types keys.
    pub(crate) fn keys(&mut self, keys: &str) {
        self.press_all(keys);
    }

    pub(crate) fn paste(&mut self, text: &str) {
        self.handle(Event::Paste(text.into()));
    }

    /// Takes what has been answered, and asks what is wanted.
    pub(crate) fn tick(&mut self) {
        self.think().unwrap();
    }

    /// Waits until nothing is searched for.
    pub(crate) fn settle(&mut self) {
        for _ in 0..20_000 {
            self.tick();
            if self.thinking().is_none() {
                return;
            }
            sleep(Duration::from_millis(1));
        }
        panic!("no answer: {}", self.message);
    }

    pub(crate) fn drawn(&mut self, (width, height): (u16, u16)) -> Buffer {
        self.area = Rect::new(0, 0, width, height);
        let mut terminal = ratatui::Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| screen::draw(frame, self)).unwrap();
        terminal.backend().buffer().clone()
    }

    /// The screen in the smallest window.
    pub(crate) fn screen(&mut self) -> String {
        text_of(&self.drawn((screen::WIDTH, screen::HEIGHT)))
    }

    /// The moves played.
    pub(crate) fn moves(&self) -> String {
        self.round.played.iter().map(|(_, mv)| mv.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// Text of the open prompt.
    pub(crate) fn typed(&self) -> Option<&str> {
        self.prompt.text().map(|(_, text)| text)
    }

    /// The text that would be saved.
    pub(crate) fn saved(&self) -> String {
        G::text(&self.round.whole())
    }

    /// Reads parts of the screen.
    pub(crate) fn shows(&mut self, parts: &[&str]) {
        let screen = self.screen();
        for part in parts {
            assert!(screen.contains(part), "{part}: {screen}");
        }
    }

    /// Types keys and reads the message, row by row. A `…` in what is expected stands for anything.
    pub(crate) fn expect(&mut self, rows: &[(&str, &str)]) {
        for (keys, expected) in rows {
            self.keys(keys);
            assert!(matches(&self.message, expected), "{keys}: `{}`, not `{expected}`", self.message);
        }
    }
}

/// Whether a message is what is expected, where `…` stands for anything.
fn matches(message: &str, expected: &str) -> bool {
    let parts: Vec<&str> = expected.split('…').collect();
    let [first, middle @ .., last] = &parts[..] else { return message == expected };
    let inner = message.strip_prefix(first).and_then(|rest| rest.strip_suffix(last));
    inner.is_some_and(|mut rest| {
        middle.iter().all(|part| rest.split_once(part).map(|(_, after)| rest = after).is_some())
    })
}

/// The rows of a screen.
pub(crate) fn text_of(buffer: &Buffer) -> String {
    let rows = buffer.content.chunks(buffer.area.width.into());
    let rows = rows.map(|row| row.iter().map(Cell::symbol).collect::<String>());
    rows.map(|row| row.trim_end().to_string() + "\n").collect()
}

/// What a game gives for the shared tests.
pub(crate) struct Sample<G: TerminalGame> {
    /// A round in which every move can be taken back.
    pub(crate) session: fn() -> Session<G>,
    /// Two moves in sequence, and another first move.
    pub(crate) moves: [&'static str; 3],
    /// A move that is illegal at first.
    pub(crate) illegal: &'static str,
    /// A text that can be loaded, and the moves played then.
    pub(crate) loaded: (&'static str, &'static str),
    /// Rows of a text over several lines, and how they are joined in the prompt.
    pub(crate) pasted: (&'static str, &'static str),
}

/// The shared tests of a game.
macro_rules! shared_tests {
    ($sample:expr) => {
        $crate::cli::session::tests::shared_tests!(
            $sample; keys_are_in_the_help_and_fit, moves_go_back_and_forth, typed_lists_are_all_or_nothing,
            the_prompt_is_edited, games_are_saved_and_loaded, another_game_can_be_taken_back,
            small_windows_can_be_left, signs_say_what_colours_say, hints_are_played
        );
    };
    ($sample:expr; $($name:ident),+) => {
        $(#[test] fn $name() { $crate::cli::session::tests::$name(&$sample); })+
    };
}
pub(crate) use shared_tests;

pub(crate) fn keys_are_in_the_help_and_fit<G: TerminalGame>(sample: &Sample<G>) {
    let mut s = (sample.session)();
    let rows = input::table::<G>();
    let all: Vec<KeyCode> = rows.iter().flat_map(|row| row.keys().map(|(code, _)| code)).collect();
    for KeyRow { name, help, .. } in &rows {
        assert!(name.chars().count() <= 13 && help.chars().count() <= 64, "{name}: {help}");
    }
    for code in &all {
        assert_eq!(all.iter().filter(|other| *other == code).count(), 1, "{code} has two meanings");
    }
    let bar = screen::bar(&s);
    assert!(bar.len() <= usize::from(screen::BAR) && bar.iter().all(|line| line.len() <= 80), "{bar:?}");
    assert!(bar.last().unwrap().ends_with("q quit"), "{bar:?}");
    s.keys("?");
    assert!(s.screen().contains("quit, and print the game") && s.screen().contains("arrows       move"));
    s.keys("?");
    assert!(s.screen().contains(" Rules (any key goes back) "));
    assert!(G::RULES.len() <= 22 && G::RULES.iter().all(|line| line.chars().count() <= 78));
    assert!(s.screen().contains(G::RULES[G::RULES.len() - 1]));
    s.keys("?");
    assert!(s.window.is_none());
    assert_eq!(s.press_all("?⌃z"), Step::Suspend);
    assert_eq!(s.press_all("q"), Step::Quit);
    assert_eq!((sample.session)().press_all(":q⌃z"), Step::Suspend);
}

pub(crate) fn moves_go_back_and_forth<G: TerminalGame>(sample: &Sample<G>) {
    let (mut s, [first, second, other]) = ((sample.session)(), sample.moves);
    let (one, both) = (first.to_owned(), format!("{first} {second}"));
    for (keys, message, moves) in [
        ("u", "There is no move to take back".into(), String::new()),
        ("⇱", "There is no move to take back".into(), String::new()),
        ("r", "There is no move ahead".into(), String::new()),
        (&format!(":{first},{second}⏎"), "2 moves played".into(), both.clone()),
        ("u", format!("Taken back: {second}, …"), one.clone()),
        ("r", format!("…{second}…"), both.clone()),
        ("⇱", "2 moves taken back".into(), String::new()),
        ("⇲", "2 moves played".into(), both.clone()),
        ("⌫⌫", format!("Taken back: {first}, …"), String::new()),
    ] {
        s.expect(&[(keys, &message)]);
        assert_eq!(s.moves(), moves, "{keys}");
    }
    // A look back loses nothing, and the moves ahead are listed.
    assert!(s.screen().contains("0 moves, 2 ahead") && s.screen().contains("-- ahead, r plays the next --"));
    let looked_back = s.saved();
    s.keys("⇲");
    assert_eq!(s.saved(), looked_back);
    assert!(s.screen().contains(second) && s.screen().contains("  ·  2 moves"));
    // Another move takes the place of those taken back.
    s.keys(&format!("⇱:{other}⏎"));
    assert_eq!((s.moves().as_str(), s.round.ahead().len()), (other, 0));
    // A line that is ahead lets the moves taken back stay reachable.
    let mut s = (sample.session)();
    s.keys(&format!(":{first}⏎u"));
    let line = s.read_typed(other).unwrap();
    s.show_line("Found", &line);
    assert_eq!(
        s.message,
        "Found. A line of 1 move is ahead: r plays on, u goes back, Esc returns to the moves taken back"
    );
    s.keys("⇲");
    assert_eq!(s.moves(), other);
    s.expect(&[("⇱⎋", "The line is dropped; the moves taken back are ahead again")]);
    s.keys("r");
    assert_eq!(s.moves(), first);
}

pub(crate) fn typed_lists_are_all_or_nothing<G: TerminalGame>(sample: &Sample<G>) {
    let (mut s, [first, ..]) = ((sample.session)(), sample.moves);
    for (typed, message) in [
        (format!("{first},{first}"), format!("Nothing is played: move 2, {first}, is illegal: …")),
        (format!("{first},xyz"), "…xyz… expected …".into()),
        (sample.illegal.to_owned(), "Not possible: …".into()),
        (",".into(), "There is no move in what was typed".into()),
    ] {
        s.expect(&[(&format!(":{typed}⏎"), &message)]);
        // A faulty text stays in the prompt.
        assert_eq!((s.moves(), s.typed()), (String::new(), Some(&*typed)), "{typed}");
        s.keys("⎋");
    }
    s.keys(":  ⏎");
    assert!(!s.prompt.is_open() && s.moves().is_empty());
}

pub(crate) fn the_prompt_is_edited<G: TerminalGame>(sample: &Sample<G>) {
    let mut s = (sample.session)();
    for (keys, text) in [(":abx⌫", "ab"), ("⇱⌦w", "wb"), ("→⌫", "w"), ("qhS?", "wqhS?"), ("⌃u", "")]
    {
        s.keys(keys);
        assert_eq!(s.typed(), Some(text), "{keys}");
    }
    s.keys("a1←");
    s.paste("xy");
    assert_eq!(s.typed(), Some("axy1"));
    assert!(
        s.screen().contains("\nMoves: axy1\n") && s.screen().contains("Esc never mind"),
        "{}",
        s.screen()
    );
    s.keys("⎋");
    assert_eq!(s.typed(), None);
    // Text pasted without a prompt opens the prompt for loading.
    s.paste(sample.pasted.0);
    assert_eq!(s.prompt.text(), Some((Topic::Load, sample.pasted.1)));
    assert_eq!(s.message, "Enter loads what was pasted, Esc does not");
}

pub(crate) fn games_are_saved_and_loaded<G: TerminalGame>(sample: &Sample<G>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let (path, read) = (path.to_str().unwrap(), || std::fs::read_to_string(&path).unwrap());
    let (mut s, [first, second, _]) = ((sample.session)(), sample.moves);
    s.keys(&format!(":{first}⏎"));
    let one = s.saved() + "\n";
    s.expect(&[(&format!("S{path}⏎"), &format!("Saved to {path}"))]);
    assert_eq!(read(), one);
    // An existing file is overwritten only on a second Enter.
    s.keys(&format!(":{second}⏎"));
    let exists = format!("{path} exists: Enter overwrites it, Esc does not");
    s.expect(&[(&format!("S{path}⏎"), &exists), (&format!("⎋S{path}⏎"), &exists)]);
    assert_eq!(read(), one);
    s.expect(&[("⏎", &format!("Saved to {path}"))]);
    assert_eq!(read(), s.saved() + "\n");
    // Moves taken back are saved with the game.
    s.expect(&[
        (&format!("uS{path}⏎⏎"), &format!("Saved to {path}, the move that was taken back included")),
        (&format!("uS{path}⏎⏎"), &format!("Saved to {path}, 2 moves that were taken back included")),
        ("S/nowhere/to/be/found⏎", "Not saved: cannot write …"),
        ("⎋", ""),
    ]);
    let both = s.saved();
    s.expect(&[("R", "…; u at once goes back to the game before")]);
    s.keys(&format!("L{path}⏎"));
    assert_eq!((s.message.as_str(), s.saved()), ("Loaded", both.clone()));
    // Faulty texts stay in the prompt.
    for text in ["-", "nothing.txt", "{\"deal\":1}"] {
        s.expect(&[(&format!("L{text}⏎"), "Not loaded: …")]);
        assert_eq!((s.typed(), s.saved()), (Some(text), both.clone()));
        s.keys("⎋");
    }
    s.keys("L");
    s.paste(sample.loaded.0);
    s.keys("⏎");
    assert_eq!(s.moves(), sample.loaded.1, "{}", s.message);
}

pub(crate) fn another_game_can_be_taken_back<G: TerminalGame>(sample: &Sample<G>) {
    let (mut s, [first, second, _]) = ((sample.session)(), sample.moves);
    s.keys(&format!(":{first}⏎"));
    s.round.hints = 3;
    let account = G::account(&s);
    for key in ["n", "R"] {
        s.expect(&[(key, "…; u at once goes back to the game before")]);
        assert_eq!((s.moves().as_str(), s.round.hints), ("", 0));
        s.expect(&[("u", "Back to the game before")]);
        assert_eq!((s.moves().as_str(), s.round.hints, G::account(&s)), (first, 3, account.clone()));
    }
    // A move in the loaded game keeps it.
    s.keys(&format!("R:{first},{second}⏎uu"));
    assert_eq!((s.moves().as_str(), s.round.hints), ("", 0));
    // A game without moves is not kept.
    s.keys("⎋R");
    s.expect(&[("R", "The … from its beginning")]);
}

pub(crate) fn small_windows_can_be_left<G: TerminalGame>(sample: &Sample<G>) {
    for (size, before) in [((79, 24), ""), ((80, 23), ":"), ((20, 5), "S"), ((60, 20), "?"), ((1, 1), ":x")] {
        let mut s = (sample.session)();
        s.keys(before);
        let text = text_of(&s.drawn(size));
        assert!(text.starts_with('T') && !text.contains("move"), "{text}");
        assert_eq!(s.press_all("n⏎R?"), Step::Go, "{size:?}");
        assert_eq!(s.press_all("q"), Step::Quit, "{size:?}");
    }
    let mut s = (sample.session)();
    let text = text_of(&s.drawn((60, 20)));
    assert_eq!(
        text.trim(),
        "The window has 60 columns and 20 rows; the game needs 80 and\n24. Make it larger, or press q to quit."
    );
    for size in [(81, 25), (200, 60), (500, 24)] {
        assert!(text_of(&s.drawn(size)).contains("q quit"));
    }
}

pub(crate) fn signs_say_what_colours_say<G: TerminalGame>(sample: &Sample<G>) {
    let mut s = (sample.session)();
    s.keys("⇥⏎⇥");
    let plain = s.drawn((80, 24));
    s.theme = Theme { coloured: true };
    let coloured = s.drawn((80, 24));
    assert_eq!(text_of(&plain), text_of(&coloured));
    let is_plain = |cell: &Cell| cell.modifier.is_empty() && [cell.fg, cell.bg] == [Color::Reset; 2];
    assert!(plain.content.iter().all(is_plain), "{plain:?}");
    assert!(!coloured.content.iter().all(is_plain));
}

pub(crate) fn hints_are_played<G: TerminalGame>(sample: &Sample<G>) {
    let mut s = (sample.session)();
    s.expect(&[("p", "There is no hint to play: h asks for one"), ("⌛h⌛", "Hint: …; p plays it")]);
    s.keys("h⌛");
    assert!(s.screen().contains("  ·  1 hint"), "the same hint twice: {}", s.screen());
    s.keys("p");
    assert_eq!(s.round.played.len(), 1);
    s.expect(&[("p", "There is no hint to play: h asks for one")]);
    // The hint is kept for its position only.
    s.keys("up");
    assert_eq!(s.round.played.len(), 1);
}

#[test]
fn answers_to_cancelled_requests_are_dropped() {
    // The answer to a number is the number, once it is interrupted or unless it is odd.
    let work = |&number: &u32, signal: &Signal| {
        while number % 2 == 1 && !signal.interrupt.load(Ordering::Relaxed) {
            sleep(Duration::from_millis(1));
        }
        anyhow::ensure!(number < 8, "too large");
        Ok(number)
    };
    let mut worker: Worker<u32, u32> = Worker::start(work).unwrap();
    let next = |worker: &mut Worker<u32, u32>| loop {
        match worker.poll() {
            Ok(None) => sleep(Duration::from_millis(1)),
            Ok(Some((_, answer))) => return Ok(answer),
            Err(error) => return Err(error.to_string()),
        }
    };
    worker.ask(1);
    worker.ask(2);
    assert_eq!(worker.pending().map(|(&request, ..)| request), Some(2));
    assert_eq!(next(&mut worker), Ok(2));
    assert!(worker.pending().is_none() && !worker.interrupt());
    worker.ask(3);
    assert!(worker.interrupt());
    assert_eq!(next(&mut worker), Ok(3));
    worker.ask(5);
    worker.cancel();
    worker.ask(8);
    assert_eq!(next(&mut worker), Err("too large".into()));
}
