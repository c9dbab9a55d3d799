//! Sheets: a line of play on one page, with a board and a few moves for each tree.

use maud::{Markup, html};

use super::board::{HEIGHT, WIDTH, defs, still};
use crate::draw::svg::Hundredths;
use crate::draw::svg::{Picture, readable};
use crate::games::solomids::game::{IllegalLine, Move, Palette, Position};
use crate::games::solomids::view::panels::{Panel, panels};
use crate::games::solomids::view::words::LineStep;

/// Number of boards side by side.
const ACROSS: usize = 4;
/// Scale of the boards in percent.
const SCALE: u32 = 70;
const BOARD_WIDTH: u32 = WIDTH * SCALE / 100;
const BOARD_HEIGHT: u32 = HEIGHT * SCALE / 100;
/// Distance from the left edge of one board to that of the next.
const PITCH: u32 = BOARD_WIDTH + 56;
/// Height of the sheet's title.
const HEAD: u32 = 84;
/// Height of a board's title.
const PHASE: u32 = 30;
/// Height of a line of text.
const LINE_HEIGHT: u32 = 17;
/// Largest number of characters of a move's words on one line.
const LINE_LENGTH: usize = 40;

/// The lines of text under a board.
fn text_lines(panel: &Panel) -> Vec<TextLine<'_>> {
    let mut lines = Vec::new();
    for step in &panel.steps {
        let words = wrap(&step.words).into_iter().enumerate();
        lines.extend(words.map(|(i, words)| TextLine { step: (i == 0).then_some(step), words }));
    }
    lines
}

/// The height of a board with its text and the space below it.
fn panel_height(panel: &Panel) -> u32 {
    PHASE + BOARD_HEIGHT + LINE_HEIGHT * (text_lines(panel).len() as u32 + 2)
}

/// A line of text under a board.
struct TextLine<'a> {
    /// Move whose words begin on this line.
    step: Option<&'a LineStep>,
    /// Part of the words that fits on this line.
    words: String,
}

/// Breaks words into lines of [`LINE_LENGTH`] characters at most, unless a word is longer.
fn wrap(words: &str) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in words.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= LINE_LENGTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

/// A sheet to play a line by, as an SVG document: the board before each tree of the line with the moves that complete and
/// bank the tree, then the final board.
///
/// # Errors
/// The first illegal move of the line.
pub fn sheet(
    start: &Position,
    moves: &[Move],
    palette: &Palette,
    title: &str,
    summary: &str,
) -> Result<String, IllegalLine> {
    let panels = panels(start, moves, palette)?;
    let mut rows: Vec<(u32, &[Panel])> = Vec::new();
    let mut bottom = HEAD;
    for row in panels.chunks(ACROSS) {
        rows.push((bottom, row));
        bottom += row.iter().map(panel_height).max().unwrap_or(0);
    }
    let content = html! {
        text.title x="8" y="32" { (readable(title)) }
        text.summary x="8" y="60" { (readable(summary)) }
        @for (top, row) in rows {
            @for (i, panel) in row.iter().enumerate() {
                g transform={ "translate(" (PITCH * i as u32) " " (top) ")" } { (panel_markup(panel, palette)) }
            }
        }
    };
    let width = (PITCH * panels.len().min(ACROSS) as u32).max(2 * PITCH);
    let tokens: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let description = format!("{}\n{}", palette.canonical(start), tokens.join(", "));
    let defs = defs(palette);
    Ok(Picture { width, height: bottom, title, description: &description, defs, content }.document())
}

/// A board with its title and its moves.
fn panel_markup(panel: &Panel, palette: &Palette) -> Markup {
    html! {
        text.phase x="8" y="18" { (panel.title) }
        g transform={ "translate(0 " (PHASE) ")scale(" (Hundredths(SCALE.into())) ")" } { (still(&panel.position, palette)) }
        @for (i, line) in text_lines(panel).iter().enumerate() {
            @let y = PHASE + BOARD_HEIGHT + LINE_HEIGHT * (i as u32 + 1);
            @if let Some(step) = line.step {
                text.ply x="24" y=(y) { (step.ply) }
                text.token x="32" y=(y) { (step.mv) }
            }
            text.move x="112" y=(y) { (line.words) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(
            wrap("yellow small-medium and green medium-large change places"),
            ["yellow small-medium and green", "medium-large change places"]
        );
        assert_eq!(wrap("red tree to the bank"), ["red tree to the bank"]);
        assert_eq!(wrap(""), [""]);
    }
}
