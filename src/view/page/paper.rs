//! What is printed of a page: a board for every phase of the game, and its moves.

use maud::{Markup, html};

use super::{Game, Mark, Note};
use crate::game::{IllegalLine, Palette, Position};
use crate::view::panels::{Panel, panels};
use crate::view::svg;

/// The sheets of a game.
pub(super) fn paper(game: &Game) -> Result<Markup, IllegalLine> {
    let panels = panels(&game.start, &game.moves, &game.palette)?;
    let note = |ply: usize| game.notes.get(ply - 1).filter(|note| note.mark != Mark::None);
    Ok(html! {
        section.paper {
            h1 { bdi { (game.title) } }
            p { (game.summary) }
            div.panels.single[panels.len() == 1] {
                @for Panel { title, position, steps } in &panels {
                    article {
                        h2 { (title) }
                        (board(position, &game.palette))
                        @if let [first, ..] = steps.as_slice() {
                            ol start=(first.ply) {
                                @for step in steps {
                                    li {
                                        code { (step.mv) } " "
                                        @if let Some(note) = note(step.ply) { b { (note.mark.symbol()) } " " }
                                        (step.words)
                                        @if let Some(note) = note(step.ply) { " " em { (remark(note)) } }
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

/// What a marked move cost, and what would have been better.
fn remark(note: &Note) -> String {
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

fn board(position: &Position, palette: &Palette) -> Markup {
    html! {
        svg viewBox={ "0 0 " (svg::WIDTH) " " (svg::HEIGHT) } aria-hidden="true" {
            use href="#frame" {}
            (svg::standing(position, palette))
        }
    }
}
