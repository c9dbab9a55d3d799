//! Drawing of the model. Signs show everything that colours show.

use std::time::Duration;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph, Wrap};
use solomids::analysis::{MoveCounts, MoveHint};
use solomids::dealer::Source;
use solomids::game::{COLUMNS, Colour, Move, Position, ROWS, Shape, Square, Stack, TREES};
use solomids::numbers::counted;
use solomids::solver::Progress;
use solomids::view::text;
use solomids::view::words::{self, describe};

use super::advice::{limit, score_in_words};
use super::background::Query;
use super::command::Overlay;
use super::keys::HELP;
use super::model::Model;
use crate::cli::tui::{self, Theme};

/// Width of the board, in columns.
const BOARD: u16 = 43;
/// Height of the reason of the chosen move with the line above it, in rows.
const REASON: u16 = 3;
/// Width of a square, in columns.
const CELL: usize = 8;

/// Rules of the game in short, for the help.
pub(super) const RULES: [&str; 20] = [
    " Fifteen trees are to be built and taken off the board. A tree is a small (1)",
    " on a medium (2) on a large (3), all of one colour: R123.",
    "",
    " Stack  A stack, or its upper part, moves onto the next stack before, behind",
    "        or beside it, across empty squares. The colour is the same, and the",
    "        lowest piece that moves is one size smaller than what it lands on.",
    " Slide  A stack with a gap before it (towards row 10) moves up to the next",
    "        stack or the edge. The stacks that touch it from behind come along.",
    " Bank   A tree may go to the bank at any time. It never returns.",
    " Swap   Two stacks change places. The first set of trees in all five colours",
    "        in the bank earns one swap, the second set another one.",
    "",
    " All fifteen trees in the bank are a win: 17 points, 16 with one swap used,",
    " 15 with two. A game that ends otherwise scores the trees in the bank.",
    "",
    " R1 is a small red piece, R12 a small on a medium, R23 a medium on a large.",
    " M-A3>A4 stacks all of A3 on A4, T-A3>A4 its upper part; S-B8>B10 slides,",
    " B-A4 banks, W-A1>B2 swaps.",
    "",
    " `solomids play --help` says how to start from a deal, a game or a level.",
];

/// Elapsed time of the query under way, and its latest progress.
pub(super) type Thinking = Option<(Duration, Option<Progress>)>;

/// Draws the model, or a message where the window is too small.
pub(super) fn draw(frame: &mut Frame<'_>, model: &Model, thinking: Thinking, theme: Theme) {
    let area = frame.area();
    if tui::is_too_small(area) {
        return tui::draw_too_small(frame);
    }
    let [title, _, upper, _, state, solver, message, prompt, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Min(ROWS as u16 + 1),
        Constraint::Length(1),
        Constraint::Length(3),
        Constraint::Length(1),
        Constraint::Length(3),
        Constraint::Length(1),
        Constraint::Length(2),
    ])
    .areas(area);
    let [board, moves] = Layout::horizontal([Constraint::Length(BOARD), Constraint::Fill(1)]).areas(upper);
    frame.render_widget(Paragraph::new(heading(model, theme)), title);
    frame.render_widget(Paragraph::new(squares(model, theme)), board);
    let block = Block::new().borders(Borders::LEFT).border_style(theme.dim());
    let inner = block.inner(moves);
    frame.render_widget(block, moves);
    frame.render_widget(Paragraph::new(game_lines(model, inner, theme)), inner);
    frame.render_widget(Paragraph::new(state_lines(model, thinking, theme)), state);
    frame.render_widget(Paragraph::new(query_progress(model, thinking)), solver);
    let text = Paragraph::new(model.message.as_str()).style(theme.bold()).wrap(Wrap { trim: true });
    frame.render_widget(text, message);
    model.prompt.draw(frame, prompt, theme);
    frame.render_widget(Paragraph::new(key_lines(model, theme)), keys);
    match &model.overlay {
        None => {}
        Some(Overlay::Help) => tui::draw_help(frame, area, &HELP, theme),
        Some(Overlay::Rules) => tui::draw_rules(frame, area, &RULES),
        Some(Overlay::Won) => draw_win(frame, area, model, theme),
        Some(Overlay::Moves { moves, chosen }) => draw_moves(frame, area, model, (moves, *chosen), theme),
    }
}

