//! What pages show of a game besides its moves: the dialog for another one, help, and what is printed.

use maud::{Markup, html};

use super::paint;
use super::svg::{Scene, id};
use super::words::{described, state};
use crate::draw::line::{LineStep, Panel, still};
use crate::draw::page::PageGame;
use crate::draw::svg::Orientation;
use crate::games::pentamid::game::{Move, Piece, Side, Size};
use crate::games::pentamid::{Pentamid, engine, record};
use crate::games::port::Played;
use crate::kit::numbers::grouped;

/// The game on pages.
pub(crate) const GAME: PageGame =
    PageGame { name: record::GAME, title: "Pentamid", texts: ["first position", "moves"], dialog };

/// Sides of the boards that the dialog for another game offers, in squares; the third one is the usual board.
const SIDES: [u8; 6] = [3, 4, 5, 6, 7, 8];

/// The part of the dialog for another game.
fn dialog() -> Markup {
    html! {
        p { "A game for two: who first has a line of visible pieces of their own wins." }
        label for="squares" { "Board" }
        div.row {
            select #squares { @for side in SIDES { option value=(side) selected[side == SIDES[2]] { (side) " × " (side) } } }
            label.number { input #nests type="number" min="1" max="64" inputmode="numeric" placeholder="usual"; " nests each" }
            label.number { input #length type="number" min="2" max="8" inputmode="numeric" placeholder="usual"; " in a row" }
        }
        label.check { input #diagonals type="checkbox"; " Diagonals count" }
        label.check { input #barred type="checkbox" checked; " No position may come back" }
        label for="opponent" { "Opponent" }
        div.row {
            select #opponent {
                option value="0" { "a friend" }
                @for (level, words) in levels() {
                    option value=(level) selected[level == 3] title=(words) { "the engine, level " (level) }
                }
            }
            select #side aria-label="Who begins" {
                option value="1" { "you begin" }
                option value="2" { "the engine begins" }
            }
            button #pentamid-start .main type="button" { "Start" }
        }
        p #level-words {}
        p #variant-fault role="alert" {}
    }
}

/// Levels of the engine by their numbers, and what each does, as a clause.
fn levels() -> impl Iterator<Item = (u8, String)> {
    let levels = (1..=engine::Level::STRONGEST).filter_map(engine::Level::new);
    levels.map(|level| {
        let slips = match level.number() {
            1 => ", and slips often",
            2 => ", and slips sometimes",
            3 => ", and slips now and then",
            4 => ", and slips rarely",
            _ => "",
        };
        let positions = grouped(level.nodes());
        (level.number(), format!("looks at {positions} positions a move{slips}"))
    })
}

/// What is printed of a game: the board at the end, with all moves.
pub(crate) fn printed(played: &Played<Pentamid>) -> Vec<Panel<Move>> {
    let (game, scene) = (&played.position, Scene::new(played.start.rules, Orientation::Upright));
    let moves = game.history().states().iter().zip(&played.moves).zip(1..);
    let steps = moves.map(|((before, &mv), ply)| LineStep { ply, mv, words: described(before, mv) });
    vec![Panel {
        title: state(game.status(), game.position().side()),
        picture: still(scene.size(), &html! { (scene.frame()) (scene.pieces(game.position())) }),
        steps: steps.collect(),
    }]
}

/// How to play, and how to read the board.
pub(crate) fn help() -> Markup {
    html! {
        p {
            "Two players have four nests each: a small under a medium under a large. Who first shows five own pieces in a row or "
            "column wins. A turn is one of two actions."
        }
        dl.ways {
            div { dt { b { "Drop" } } dd {
                "The top piece of one of your nests goes onto a vacant square. So a large comes first, and a medium once the large over "
                "it is gone."
            } }
            div { dt { b { "Step" } } dd {
                "One of your visible pieces goes to a square beside its own that is vacant or shows a smaller piece, of either player. "
                "That one is covered: it neither moves nor counts until it shows again."
            } }
        }
        p { "No earlier position of the game may come back. Who cannot move loses." }
        h3 { "The board" }
        p {
            "Pyramids are seen from above; letter and pips tell the size. Pieces of player 1 have capitals, those of player 2 "
            "small letters. What a piece covers is drawn small in the corners of its square. The nests of player 1 lie below the board, those of player 2 above it."
        }
        ul.key {
            @for side in Side::ALL {
                @let piece = Piece { side, size: Size::Large };
                li {
                    svg viewBox="-28 -28 56 56" aria-hidden="true" { use href={ "#" (id(piece)) } {} }
                    span style={ "border-bottom:3px solid " (paint(side).fill) } { "player " (side) }
                }
            }
        }
    }
}
