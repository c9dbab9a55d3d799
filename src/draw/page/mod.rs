//! Pages for the browser: one document that opens from disk, needs no network, and plays through a line, for any game.
//!
//! The scripts of a page know no rules. A page carries what `service` answers about its game, such as which pyramids each move takes
//! where; `service::page` writes it. What a page needs of its game besides, it gets from a [`PageGame`].
//!
//! With the Cargo feature `cli`, a page carries the library as WebAssembly: one can play on from any move, and ask for hints,
//! solutions and mistakes. The scripts then ask `service` in the page itself for what takes milliseconds, and in workers for
//! searches. Scripts are modules, which `web/build --scripts` checks, bundles and minifies; bundles are committed, so that nothing
//! else needs npm. Files of `script`:
//!
//! | file | job |
//! |---|---|
//! | `dom`, `tree`, `theme`, `written` | elements and storage; the moves of a game as a tree; light and dark; the game of the page |
//! | `board`, `replay`, `controls` | the drawn board; a line of moves that is played through; buttons, keys and gestures for that |
//! | `player` | the start of a page that plays through a line |
//! | `games`, and the script of each game | what it is called, what can be asked about it, its part of the dialog for another game |
//! | `answers.d.ts` | types of what the service answers |
//! | `module`, `worker`, `pool` | the library as WebAssembly, in workers, and questions shared out among these |
//! | `notice` | messages over the board |
//! | `game`, `state` | the game under way; its address, and the games that storage keeps |
//! | `input` | squares that can be chosen, and pieces that can be dragged |
//! | `search`, `advice` | questions of the player, and thinking ahead; how answers are shown |
//! | `deal`, `guide`, `saved` | another game; the first moves of a beginner; the games that were played here |
//! | `opponent`, `ending`, `share` | the engine's moves; the end; links, pictures, paper |
//! | `app` | the start of a page on which one can play |

mod screen;
pub(crate) mod stage;

use std::fmt::Write as _;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// Styles and script of a page that plays through a line, and of one on which one can play: bundles of `style` and `script` that
/// `web/build --scripts` makes. The styles of the second come on top of those of the first, its script stands alone.
const PLAYER: Bundle =
    Bundle { style: include_str!("bundle/player.css"), script: include_str!("bundle/player.js") };
const APP: Bundle = Bundle { style: include_str!("bundle/app.css"), script: include_str!("bundle/app.js") };

struct Bundle {
    style: &'static str,
    script: &'static str,
}

/// Content security policy: nothing is loaded from outside the document.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
/// What follows the script that a page may run, which is its own one alone.
const REPLAY_POLICY: &str = "; img-src data:";
/// The same for a page with the solver: the module, and workers that its script makes. A site has a service worker, a manifest
/// and icons besides.
const APP_POLICY: &str =
    " 'wasm-unsafe-eval'; worker-src blob: 'self'; manifest-src 'self'; img-src data: 'self'";

/// Icon of the page, a stack of three pyramids seen from above.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E\
                    %3Cpath fill='%232d52b5' d='M2 2h28v28H2z'/%3E%3Cpath fill='%23f5c93c' d='M7 7h18v18H7z'/%3E\
                    %3Cpath fill='%23cc3126' d='M12 12h8v8h-8z'/%3E%3C/svg%3E";

/// Styles for browsers without scripts: they show the printed version.
const WITHOUT_SCRIPT: &str =
    ".screen{display:none}.paper,.rules{display:block;max-width:48rem;margin:1rem auto;padding:0 1rem}";

/// Name of each colour, and its values in the light and the dark theme.
const COLOURS: [(&str, &str, &str); 15] = [
    ("scheme", "light", "dark"),
    ("paper", "#f6f1e7", "#16181a"),
    ("card", "#fffdf8", "#1f2225"),
    ("tray", "#ddcfb4", "#2a2e32"),
    ("cell", "#efe6d2", "#3c4247"),
    ("faint", "#c9b995", "#5b636a"),
    ("rule", "#e4dac6", "#34393e"),
    ("ink", "#2a251d", "#ece7dc"),
    ("soft", "#655b4b", "#aaa498"),
    ("accent", "#2a6a63", "#77c8ba"),
    ("on-accent", "#ffffff", "#10211e"),
    ("wash", "#e3eee9", "#25383a"),
    ("mistake", "#9a4a06", "#f2b063"),
    ("blunder", "#b3261e", "#ff9384"),
    ("held", "#b8860b", "#f0c75e"),
];

