//! Lines of play divided into phases: in words, as sheets to play by, and as the printed version of pages, for any game.

use std::fmt;

use maud::{Markup, html};

use super::svg::{Hundredths, Picture, readable};

/// The moves of a line up to one that completes something, this one included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase<P, M> {
    /// Result of the phase: `Tree 1: red`.
    pub title: String,
    /// Position before the first move of the phase.
    pub before: P,
    /// Moves of the phase, in order.
    pub steps: Vec<LineStep<M>>,
    /// Whether its last move has ended it, and not the line.
    pub done: bool,
}

/// One move of a line, with its number and its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineStep<M> {
    /// Number of the move in the line, from 1.
    pub ply: usize,
    /// Move that is played.
    pub mv: M,
    /// Description of the move.
    pub words: String,
}

impl<P, M> Phase<P, M> {
    /// Its moves. The last one has the title of the phase once the phase is complete: before that its title is not known.
    pub(crate) fn titled(&self) -> impl Iterator<Item = (&LineStep<M>, Option<String>)> {
        let last = self.steps.last().filter(|_| self.done).map(|step| step.ply);
        self.steps.iter().map(move |step| (step, (last == Some(step.ply)).then(|| self.title.clone())))
    }
}

/// The phases of a line. `play` is given the number of each move, from 1, and the position before it; it plays the move and
/// returns its words, and the title of the phase that the move ends, if it ends one. `rest` is the title of what comes after the
/// last phase.
pub(crate) fn phases<P: Copy, M: Copy, E>(
    start: &P,
    moves: &[M],
    rest: &str,
    mut play: impl FnMut(usize, &mut P, M) -> Result<(String, Option<String>), E>,
) -> Result<Vec<Phase<P, M>>, E> {
    let mut phases = Vec::new();
    let mut steps = Vec::new();
    let (mut position, mut before) = (*start, *start);
    for (&mv, ply) in moves.iter().zip(1..) {
        let (words, title) = play(ply, &mut position, mv)?;
        steps.push(LineStep { ply, mv, words });
        if let Some(title) = title {
            phases.push(Phase { title, before, steps: std::mem::take(&mut steps), done: true });
            before = position;
        }
    }
    if !steps.is_empty() {
        let title = if phases.is_empty() { "So far" } else { rest };
        phases.push(Phase { title: title.into(), before, steps, done: false });
    }
    Ok(phases)
}

/// A board of a line, with the moves that are played on it.
pub(crate) struct Panel<M> {
    pub(crate) title: String,
    pub(crate) picture: Markup,
    pub(crate) steps: Vec<LineStep<M>>,
}

/// The panels of a line: one for each phase, then the position at its end, which has a title of its own.
pub(crate) fn panels<P, M>(
    phases: Vec<Phase<P, M>>,
    (end, title): (&P, String),
    picture: impl Fn(&P) -> Markup,
) -> Vec<Panel<M>> {
    let last = Panel { title, picture: picture(end), steps: Vec::new() };
    let panel = |Phase { title, before, steps, .. }| Panel { title, picture: picture(&before), steps };
    phases.into_iter().map(panel).chain([last]).collect()
}

/// The section of a page that is printed: the panels, whose moves are written by `item`, and what follows them.
pub(crate) fn paper<M>(
    title: &str,
    summary: &str,
    panels: &[Panel<M>],
    item: impl Fn(&LineStep<M>) -> Markup,
    end: &Markup,
) -> Markup {
    html! {
        section.paper {
            h1 { bdi { (title) } }
            p { (summary) }
            div.panels.single[panels.len() == 1] {
                @for Panel { title, picture, steps } in panels {
                    article {
                        div.board {
                            h2 { (title) }
                            (picture)
                        }
                        @if let [first, ..] = steps.as_slice() {
                            ol start=(first.ply) { @for step in steps { li { (item(step)) } } }
                        }
                    }
                }
            }
            (end)
        }
    }
}

/// A picture on a printed page: content of this width and height.
pub(crate) fn still((width, height): (u32, u32), content: &Markup) -> Markup {
    html! { svg viewBox={ "0 0 " (width) " " (height) } aria-hidden="true" { (content) } }
}

/// Boards of a sheet side by side.
const ACROSS: usize = 4;
const HEAD: u32 = 84;
const PHASE: u32 = 30;
const LINE: u32 = 17;

/// A sheet to play a line by: boards with the moves that are played on them.
pub(crate) struct Sheet<'a> {
    pub(crate) title: &'a str,
    /// The line in one line of words.
    pub(crate) summary: &'a str,
    /// The line in notation, for screen readers.
    pub(crate) description: String,
    pub(crate) defs: Markup,
    /// Width and height of the boards at full size.
    pub(crate) board: (u32, u32),
    /// Scale of the boards in percent.
    pub(crate) scale: u32,
    /// Space between two boards, and to the right of the last one.
    pub(crate) gaps: [u32; 2],
    /// Where the words of moves begin.
    pub(crate) words_at: u32,
}

impl Sheet<'_> {
    /// The document. `lines` breaks the words of a move into lines.
    pub(crate) fn document<M: fmt::Display>(
        &self,
        panels: &[Panel<M>],
        lines: impl Fn(&str) -> Vec<String>,
    ) -> String {
        let (width, height) = (self.board.0 * self.scale / 100, self.board.1 * self.scale / 100);
        let [gap, margin] = self.gaps;
        let texts = |panel: &Panel<M>| -> Vec<(Option<[String; 2]>, String)> {
            let lines_of = |step: &LineStep<M>| {
                let named = [Some([step.ply.to_string(), step.mv.to_string()])];
                named.into_iter().chain(std::iter::repeat(None)).zip(lines(&step.words)).collect::<Vec<_>>()
            };
            panel.steps.iter().flat_map(lines_of).collect()
        };
        let texts: Vec<_> = panels.iter().map(texts).collect();
        let mut bottom = HEAD;
        let mut tops = Vec::new();
        for row in texts.chunks(ACROSS) {
            tops.push(bottom);
            let most = row.iter().map(Vec::len).max().unwrap_or(0);
            bottom += PHASE + height + LINE * (most as u32 + 2);
        }
        let content = html! {
            text.title x="8" y="32" { (readable(self.title)) }
            text.summary x="8" y="60" { (readable(self.summary)) }
            @for (i, (panel, texts)) in panels.iter().zip(&texts).enumerate() {
                g transform={ "translate(" ((width + gap) * (i % ACROSS) as u32) " " (tops[i / ACROSS]) ")" } {
                    text.phase x="8" y="18" { (panel.title) }
                    g transform={ "translate(0 " (PHASE) ")scale(" (Hundredths(self.scale.into())) ")" } {
                        (panel.picture)
                    }
                    @for ((named, words), line) in texts.iter().zip(1..) {
                        @let y = PHASE + height + LINE * line;
                        @if let Some([ply, token]) = named {
                            text.ply x="24" y=(y) { (ply) }
                            text.token x="32" y=(y) { (token) }
                        }
                        text.move x=(self.words_at) y=(y) { (words) }
                    }
                }
            }
        };
        let across = panels.len().clamp(2, ACROSS) as u32;
        let size = (across * (width + gap) - gap + margin, bottom);
        let (title, description, defs) = (self.title, self.description.as_str(), self.defs.clone());
        Picture { size, title, description, defs, content }.document()
    }
}
