//! What is printed of a page: a board for every phase of the game, and its moves.

use maud::{Markup, html};

use super::Game;
use crate::game::{IllegalLine, Move, Palette, Position, replay};
use crate::view::svg;
use crate::view::words::{Step, phases};

/// A board, and the moves from it to the next.
struct Panel {
    title: String,
    position: Position,
    steps: Vec<Step>,
}

/// The sheets of a game.
pub(super) fn paper(game: &Game) -> Result<Markup, IllegalLine> {
    let mut panels = Vec::new();
    let mut position = game.start;
    for phase in phases(&game.start, &game.moves, &game.palette)? {
        let moves: Vec<Move> = phase.steps.iter().map(|step| step.mv).collect();
        panels.push(Panel { title: phase.title, position, steps: phase.steps });
        position = replay(&position, &moves)?;
    }
    let title =
        if panels.is_empty() { "The board".into() } else { format!("The end: score {}", position.score()) };
    panels.push(Panel { title, position, steps: Vec::new() });
    let mark = |ply: usize| game.notes.get(ply - 1).map_or("", |note| note.mark.symbol());
    Ok(html! {
        section.paper {
            h1 { bdi { (game.title) } }
            p { (game.summary) }
            div.panels {
                @for Panel { title, position, steps } in &panels {
                    article {
                        h2 { (title) }
                        (board(position, &game.palette))
                        @if let [first, ..] = steps.as_slice() {
                            ol start=(first.ply) {
                                @for step in steps {
                                    li { code { (step.mv) } " " b { (mark(step.ply)) } " " (step.words) }
                                }
                            }
                        }
                    }
                }
            }
            p.share { (game.share()) }
        }
    })
}

fn board(position: &Position, palette: &Palette) -> Markup {
    html! {
        svg viewBox={ "0 0 " (svg::WIDTH) " " (svg::HEIGHT) } aria-hidden="true" {
            use href="#frame" {}
            (svg::standing(position, palette))
        }
    }
}
