//! The page itself: its HTML, with styles, script and data inside.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::Game;
use super::data::data;
use crate::game::{Colour, IllegalLine, Move, Palette, Position, Size, TREES, replay};
use crate::view::svg;
use crate::view::words::{Phase, phases};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page may use what it brings along, and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath fill='%232d52b5' d='M2 2h28v28H2z'/%3E%3Cpath fill='%23f5c93c' d='M7 7h18v18H7z'/%3E%3Cpath fill='%23cc3126' d='M12 12h8v8h-8z'/%3E%3C/svg%3E";

/// The whole document.
pub(super) fn document(game: &Game) -> Result<String, IllegalLine> {
    let phases = phases(&game.start, &game.moves, &game.palette)?;
    // Nothing in a script element ends it but `</script`, and `<` is not needed in JSON.
    let data = serde_json::to_string(&data(game)?).map(|json| json.replace('<', "\\u003c"));
    let data = data.expect("numbers and texts have a place in JSON");
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content={ "solomids " (env!("CARGO_PKG_VERSION")) };
                title { (game.title) " – Solomids" }
                link rel="icon" href=(ICON);
                style { (PreEscaped(STYLE)) }
                noscript { style { ".screen{display:none!important}.paper{display:block!important}" } }
            }
            body {
                svg.drawings width="0" height="0" aria-hidden="true" {
                    defs {
                        (svg::symbols(&game.palette))
                        g #frame { (svg::frame(&game.palette)) }
                    }
                }
                div.screen { (screen(game)) }
                (paper(game, &phases)?)
                script type="application/json" id="game" { (PreEscaped(data)) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    Ok(markup.into_string() + "\n")
}

/// What is seen on a screen.
fn screen(game: &Game) -> Markup {
    let moves = game.moves.len();
    let share = game.share().to_string();
    let deal = game.palette.canonical(&game.start);
    let kind = match (moves, game.notes.is_empty()) {
        (0, _) => "still",
        (_, false) => "noted",
        (_, true) => "plain",
    };
    html! {
        header {
            h1 { bdi { (game.title) } }
            div.tools {
                button #print type="button" aria-label="Print" title="Print" { (icon("M7 9V4h10v5M7 17H4v-7h16v7h-3M7 14h10v6H7z")) }
                button #theme type="button" aria-label="Dark colours" title="Light or dark" {
                    span.moon { (icon("M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z")) }
                    span.sun { (icon("M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8")) }
                }
                button #help type="button" aria-label="Help" title="Help (?)" { (icon("M9 9a3 3 0 1 1 4.2 2.7c-.8.4-1.2.9-1.2 1.8v.5M12 17.5v.5")) }
            }
            p #summary { (game.summary) }
        }
        main class=(kind) {
            section.stage aria-label="Board" {
                svg #board role="img" viewBox={ "0 0 " (svg::WIDTH) " " (svg::HEIGHT) } {
                    use href="#frame" {}
                    g #traces aria-hidden="true" {}
                    text.label #bank x=(svg::BANK_MIDDLE) y=(svg::BANK_LABEL) { "Bank " (game.start.trees_banked()) "/" (TREES) }
                    (svg::swaps(game.start.swaps_earned(), game.start.swaps_used()))
                    g #pieces {}
                }
            }
            @if moves > 0 { (deck(moves)) (moves_panel()) }
        }
        footer {
            (field("deal", "The deal", &deal, "Copy the deal"))
            @if moves > 0 || !game.seed.is_empty() {
                (field("share", "The share string, which the web page of the game plays back", &share, "Copy the share string"))
            }
        }
        (help(&game.palette, moves > 0))
    }
}

