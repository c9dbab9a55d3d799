//! The parts of a page on which one plays and asks the solver: buttons, dialogs, and places for the script to write in.

use maud::{Markup, html};

use super::player::{button, icon};
use crate::games::pentamid::engine;
use crate::games::solace2::game::Reading;
use crate::games::solomids::analysis::Level;

/// Words beside a board on which nothing has been played.
pub(super) const INVITATION: &str = "Pick up a stack, and put it where it may go";

/// Keys for playing with their explanations, for the help.
pub(super) const KEYS: [(&str, &str); 9] = [
    ("Tab", "to the board; arrows go from square to square"),
    ("Enter", "pick up, put down"),
    ("W", "swap two stacks, once a swap is earned"),
    ("Ctrl+Z", "take a move back; Ctrl+Y plays it again"),
    ("H", "a hint; once more to play it"),
    ("A", "judge all moves"),
    ("S", "solve from here and watch"),
    ("L", "where did I lose it?"),
    ("N", "another game"),
];

/// Button of the header that opens the dialog for another game.
pub(super) fn deal_button() -> Markup {
    html! {
        button #deal-button .named type="button" title="Another game (N)" {
            (icon(PLUS)) span.word { "New game" }
        }
    }
}

/// What lies over the pieces inside the board: arrows of hints, marks, and the squares that can be chosen.
pub(super) fn over_pieces() -> Markup {
    html! {
        g #arrows aria-hidden="true" {}
        g #spots {}
    }
}

/// What lies over the board: messages, and the card at the end of a game.
pub(super) fn over_board() -> Markup {
    html! {
        div #confetti aria-hidden="true" {}
        section #end aria-labelledby="end-title" hidden {
            h2 #end-title tabindex="-1" {}
            p #end-words {}
            div.row {
                button #end-watch type="button" { "Watch it" }
                button #end-review type="button" { "Where did I lose it?" }
                button #end-deal .main type="button" { "New game" }
                button #end-close type="button" { "Close" }
            }
        }
        div #notice { span #notice-text role="status" {} " " span #clock aria-hidden="true" {} }
    }
}

/// A hint in words.
pub(super) fn advice() -> Markup {
    html! { p #advice role="status" {} }
}

/// What can be asked of the solver.
pub(super) fn actions() -> Markup {
    html! {
        div.actions role="group" aria-label="Play and ask" {
            (action("hint", BULB, "Hint", "One good move (H)", None))
            (action("judge", SCALES, "Judge", "All moves: what each leaves within reach (A)", Some(false)))
            (action("solve", WAND, "Solve", "Solve from here and watch (S)", None))
            (action("review", MAGNIFIER, "Mistakes", "Where did I lose it? (L)", None))
            (action("swap", SWAP, "Swap", "Swap two stacks (W)", Some(false)))
        }
    }
}

/// A button with an icon over a word. `pressed` is its state if it is switched on and off.
fn action(id: &str, path: &str, name: &str, title: &str, pressed: Option<bool>) -> Markup {
    html! {
        button id=(id) type="button" title=(title) aria-pressed=[pressed] {
            (icon(path)) span.word { (name) }
        }
    }
}

/// All moves, judged.
pub(super) fn judged() -> Markup {
    html! {
        section #judged aria-labelledby="judged-title" hidden {
            h2 #judged-title { "All moves" }
            p #judged-words {}
            div #verdicts {}
        }
    }
}

/// What can be taken away from the page besides texts: a link and a picture.
pub(super) fn takeaways() -> Markup {
    html! {
        div.row {
            button #link type="button" { "Copy a link to this game" }
            button #picture type="button" { "Save a picture" }
        }
    }
}

/// The dialogs for another game, and for a choice among several moves.
pub(super) fn dialogs() -> Markup {
    html! {
        dialog #dealing aria-labelledby="dealing-title" {
            div.heading {
                h2 #dealing-title { "New game" }
                (button("dealing-close", "Close", "Close (Esc)", &icon(CROSS)))
            }
            fieldset #games {
                legend { "Game" }
                div.row {
                    @for (value, name) in GAMES {
                        label { input type="radio" name="kind" value=(value) checked[value == GAMES[0].0]; " " (name) }
                    }
                }
            }
            (of_solomids())
            (of_solace2())
            (of_pentamid())
            form #pasting {
                label for="pasted" { "Or paste a deal, a game under way, a share string, or an address" }
                textarea #pasted rows="5" spellcheck="false" autocapitalize="off" {}
                div #fault role="alert" {}
                div.row { button { "Open" } }
            }
        }
        dialog #choosing aria-labelledby="choosing-title" {
            h2 #choosing-title { "Which move?" }
            div #choices {}
            form method="dialog" { button { "None" } }
        }
    }
}

/// The part of the dialog for another game that deals Solomids.
fn of_solomids() -> Markup {
    html! {
        section data-game="solomids" {
            fieldset {
                legend { "A random deal" }
                div.row #levels {
                    @for level in ["any"].into_iter().chain(Level::ALL.map(Level::word)) {
                        button type="button" data-level=(level) { (level) }
                    }
                }
                p #dealing-words role="status" {}
            }
            form #seeding {
                label for="seed" { "A seed of the public web page" }
                div.row {
                    input #seed type="text" autocomplete="off" autocapitalize="off" spellcheck="false";
                    button { "Deal" }
                }
            }
        }
    }
}

/// The part of the dialog for another game that deals Solace II.
fn of_solace2() -> Markup {
    html! {
        section data-game="solace2" hidden {
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
}

/// The part of the dialog for another game that begins a game of Pentamid.
fn of_pentamid() -> Markup {
    html! {
        section data-game="pentamid" hidden {
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
                    @for level in 1..=engine::Level::STRONGEST {
                        option value=(level) selected[level == 3] { "the engine, level " (level) }
                    }
                }
                select #side aria-label="Who begins" {
                    option value="1" { "you begin" }
                    option value="2" { "the engine begins" }
                }
                button #pentamid-start .main type="button" { "Start" }
            }
            p #variant-fault role="alert" {}
        }
    }
}

/// Games with their names for the module and for people.
const GAMES: [(&str, &str); 3] =
    [("solomids", "Solomids"), ("solace2", "Solace II"), ("pentamid", "Pentamid")];

/// Sides of the boards of Pentamid that are offered, in squares; the third one is the usual board.
const SIDES: [u8; 6] = [3, 4, 5, 6, 7, 8];

const PLUS: &str = "M12 5v14M5 12h14";
const CROSS: &str = "M6 6l12 12M18 6 6 18";
const BULB: &str = "M9.5 18h5M10.5 21h3M8 14a6 6 0 1 1 8 0c-.8.7-1 1.3-1 2H9c0-.7-.2-1.3-1-2z";
const SCALES: &str = "M12 4v16M8 20h8M5 7h14M5 7l-2.5 6h5zM19 7l-2.5 6h5z";
const WAND: &str = "M4 20 14 10M17 3v4M15 5h4M20 11v3M18.5 12.5h3M9 4v2M8 5h2";
const MAGNIFIER: &str = "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21";
const SWAP: &str = "M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4";
