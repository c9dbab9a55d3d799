//! A line of play on one sheet: a board and a few moves for every tree.

use maud::{Markup, html};

use super::{HEIGHT, WIDTH, still};
use crate::game::{IllegalLine, Move, Palette, Position};
use crate::view::panels::{Panel, panels};
use crate::view::words::Step;

/// Boards side by side.
const ACROSS: usize = 4;
/// How large they are, in percent.
const SCALE: u32 = 70;
const BOARD_WIDTH: u32 = WIDTH * SCALE / 100;
const BOARD_HEIGHT: u32 = HEIGHT * SCALE / 100;
/// From one board to the next.
const PITCH: u32 = BOARD_WIDTH + 56;
/// Height of the sheet's title.
const HEAD: u32 = 84;
/// Height of a board's title.
const PHASE: u32 = 30;
/// Height of a line of text.
const LINE: u32 = 17;
/// Letters of a move's words on one line.
const LETTERS: usize = 40;

/// The lines of text under a board.
fn lines(panel: &Panel) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    for step in &panel.steps {
        let words = wrapped(&step.words).into_iter().enumerate();
        lines.extend(words.map(|(i, words)| Line { step: (i == 0).then_some(step), words }));
    }
    lines
}

/// Height of a board with its text and the space below it.
fn height(panel: &Panel) -> u32 {
    PHASE + BOARD_HEIGHT + LINE * (lines(panel).len() as u32 + 2)
}

/// A line of text: a move with its first words, or the rest of the words.
struct Line<'a> {
    step: Option<&'a Step>,
    words: String,
}

/// Cuts words into lines.
fn wrapped(words: &str) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in words.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= LETTERS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

/// The sheet, with its width and height.
pub(super) fn content(
    start: &Position,
    moves: &[Move],
    palette: &Palette,
    title: &str,
    summary: &str,
) -> Result<(u32, u32, Markup), IllegalLine> {
    let panels = panels(start, moves, palette)?;
    let mut rows: Vec<(u32, &[Panel])> = Vec::new();
    let mut bottom = HEAD;
    for row in panels.chunks(ACROSS) {
        rows.push((bottom, row));
        bottom += row.iter().map(height).max().unwrap_or(0);
    }
    let width = (PITCH * panels.len().min(ACROSS) as u32).max(2 * PITCH);
    let markup = html! {
        text.title x="8" y="32" { (super::readable(title)) }
        text.summary x="8" y="60" { (super::readable(summary)) }
        @for (top, row) in rows {
            @for (i, panel) in row.iter().enumerate() {
                g transform={ "translate(" (PITCH * i as u32) " " (top) ")" } { (drawn(panel, palette)) }
            }
        }
    };
    Ok((width, bottom, markup))
}

fn drawn(panel: &Panel, palette: &Palette) -> Markup {
    let scale = f64::from(SCALE) / 100.0;
    html! {
        text.phase x="8" y="18" { (panel.title) }
        g transform={ "translate(0 " (PHASE) ")scale(" (scale) ")" } { (still(&panel.position, palette)) }
        @for (i, line) in lines(panel).iter().enumerate() {
            @let y = PHASE + BOARD_HEIGHT + LINE * (i as u32 + 1);
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
    fn words_are_cut_where_a_word_ends() {
        assert_eq!(
            wrapped("yellow small-medium and green medium-large change places"),
            ["yellow small-medium and green", "medium-large change places"]
        );
        assert_eq!(wrapped("red tree to the bank"), ["red tree to the bank"]);
        assert_eq!(wrapped(""), [""]);
    }
}
