//! The service behind pages and `solomids serve`: a request in JSON, an answer in JSON. `docs/service.md` has all fields.
//!
//! A request is an object with the fields `ask`, a name, and `game`, `solomids` (the default), `solace2` or `pentamid`; the other
//! fields depend on the name. An answer is `{"ok": …}`, or `{"error": …}` with a message, advice, and the place of a mistake in a
//! text. Searches answer with the [records](crate::games::solomids::record) of the command line.
//!
//! | `ask` | answers with |
//! |---|---|
//! | `about` | the version, the games, and names of options |
//! | `open` | a start from a text or a seed, with the moves played |
//! | `draw` | the start of a dealer's deal |
//! | `scene` | what is drawn once: drawings, board, places and pieces |
//! | `look` | the steps of a line, and the moves that are legal after it |
//! | `moves` | the position after a line and the moves that are legal there, in notation |
//! | `verify` | whether a line is legal, and what a record claims wrongly of it |
//! | `why` | why nothing can be moved from one place to another, in words |
//! | `picture` | an SVG document |
//! | `solve`, `hint`, `review` | records of searches |
//! | `level` | a deal of a level of difficulty |
//! | `reply`, `analyze` | a move of the engine of Pentamid, and what its prover finds |
//!
//! A *start* is an object that `open` and `draw` give and that later requests give back. A request without one may have the `text` of
//! a deal, a position or a line in its place. Between requests the service keeps only tables of its solvers, which change no answer, and what is known so far of hints that come in slices.
//!
//! A search has the one thread of a module for itself. So a `hint` for every move may be asked for with a `slice` of seconds: it
//! answers with what is known by then, and with `more`, whether the same request would go on from there.
//!
//! ```
//! use solomids::service::{Host, Service};
//!
//! let mut service = Service::new(Host::default());
//! let answer = service.answer(r#"{"ask":"open","text":"1_M-D4>C4"}"#);
//! assert!(answer.starts_with(r#"{"ok":{"start":{"deal":""#));
//! let answer = service.answer(r#"{"ask":"open","text":"1_M-D4>F4"}"#);
//! assert!(answer.contains("`F4` is no square"));
//! ```

mod error;
mod host;
mod pentamid;
mod request;
mod solace2;
mod solomids;

#[cfg(test)]
mod tests;

use std::fmt;
use std::time::Duration;

use maud::Markup;
use serde::Serialize;

use crate::draw::page::PageGame;
use crate::draw::page::stage::{BoardLayout, Place, Step, StepNote};
use crate::games::{self, pentamid::engine, solace2::game::Reading, solomids::analysis::Level};
use crate::kit::fault::InputError;
use crate::kit::notation::tokens;
use crate::{VERSION, game};
use error::{internal, mistake, to_json};
pub use host::{Host, ProgressListener, RequestLimits};
use request::{Request, StartRecord};

/// A game of the service: what pages know of it, and what answers requests about it.
struct Game {
    page: PageGame,
    handler: fn() -> Box<dyn Handler + Send>,
}

/// All games, the usual one first.
const GAMES: [Game; 3] = [
    Game {
        page: games::solomids::view::page::GAME,
        handler: || Box::new(solomids::SolomidsHandler::default()),
    },
    Game { page: games::solace2::view::page::GAME, handler: || Box::new(solace2::Solace2Handler::default()) },
    Game {
        page: games::pentamid::view::page::GAME,
        handler: || Box::new(pentamid::PentamidHandler::default()),
    },
];

/// All games for a page on which each of them can be begun.
pub fn page_games() -> Vec<PageGame> {
    GAMES.iter().map(|game| game.page).collect()
}

/// Time limit of hints unless nodes or time are limited.
const HINT_TIMEOUT: Duration = Duration::from_secs(10);
/// Time limit of reviews unless nodes or time are limited.
const REVIEW_TIMEOUT: Duration = Duration::from_secs(30);