/// Title line: the deal and the numbers of moves.
fn heading(model: &Model, theme: Theme) -> Line<'static> {
    let deal = match model.game.source() {
        Source::Text => "a deal of your own".into(),
        Source::Seed { seed, index } => format!("seed {seed}, index {index}"),
        Source::WebSeed { seed } => format!("web seed {seed}"),
    };
    let (played, ahead) = (model.game.played().len(), model.game.ahead().len());
    let ahead = if ahead > 0 { format!(", {ahead} ahead") } else { String::new() };
    let hints = match model.hints {
        0 => String::new(),
        hints => format!("  ·  {}", counted(hints.into(), "hint")),
    };
    Line::from(vec![
        Span::styled("solomids", theme.bold()),
        Span::raw(format!("  {deal}  ·  {} played{ahead}{hints}", counted(played as u64, "move"))),
    ])
}

/// Lines of the board: `[ ]` marks the cursor, `( )` the held stack, `> <` a target.
fn squares(model: &Model, theme: Theme) -> Vec<Line<'static>> {
    let names = (0..COLUMNS).map(|column| format!("{:^CELL$}", char::from(b'A' + column as u8)));
    let mut lines = vec![Line::from(Span::styled(format!("  {}", names.collect::<String>()), theme.dim()))];
    for depth in 0..ROWS {
        let mut spans = vec![Span::styled(format!("{:2}", ROWS - depth), theme.dim())];
        for column in 0..COLUMNS {
            spans.push(cell(model, Square::new(column, depth), theme));
        }
        lines.push(Line::from(spans));
    }
    lines
}

fn cell(model: &Model, square: Square, theme: Theme) -> Span<'static> {
    let stack = model.game.position().get(square);
    let content = model.game.palette().square(stack);
    let (is_held, is_target) = (model.held.is_some_and(|held| held.from == square), model.is_target(square));
    let (left, right) = match (is_held, is_target) {
        (true, _) => ("(", ")"),
        (_, true) => (">", "<"),
        _ => (" ", " "),
    };
    let has_cursor = model.cursor == square;
    let (open, close) = if has_cursor { ("[", "]") } else { (" ", " ") };
    let pad = CELL - 4 - content.len();
    let (before, after) = (" ".repeat(pad / 2), " ".repeat(pad - pad / 2));
    let mut style =
        stack.map_or(theme.dim(), |stack| theme.bold_as(text::style(model.game.palette(), stack.colour)));
    if has_cursor {
        style = theme.style(style.add_modifier(Modifier::REVERSED));
    } else if is_held || is_target {
        style = theme.style(style.add_modifier(Modifier::UNDERLINED));
    }
    Span::styled(format!("{open}{left}{before}{content}{after}{right}{close}"), style)
}

