//! What a page shows on a screen: the player of a line, and the parts on which one plays and asks the solver.

use maud::{Markup, html};

use super::{Field, Page};

/// Words beside a board on which nothing has been played.
const INVITATION: &str = "Tap a piece, then the place where it goes";

/// Keys for playing with their explanations, for the help.
const PLAYING_KEYS: [(&str, &str); 9] = [
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

/// A button of a group: id, icon, word, title, and state of what is switched on and off.
type Labelled = (&'static str, &'static str, &'static str, &'static str, Option<bool>);

/// What turns the game back and forward, and swaps.
const TURNS: [Labelled; 4] = [
    ("undo", BACK, "Undo", "Take the last move back (Ctrl+Z)", None),
    ("redo", FORTH, "Redo", "Play it again (Ctrl+Y)", None),
    ("restart", ANEW, "Restart", "To the start; nothing that was played is lost", None),
    ("swap", SWAP, "Swap", "Swap two stacks (W)", Some(false)),
];

const ACTIONS: [Labelled; 4] = [
    ("hint", BULB, "Hint", "One good move (H)", None),
    ("judge", SCALES, "Judge", "All moves: what each leaves within reach (A)", Some(false)),
    ("solve", WAND, "Solve", "Solve from here and watch (S)", None),
    ("review", MAGNIFIER, "Mistakes", "Where did I lose it? (L)", None),
];

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

impl Page<'_> {
    /// The section of a page that a screen shows.
    pub(super) fn screen(&self) -> Markup {
        let kind = match (self.moves(), self.noted) {
            (0, _) if !self.plays => "still",
            (_, true) => "noted",
            (_, false) => "plain",
        };
        let (width, height) = self.size;
        let aspect = f64::from(width) / f64::from(height);
        let squares = f64::from(width) / f64::from(self.data.stage.mark.0);
        html! {
            div.screen {
                (self.header())
                main class={ (kind) @if self.plays { " app" } } style={ "--aspect:" (aspect) ";--squares:" (squares) } {
                    section.stage aria-label="Board" {
                        svg #board role=(if self.plays { "group" } else { "img" })
                            viewBox={ "0 0 " (width) " " (height) } {
                            g #scene { (self.board) }
                            g #pieces {}
                            @if self.plays {
                                // Arrows of hints and marks, and the squares that can be chosen.
                                g #arrows aria-hidden="true" {}
                                g #spots {}
                            }
                        }
                        @if self.plays {
                            div #confetti aria-hidden="true" {}
                            div #notice { span #notice-text role="status" {} " " span #clock aria-hidden="true" {} }
                        }
                    }
                    @if self.has_moves() {
                        (self.deck())
                        section.panel aria-label="Moves" {
                            @if self.plays {
                                section #judged aria-labelledby="judged-title" hidden {
                                    h2 #judged-title { "All moves" }
                                    p #judged-words {}
                                    div #verdicts {}
                                }
                            }
                            h2 #line { "Moves" }
                            div #moves {}
                        }
                    }
                }
                footer {
                    @for field in &self.fields { (field.markup()) }
                    div.row {
                        @if self.plays {
                            button #link type="button" { "Copy a link to this game" }
                            button #picture type="button" { "Save a picture (SVG)" }
                            button #photo type="button" { "Save a picture (PNG)" }
                        }
                        button #print type="button" { "Print" }
                    }
                }
                (self.about())
                @if self.plays { (self.dialogs()) }
            }
        }
    }

    fn moves(&self) -> usize {
        self.data.lines.first().map_or(0, |line| line.steps.len())
    }

    fn has_moves(&self) -> bool {
        self.moves() > 0 || self.plays
    }

    fn header(&self) -> Markup {
        html! {
            header {
                h1 { bdi { (self.title) } }
                div.tools {
                    @if self.plays {
                        (named("deal-button", "New game", "Another game (N)", PLUS))
                        (named("saved-button", "Games", "Games that were played here (G)", SHELF))
                    }
                    (button("theme", "Dark colours", "Light or dark", &html! {
                        span.moon { (icon(MOON)) }
                        span.sun { (icon(SUN)) }
                    }))
                    (button("help", "Help", "Help (?)", &icon(QUESTION)))
                }
                p {
                    @if self.plays { span hidden[self.title.starts_with(self.game.title)] { b #called { (self.game.title) } " · " } }
                    span #summary { (self.summary) }
                }
            }
        }
    }

    /// The caption of the move that is shown, and the controls.
    fn deck(&self) -> Markup {
        let start = if self.moves() > 0 { "Before the first move" } else { INVITATION };
        html! {
            section.deck aria-label="Controls" {
                @if self.plays { (ending()) } @else { (self.player()) }
                div #caption aria-live="polite" {
                    p.now {
                        span #ply {} " " span #token {} " " span #mark {} " "
                        span #reach hidden { "best " span.long { "score " } span #scores {} }
                    }
                    p { span #words data-start=(start) {} " " span #note hidden {} }
                }
                @if self.plays { p #advice role="status" {} }
                @if self.noted || self.plays {
                    div.marks {
                        button #better type="button" title="Look at what would have been better" hidden {}
                        button #back type="button" hidden { "Back to the game" }
                        button #marked type="button" title="To the next mark (M)" hidden {}
                    }
                }
                @if self.plays {
                    (self.player())
                    (group("turns", "Back and forward", &TURNS))
                    (group("actions", "Ask", &ACTIONS))
                }
            }
        }
    }

    fn player(&self) -> Markup {
        html! {
            div.player role="group" aria-label="Film" {
                div.scrub {
                    div #ticks aria-hidden="true" {}
                    input #slider type="range" min="0" max=(self.moves()) value="0" step="1" aria-label="Move";
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

    fn about(&self) -> Markup {
        let keys = KEYS.iter().filter(|(key, _)| *key != MARKED || self.noted || self.plays);
        let keys = PLAYING_KEYS.iter().filter(|_| self.plays).chain(keys);
        html! {
            dialog #about aria-labelledby="about-title" {
                h2 #about-title { "How " (self.game.title) " is played" }
                div #reading { (self.help) }
                @if self.has_moves() {
                    h2 { "Keys and gestures" }
                    dl.keys {
                        @for (key, what) in keys { div { dt { kbd { (key) } } dd { (what) } } }
                    }
                }
                div.row.foot {
                    @if self.plays { button #lesson .main type="button" { "Show me five moves" } }
                    button.close type="button" { (if self.plays { "Play" } else { "Close" }) }
                }
            }
        }
    }

    /// The dialogs for another game, and for a choice among several moves.
    fn dialogs(&self) -> Markup {
        let games = self.listed();
        html! {
            dialog #dealing aria-labelledby="dealing-title" {
                div.heading {
                    h2 #dealing-title { "New game" }
                    (button("dealing-close", "Close", "Close (Esc)", &icon(CROSS)))
                }
                fieldset #games {
                    legend { "Game" }
                    div.row {
                        @for (n, game) in games.iter().enumerate() {
                            label { input type="radio" name="kind" value=(game.name) checked[n == 0]; " " (game.title) }
                        }
                    }
                }
                @for (n, game) in games.iter().enumerate() {
                    section data-game=(game.name) hidden[n > 0] { ((game.dialog)()) }
                }
                section #pasting {
                    label for="pasted" { "Or paste a deal, a game under way, a share string, an address, or what the program prints as JSON" }
                    textarea #pasted rows="5" spellcheck="false" autocapitalize="off"
                        placeholder="1_M-D4>C4, S-D9>D10" {}
                    div #fault role="alert" {}
                    div.row { button #open-pasted type="button" { "Open" } }
                }
            }
            dialog #saved aria-labelledby="saved-title" {
                div.heading {
                    h2 #saved-title { "Your games" }
                    (button("saved-close", "Close", "Close (Esc)", &icon(CROSS)))
                }
                p #saved-words {}
                dl #statistics {}
                ul #saved-games {}
                div.row.foot {
                    button #saved-export type="button" { "Save all to a file" }
                    button #saved-import type="button" { "Add from a file" }
                    input #saved-file type="file" accept=".json,application/json" aria-label="File of games" hidden;
                }
            }
            dialog #choosing aria-labelledby="choosing-title" {
                h2 #choosing-title { "Which move?" }
                div #choices {}
                div.end { button.close type="button" { "None" } }
            }
        }
    }
}

impl Field {
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

/// The card at the end of a game, which stands where the controls are until it is closed, so that it hides no board.
fn ending() -> Markup {
    html! {
        section #end aria-labelledby="end-title" hidden {
            h2 #end-title tabindex="-1" {}
            p #end-words {}
            div.row {
                button #end-watch type="button" { "Watch it" }
                button #end-review type="button" { "Where did I lose it?" }
                button #end-share type="button" { "Share the result" }
                button #end-picture type="button" { "Save a picture" }
                button #end-deal .main type="button" { "New game" }
                button #end-close type="button" { "Close" }
            }
        }
    }
}

fn group(class: &str, name: &str, buttons: &[Labelled]) -> Markup {
    html! {
        div.(class).labelled role="group" aria-label=(name) {
            @for &(id, path, name, title, pressed) in buttons {
                button id=(id) type="button" title=(title) aria-pressed=[pressed] {
                    (icon(path)) span.word { (name) }
                }
            }
        }
    }
}

/// A button whose word is seen where there is space for it.
fn named(id: &str, name: &str, title: &str, path: &str) -> Markup {
    html! { button.named id=(id) type="button" title=(title) { (icon(path)) span.word { (name) } } }
}

fn button(id: &str, name: &str, title: &str, content: &Markup) -> Markup {
    html! { button id=(id) type="button" aria-label=(name) title=(title) { (content) } }
}

fn icon(path: &str) -> Markup {
    html! { svg.icon viewBox="0 0 24 24" aria-hidden="true" { path d=(path) {} } }
}

const BACK: &str = "M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3";
const FORTH: &str = "M15 5l5 5-5 5M20 10H10a5 5 0 0 0 0 10h3";
const ANEW: &str = "M5 12a7 7 0 1 0 2.5-5.4M5 4v4.5h4.5";
const SHELF: &str = "M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z";
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
const PLUS: &str = "M12 5v14M5 12h14";
const CROSS: &str = "M6 6l12 12M18 6 6 18";
const BULB: &str = "M9.5 18h5M10.5 21h3M8 14a6 6 0 1 1 8 0c-.8.7-1 1.3-1 2H9c0-.7-.2-1.3-1-2z";
const SCALES: &str = "M12 4v16M8 20h8M5 7h14M5 7l-2.5 6h5zM19 7l-2.5 6h5z";
const WAND: &str = "M4 20 14 10M17 3v4M15 5h4M20 11v3M18.5 12.5h3M9 4v2M8 5h2";
const MAGNIFIER: &str = "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21";
const SWAP: &str = "M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4";
