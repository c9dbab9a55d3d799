//! The player of a page: the parts of the screen version that pages of all games share.

use maud::{Markup, html};

use super::app;

/// What a page shows on a screen.
pub(crate) struct Player<'a> {
    /// Title of the page.
    pub(crate) title: &'a str,
    /// Result of the game in one line.
    pub(crate) summary: &'a str,
    /// Number of moves of the game.
    pub(crate) moves: usize,
    /// Whether moves have notes.
    pub(crate) noted: bool,
    /// Whether the page goes on from what it shows: one can play, and ask the solver.
    pub(crate) plays: bool,
    /// Width and height of the board.
    pub(crate) size: (u32, u32),
    /// Content of the board under the pieces, among it an element with the id `bank` that holds the number of what is done.
    pub(crate) board: Markup,
    /// Texts that can be copied.
    pub(crate) fields: Vec<Field<'a>>,
    /// What the help says of the board.
    pub(crate) help: Markup,
}

/// A text with a button that copies it.
pub(crate) struct Field<'a> {
    /// Id of the text.
    pub(crate) id: &'a str,
    /// Label of the text.
    pub(crate) name: &'a str,
    /// The text.
    pub(crate) text: String,
    /// Words on the button.
    pub(crate) action: &'a str,
}

impl Player<'_> {
    /// The section of a page that a screen shows.
    pub(crate) fn screen(&self) -> Markup {
        let kind = match (self.moves, self.noted) {
            (0, _) if !self.plays => "still",
            (_, true) => "noted",
            (_, false) => "plain",
        };
        let (width, height) = self.size;
        let aspect = f64::from(width) / f64::from(height);
        html! {
            div.screen {
                (self.header())
                main class={ (kind) @if self.plays { " app" } } style={ "--aspect:" (aspect) } {
                    section.stage aria-label="Board" {
                        svg #board role=(if self.plays { "group" } else { "img" })
                            viewBox={ "0 0 " (width) " " (height) } {
                            g #scene { (self.board) }
                            g #pieces {}
                            @if self.plays { (app::over_pieces()) }
                        }
                        @if self.plays { (app::over_board()) }
                    }
                    @if self.has_moves() {
                        (self.deck())
                        section.panel aria-label="Moves" {
                            @if self.plays { (app::judged()) }
                            h2 #line { "Moves" }
                            div #moves {}
                        }
                    }
                }
                footer {
                    @for field in &self.fields { (field.markup()) }
                    @if self.plays { (app::takeaways()) }
                }
                (self.about())
                @if self.plays { (app::dialogs()) }
            }
        }
    }

    /// Whether the page has a list of moves with its controls.
    const fn has_moves(&self) -> bool {
        self.moves > 0 || self.plays
    }

    fn header(&self) -> Markup {
        html! {
            header {
                h1 { bdi { (self.title) } }
                div.tools {
                    @if self.plays { (app::deal_button()) }
                    (button("print", "Print", "Print", &icon(PRINTER)))
                    (button("theme", "Dark colours", "Light or dark", &html! {
                        span.moon { (icon(MOON)) }
                        span.sun { (icon(SUN)) }
                    }))
                    (button("help", "Help", "Help (?)", &icon(QUESTION)))
                }
                p #summary { (self.summary) }
            }
        }
    }

    /// The caption of the move that is shown, and the controls.
    fn deck(&self) -> Markup {
        let start = if self.moves > 0 { "Before the first move" } else { app::INVITATION };
        html! {
            section.deck aria-label="Controls" {
                div #caption aria-live="polite" {
                    p.now {
                        span #ply {} " " span #token {} " " span #mark {} " "
                        span #reach hidden { "best " span.long { "score " } span #scores {} }
                    }
                    p { span #words data-start=(start) {} " " span #note hidden {} }
                }
                @if self.plays { (app::advice()) }
                @if self.noted || self.plays {
                    div.marks {
                        button #better type="button" title="Look at what would have been better" hidden {}
                        button #back type="button" hidden { "Back to the game" }
                        button #marked type="button" title="To the next mark (M)" hidden {}
                    }
                }
                div.scrub {
                    div #ticks aria-hidden="true" {}
                    input #slider type="range" min="0" max=(self.moves) value="0" step="1" aria-label="Move";
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
                @if self.plays { (app::actions()) }
            }
        }
    }

    fn about(&self) -> Markup {
        let keys = KEYS.iter().filter(|(key, _)| *key != MARKED || self.noted || self.plays);
        let keys = app::KEYS.iter().filter(|_| self.plays).chain(keys);
        html! {
            dialog #about aria-labelledby="about-title" {
                h2 #about-title { "How to read the board" }
                div #reading { (self.help) }
                @if self.has_moves() {
                    h2 { "Keys and gestures" }
                    dl.keys {
                        @for (key, what) in keys { div { dt { kbd { (key) } } dd { (what) } } }
                    }
                }
                form method="dialog" { button.close { "Close" } }
            }
        }
    }
}

impl Field<'_> {
    fn markup(&self) -> Markup {
        html! {
            div.field {
                label for=(self.id) { (self.name) }
                // Browsers drop the first newline of a text area.
                textarea id=(self.id) readonly rows="2" spellcheck="false" { "\n" (self.text) }
                button.copy type="button" data-from=(self.id) { (self.action) }
            }
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

pub(super) fn button(id: &str, name: &str, title: &str, content: &Markup) -> Markup {
    html! { button id=(id) type="button" aria-label=(name) title=(title) { (content) } }
}

pub(super) fn icon(path: &str) -> Markup {
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
