//! What pages show of a game besides its moves: the dialog for another deal, the board, help, and what is printed.

use maud::{Markup, html};

use super::svg::Scene;
use super::words::panels;
use super::{paint, svg};
use crate::draw::line::{Panel, still};
use crate::draw::page::PageGame;
use crate::games::port::Played;
use crate::games::solomids::Solomids;
use crate::games::solomids::analysis::Level;
use crate::games::solomids::game::{Colour, Move, Palette, Position, Size, Square};
use crate::games::solomids::start::Start;

/// The game on pages.
pub(crate) const GAME: PageGame =
    PageGame { name: "solomids", title: "Solomids", texts: ["deal", "share string"], dialog };

fn dialog() -> Markup {
    html! {
        fieldset {
            legend { "A random deal" }
            div.row #levels {
                @for level in ["any"].into_iter().chain(Level::ALL.map(Level::word)) {
                    button type="button" data-level=(level) { (level) }
                }
            }
            div.row { button #daily type="button" { "Deal of the day" } }
            p #dealing-words role="status" {}
        }
        details #editor {
            summary { "Enter a board from your table" }
            p { "Choose a square; pieces fill it and those after it, row by row. What is not on the board is in the bank." }
            div #editing role="group" aria-label="Board" {
                @for square in Square::all() { button type="button" data-square=(square) {} }
            }
            div #palette role="group" aria-label="Pieces" {
                @for colour in Colour::ALL {
                    @for size in Size::ALL {
                        @let palette = Palette::default();
                        button type="button" data-piece={ (palette.letter(colour)) (size.pips()) }
                            style={ "--paint:" (paint(&palette, colour).fill) ";--ink-on:" (paint(&palette, colour).ink) }
                            aria-label={ (palette.name(colour)) " " (size.word()) } {}
                    }
                }
            }
            div.row {
                button #edit-empty type="button" { "Empty" }
                button #edit-stack type="button" aria-pressed="false" title="Pieces go onto the chosen square together" { "Stack" }
                button #edit-undo type="button" { "Undo" }
                button #edit-clear type="button" { "Clear all" }
                button #edit-shown type="button" { "The board shown" }
            }
            p #edit-words role="status" {}
            div.row {
                label for="edit-swaps" { "Swaps used" }
                select #edit-swaps { @for used in 0..=2 { option { (used) } } }
                button #edit-play .main type="button" { "Play it" }
            }
        }
        section {
            label for="seed" { "A seed of the public web page" }
            div.row {
                input #seed type="text" autocomplete="off" autocapitalize="off" spellcheck="false";
                button #deal-seed type="button" { "Deal" }
            }
        }
    }
}

/// What is printed of a game: a board for each phase, with its moves, and the board at the end.
pub(crate) fn printed(Played { start, moves, .. }: &Played<Solomids>) -> Vec<Panel<Move>> {
    let Start { deal, palette, .. } = start;
    let picture =
        |position: &Position| still(Scene::UPRIGHT.size(), &Scene::UPRIGHT.still(position, palette));
    // Always legal, like all moves that were played.
    panels(deal, moves, palette, picture).unwrap_or_default()
}

/// The content of a board under its pieces, at the start of a game.
pub(crate) fn board(start: &Position, scene: Scene) -> Markup {
    html! {
        use href="#frame" {}
        g #traces aria-hidden="true" {}
        (scene.counted(start, Some("bank")))
    }
}

/// A kind of move: its name, how it goes, and its picture: pieces before it, each with its place on a strip of squares, and an
/// arrow from one square to another.
type MoveHelp = (&'static str, &'static str, &'static [(Colour, Size, u32)], (u32, u32));

/// How to play, and how to read the board.
pub(crate) fn help(palette: &Palette) -> Markup {
    use Size::{Large, Medium, Small};
    const RED: Colour = Colour::ALL[0];
    const YELLOW: Colour = Colour::ALL[1];
    const MOVES: [MoveHelp; 4] = [
        (
            "Stack",
            "A small goes onto a medium, a medium onto a large, always of one colour: onto the next stack in its row or \
             column, however far away that is. A part of a stack may move as well, from its top.",
            &[(RED, Medium, 0), (RED, Large, 2)],
            (0, 2),
        ),
        (
            "Slide",
            "A stack with a gap before it slides forwards, towards row 10, until it touches something. Those that touch it \
             from behind come along.",
            &[(YELLOW, Small, 0), (RED, Medium, 2)],
            (0, 1),
        ),
        (
            "Bank",
            "A small on a medium on a large is a tree. Tap it twice, or drag it to the bank. It never comes back.",
            &[(RED, Large, 0), (RED, Medium, 0), (RED, Small, 0)],
            (0, 2),
        ),
        (
            "Swap",
            "When trees of all five colours are in the bank, you have earned a swap: any two stacks change places. A second set \
             of five earns a second swap.",
            &[(RED, Small, 0), (YELLOW, Large, 2)],
            (0, 2),
        ),
    ];
    html! {
        p { "Put all 45 pyramids together to 15 trees, and take them off the board. Nothing is hidden, and nothing is left to chance." }
        dl.ways {
            @for (name, words, pieces, arrow) in MOVES {
                div { dt { (strip(palette, pieces, arrow)) b { (name) } } dd { (words) } }
            }
        }
        h3 { "Score" }
        p {
            "All trees in the bank win: 15, and one more for each swap that was not used. So 17 is the best score, a win without a swap. "
            "Otherwise the score is the number of trees in the bank. The game ends when no move is left, or when you stop."
        }
        h3 { "The board" }
        p {
            "Pyramids are seen from above. The letter is the colour, the pips are the size, and a stack shows "
            "the outlines of all its pyramids and the pips of the topmost. Row 10 is the farthest from the player."
        }
        ul.key {
            @for colour in Colour::ALL { li { (tree(palette, colour)) (colour_name(palette, colour)) } }
        }
    }
}

/// A strip of three squares with pieces, and an arrow.
fn strip(palette: &Palette, pieces: &[(Colour, Size, u32)], (from, to): (u32, u32)) -> Markup {
    let x = |place: u32| 30 + 60 * place;
    html! {
        svg viewBox="0 0 180 60" aria-hidden="true" {
            @for place in 0..3 { rect.cell x=(x(place) - 28) y="2" width="56" height="56" rx="5" {} }
            @for &(colour, size, place) in pieces {
                use href={ "#" (svg::id(palette, colour, size)) } x=(x(place)) y="30" {}
            }
            path.way d={ "M" (x(from) + 14) " 30H" (x(to) - 12) "m-9-8 9 8-9 8" } {}
        }
    }
}

fn tree(palette: &Palette, colour: Colour) -> Markup {
    html! {
        svg viewBox="-30 -30 60 60" aria-hidden="true" {
            @for size in Size::ALL.into_iter().rev() {
                use href={ "#" (svg::id(palette, colour, size)) } {}
            }
        }
    }
}

/// Letter and name of a colour, `R red`; the letter alone if it has no name.
fn colour_name(palette: &Palette, colour: Colour) -> String {
    let (letter, name) = (palette.letter(colour).to_string(), palette.name(colour));
    if name == letter { letter } else { format!("{letter} {name}") }
}