/// Lines of the last moves and the next ones, as many as fit.
fn game_lines(model: &Model, area: Rect, theme: Theme) -> Vec<Line<'static>> {
    let (played, ahead): (_, Vec<Move>) = (model.game.played(), model.game.ahead().collect());
    let (rows, width) = (usize::from(area.height), usize::from(area.width));
    // The moves ahead get a third of the rows, or more where few moves are played.
    let next = ahead.len().min((rows / 3).max((rows - 1).saturating_sub(played.len())));
    let last = played.len().min(rows - next - usize::from(next > 0));
    let row = |number: usize, before: &Position, after: &Position, mv: Move| {
        let words = describe(before, after, mv, model.game.palette());
        tui::shortened(&format!("{number:2} {:9} {words}", mv.to_string()), width)
    };
    let mut lines = Vec::new();
    for (i, (before, mv)) in played.iter().enumerate().skip(played.len() - last) {
        let after = played.get(i + 1).map_or(model.game.position(), |(position, _)| position);
        lines.push(Line::from(row(i + 1, before, after, *mv)));
    }
    if next > 0 {
        lines.push(Line::from(Span::styled("-- ahead, r plays the next --", theme.dim())));
    }
    let mut position = *model.game.position();
    for (i, &mv) in ahead.iter().take(next).enumerate() {
        let before = position;
        if position.play(mv).is_ok() {
            let text = row(played.len() + i + 1, &before, &position, mv);
            lines.push(Line::from(Span::styled(text, theme.dim())));
        }
    }
    if lines.is_empty() {
        lines.push(Line::from(Span::styled("No move played yet", theme.dim())));
    }
    lines
}

/// Lines of the bank, the swaps and the scores.
fn state_lines(model: &Model, thinking: Thinking, theme: Theme) -> Vec<Line<'static>> {
    let position = model.game.position();
    let mut bank = vec![Span::raw("Bank:   ")];
    for (colour, count) in Colour::ALL.into_iter().zip(position.banked()).filter(|&(_, count)| count > 0) {
        let comma = if bank.len() > 1 { ", " } else { "" };
        bank.push(Span::raw(format!("{comma}{count} ")));
        bank.push(Span::styled(
            model.game.palette().name(colour),
            theme.bold_as(text::style(model.game.palette(), colour)),
        ));
    }
    bank.push(Span::raw(match position.trees_banked() {
        0 => "empty".into(),
        trees => format!(" ({trees} of {TREES} trees)"),
    }));
    let swaps = format!("Swaps:  {}", text::swaps(position));
    vec![
        Line::from(bank),
        Line::from(swaps),
        Line::from(vec![
            Span::raw(format!("Score:  {} now; still reachable: ", position.score())),
            Span::styled(reachable(model, thinking), theme.bold()),
        ]),
    ]
}

/// Formats the best reachable score.
fn reachable(model: &Model, thinking: Thinking) -> String {
    if !model.revealed {
        return "hidden (v shows it)".into();
    }
    let thinking = model.asked.is_some().then_some(thinking).flatten();
    let known = model.known();
    if let Some(score) = known.and_then(|known| known.bounds.score()) {
        return score_in_words(score);
    }
    let bounds = known.map(|known| format!("{} to {}", known.bounds.lower, known.bounds.upper));
    match (known, thinking) {
        (_, Some((time, _))) => {
            let bounds = bounds.unwrap_or_else(|| "?".into());
            if time.as_secs() > 0 { format!("{bounds} (thinking, {} s)", time.as_secs()) } else { bounds }
        }
        (None, None) => "?".into(),
        (Some(known), None) => {
            let why = known.stopped.map_or("undecided", limit);
            format!("{}, undecided ({why})", bounds.unwrap_or_default())
        }
    }
}

/// Formats the progress of a query of the player.
fn query_progress(model: &Model, thinking: Thinking) -> String {
    let task = match model.asked {
        Some(Query::Hint | Query::Moves) => "Looking into every move",
        Some(Query::Solve) => "Solving",
        _ => return String::new(),
    };
    let (time, progress) = thinking.unwrap_or_default();
    let goal = progress.map_or_else(String::new, |Progress { trees, swaps, nodes, .. }| {
        format!(", {trees} trees with {}, {}", words::swaps(swaps), counted(nodes, "node"))
    });
    format!("{task}: {} s{goal}. Esc stops it", time.as_secs())
}