/// Questions about a text itself, which is not opened before they are answered.
const OF_TEXTS: [&str; 4] = ["open", "draw", "level", "verify"];

/// Answers requests about one game. What it keeps between them changes no answer.
trait Handler {
    /// Opens what a text holds, or the deal of a seed.
    fn open(&self, request: &Request) -> Result<OpenAnswer, InputError>;
    /// Opens a deal of the dealer, or the first position of a variant.
    fn draw(&self, request: &Request) -> Result<OpenAnswer, InputError>;
    /// Draws what stays while a game is played.
    fn scene(&self, request: &Request) -> Result<SceneAnswer, InputError>;
    /// Replays a line and lists the moves that are legal after it, with what a page draws.
    fn look(&self, request: &Request) -> Answer;
    /// Replays a line and lists the moves that are legal after it, in notation.
    fn moves(&self, request: &Request) -> Answer;
    /// Replays the line of a text and compares what the text claims of it.
    /// The module of a page goes without it, because readers of records are large.
    #[cfg(feature = "batch")]
    fn verify(&self, request: &Request) -> Answer;
    /// Says why nothing after a line can be moved from one spot to another, or to the bank without one.
    fn why(&self, request: &Request) -> Result<String, InputError>;
    /// Draws the board after a line as an SVG document.
    fn picture(&self, request: &Request) -> Result<String, InputError>;
    /// Answers a question that takes a search; `None` if its name is unknown.
    fn search(&mut self, request: &Request, host: &Host) -> Option<Answer>;
}

/// A service.
pub struct Service {
    host: Host,
    /// The handlers of [`GAMES`].
    handlers: Vec<Box<dyn Handler + Send>>,
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Service")
    }
}

impl Service {
    /// A service on a host.
    pub fn new(host: Host) -> Self {
        Self { host, handlers: GAMES.iter().map(|game| (game.handler)()).collect() }
    }

    /// Answers a request.
    pub fn answer(&mut self, request: &str) -> String {
        match self.answered(request) {
            Ok(answer) => format!("{{\"ok\":{answer}}}"),
            Err(error) => format!("{{\"error\":{}}}", to_json(&error)),
        }
    }

    fn answered(&mut self, request: &str) -> Answer {
        let mut request = Request::read(request)?;
        request.limit(self.host.limits);
        let named = |game: &Game| request.game.as_deref().is_none_or(|name| game.page.name == name);
        let number = GAMES.iter().position(named).ok_or_else(|| {
            let names: Vec<&str> = GAMES.iter().map(|game| game.page.name).collect();
            let name = request.game.as_deref().unwrap_or_default();
            mistake(format!("no game {name:?}"), format!("games are {}", names.join(", ")))
        })?;
        let handler = &mut self.handlers[number];
        if request.ask == "about" {
            return answer_of(&About::default());
        }
        if request.start.is_none() && request.text.is_some() && !OF_TEXTS.contains(&request.ask.as_str()) {
            let opened = handler.open(&request)?;
            request.moves.splice(0..0, opened.played);
            request.start = Some(opened.start);
        }
        if matches!(request.ask.as_str(), "open" | "look") {
            request.check_length()?;
        }
        match request.ask.as_str() {
            "open" => answer_of(&handler.open(&request)?),
            "draw" => answer_of(&handler.draw(&request)?),
            "scene" => answer_of(&handler.scene(&request)?),
            "look" => handler.look(&request),
            "moves" => handler.moves(&request),
            #[cfg(feature = "batch")]
            "verify" => handler.verify(&request),
            "why" => answer_of(&WhyAnswer { reason: handler.why(&request)? }),
            "picture" => answer_of(&PictureAnswer { svg: handler.picture(&request)? }),
            ask => handler
                .search(&request, &self.host)
                .unwrap_or_else(|| Err(mistake(format!("the game knows no request named {ask:?}"), ""))),
        }
    }
}

