//! What the player types: the keys, one table a game from which the bar at the bottom and the help are made, and the prompt,
//! one line of text about one subject.

use std::borrow::Cow;

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Span;
use ratatui::widgets::Paragraph;
use tui_input::{Input, InputRequest};

use super::screen::Theme;
use super::{Session, TerminalGame, Window, Words};

pub(crate) type Action<G> = fn(&mut Session<G>);

/// Keys that belong together: a row of the help.
pub(crate) struct KeyRow<G: TerminalGame> {
    /// The keys as the help names them, apart by commas or `or`.
    pub(super) name: &'static str,
    pub(super) help: Cow<'static, str>,
    /// What the bar says of them, apart by [`GAP`].
    pub(super) bar: &'static str,
    /// What each key does, or all of them.
    actions: Vec<Action<G>>,
}

/// What is between the entries of the bar.
pub(super) const GAP: &str = "   ";

pub(crate) fn row<G: TerminalGame>(
    name: &'static str,
    help: impl Into<Cow<'static, str>>,
    bar: &'static str,
    actions: Vec<Action<G>>,
) -> KeyRow<G> {
    KeyRow { name, help: help.into(), bar, actions }
}

impl<G: TerminalGame> KeyRow<G> {
    pub(super) fn keys(&self) -> impl Iterator<Item = (KeyCode, Action<G>)> {
        let names = self.name.split(", ").flat_map(|name| name.split(" or "));
        let codes = names.flat_map(|name| match name {
            "arrows" => vec![KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::Right],
            "Enter" => vec![KeyCode::Enter],
            "Space" => vec![KeyCode::Char(' ')],
            "Tab" => vec![KeyCode::Tab],
            "Home" => vec![KeyCode::Home],
            "End" => vec![KeyCode::End],
            "Esc" => vec![KeyCode::Esc],
            letter => letter.chars().map(KeyCode::Char).collect(),
        });
        codes.zip(self.actions.iter().copied().cycle())
    }
}

/// All keys of a game: those of the cursor, its own, and those that every game has.
pub(super) fn table<G: TerminalGame>() -> Vec<KeyRow<G>> {
    let Words { piece, typed, loaded, another, whole, .. } = G::WORDS;
    let go: Vec<Action<G>> = vec![|s| s.go(0, -1), |s| s.go(0, 1), |s| s.go(-1, 0), |s| s.go(1, 0)];
    let put = format!("pick up a {piece}; put it down where `>` `<` allow");
    let next = format!("go to the next {piece} that can move, or place for it");
    let mut rows = vec![
        row("arrows", "move the cursor", "arrows go", go),
        row("Enter, Space", put, "Enter pick up", vec![Session::pick]),
        row("Tab", next, "", vec![Session::next]),
    ];
    rows.extend(G::keys());
    // A game may need the letter for a move of its own.
    let moves = if action(&rows, KeyCode::Char('m')).is_some() { ":" } else { ": or m" };
    let quit: Action<G> = |s| s.is_leaving = true;
    let undo = "take a move back; play the next move ahead";
    let undo_all = "take back all that may be; play all that is ahead";
    let rest = format!("{another}; this {whole} from its beginning");
    rows.extend([
        row("p", "play the move of the hint", "", vec![Session::play_hint]),
        row(moves, format!("type moves: {typed}"), ": type", vec![|s| s.ask_text(Topic::Moves)]),
        row("u, r", undo, "u undo   r redo", vec![|s| s.undo(false), |s| s.redo(false)]),
        row("Home, End", undo_all, "", vec![|s| s.undo(true), |s| s.redo(true)]),
        row("S", "save the game in a file", "S save", vec![|s| s.ask_text(Topic::Save)]),
        row("L", format!("load {loaded}"), "L load", vec![|s| s.ask_text(Topic::Load)]),
        row("n, R", rest, "", vec![Session::deal, Session::restart]),
        row("Esc", "close, put back, stop a search, or drop a line ahead", "", vec![Session::cancel]),
        row("?", "this help; again: the rules", "? keys", vec![|s| s.window = Some(Window::Help)]),
        row("q", "quit, and print the game", "q quit", vec![quit]),
    ]);
    if cfg!(unix) {
        rows.insert(
            rows.len() - 1,
            row("Ctrl-Z", "leave for the shell; its command fg comes back", "", Vec::new()),
        );
    }
    rows
}

pub(super) fn action<G: TerminalGame>(rows: &[KeyRow<G>], code: KeyCode) -> Option<Action<G>> {
    let code = match code {
        KeyCode::Backspace => KeyCode::Char('u'),
        KeyCode::F(1) => KeyCode::Char('?'),
        code => code,
    };
    rows.iter().flat_map(KeyRow::keys).find(|&(key, _)| key == code).map(|(_, action)| action)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    Moves,
    Save,
    /// A file or a text to load.
    Load,
}

/// The prompt: closed, or open with a text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prompt {
    open: Option<(Topic, Input)>,
}

impl Prompt {
    pub(crate) const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    pub(super) fn text(&self) -> Option<(Topic, &str)> {
        self.open.as_ref().map(|(topic, input)| (*topic, input.value()))
    }

    /// Opens the prompt with a text, which is empty or is to be changed or confirmed.
    pub(super) fn ask(&mut self, topic: Topic, text: &str) {
        self.open = Some((topic, text.into()));
    }

    pub(super) fn edit(&mut self, request: InputRequest) {
        self.open.as_mut().and_then(|(_, input)| input.handle(request));
    }

    /// Inserts pasted text at the cursor, if the prompt is open. The prompt has one line: lines of the text are joined by
    /// `between`, without comments.
    pub(super) fn insert(&mut self, text: &str, between: &str) {
        let Some((_, input)) = &mut self.open else { return };
        let lines: Vec<&str> = text.split(['\r', '\n']).filter(|line| !line.trim().is_empty()).collect();
        let text = if let [line] = lines[..] {
            line.to_owned()
        } else {
            let rows = lines.into_iter().map(|line| line.split('#').next().unwrap_or_default());
            rows.filter(|row| !row.trim().is_empty()).collect::<Vec<_>>().join(between)
        };
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        let (value, cursor) = (input.value().chars(), input.cursor());
        let whole: String =
            value.clone().take(cursor).chain(text.chars()).chain(value.skip(cursor)).collect();
        *input = Input::new(whole).with_cursor(cursor + text.chars().count());
    }

    pub(super) fn close(&mut self) -> Option<(Topic, String)> {
        self.open.take().map(|(topic, input)| (topic, input.into()))
    }

    /// Draws the prompt into a row if it is open, and puts the cursor of the terminal there.
    pub(super) fn draw(&self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let Some((topic, input)) = &self.open else { return };
        let label = match topic {
            Topic::Moves => "Moves:",
            Topic::Save => "Save to the file:",
            Topic::Load => "Load a file, or the text itself:",
        };
        let parts = [Constraint::Length(label.len() as u16), Constraint::Length(1), Constraint::Fill(1)];
        let [name, sign, text] = Layout::horizontal(parts).areas(area);
        frame.render_widget(Span::styled(label, theme.bold()), name);
        // The cursor needs one column after the text.
        let skipped = input.visual_scroll(usize::from(text.width).saturating_sub(1));
        let cursor = input.visual_cursor() - skipped;
        frame.render_widget(if skipped > 0 { "…" } else { "" }, sign);
        frame.render_widget(Paragraph::new(input.value()).scroll((0, skipped as u16)), text);
        frame.set_cursor_position((text.x + cursor as u16, text.y));
    }
}
