//! The window of a session: its parts, its least size, styles, and boxes over the board. Signs show everything that colours
//! show.

use crate::kit::escape::escape;
use crate::numbers::counted;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Clear, Paragraph, Wrap};

use super::{Move, Place, Position, Session, TerminalGame, Window, input};
use crate::games::port::Game as _;

/// Least width of the window, in columns.
pub(crate) const WIDTH: u16 = 80;
/// Least height of the window, in rows.
pub(crate) const HEIGHT: u16 = 24;
/// Width of the number of a row, in columns.
const NUMBER: usize = 2;
/// Height of the moves below a board that is as wide as the window.
const MOVES_BELOW: u16 = 4;
/// Height of the reason of the chosen move in a list, with the line above it.
const REASON: u16 = 3;
/// Height of the bar of keys.
pub(super) const BAR: u16 = 2;

/// Draws a session, or a message where the window is too small.
pub(super) fn draw<G: TerminalGame>(frame: &mut Frame<'_>, s: &Session<G>) {
    let (area, theme) = (frame.area(), s.theme);
    if is_too_small(area) {
        return draw_too_small(frame);
    }
    let facts = G::facts(s);
    let [title, _, upper, _, below, doing, message, prompt, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(1),
        Constraint::Length(facts.len() as u16),
        Constraint::Length(1),
        Constraint::Length(3),
        Constraint::Length(1),
        Constraint::Length(BAR),
    ])
    .areas(area);
    frame.render_widget(Paragraph::new(heading(s)), title);
    let (board_area, moves) = if G::FIRST_COLUMN.is_some() {
        let width = (NUMBER + G::CELL * G::grid(s).0 + 1) as u16;
        let parts = [Constraint::Length(width), Constraint::Fill(1)];
        let [board, beside] = Layout::horizontal(parts).areas(upper);
        let block = Block::new().borders(Borders::LEFT).border_style(theme.dim());
        let inner = block.inner(beside);
        frame.render_widget(block, beside);
        (board, inner)
    } else {
        Layout::vertical([Constraint::Fill(1), Constraint::Length(MOVES_BELOW)]).areas::<2>(upper).into()
    };
    frame.render_widget(Paragraph::new(board(s)), board_area);
    frame.render_widget(Paragraph::new(game_lines(s, moves)), moves);
    frame.render_widget(Paragraph::new(facts), below);
    frame.render_widget(Paragraph::new(thinking(s)), doing);
    let text = Paragraph::new(escape(&s.message)).style(theme.bold()).wrap(Wrap { trim: true });
    frame.render_widget(text, message);
    s.prompt.draw(frame, prompt, theme);
    let bar = bar(s).into_iter().map(|text| Line::styled(text, theme.dim()));
    frame.render_widget(Paragraph::new(bar.collect::<Vec<_>>()), keys);
    match &s.window {
        None => {}
        Some(Window::Help) => draw_help::<G>(frame, area, theme),
        Some(Window::Rules) => {
            let lines = G::RULES.iter().copied().map(Line::from).collect();
            draw_lines(frame, area, lines, " Rules (any key goes back) ");
        }
        Some(Window::Notice { title, lines }) => draw_lines(frame, area, lines.clone(), title),
        Some(Window::List { title, rows, chosen }) => draw_list(frame, area, (title, rows, *chosen), theme),
    }
}

/// Title line: the game, its deal, the numbers of moves and hints, as far as there is room.
fn heading<G: TerminalGame>(s: &Session<G>) -> Line<'static> {
    let (name, mut rest) = G::title(s);
    let ahead = match s.round.ahead().len() {
        0 => String::new(),
        ahead => format!(", {ahead} ahead"),
    };
    rest.push(format!("{}{ahead}", counted(s.round.played.len() as u64, "move")));
    if s.round.hints > 0 {
        rest.push(counted(s.round.hints.into(), "hint"));
    }
    let mut line = String::new();
    for part in rest {
        let part = escape(&part);
        let part = if line.is_empty() { format!("  {part}") } else { format!("  ·  {part}") };
        if [name, &line, &part].map(|text| text.chars().count()).iter().sum::<usize>() <= usize::from(WIDTH) {
            line += &part;
        }
    }
    Line::from(vec![Span::styled(name, s.theme.bold()), Span::raw(line)])
}

