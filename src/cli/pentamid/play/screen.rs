//! Drawing of the model. Signs show everything that colours show.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph, Wrap};
use solomids::numbers::counted;
use solomids::pentamid::game::{IllegalMove, Repetition, Side, Square};
use solomids::pentamid::view::{text, words};

use super::keys::HELP;
use super::model::{Model, Overlay};
use crate::cli::tui::{self, Theme};

/// Width of a square, in columns.
const CELL: usize = 7;

/// Rules of the game in short, for the help.
pub(super) const RULES: [&str; 19] = [
    " Each player has nests: a small pyramid under a medium under a large. Player 1",
    " has the capitals, player 2 the small letters. A turn is one of two actions.",
    "",
    " Drop  The top piece of one of your nests goes on a vacant square. So a medium",
    "       can be dropped once the large over it is gone.",
    " Step  One of your visible pieces goes to a square that shares a side with its",
    "       own, and that is vacant or shows a smaller piece of either player. That",
    "       piece is covered: it neither moves nor counts until it is free again.",
    "",
    " Who first has five visible pieces in a row or column wins (or as many as the",
    " title says). A line is judged after the whole action; if a step leaves a line",
    " of each player, the opponent of the one who moved wins. No move left: lost.",
    "",
    " No earlier state of the game may come back: same stacks, same side to move.",
    " Places that are barred for this reason are marked x x.",
    "",
    " A stack is written from the visible piece down: LmS. L@c3 drops a large on",
    " c3, Mc3-c4 moves a medium.",
    " `solomids pentamid play --help` says how to start from a game or a position.",
];

/// Draws the model, or a message where the window is too small. `thinking` is for how many seconds something is thought about.
pub(super) fn draw(frame: &mut Frame<'_>, model: &Model, thinking: Option<u64>, theme: Theme) {
    let area = frame.area();
    if tui::is_too_small(area) {
        return tui::draw_too_small(frame);
    }
    let rules = model.game.rules();
    let [title, _, upper, state, doing, message, prompt, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Min(rules.height() as u16 + 2),
        Constraint::Length(4),
        Constraint::Length(1),
        Constraint::Length(3),
        Constraint::Length(1),
        Constraint::Length(2),
    ])
    .areas(area);
    let width = (3 + CELL * rules.width() + 1) as u16;
    let [board, moves] = Layout::horizontal([Constraint::Length(width), Constraint::Fill(1)]).areas(upper);
    frame.render_widget(Paragraph::new(heading(model, theme)), title);
    frame.render_widget(Paragraph::new(squares(model, theme)), board);
    let block = Block::new().borders(Borders::LEFT).border_style(theme.dim());
    let inner = block.inner(moves);
    frame.render_widget(block, moves);
    frame.render_widget(Paragraph::new(game_lines(model, inner, theme)), inner);
    frame.render_widget(Paragraph::new(state_lines(model, theme)), state);
    let seconds =
        thinking.filter(|&seconds| seconds > 0).map_or(String::new(), |seconds| format!(", {seconds} s"));
    let words = model.doing().map(|doing| doing + &seconds).unwrap_or_default();
    frame.render_widget(Paragraph::new(words), doing);
    let text = Paragraph::new(model.message.as_str()).style(theme.bold()).wrap(Wrap { trim: true });
    frame.render_widget(text, message);
    model.prompt.draw(frame, prompt, theme);
    frame.render_widget(Paragraph::new(key_lines(model, theme)), keys);
    match model.overlay {
        None => {}
        Some(Overlay::Help) => tui::draw_help(frame, area, &HELP, theme),
        Some(Overlay::Rules) => tui::draw_rules(frame, area, &RULES),
    }
}

/// Title line: the variant and the players.
fn heading(model: &Model, theme: Theme) -> Line<'static> {
    let rules = model.game.rules();
    let who = |side: Side| {
        if model.engine[side.index()] {
            format!("engine, level {}", model.level.number())
        } else {
            "you".into()
        }
    };
    let players = match model.engine {
        [false, false] => "two people".into(),
        _ => format!("1: {}, 2: {}", who(Side::One), who(Side::Two)),
    };
    let diagonals = if rules.variant().diagonals { " or diagonal" } else { "" };
    let repetition = match model.game.repetition() {
        Repetition::Barred => "",
        Repetition::Allowed => ", states may come back",
    };
    let moves = counted(model.game.moves().len() as u64, "move");
    Line::from(vec![
        Span::styled("pentamid", theme.bold()),
        Span::raw(format!(
            "  {}x{}, {} in a row{diagonals}{repetition}  ·  {players}  ·  {moves}",
            rules.width(),
            rules.height(),
            rules.line()
        )),
    ])
}