/// The controls.
fn deck(moves: usize) -> Markup {
    html! {
        section.deck aria-label="Controls" {
            div #caption aria-live="polite" {
                p.now { span #ply {} " " span #token {} " " span #mark {} " " span #reach hidden { span.long { "best score " } span #scores {} } }
                p #words {}
                p #note hidden {}
            }
            p #aside hidden {
                button #better type="button" hidden { "Better line" }
                button #back type="button" hidden { "Back to the game" }
            }
            div.scrub {
                div #ticks aria-hidden="true" {}
                input #slider type="range" min="0" max=(moves) value="0" step="1" aria-label="Move";
            }
            div.buttons {
                button #first type="button" aria-label="To the start" title="To the start (Home)" { (icon("M6 5v14M19 5 9 12l10 7z")) }
                button #previous type="button" aria-label="One move back" title="One move back (←)" { (icon("M16 5 6 12l10 7z")) }
                button #play type="button" aria-label="Play" title="Play or pause (space)" {
                    svg.icon.go viewBox="0 0 24 24" aria-hidden="true" { path d="M8 4.5v15L20 12z" {} }
                    svg.icon.halt viewBox="0 0 24 24" aria-hidden="true" { path d="M7 5h3.6v14H7zM13.4 5H17v14h-3.6z" {} }
                }
                button #next type="button" aria-label="One move on" title="One move on (→)" { (icon("m8 5 10 7-10 7z")) }
                button #last type="button" aria-label="To the end" title="To the end (End)" { (icon("m5 5 10 7-10 7zM18 5v14")) }
                label.speed {
                    span { "Speed" }
                    select #speed aria-label="Speed" {
                        @for (value, name) in [("0.5", "½×"), ("1", "1×"), ("2", "2×"), ("4", "4×")] {
                            option value=(value) selected[value == "1"] { (name) }
                        }
                    }
                }
            }
        }
    }
}

fn moves_panel() -> Markup {
    html! {
        section.panel aria-label="Moves" {
            h2 { "Moves" }
            div #moves {}
        }
    }
}

/// A text with a button to copy it.
fn field(id: &str, name: &str, text: &str, action: &str) -> Markup {
    html! {
        div.field {
            label for=(id) { (name) }
            textarea id=(id) readonly rows="2" spellcheck="false" { "\n" (text) }
            button.copy type="button" data-from=(id) { (action) }
        }
    }
}

fn icon(path: &str) -> Markup {
    html! { svg.icon viewBox="0 0 24 24" aria-hidden="true" { path d=(path) {} } }
}

fn help(palette: &Palette, moves: bool) -> Markup {
    let keys = [
        ("→", "one move on"),
        ("←", "one move back"),
        ("Space", "play or pause"),
        ("Home", "to the start"),
        ("End", "to the end"),
        ("?", "this help"),
    ];
    html! {
        dialog #about aria-labelledby="about-title" {
            h2 #about-title { "How to read the board" }
            p {
                "Pyramids are seen from above. The letter is the colour, the pips are the size, and a stack shows the "
                "outlines and pips of all its pyramids. Row 10 is the farthest from the player."
            }
            ul.key {
                @for colour in Colour::ALL {
                    li {
                        svg viewBox="-30 -30 60 60" aria-hidden="true" {
                            @for size in Size::ALL.into_iter().rev() { use href={ "#" (svg::id(palette, colour, size)) } {} }
                        }
                        (palette.letter(colour))
                        @let name = palette.name(colour);
                        @if name.chars().count() > 1 { " " (name) }
                    }
                }
            }
            @if moves {
                h2 { "Keys and gestures" }
                dl.keys {
                    @for (key, what) in keys { div { dt { kbd { (key) } } dd { (what) } } }
                    div { dt { "Swipe" } dd { "left for one move on, right for one back" } }
                }
            }
            form method="dialog" { button.close { "Close" } }
        }
    }
}

/// What is printed: a board for every phase of the game, and its moves.
fn paper(game: &Game, phases: &[Phase]) -> Result<Markup, IllegalLine> {
    let mut panels = Vec::new();
    let mut position = game.start;
    for phase in phases {
        let moves: Vec<Move> = phase.steps.iter().map(|step| step.mv).collect();
        panels.push((phase.title.clone(), position, Some(phase)));
        position = replay(&position, &moves)?;
    }
    let end = if game.moves.is_empty() {
        "The board".into()
    } else {
        format!("The end: score {}", position.score())
    };
    panels.push((end, position, None));
    let mark = |ply: usize| game.notes.get(ply - 1).map_or("", |note| note.mark.symbol());
    Ok(html! {
        section.paper {
            h1 { bdi { (game.title) } }
            p { (game.summary) }
            div.panels {
                @for (title, position, phase) in &panels {
                    article {
                        h2 { (title) }
                        (still(position, &game.palette))
                        @if let Some(phase) = phase {
                            ol start=(phase.steps.first().map_or(1, |step| step.ply)) {
                                @for step in &phase.steps {
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

fn still(position: &Position, palette: &Palette) -> Markup {
    html! {
        svg viewBox={ "0 0 " (svg::WIDTH) " " (svg::HEIGHT) } aria-hidden="true" {
            use href="#frame" {}
            (svg::standing(position, palette))
        }
    }
}
