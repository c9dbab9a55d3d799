//! What a page shows on a screen: `shell.html`, filled with what the page has of its game.
//!
//! All pages have one shell. What is there for playing alone has the class `app-only`, which styles hide on pages that play through a
//! line.

use maud::{Markup, PreEscaped, html};

use super::{Field, PLAYS, Page};

const SHELL: &str = include_str!("shell.html");

/// Words beside a board on which nothing has been played.
const INVITATION: &str = "Choose a piece, then its place";

impl Page<'_> {
    /// The section of a page that a screen shows.
    pub(super) fn screen(&self) -> Markup {
        let mut parts = SHELL.split("{{");
        let mut filled = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let (name, rest) = part.split_once("}}").unwrap_or(("", part));
            filled += &self.part(name).into_string();
            filled += rest;
        }
        PreEscaped(filled)
    }

    /// What stands in the shell in place of a name in braces.
    fn part(&self, name: &str) -> Markup {
        let (width, height) = self.size;
        let games = self.listed();
        let moves = self.moves;
        html! {
            @match name {
                "title" => (self.title),
                "summary" => (self.summary),
                "game" => (self.game.title),
                "class" => { (self.class(moves)) },
                "role" => { @if PLAYS { "group" } @else { "img" } },
                "width" => (width),
                "height" => (height),
                "aspect" => (f64::from(width) / f64::from(height)),
                "squares" => (f64::from(width) / f64::from(self.mark.0)),
                "moves" => (moves),
                "start" => { @if moves > 0 { "Before the first move" } @else { (INVITATION) } },
                "board" => (self.board),
                "help" => (self.help),
                "fields" => { @for field in &self.fields { (field.markup()) } },
                "kinds" => {
                    @for (n, game) in games.iter().enumerate() {
                        label { input type="radio" name="kind" value=(game.name) checked[n == 0]; " " (game.title) }
                    }
                },
                "dialogs" => {
                    @for (n, game) in games.iter().enumerate() {
                        section data-game=(game.name) hidden[n > 0] { ((game.dialog)()) }
                    }
                },
                _ => {},
            }
        }
    }

    /// The class of the page by what it has: a board alone, moves, or moves with notes; and whether one can play.
    fn class(&self, moves: usize) -> &'static str {
        match (PLAYS, self.noted) {
            (true, true) => "noted app",
            (true, false) => "plain app",
            (false, true) => "noted",
            (false, false) if moves == 0 => "still",
            (false, false) => "plain",
        }
    }
}

impl Field {
    fn markup(&self) -> Markup {
        html! {
            div.field {
                label for=(self.id) { "The " (self.name) }
                // Browsers drop the first newline of a text area.
                textarea id=(self.id) readonly rows="2" spellcheck="false" { "\n" (self.text) }
                button.copy type="button" data-from=(self.id) { "Copy the " (self.name) }
            }
        }
    }
}
