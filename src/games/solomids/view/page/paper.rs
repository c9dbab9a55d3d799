//! The printed version of a page: a board for each phase of the game, and its moves.

use maud::{Markup, html};

use super::annotated::{AnnotatedGame, Note};
use crate::games::solomids::analysis::Mark;
use crate::games::solomids::game::{IllegalLine, Palette, Position};
use crate::games::solomids::view::panels::{Panel, panels};
use crate::games::solomids::view::svg;

/// The section of a page that is printed.
///
/// # Errors
/// The first illegal move of the game.
pub(super) fn paper(game: &AnnotatedGame) -> Result<Markup, IllegalLine> {
    let panels = panels(&game.start, &game.moves, &game.palette)?;
    // The best score that the move leaves, in every row of an analysed game.
    let score = |ply: usize| game.notes.get(ply - 1).and_then(|note| note.after);
    let note = |ply: usize| game.notes.get(ply - 1).filter(|note| note.mark != Mark::None);
    Ok(html! {
        section.paper {
            h1 { bdi { (game.title) } }
            p { (game.summary) }
            div.panels.single[panels.len() == 1] {
                @for Panel { title, position, steps } in &panels {
                    article {
                        div.board {
                            h2 { (title) }
                            (board(position, &game.palette))
                        }
                        @if let [first, ..] = steps.as_slice() {
                            ol start=(first.ply) {
                                @for step in steps {
                                    li {
                                        code { (step.mv) } " "
                                        @if let Some(score) = score(step.ply) { span.score { (score) } " " }
                                        @if let Some(note) = note(step.ply) { b { (note.mark.symbol()) } " " }
                                        (step.words)
                                        @if let Some(note) = note(step.ply) { " " em { (note_words(note)) } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            @if !game.moves.is_empty() || !game.seed.is_empty() {
                p.share { (game.share()) }
            }
        }
    })
}

/// The words of a note: scores before and after, reason, better move.
fn note_words(note: &Note) -> String {
    let cost = note.before.zip(note.after).map(|(before, after)| format!("{before} to {after}"));
    let reason = Some(note.reason.clone()).filter(|reason| !reason.is_empty());
    let said: Vec<String> = cost.into_iter().chain(reason).collect();
    let better = note.better.first().map(|mv| format!("better: {mv}"));
    [Some(said.join(", ")).filter(|said| !said.is_empty()), better]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join("; ")
}

/// The picture of a board.
fn board(position: &Position, palette: &Palette) -> Markup {
    html! {
        svg viewBox={ "0 0 " (svg::WIDTH) " " (svg::HEIGHT) } aria-hidden="true" {
            (svg::still(position, palette))
        }
    }
}
