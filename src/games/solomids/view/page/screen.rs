//! The screen version of the page of a Solomids game, into which the script writes pieces, moves and words.

use maud::{Markup, html};

use super::annotated::AnnotatedGame;
use crate::draw::page::player::{Field, Player};
use crate::draw::page::solver::PLAYS;
use crate::games::solomids::game::{Colour, Palette, Position, Size, TREES};
use crate::games::solomids::view::svg;

/// The section of a page that a screen shows.
pub(super) fn screen(game: &AnnotatedGame) -> Markup {
    let player = Player {
        title: &game.title,
        summary: &game.summary,
        moves: game.moves.len(),
        noted: !game.notes.is_empty(),
        plays: PLAYS,
        size: (svg::WIDTH, svg::HEIGHT),
        board: board(&game.start),
        fields: fields(game),
        help: help(&game.palette),
    };
    player.screen()
}

/// The content of a board under its pieces, at the start of a game.
pub(crate) fn board(start: &Position) -> Markup {
    html! {
        use href="#frame" {}
        g #traces aria-hidden="true" {}
        text.label #bank x=(svg::BANK_MIDDLE) y=(svg::BANK_LABEL) {
            "Bank " (start.trees_banked()) "/" (TREES)
        }
        (svg::swaps(start.swaps_earned(), start.swaps_used()))
    }
}

fn fields(game: &AnnotatedGame) -> Vec<Field<'_>> {
    let deal = game.palette.canonical(&game.start);
    let name = if PLAYS {
        "The moves as a share string"
    } else if game.seed.is_empty() {
        "The share string, to be used with the deal"
    } else {
        "The share string, which the web page of the game plays back"
    };
    let mut fields = vec![Field { id: "deal", name: "The deal", text: deal, action: "Copy the deal" }];
    if PLAYS || !game.moves.is_empty() || !game.seed.is_empty() {
        let text = game.share().to_string();
        fields.push(Field { id: "share", name, text, action: "Copy the share string" });
    }
    fields
}

/// How to read the board.
pub(crate) fn help(palette: &Palette) -> Markup {
    html! {
        p {
            "Pyramids are seen from above. The letter is the colour, the pips are the size, and a stack shows "
            "the outlines and pips of all its pyramids. Row 10 is the farthest from the player."
        }
        ul.key {
            @for colour in Colour::ALL { li { (tree(palette, colour)) (colour_name(palette, colour)) } }
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
