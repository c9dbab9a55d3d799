//! What pages show of a game besides its moves: the dialog for another deal, help, and what is printed.

use maud::{Markup, html};

use super::svg::{id, panels, positions};
use super::words::phases;
use crate::draw::line::Panel;
use crate::draw::page::PageGame;
use crate::games::port::{Game as _, Played};
use crate::games::solace2::Solace2;
use crate::games::solace2::game::{Colour, Move, Palette, Reading, Size};
use crate::games::solace2::port::Start;
use crate::games::solace2::record;

/// The game on pages.
pub(crate) const GAME: PageGame =
    PageGame { name: record::GAME, title: "Solace II", texts: ["deal", "moves"], dialog };

/// The part of the dialog for another game.
fn dialog() -> Markup {
    html! {
        p { "A solitaire: nests of three colours are taken apart and built into towers of one colour." }
        label.check { input #hidden type="checkbox" checked; " What lies inside the nests is hidden" }
        label.check { input #free type="checkbox"; " Moves that have shown a piece may be taken back" }
        label for="solace2-reading" { "Reading of the rules" }
        div.row {
            select #solace2-reading { @for (name, _) in Reading::PRESETS { option { (name) } } }
            button #solace2-deal .main type="button" { "Deal" }
        }
    }
}

/// What is printed of a game: a table for each phase, with its moves, and the table at the end.
pub(crate) fn printed(played: &Played<Solace2>) -> Vec<Panel<Move>> {
    let (first, Start { reading, palette, .. }) = (Solace2::first(&played.start), &played.start);
    // Always legal, like all moves that were played.
    let phases = phases(&first, *reading, &played.moves, palette).unwrap_or_default();
    panels(&positions(&first, &played.moves), phases, palette)
}

/// How to play, and how to read the board.
pub(crate) fn help(palette: &Palette) -> Markup {
    html! {
        p {
            "Fifteen nests hold three pyramids each: a small in a medium in a large. Build towers, a large, a medium and a small of "
            "one colour, and put them on the table. The score is the number of towers there."
        }
        dl.ways {
            div { dt { b { "Cap" } } dd {
                "The large of a full nest goes onto another full nest whose large has the same colour. The nest that it leaves is open "
                "then, and its medium shows."
            } }
            div { dt { b { "Build" } } dd { "A medium that shows goes onto a large of its colour that shows, a small onto a medium." } }
            div { dt { b { "Promote" } } dd {
                "A tower on top of a pile goes to an open space: one whose nest is used up."
            } }
        }
        p {
            "The text of the rules leaves five questions open; a reading answers them. By the letter (literal), a medium may go onto a "
            "nest's own large, and what was placed may move again. In caps-only, towers begin on caps alone; in inert, finished towers stay "
            "whole; in rigid, nothing that was placed moves again; in open, towers may stand anywhere on the table."
        }
        h3 { "The board" }
        p {
            "Pyramids are seen from the side. A nest is drawn cut open: the medium lies inside the large, the small "
            "inside the medium. What was placed stands on top. Spaces are numbered in the order of the deal."
        }
        ul.key {
            @for colour in Colour::ALL {
                li {
                    svg viewBox="-50 -104 100 108" aria-hidden="true" {
                        use href={ "#" (id(palette, colour, Size::Large)) } {}
                    }
                    (palette.letter(colour)) " " (palette.name(colour))
                }
            }
        }
    }
}
