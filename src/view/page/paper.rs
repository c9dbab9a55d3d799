//! What is printed of a page: a board for every phase of the game, and its moves.

use maud::{Markup, html};

use super::Game;
use crate::game::{IllegalLine, Palette, Position};
use crate::view::panels::{Panel, panels};
use crate::view::svg;

/// The sheets of a game.
pub(super) fn paper(game: &Game) -> Result<Markup, IllegalLine> {
    let panels = panels(&game.start, &game.moves, &game.palette)?;
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
