//! The screen version of a page, into which the script writes pieces, moves and words.

use maud::{Markup, html};

use super::annotated::AnnotatedGame;
use crate::game::{Colour, Palette, Size, TREES};
use crate::view::svg;

/// The section of a page that a screen shows.
pub(super) fn screen(game: &AnnotatedGame) -> Markup {
    let moves = game.moves.len();
    let kind = match (moves, game.notes.is_empty()) {
        (0, _) => "still",
        (_, false) => "noted",
        (_, true) => "plain",
    };
    html! {
        div.screen {
            (header(game))
            main class=(kind) {
                (stage(game))
                @if moves > 0 {
                    (deck(game))
                    section.panel aria-label="Moves" {
                        h2 #line { "Moves" }
                        div #moves {}
                    }
                }
            }
            (footer(game))
            (help(game))
        }
    }
}

fn header(game: &AnnotatedGame) -> Markup {
    html! {
        header {
            h1 { bdi { (game.title) } }
            div.tools {
                (button("print", "Print", "Print", &icon(PRINTER)))
                (button("theme", "Dark colours", "Light or dark", &html! {
                    span.moon { (icon(MOON)) }
                    span.sun { (icon(SUN)) }
                }))
                (button("help", "Help", "Help (?)", &icon(QUESTION)))
            }
            p #summary { (game.summary) }
        }
    }
}

fn stage(game: &AnnotatedGame) -> Markup {
    let start = &game.start;
    html! {
        section.stage aria-label="Board" {
            svg #board role="img" viewBox={ "0 0 " (svg::WIDTH) " " (svg::HEIGHT) } {
                use href="#frame" {}
                g #traces aria-hidden="true" {}
                text.label #bank x=(svg::BANK_MIDDLE) y=(svg::BANK_LABEL) {
                    "Bank " (start.trees_banked()) "/" (TREES)
                }
                (svg::swaps(start.swaps_earned(), start.swaps_used()))
                g #pieces {}
            }
        }
    }
}

/// The caption of the move that is shown, and the controls.
fn deck(game: &AnnotatedGame) -> Markup {
    html! {
        section.deck aria-label="Controls" {
            div #caption aria-live="polite" {
                p.now {
                    span #ply {} " " span #token {} " " span #mark {} " "
                    span #reach hidden { "best " span.long { "score " } span #scores {} }
                }
                p { span #words {} " " span #note hidden {} }
            }
            @if !game.notes.is_empty() {
                div.marks {
                    button #better type="button" title="Look at what would have been better" hidden {}
                    button #back type="button" hidden { "Back to the game" }
                    button #marked type="button" title="To the next mark (M)" hidden {}
                }
            }
            div.scrub {
                div #ticks aria-hidden="true" {}
                input #slider type="range" min="0" max=(game.moves.len()) value="0" step="1" aria-label="Move";
            }
            div.buttons {
                (button("first", "To the start", "To the start (Home)", &icon(FIRST)))
                (button("previous", "One move back", "One move back (←)", &icon(PREVIOUS)))
                (button("play", "Play", "Play or pause (space)", &html! {
                    span.go { (icon(PLAY)) }
                    span.halt { (icon(PAUSE)) }
                }))
                (button("next", "One move on", "One move on (→)", &icon(NEXT)))
                (button("last", "To the end", "To the end (End)", &icon(LAST)))
                select #speed aria-label="Speed" title="Speed" {
                    @for (value, name) in [("0.5", "½×"), ("1", "1×"), ("2", "2×"), ("4", "4×")] {
                        option value=(value) selected[value == "1"] { (name) }
                    }
                }
            }
        }
    }
}

fn footer(game: &AnnotatedGame) -> Markup {
    let deal = game.palette.canonical(&game.start);
    let name = if game.seed.is_empty() {
        "The share string, to be used with the deal"
    } else {
        "The share string, which the web page of the game plays back"
    };
    html! {
        footer {
            (field("deal", "The deal", &deal, "Copy the deal"))
            @if !game.moves.is_empty() || !game.seed.is_empty() {
                (field("share", name, &game.share().to_string(), "Copy the share string"))
            }
        }
    }
}

/// A text field with a button that copies the text.
fn field(id: &str, name: &str, text: &str, action: &str) -> Markup {
    html! {
        div.field {
            label for=(id) { (name) }
            // Browsers drop the first newline of a text area.
            textarea id=(id) readonly rows="2" spellcheck="false" { "\n" (text) }
            button.copy type="button" data-from=(id) { (action) }
        }
    }
}

/// Keys and gestures with their explanations, for the help.
const KEYS: [(&str, &str); 8] = [
    ("→", "one move on"),
    ("←", "one move back"),
    ("Space", "play or pause"),
    ("Home", "to the start"),
    ("End", "to the end"),
    (MARKED, "to the next mark"),
    ("?", "this help"),
    ("Swipe", "to the left for one move on, to the right for one back"),
];

/// Key that leads to the next mark. Pages without notes do not show it.
const MARKED: &str = "M";

fn help(game: &AnnotatedGame) -> Markup {
    let palette = &game.palette;
    let keys = KEYS.iter().filter(|(key, _)| *key != MARKED || !game.notes.is_empty());
    html! {
        dialog #about aria-labelledby="about-title" {
            h2 #about-title { "How to read the board" }
            p {
                "Pyramids are seen from above. The letter is the colour, the pips are the size, and a stack shows "
                "the outlines and pips of all its pyramids. Row 10 is the farthest from the player."
            }
            ul.key {
                @for colour in Colour::ALL { li { (tree(palette, colour)) (colour_name(palette, colour)) } }
            }
            @if !game.moves.is_empty() {
                h2 { "Keys and gestures" }
                dl.keys {
                    @for (key, what) in keys { div { dt { kbd { (key) } } dd { (what) } } }
                }
            }
            form method="dialog" { button.close { "Close" } }
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

fn button(id: &str, name: &str, title: &str, content: &Markup) -> Markup {
    html! { button id=(id) type="button" aria-label=(name) title=(title) { (content) } }
}

fn icon(path: &str) -> Markup {
    html! { svg.icon viewBox="0 0 24 24" aria-hidden="true" { path d=(path) {} } }
}

const PRINTER: &str = "M7 9V4h10v5M7 17H4v-7h16v7h-3M7 14h10v6H7z";
const MOON: &str = "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z";
const SUN: &str = "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22\
                   M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8";
const QUESTION: &str = "M9 9a3 3 0 1 1 4.2 2.7c-.8.4-1.2.9-1.2 1.8v.5M12 17.5v.5";
const FIRST: &str = "M6 5v14M19 5 9 12l10 7z";
const PREVIOUS: &str = "M16 5 6 12l10 7z";
const PLAY: &str = "M8 4.5v15L20 12z";
const PAUSE: &str = "M7 5h3.6v14H7zM13.4 5H17v14h-3.6z";
const NEXT: &str = "m8 5 10 7-10 7z";
const LAST: &str = "m5 5 10 7-10 7zM18 5v14";
