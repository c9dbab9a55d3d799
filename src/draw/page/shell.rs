//! The HTML document around the content of a page, with styles, script and data inside, for any game.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;

use super::theme;

/// Styles of the film: the board, its controls, the list of moves, the printed version.
const FILM_STYLE: &str = include_str!("style/film.css");
/// Scripts of the film, in the order in which they run.
const FILM: [&str; 5] = [
    include_str!("script/dom.js"),
    include_str!("script/theme.js"),
    include_str!("script/board.js"),
    include_str!("script/film.js"),
    include_str!("script/controls.js"),
];

/// Styles of what pages have beyond the film if one can play on them.
const APP_STYLE: &str = include_str!("style/app.css");
/// Scripts of pages on which one can play, in the order in which they run.
const APP: [&str; 13] = [
    include_str!("script/module.js"),
    include_str!("script/worker.js"),
    include_str!("script/pool.js"),
    include_str!("script/notice.js"),
    include_str!("script/game.js"),
    include_str!("script/state.js"),
    include_str!("script/pick.js"),
    include_str!("script/search.js"),
    include_str!("script/advice.js"),
    include_str!("script/deal.js"),
    include_str!("script/opponent.js"),
    include_str!("script/ending.js"),
    include_str!("script/takeaway.js"),
];
/// Script that starts such a page.
const START: &str = include_str!("script/app.js");

/// Content security policy: nothing is loaded from outside the document.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
/// Scripts that a page may run: those inside it.
const FILM_POLICY: &str = "script-src 'unsafe-inline'";
/// Scripts that a page with the solver may run: those inside it, the module, and workers that are made from them.
const APP_POLICY: &str = "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:";

/// Icon of the page, a tree seen from above.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E\
                    %3Cpath fill='%232d52b5' d='M2 2h28v28H2z'/%3E%3Cpath fill='%23f5c93c' d='M7 7h18v18H7z'/%3E\
                    %3Cpath fill='%23cc3126' d='M12 12h8v8h-8z'/%3E%3C/svg%3E";

/// Styles for browsers without scripts: they show the printed version.
const WITHOUT_SCRIPT: &str = ".screen{display:none}.paper{display:block}";

/// The parts of a page.
pub(crate) struct Shell<'a, D> {
    /// Title of the page.
    pub(crate) title: &'a str,
    /// Name of the game, which follows the title.
    pub(crate) game: &'a str,
    /// Definitions that drawings use.
    pub(crate) drawings: Markup,
    /// What a screen shows.
    pub(crate) screen: Markup,
    /// What is printed.
    pub(crate) paper: Markup,
    /// Data for the script.
    pub(crate) data: &'a D,
    /// The solver as text, if one can play on the page.
    pub(crate) module: Option<String>,
}

impl<D: Serialize> Shell<'_, D> {
    /// The page as an HTML document.
    pub(crate) fn document(&self) -> String {
        let plays = self.module.is_some();
        let policy = format!("{POLICY}; {}", if plays { APP_POLICY } else { FILM_POLICY });
        let markup = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="generator" content={ "solomids " (env!("CARGO_PKG_VERSION")) };
                    title { (self.title) " – " (self.game) }
                    link rel="icon" href=(ICON);
                    style {
                        (PreEscaped(theme::style())) (PreEscaped(FILM_STYLE))
                        @if plays { (PreEscaped(APP_STYLE)) }
                    }
                    noscript { style { (WITHOUT_SCRIPT) } }
                }
                body {
                    svg.drawings width="0" height="0" aria-hidden="true" { defs { (self.drawings) } }
                    (self.screen)
                    (self.paper)
                    script type="application/json" id="game" { (PreEscaped(script_json(self.data))) }
                    @if let Some(module) = &self.module {
                        script type="application/gzip" id="module" { (PreEscaped(module)) }
                    }
                    script { (PreEscaped(script(plays))) }
                }
            }
        };
        markup.into_string() + "\n"
    }
}

/// The script of a page: its parts in one function, so that they share names with each other only. Comments, which take whole
/// lines in them, are left out, because a page is read by browsers.
fn script(plays: bool) -> String {
    let app = APP.iter().chain([&START]).filter(|_| plays);
    let lines = FILM.iter().chain(app).flat_map(|part| part.lines());
    let is_comment =
        |line: &str| ["//", "/**", "* ", "*/"].iter().any(|begin| line.trim_start().starts_with(begin));
    let parts: String = lines.filter(|line| !is_comment(line)).flat_map(|line| [line, "\n"]).collect();
    format!("\"use strict\";(() => {{\n{parts}}})();\n")
}

/// The data as JSON without `<`, so that `</script` cannot end the script element.
fn script_json(data: &impl Serialize) -> String {
    let json = serde_json::to_string(data).expect("numbers and texts are valid JSON");
    json.replace('<', "\\u003c")
}