/// Lines of the keys that work in the present state.
fn key_lines(model: &Model, theme: Theme) -> Vec<Line<'static>> {
    let keys = if model.prompt.is_open() {
        ["Enter done   arrows, Home, End go   Ctrl-U clear   Esc never mind", ""]
    } else if model.held.is_some() {
        ["arrows, Tab go to a place marked > <   Enter put it there   Esc put it back", ""]
    } else {
        [
            "arrows go   Enter pick up   f slide   b bank   w swap   m type   u undo   r redo",
            "h hint   H all moves   s solve   v hide/show   S save   L load   ? keys   q quit",
        ]
    };
    keys.into_iter().map(|text| Line::from(Span::styled(text, theme.dim()))).collect()
}

/// Draws the congratulations: the bank, the score, and what can be done next.
fn draw_win(frame: &mut Frame<'_>, area: Rect, model: &Model, theme: Theme) {
    let position = model.game.position();
    let trees = |_| {
        let trees = Colour::ALL.into_iter().map(|colour| {
            let tree = model.game.palette().square(Some(Stack { colour, shape: Shape::S123 }));
            Span::styled(format!("   {tree}"), theme.bold_as(text::style(model.game.palette(), colour)))
        });
        Line::from(trees.collect::<Vec<_>>())
    };
    let moves = counted(model.game.played().len() as u64, "move");
    let hints = match model.hints {
        0 => "no hint".into(),
        hints => counted(hints.into(), "hint"),
    };
    let most = if position.swaps_used() == 0 { ", the most there is" } else { "" };
    let mut lines = vec![Line::from("")];
    lines.extend((0..3).map(trees));
    lines.extend([
        Line::from(""),
        Line::from(Span::styled(
            format!("   All trees banked: {}{most}.", score_in_words(position.score())),
            theme.bold(),
        )),
        Line::from(format!("   {moves}, {hints}.")),
        Line::from(""),
        Line::from("   n another deal   R this one again   u look back   S save   q quit"),
        Line::from(""),
    ]);
    tui::draw_lines(frame, area, lines, " You have won (Esc shows the board) ");
}

/// Draws the list of all moves around the chosen one.
fn draw_moves(
    frame: &mut Frame<'_>,
    area: Rect,
    model: &Model,
    (moves, chosen): (&[MoveHint], usize),
    theme: Theme,
) {
    let MoveCounts { keep, undecided, all } = MoveCounts::of(moves);
    let open = match undecided {
        0 => String::new(),
        _ => format!(", {undecided} undecided"),
    };
    let title = format!(" {keep} of {all} moves keep the best score{open} (up, down, Enter plays, Esc) ");
    let room = area.height - 2 - REASON;
    let inner = tui::draw_box(frame, area, (moves.len() as u16).min(room) + REASON, &title);
    let [list, reason] = Layout::vertical([Constraint::Fill(1), Constraint::Length(REASON)]).areas(inner);
    let rows = usize::from(list.height);
    let top = chosen.saturating_sub(rows / 2).min(moves.len().saturating_sub(rows));
    let place = if all > rows { format!(" {} of {all} ", chosen + 1) } else { String::new() };
    let row = |(i, hint): (usize, &MoveHint)| {
        let score = hint.bounds;
        let sign = if i == chosen { '>' } else { ' ' };
        let text = format!("{sign}{score:>5}  {:9}  {}", hint.mv.to_string(), model.words(hint.mv));
        let style = if i == chosen { theme.bold() } else { Style::new() };
        Line::from(Span::styled(tui::shortened(&text, usize::from(list.width)), style))
    };
    let lines: Vec<Line<'_>> = moves.iter().enumerate().skip(top).take(rows).map(row).collect();
    frame.render_widget(Paragraph::new(lines), list);
    if let Some(hint) = moves.get(chosen) {
        let why = format!("{}: {}", hint.mv, hint.reason.words(model.game.palette()));
        let block = Block::new().borders(Borders::TOP).title(Line::from(place).right_aligned());
        frame.render_widget(Paragraph::new(why).wrap(Wrap { trim: true }).block(block), reason);
    }
}