fn board<G: TerminalGame>(s: &Session<G>) -> Vec<Line<'static>> {
    let ((columns, rows), dim) = (G::grid(s), s.theme.dim());
    let mut lines = Vec::new();
    if let Some(first) = G::FIRST_COLUMN {
        let names = (first..).take(columns).map(|name| format!("{:^w$}", char::from(name), w = G::CELL));
        lines.push(Line::styled(" ".repeat(NUMBER) + &names.collect::<String>(), dim));
    }
    for row in 0..rows {
        let number =
            if G::FIRST_COLUMN.is_some() { format!("{:NUMBER$}", rows - row) } else { String::new() };
        let mut spans = vec![Span::styled(number, dim)];
        spans.extend((0..columns).flat_map(|column| cell(s, (column, row))));
        lines.push(Line::from(spans));
        // Where few rows name themselves, there is room between them.
        if G::FIRST_COLUMN.is_none() && rows <= 3 {
            lines.push(Line::default());
        }
    }
    lines
}

/// A place: `[ ]` marks the cursor, `( )` what is held, `> <` a place for it, `x x` a place that is barred.
fn cell<G: TerminalGame>(s: &Session<G>, place: Place) -> Vec<Span<'static>> {
    let (left, right) = match s.held {
        Some(held) if held.from == place => ("(", ")"),
        Some(_) if s.is_target(place) => (">", "<"),
        Some(held) if G::is_barred(s, held, place) => ("x", "x"),
        _ => (" ", " "),
    };
    let (open, close, modifier) = match (s.cursor == place, left) {
        (true, _) => ("[", "]", Modifier::REVERSED),
        (false, "(" | ">") => (" ", " ", Modifier::UNDERLINED),
        _ => (" ", " ", Modifier::empty()),
    };
    let mut spans = G::content(s, place);
    let pad = (G::CELL - 4).saturating_sub(spans.iter().map(Span::width).sum());
    spans.insert(0, Span::raw(format!("{open}{left}{}", " ".repeat(pad / 2))));
    spans.push(Span::raw(format!("{}{right}{close}", " ".repeat(pad - pad / 2))));
    let style = s.theme.style(Style::new().add_modifier(modifier));
    spans.into_iter().map(|span| span.patch_style(style)).collect()
}

/// Lines of the last moves and the next ones, as many as fit.
fn game_lines<G: TerminalGame>(s: &Session<G>, area: Rect) -> Vec<Line<'static>> {
    let (played, ahead): (_, Vec<Move<G>>) = (&s.round.played, s.round.ahead().collect());
    let (rows, width) = (usize::from(area.height), usize::from(area.width));
    // The moves ahead get a third of the rows, or more where few moves are played.
    let next = ahead.len().min((rows / 3).max((rows - 1).saturating_sub(played.len())));
    let last = played.len().min(rows - next - usize::from(next > 0));
    let row = |number: usize, before: &Position<G>, mv: Move<G>, words: String| {
        let mover = G::mover(before).map_or_else(String::new, |mover| format!("{mover} "));
        shortened(&format!("{number:2} {mover}{:w$} {words}", mv.to_string(), w = G::MOVE_WIDTH), width)
    };
    let skipped = played.len() - last;
    let mut lines: Vec<Line<'static>> = (skipped + 1..)
        .zip(&played[skipped..])
        .map(|(number, (before, mv))| Line::from(row(number, before, *mv, G::words(s, before, *mv))))
        .collect();
    if next > 0 {
        lines.push(Line::styled("-- ahead, r plays the next --", s.theme.dim()));
    }
    let mut position = s.position().clone();
    for (number, &mv) in (played.len() + 1..).zip(&ahead[..next]) {
        let text = row(number, &position, mv, s.plan(&position, mv));
        lines.push(Line::styled(text, s.theme.dim()));
        if G::Port::play(s.start(), &mut position, mv).is_err() {
            break;
        }
    }
    if lines.is_empty() {
        lines.push(Line::styled(shortened("No move played yet", width), s.theme.dim()));
    }
    lines
}

/// What is searched for, for how long, and how far that is.
fn thinking<G: TerminalGame>(s: &Session<G>) -> String {
    let query = s.asked.or_else(|| s.thinking().map(|(query, ..)| query));
    let Some(task) = query.and_then(|query| G::task(s, query)) else { return String::new() };
    let (seconds, progress) =
        s.thinking().map_or((0, String::new()), |(_, time, progress)| (time.as_secs(), progress));
    format!("{task}: {seconds} s{progress}. Esc stops it")
}

/// The keys that work in the present state.
pub(super) fn bar<G: TerminalGame>(s: &Session<G>) -> Vec<String> {
    if s.prompt.is_open() {
        return vec!["Enter done   arrows, Home, End go   Ctrl-U clear   Esc never mind".into()];
    }
    if s.held.is_some() {
        return vec!["arrows, Tab go to a place marked > <   Enter put it there   Esc put it back".into()];
    }
    let mut lines = vec![String::new()];
    for entry in
        input::table::<G>().iter().flat_map(|row| row.bar.split(input::GAP)).filter(|entry| !entry.is_empty())
    {
        if let Some(line) = lines.last_mut()
            && line.len() + entry.len() + input::GAP.len() <= usize::from(WIDTH)
        {
            *line += if line.is_empty() { "" } else { input::GAP };
            *line += entry;
        } else {
            lines.push(entry.to_owned());
        }
    }
    lines
}