/// Whether pages carry the solver, so that one can play on them and ask it.
pub(crate) const PLAYS: bool = cfg!(feature = "cli");

/// A game as pages know it. `service` has the list of all games.
#[derive(Clone, Copy, Debug)]
pub struct PageGame {
    /// Name for the module and the scripts: `solace2`.
    pub(crate) name: &'static str,
    /// Name for people: `Solace II`.
    pub(crate) title: &'static str,
    /// What its start and its moves in one line are called: `deal`, `share string`.
    pub(crate) texts: [&'static str; 2],
    /// Its part of the dialog for another game.
    pub(crate) dialog: fn() -> Markup,
}

/// A text with a button that copies it.
pub(crate) struct Field {
    pub(crate) id: &'static str,
    /// What it is: `deal`.
    pub(crate) name: &'static str,
    pub(crate) text: String,
}

pub(crate) struct Page<'a> {
    pub(crate) game: PageGame,
    /// All games that can be begun on the page.
    pub(crate) games: &'a [PageGame],
    /// Title of the page, which the name of the game follows.
    pub(crate) title: &'a str,
    /// Result of the game in one line.
    pub(crate) summary: &'a str,
    /// Number of moves of its game.
    pub(crate) moves: usize,
    /// Whether the moves have notes.
    pub(crate) noted: bool,
    /// Whether the page shows another game than its own when it is opened.
    pub(crate) fresh: bool,
    /// Definitions that drawings use.
    pub(crate) drawings: Markup,
    pub(crate) size: (u32, u32),
    /// Width and height of a marked space.
    pub(crate) mark: (u32, u32),
    /// Content of the board under the pieces, among it an element with the id `bank` that holds the number of what is done.
    pub(crate) board: Markup,
    pub(crate) fields: Vec<Field>,
    pub(crate) help: Markup,
    pub(crate) paper: Markup,
    /// What scripts read: the layout of the board, and answers of the service.
    pub(crate) data: Value,
}

impl Page<'_> {
    pub(crate) fn document(&self) -> String {
        let module = module();
        let plays = module.is_some();
        let script = if plays { APP.script } else { PLAYER.script };
        let rest = if plays { APP_POLICY } else { REPLAY_POLICY };
        let policy = format!("{POLICY}; script-src {}{rest}", source(script));
        let markup = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="generator" content={ "solomids " (env!("CARGO_PKG_VERSION")) };
                    title { (self.title) " – " (self.game.title) }
                    link rel="icon" href=(ICON);
                    style {
                        (PreEscaped(theme())) (PreEscaped(PLAYER.style))
                        @if plays { (PreEscaped(APP.style)) }
                    }
                    noscript { style { (WITHOUT_SCRIPT) } }
                }
                body.fresh[self.fresh] {
                    svg.drawings aria-hidden="true" { defs { (self.drawings) } }
                    (self.screen())
                    @if plays {
                        noscript { div.rules {
                            p { b { "Playing and solving needs JavaScript, which is switched off in this browser." } }
                            h2 { "How " (self.game.title) " is played" }
                            (self.help)
                        } }
                    }
                    (self.paper)
                    script type="application/json" id="game" { (PreEscaped(script_json(&self.data))) }
                    @if let Some(module) = &module {
                        (PreEscaped(MODULE)) (PreEscaped(module)) (PreEscaped("</script>"))
                    }
                    script { (PreEscaped(script)) }
                }
            }
        };
        markup.into_string() + "\n"
    }

    /// The games that can be begun on the page, or its own one alone.
    fn listed(&self) -> Vec<PageGame> {
        if PLAYS { self.games.into() } else { vec![self.game] }
    }
}