/// Lines of the board: `[ ]` marks the cursor, `( )` the held piece, `> <` a place for it, `x x` a place that the rule against
/// repetition bars.
fn squares(model: &Model, theme: Theme) -> Vec<Line<'static>> {
    let rules = model.game.rules();
    let mut lines = Vec::new();
    for row in (0..rules.height()).rev() {
        let mut spans = vec![Span::styled(format!("{:2} ", row + 1), theme.dim())];
        for column in 0..rules.width() {
            spans.extend(cell(model, Square::new(column, row), theme));
        }
        lines.push(Line::from(spans));
    }
    let names = (0..rules.width()).map(|column| format!("{:^CELL$}", char::from(b'a' + column as u8)));
    lines.push(Line::from(Span::styled(format!("   {}", names.collect::<String>()), theme.dim())));
    lines
}

/// A square: two signs, the stack from the visible piece down, two signs.
fn cell(model: &Model, square: Square, theme: Theme) -> Vec<Span<'static>> {
    let stack = model.game.position().stack(square);
    let (left, right) = match model.place(square) {
        _ if model.held == Some(square) => ("(", ")"),
        Some(Ok(())) => (">", "<"),
        Some(Err(IllegalMove::Repeats { .. })) => ("x", "x"),
        _ => (" ", " "),
    };
    let has_cursor = model.cursor == square;
    let (open, close) = if has_cursor { ("[", "]") } else { (" ", " ") };
    let marked = |style: Style| {
        if has_cursor { theme.style(style.add_modifier(Modifier::REVERSED)) } else { style }
    };
    let mut spans = vec![Span::styled(format!("{open}{left}"), marked(Style::new()))];
    if stack.is_empty() {
        spans.push(Span::styled(" - ", marked(theme.dim())));
    } else {
        let before = " ".repeat((3 - stack.len()).div_ceil(2));
        let after = " ".repeat((3 - stack.len()) / 2);
        spans.push(Span::styled(before, marked(Style::new())));
        let piece = |piece: &solomids::pentamid::game::Piece| {
            Span::styled(piece.letter().to_string(), marked(theme.bold_as(text::style(piece.side))))
        };
        spans.extend(stack.iter().map(piece));
        spans.push(Span::styled(after, marked(Style::new())));
    }
    spans.push(Span::styled(format!("{right}{close}"), marked(Style::new())));
    spans
}

/// Lines of the last moves, as many as fit, and the number of those taken back.
fn game_lines(model: &Model, area: Rect, theme: Theme) -> Vec<Line<'static>> {
    let rows = usize::from(area.height);
    let width = usize::from(area.width);
    let (moves, states) = (model.game.moves(), model.game.history().states());
    let back = model.undone.len();
    let shown = moves.len().min(rows - usize::from(back > 0));
    let mut lines = Vec::new();
    for i in moves.len() - shown..moves.len() {
        let words = words::described(&states[i], moves[i]);
        let text = format!("{:3} {} {:6} {words}", i + 1, states[i].side(), moves[i].to_string());
        lines.push(Line::from(tui::shortened(&text, width)));
    }
    if back > 0 {
        let text = format!("-- {} taken back, r plays again --", counted(back as u64, "move"));
        lines.push(Line::from(Span::styled(tui::shortened(&text, width), theme.dim())));
    }
    if lines.is_empty() {
        lines.push(Line::from(Span::styled(tui::shortened("No move played yet", width), theme.dim())));
    }
    lines
}

/// Lines of the nests, of who is to move, and of the moves that are barred.
fn state_lines(model: &Model, theme: Theme) -> Vec<Line<'static>> {
    let (rules, position) = (model.game.rules(), model.game.position());
    let nests = |side: Side| {
        Line::from(vec![
            Span::raw("Nests of "),
            Span::styled(format!("player {side}"), theme.bold_as(text::style(side))),
            Span::raw(format!(": {}", words::reserve(rules, position, side))),
        ])
    };
    let barred: Vec<String> = model.game.barred().iter().map(|(mv, _)| mv.to_string()).collect();
    let barred = if barred.is_empty() {
        String::new()
    } else {
        format!("Barred, since a state would come back: {}", barred.join(" "))
    };
    vec![
        nests(Side::One),
        nests(Side::Two),
        Line::from(Span::styled(words::state(model.game.status(), position.side()), theme.bold())),
        Line::from(barred),
    ]
}

/// Lines of the keys that work in the present state.
fn key_lines(model: &Model, theme: Theme) -> Vec<Line<'static>> {
    let keys = if model.prompt.is_open() {
        ["Enter done   arrows, Home, End go   Ctrl-U clear   Esc never mind", ""]
    } else if model.held.is_some() {
        ["arrows, Tab go to a place marked > <   Enter put it there   Esc put it back", ""]
    } else {
        [
            "arrows go   l m s drop   Enter pick up   : type   u undo   r redo   h hint",
            "a analyse   e engine on/off   + - level   S save   L load   ? keys   q quit",
        ]
    };
    keys.into_iter().map(|text| Line::from(Span::styled(text, theme.dim()))).collect()
}
