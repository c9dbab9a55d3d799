//! The HTML document around the content of a page, with styles, script and data inside, for any game.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;

use super::theme;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Content security policy: nothing is loaded from outside the document.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; \
                      base-uri 'none'; form-action 'none'";

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
}

impl<D: Serialize> Shell<'_, D> {
    /// The page as an HTML document.
    pub(crate) fn document(&self) -> String {
        let markup = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="generator" content={ "solomids " (env!("CARGO_PKG_VERSION")) };
                    title { (self.title) " – " (self.game) }
                    link rel="icon" href=(ICON);
                    style { (PreEscaped(theme::style())) (PreEscaped(STYLE)) }
                    noscript { style { (WITHOUT_SCRIPT) } }
                }
                body {
                    svg.drawings width="0" height="0" aria-hidden="true" { defs { (self.drawings) } }
                    (self.screen)
                    (self.paper)
                    script type="application/json" id="game" { (PreEscaped(script_json(self.data))) }
                    script { (PreEscaped(SCRIPT)) }
                }
            }
        };
        markup.into_string() + "\n"
    }
}

/// The data as JSON without `<`, so that `</script` cannot end the script element.
fn script_json(data: &impl Serialize) -> String {
    let json = serde_json::to_string(data).expect("numbers and texts are valid JSON");
    json.replace('<', "\\u003c")
}