/// The source of a script for a content security policy: its SHA-256, in Base64.
fn source(script: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digest = Sha256::digest(script);
    let digits = digest.chunks(3).flat_map(|bytes| {
        let bits = (0..3).fold(0, |bits, i| bits << 8 | usize::from(bytes.get(i).copied().unwrap_or(0)));
        let digit =
            move |i| if i > bytes.len() { '=' } else { char::from(DIGITS[bits >> (18 - 6 * i) & 63]) };
        (0..4).map(digit)
    });
    format!("'sha256-{}'", digits.collect::<String>())
}

/// What the module in a page stands behind.
const MODULE: &str = r#"<script type="application/gzip" id="module">"#;

/// The page of the site, from which other pages take the module: `web/build` puts it there, and `solomids page --site site` writes
/// the rest. The module itself does without it.
const SITE_PAGE: &str = if EMBEDS { include_str!("../../../site/index.html") } else { "" };

/// Whether the site is embedded: by the program.
const EMBEDS: bool = cfg!(feature = "cli");

/// Files of a site besides its page `index.html`, with their content; none in a build without the Cargo feature `cli`.
pub fn site_files() -> Vec<(&'static str, &'static [u8])> {
    const FILES: [(&str, &[u8]); 5] = [
        ("manifest.webmanifest", include_bytes!("../../../site/manifest.webmanifest")),
        ("icon.svg", include_bytes!("../../../site/icon.svg")),
        ("icon-192.png", include_bytes!("../../../site/icon-192.png")),
        ("icon-512.png", include_bytes!("../../../site/icon-512.png")),
        ("sw.js", include_bytes!("../../../site/sw.js")),
    ];
    if EMBEDS { FILES.into() } else { Vec::new() }
}

/// The solver as text, compressed by gzip. `None` in a build without the Cargo feature `cli`.
pub(crate) fn module() -> Option<&'static str> {
    SITE_PAGE.split_once(MODULE).and_then(|(_, rest)| Some(rest.split_once("</script>")?.0))
}

/// The data as JSON without `<`, so that `</script` cannot end the script element.
fn script_json(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

/// The style rules that set the colours. The theme is dark on screens if the reader chose it, or chose none and the system
/// is dark; it is light otherwise, and always on paper.
fn theme() -> String {
    let (mut light, mut dark) = (String::new(), String::new());
    for (name, by_day, by_night) in COLOURS {
        let _ = write!(light, "--{name}:{by_day};");
        let _ = write!(dark, "--{name}:{by_night};");
    }
    format!(
        ":root{{{light}}}\n\
         @media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n\
         @media screen{{:root[data-theme=dark]{{{dark}}}}}\n"
    )
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

    /// Scripts and styles in a folder of the sources, in order.
    fn sources(folder: &Path) -> Vec<PathBuf> {
        let entries = folder.read_dir().into_iter().flatten().map(|entry| entry.unwrap().path());
        let is_source = |path: &PathBuf| {
            path.extension().is_some_and(|end| end == "js" || end == "css") && path.is_file()
        };
        let mut found: Vec<PathBuf> = entries.filter(is_source).collect();
        found.sort();
        found
    }

    #[test]
    fn the_bundles_are_those_of_the_sources() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut games: Vec<PathBuf> =
            root.join("games").read_dir().unwrap().map(|game| game.unwrap().path().join("view")).collect();
        games.sort();
        let folders = [root.join("draw/page/script"), root.join("draw/page/style")].into_iter().chain(games);
        let mut digest = Sha256::new();
        for path in folders.flat_map(|folder| sources(&folder)) {
            digest.update(std::fs::read(path).unwrap());
        }
        let mut digits = String::new();
        for byte in digest.finalize() {
            let _ = write!(digits, "{byte:02x}");
        }
        let head = format!("/* sources {digits} */\n");
        for text in [PLAYER.style, PLAYER.script, APP.style, APP.script] {
            assert!(
                text.starts_with(&head),
                "run web/build --scripts, and then cargo run -- page --site site"
            );
        }
    }
}
