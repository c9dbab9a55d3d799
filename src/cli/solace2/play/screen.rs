//! Drawing of the model. Signs show everything that colours show.

use std::time::Duration;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use solomids::numbers::counted;
use solomids::solace2::game::Space;
use solomids::solace2::view::text::{self, Part};

use super::command::HELP;
use super::model::{Model, Overlay};
use super::moves_in_words;
use crate::cli::tui::{self, Theme};

/// Width of a space, in columns.
const CELL: usize = 15;
/// Moves that are listed.
const LATEST: usize = 4;

/// Rules of the game in short, for the help.
const RULES: [&str; 18] = [
    " Towers are to be built on the table: a small on a medium on a large, all of",
    " one colour. Fifteen nests are dealt, each a large over a medium over a small.",
    "",
    " L  The large on top of a full nest goes onto another full nest whose large",
    "    has the same colour. It caps that nest, and its own nest is opened.",
    " M  A medium that lies open goes onto a large of its colour.",
    " S  A small that lies open goes onto a medium of its colour.",
    " T  A tower on top of a pile goes to an open space: one that its nest has left.",
    "",
    " The score is the number of towers that stand on the table. What a large or a",
    " medium covers is hidden, and a move that has shown a piece stays.",
    "",
    " KWC is a black large over a white medium over a clear small, K?? the same",
    " with its inside hidden, -WC without its large. +K321 stands on top: a cap,",
    " and on it a medium and a small. K321 alone is a tower on the table.",
    "",
    " How the rules are read can be chosen: `solomids solace2 play --help`.",
    "",
];

/// Draws the model, or a message where the window is too small.
pub(super) fn draw(frame: &mut Frame<'_>, model: &Model, waited: Option<Duration>, coloured: bool) {
    let area = frame.area();
    if tui::is_too_small(area) {
        return tui::draw_too_small(frame);
    }
    let theme = Theme { coloured };
    let [title, _, table, state, latest, message, prompt, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Min(8),
        Constraint::Length(2),
        Constraint::Length(LATEST as u16 + 1),
        Constraint::Length(3),
        Constraint::Length(1),
        Constraint::Length(2),
    ])
    .areas(area);
    frame.render_widget(Paragraph::new(heading(model, theme)), title);
    frame.render_widget(Paragraph::new(spaces(model, theme)), table);
    frame.render_widget(Paragraph::new(state_line(model, waited)), state);
    let moves = model.latest(LATEST).into_iter().map(|text| Line::styled(text, theme.dim()));
    frame.render_widget(Paragraph::new(moves.collect::<Vec<_>>()), latest);
    let text = Paragraph::new(model.message.as_str()).style(theme.bold()).wrap(Wrap { trim: true });
    frame.render_widget(text, message);
    model.prompt.draw(frame, prompt, theme);
    let lines = key_lines(model).map(|text| Line::styled(text, theme.dim()));
    frame.render_widget(Paragraph::new(lines.to_vec()), keys);
    match model.overlay {
        None => {}
        Some(Overlay::Help) => tui::draw_help(frame, area, &HELP, theme),
        Some(Overlay::Rules) => tui::draw_rules(frame, area, &RULES),
    }
}

/// Title line: the deal, the reading, and the number of moves.
fn heading(model: &Model, theme: Theme) -> Line<'static> {
    let played = moves_in_words(model.game.played().len());
    let ahead = match model.game.ahead().len() {
        0 => String::new(),
        ahead => format!(", {ahead} ahead"),
    };
    let hints = match model.hints {
        0 => String::new(),
        hints => format!("  ·  {}", counted(hints, "hint")),
    };
    let reading = model.game.reading().name();
    Line::from(vec![
        Span::styled(model.game.title(), theme.bold()),
        Span::raw(format!("  ·  reading {reading}  ·  {played}{ahead}{hints}")),
    ])
}

/// Lines of the table: `[ ]` marks the cursor, `( )` the space of what is held, `> <` a target.
fn spaces(model: &Model, theme: Theme) -> Vec<Line<'static>> {
    let position = model.game.position();
    let across = position.stashes();
    let mut lines = Vec::new();
    for (row, spaces) in position.spaces()[..model.shown()].chunks(across).enumerate() {
        let cells =
            spaces.iter().enumerate().flat_map(|(i, space)| cell(model, row * across + i, space, theme));
        lines.push(Line::from(cells.collect::<Vec<_>>()));
        // Six rows of spaces have no room between them.
        if model.shown() / across <= 3 {
            lines.push(Line::from(""));
        }
    }
    lines
}

fn cell(model: &Model, number: usize, space: &Space, theme: Theme) -> Vec<Span<'static>> {
    let (open, close) = if model.held == Some(number) {
        ("(", ")")
    } else if model.cursor == number {
        ("[", "]")
    } else if model.is_target(number) {
        (">", "<")
    } else {
        (" ", " ")
    };
    let marked = if model.cursor == number { Modifier::REVERSED } else { Modifier::empty() };
    let plain = theme.style(Style::new().add_modifier(marked));
    let mut spans = vec![Span::styled(format!("{open}{:2} ", number + 1), plain)];
    let mut width = 4;
    for Part { text, colour } in text::parts(space, model.game.palette(), model.inside()) {
        width += text.len();
        let style =
            colour.map_or(theme.dim(), |colour| theme.bold_as(text::style(model.game.palette(), colour)));
        spans.push(Span::styled(text, style.patch(plain)));
    }
    spans.push(Span::styled(close.to_owned(), plain));
    spans.push(Span::raw(" ".repeat(CELL.saturating_sub(width + 1))));
    spans
}

/// The score, and what is being thought about.
fn state_line(model: &Model, waited: Option<Duration>) -> String {
    let position = model.game.position();
    let thinking = match (model.asked, waited) {
        (Some(_), Some(time)) => format!("   thinking: {} s, Esc stops it", time.as_secs()),
        _ => String::new(),
    };
    let stuck = if model.is_stuck() { "   no piece can leave a nest now" } else { "" };
    format!("Towers: {} of {} on the table{stuck}{thinking}", position.score(), position.nests())
}

/// Lines of the keys that work in the present state.
fn key_lines(model: &Model) -> [&'static str; 2] {
    if model.prompt.is_open() {
        ["Enter done   arrows, Home, End go   Ctrl-U clear   Esc never mind", ""]
    } else if model.held.is_some() {
        ["arrows, Tab go to a place marked > <   Enter put it there   Esc put it back", ""]
    } else {
        [
            "arrows go   Enter pick up   Tab next   m type   u undo   r redo   h hint   s solve",
            "v open/hide nests   S save   L load   n new deal   R restart   ? keys   q quit",
        ]
    }
}
