//! The window of a game: its least size, styles, and boxes over the board.

use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

/// Least width of the window, in columns.
pub(in crate::cli) const WIDTH: u16 = 80;
/// Least height of the window, in rows.
pub(in crate::cli) const HEIGHT: u16 = 24;

/// Policy for styles.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Theme {
    /// Whether colours and other styles are used.
    pub(in crate::cli) coloured: bool,
}

impl Theme {
    pub(in crate::cli) fn style(self, style: Style) -> Style {
        if self.coloured { style } else { Style::new() }
    }

    pub(in crate::cli) fn bold(self) -> Style {
        self.style(Style::new().add_modifier(Modifier::BOLD))
    }

    pub(in crate::cli) fn dim(self) -> Style {
        self.style(Style::new().add_modifier(Modifier::DIM))
    }

    /// Bold, in the colour of a style of the text output.
    pub(in crate::cli) fn bold_as(self, style: anstyle::Style) -> Style {
        let colour = style.get_fg_color().map_or(Style::new(), |colour| Style::new().fg(translated(colour)));
        self.style(colour.add_modifier(Modifier::BOLD))
    }
}

/// Whether a window has no room for the game.
pub(in crate::cli) const fn is_too_small(area: Rect) -> bool {
    area.width < WIDTH || area.height < HEIGHT
}

/// Draws the message for a window without room for the game.
pub(in crate::cli) fn draw_too_small(frame: &mut Frame<'_>) {
    let Rect { width, height, .. } = frame.area();
    let text = format!(
        "The window has {width} columns and {height} rows; the game needs {WIDTH} and {HEIGHT}. \
         Make it larger, or press q to quit."
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), frame.area());
}

/// Draws a box with `rows` inner rows over the middle of the screen and returns its inner area.
pub(in crate::cli) fn draw_box(frame: &mut Frame<'_>, area: Rect, rows: u16, title: &str) -> Rect {
    let place = area.centered(Constraint::Length(WIDTH), Constraint::Length(rows + 2));
    frame.render_widget(Clear, place);
    let block = Block::bordered().title(title);
    let inner = block.inner(place);
    frame.render_widget(block, place);
    inner
}

/// Draws lines in a box over the middle of the screen.
pub(in crate::cli) fn draw_lines(frame: &mut Frame<'_>, area: Rect, lines: Vec<Line<'_>>, title: &str) {
    let inner = draw_box(frame, area, lines.len() as u16, title);
    frame.render_widget(Paragraph::new(lines), inner);
}

/// Draws the keys and what they do.
pub(in crate::cli) fn draw_help(frame: &mut Frame<'_>, area: Rect, keys: &[(&str, &str)], theme: Theme) {
    let row = |(keys, does): &(&'_ str, &'_ str)| {
        let keys = Span::styled(format!(" {keys:13}"), theme.bold());
        Line::from(vec![keys, Span::raw((*does).to_owned())])
    };
    let lines = keys.iter().map(row).collect();
    draw_lines(frame, area, lines, " Keys (? again: the rules, Esc goes back) ");
}

/// Draws the rules of the game.
pub(in crate::cli) fn draw_rules(frame: &mut Frame<'_>, area: Rect, rules: &[&'static str]) {
    let lines = rules.iter().copied().map(Line::from).collect();
    draw_lines(frame, area, lines, " Rules (any key goes back) ");
}

/// Cuts a text to a width, in characters.
pub(in crate::cli) fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.into();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// Converts a colour of `anstyle` to one of `ratatui`.
const fn translated(color: anstyle::Color) -> Color {
    match color {
        anstyle::Color::Ansi(color) => match color {
            anstyle::AnsiColor::Black => Color::Black,
            anstyle::AnsiColor::Red => Color::Red,
            anstyle::AnsiColor::Green => Color::Green,
            anstyle::AnsiColor::Yellow => Color::Yellow,
            anstyle::AnsiColor::Blue => Color::Blue,
            anstyle::AnsiColor::Magenta => Color::Magenta,
            anstyle::AnsiColor::Cyan => Color::Cyan,
            anstyle::AnsiColor::White => Color::Gray,
            anstyle::AnsiColor::BrightBlack => Color::DarkGray,
            anstyle::AnsiColor::BrightRed => Color::LightRed,
            anstyle::AnsiColor::BrightGreen => Color::LightGreen,
            anstyle::AnsiColor::BrightYellow => Color::LightYellow,
            anstyle::AnsiColor::BrightBlue => Color::LightBlue,
            anstyle::AnsiColor::BrightMagenta => Color::LightMagenta,
            anstyle::AnsiColor::BrightCyan => Color::LightCyan,
            anstyle::AnsiColor::BrightWhite => Color::White,
        },
        anstyle::Color::Ansi256(color) => Color::Indexed(color.0),
        anstyle::Color::Rgb(color) => Color::Rgb(color.0, color.1, color.2),
    }
}