/// An answer in JSON, or why there is none.
type Answer = Result<String, InputError>;

/// Formats an answer.
fn answer_of(answer: &impl Serialize) -> Answer {
    serde_json::to_string(answer).map_err(internal)
}

/// Answer to `about`: what the service can do.
#[derive(Serialize)]
struct About {
    version: &'static str,
    /// Name of the rules of Solomids.
    rules: &'static str,
    games: Vec<&'static str>,
    /// Levels of difficulty of Solomids, easiest first.
    levels: Vec<&'static str>,
    /// Readings of the rules of Solace II, the standard one first.
    readings: Vec<&'static str>,
    /// Number of the strongest level of the engine of Pentamid; the weakest is 1.
    strengths: u8,
}

impl Default for About {
    fn default() -> Self {
        Self {
            version: VERSION,
            rules: game::RULES,
            games: GAMES.iter().map(|game| game.page.name).collect(),
            levels: Level::ALL.map(Level::word).into(),
            readings: Reading::PRESETS.map(|(name, _)| name).into(),
            strengths: engine::Level::STRONGEST,
        }
    }
}

/// Answer to `open` and `draw`.
#[derive(Debug, Default, Serialize)]
struct OpenAnswer {
    /// The start, for later requests.
    start: StartRecord,
    title: String,
    /// Seed of the web page; empty if the deal has none.
    seed: String,
    /// Moves played from the start.
    played: Vec<String>,
    warnings: Vec<String>,
}

/// Answer to `scene`: what is drawn once.
#[derive(Serialize)]
struct SceneAnswer {
    /// Definitions that drawings use.
    drawings: String,
    /// Content of the board under the pieces.
    board: String,
    /// How to read the board.
    help: String,
    width: u32,
    height: u32,
    #[serde(flatten)]
    stage: BoardLayout,
}

impl SceneAnswer {
    /// The answer with definitions, the content of a board, how to read it, its width and height, and a stage.
    fn new(parts: [Markup; 3], (width, height): (u32, u32), stage: BoardLayout) -> Self {
        let [drawings, board, help] = parts.map(Markup::into_string);
        Self { drawings, board, help, width, height, stage }
    }
}

/// Answer to `look`.
#[derive(Serialize)]
struct LookAnswer<L, M> {
    steps: Vec<Step>,
    /// All places, to be used instead of those of the scene, if they may be more.
    #[serde(skip_serializing_if = "Option::is_none")]
    places: Option<Vec<Place>>,
    #[serde(flatten)]
    position: PositionAnswer<L, M>,
}

/// Answer to `moves`: the position after a line, with legal moves of a type `L` and what only one game has.
#[derive(Serialize)]
struct PositionAnswer<L, M> {
    legal: Vec<L>,
    /// Whether no move is legal, or a player has won.
    over: bool,
    won: bool,
    #[serde(flatten)]
    more: M,
    /// The position in one line of words.
    state: String,
    /// The position, or the deal, in notation.
    deal: String,
    /// The moves.
    share: String,
}

/// Answer to `why`.
#[derive(Serialize)]
struct WhyAnswer {
    reason: String,
}

/// Answer to `picture`.
#[derive(Serialize)]
struct PictureAnswer {
    /// The document.
    svg: String,
}

/// Answer to `review`, in games whose better lines are drawn by `look`.
#[derive(Serialize)]
struct ReviewedGame {
    /// The review in one line of words.
    summary: String,
    /// What is said of each move.
    notes: Vec<Option<StepNote>>,
    /// Better lines; the note of the move in whose place each one is played has its number, from 1.
    better: Vec<BetterLine>,
    nodes: u64,
    /// Limit that ended the search.
    stopped: Option<&'static str>,
}

/// A line that could have been played in place of a move.
#[derive(Serialize)]
struct BetterLine {
    /// Number of moves of the game before it.
    from: usize,
    moves: Vec<String>,
}