fn draw_help<G: TerminalGame>(frame: &mut Frame<'_>, area: Rect, theme: Theme) {
    let rows = input::table::<G>().into_iter();
    let lines = rows.map(|row| {
        let keys = Span::styled(format!(" {:13}", row.name), theme.bold());
        Line::from(vec![keys, Span::raw(row.help)])
    });
    draw_lines(frame, area, lines.collect(), " Keys (? again: the rules, Esc goes back) ");
}

/// Draws a list of moves around the chosen one.
fn draw_list<M>(
    frame: &mut Frame<'_>,
    area: Rect,
    (title, moves, chosen): (&str, &[(M, String, String)], usize),
    theme: Theme,
) {
    let most = area.height - 2 - REASON;
    let inner = draw_box(frame, area, (moves.len() as u16).min(most) + REASON, title);
    let [upper, reason] = Layout::vertical([Constraint::Fill(1), Constraint::Length(REASON)]).areas(inner);
    let rows = usize::from(upper.height);
    let top = chosen.saturating_sub(rows / 2).min(moves.len().saturating_sub(rows));
    let place =
        if moves.len() > rows { format!(" {} of {} ", chosen + 1, moves.len()) } else { String::new() };
    let line = |(i, (_, text, _)): (usize, &(M, String, String))| {
        let (sign, style) = if i == chosen { ('>', theme.bold()) } else { (' ', Style::new()) };
        Line::styled(shortened(&format!("{sign}{text}"), usize::from(upper.width)), style)
    };
    let lines: Vec<Line<'_>> = moves.iter().enumerate().skip(top).take(rows).map(line).collect();
    frame.render_widget(Paragraph::new(lines), upper);
    if let Some((_, _, why)) = moves.get(chosen) {
        let block = Block::new().borders(Borders::TOP).title(Line::from(place).right_aligned());
        frame.render_widget(Paragraph::new(why.as_str()).wrap(Wrap { trim: true }).block(block), reason);
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Theme {
    pub(crate) coloured: bool,
}

impl Theme {
    pub(crate) fn style(self, style: Style) -> Style {
        if self.coloured { style } else { Style::new() }
    }

    pub(crate) fn bold(self) -> Style {
        self.style(Style::new().add_modifier(Modifier::BOLD))
    }

    pub(crate) fn dim(self) -> Style {
        self.style(Style::new().add_modifier(Modifier::DIM))
    }

    /// Bold, in the colour of a style of the text output.
    pub(crate) fn bold_as(self, style: anstyle::Style) -> Style {
        let colour = style.get_fg_color().map_or(Style::new(), |colour| Style::new().fg(translated(colour)));
        self.style(colour.add_modifier(Modifier::BOLD))
    }
}

pub(super) const fn is_too_small(area: Rect) -> bool {
    area.width < WIDTH || area.height < HEIGHT
}

fn draw_too_small(frame: &mut Frame<'_>) {
    let Rect { width, height, .. } = frame.area();
    let text = format!(
        "The window has {width} columns and {height} rows; the game needs {WIDTH} and {HEIGHT}. \
         Make it larger, or press q to quit."
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), frame.area());
}

/// Draws a box with `rows` inner rows over the middle of the screen and returns its inner area.
fn draw_box(frame: &mut Frame<'_>, area: Rect, rows: u16, title: &str) -> Rect {
    let place = area.centered(Constraint::Length(WIDTH), Constraint::Length(rows + 2));
    frame.render_widget(Clear, place);
    let block = Block::bordered().title(title);
    let inner = block.inner(place);
    frame.render_widget(block, place);
    inner
}

/// Draws lines in a box over the middle of the screen.
fn draw_lines(frame: &mut Frame<'_>, area: Rect, lines: Vec<Line<'_>>, title: &str) {
    let inner = draw_box(frame, area, lines.len() as u16, title);
    frame.render_widget(Paragraph::new(lines), inner);
}

/// Cuts a text to a width, in characters.
fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.into();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

fn translated(colour: anstyle::Color) -> Color {
    match colour {
        anstyle::Color::Ansi(colour) => Color::Indexed(anstyle::Ansi256Color::from_ansi(colour).index()),
        anstyle::Color::Ansi256(colour) => Color::Indexed(colour.0),
        anstyle::Color::Rgb(colour) => Color::Rgb(colour.0, colour.1, colour.2),
    }
}
