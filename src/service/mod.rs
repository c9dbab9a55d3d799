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
pub mod page;
mod pentamid;
mod request;
mod solace2;
mod solomids;

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use serde_json::{Value, json};

use crate::draw::page::PageGame;
use crate::draw::page::stage::{Choice, Place, Step};
use crate::games::pentamid::{Pentamid, engine};
use crate::games::port::{Drawn, Game, Look, Played, READS_RECORDS, Scene, Status};
use crate::games::solace2::{Solace2, game::Reading};
use crate::games::solomids::{Solomids, analysis::Level};
use crate::kit::error::InputError;
use crate::kit::json::{joined, without_empty};
use crate::kit::notation::tokens;
use crate::{VERSION, game};
use error::{internal, mistake, record};
pub use host::{Host, ProgressListener};
use request::{Request, StartRecord};

/// A game of the service: how requests name its starts, and the searches that it can be asked for.
pub(crate) trait Served: Drawn {
    /// What is kept between requests. It changes no answer.
    type Searches: Default + Send;

    fn options(request: &Request) -> Result<Self::Options, InputError>;
    /// The start of a dealer's deal, or of a variant.
    fn dealt(request: &Request) -> Result<Self::Start, InputError>;
    /// The start that a request gives back.
    fn start(record: &StartRecord) -> Result<Self::Start, InputError>;
    /// The start as answers give it.
    fn start_record(start: &Self::Start) -> StartRecord;
    /// What is doubtful of a start; a seed that was typed as a seed is `intended`.
    fn warnings(_start: &Self::Start, _intended: bool) -> Vec<String> {
        Vec::new()
    }
    /// Answers a question that takes a search; `None` if its name is unknown.
    fn search(searches: &mut Self::Searches, request: &Request, host: &Host) -> Option<Answer>;
}

/// A game whose positions are kept outside of this crate, such as in Python.
pub trait Guest: Game {
    /// The start as requests have it, in JSON.
    ///
    /// # Errors
    /// None of the game; those of the serialiser are passed on.
    fn start_to_json(start: &Self::Start) -> Result<String, InputError>;

    /// The start of such a text.
    ///
    /// # Errors
    /// If it is malformed, or not of the game.
    fn start_of_json(json: &str) -> Result<Self::Start, InputError>;

    /// The position, or the deal, in notation.
    fn text(played: &Played<Self>) -> String;

    /// The position as an SVG document.
    fn svg(played: &Played<Self>, title: &str) -> String;
}

impl<G: Served> Guest for G {
    fn start_to_json(start: &G::Start) -> Result<String, InputError> {
        answer_of(&G::start_record(start))
    }

    fn start_of_json(json: &str) -> Result<G::Start, InputError> {
        G::start(&serde_json::from_str(json).map_err(internal)?)
    }

    fn text(played: &Played<G>) -> String {
        G::notation(played)
    }

    fn svg(played: &Played<G>, title: &str) -> String {
        G::picture(played, false, title)
    }
}

/// All games with what is kept of each between requests, the usual game first.
#[derive(Default)]
struct Games {
    solomids: <Solomids as Served>::Searches,
    solace2: <Solace2 as Served>::Searches,
    pentamid: <Pentamid as Served>::Searches,
}

const PAGES: [PageGame; 3] = [Solomids::PAGE, Solace2::PAGE, Pentamid::PAGE];

impl Games {
    /// Answers a request about the game that it names.
    fn answer(&mut self, request: Request, host: &Host) -> Answer {
        match request.game.as_deref().unwrap_or(Solomids::NAME) {
            Solomids::NAME => answer::<Solomids>(&mut self.solomids, request, host),
            Solace2::NAME => answer::<Solace2>(&mut self.solace2, request, host),
            Pentamid::NAME => answer::<Pentamid>(&mut self.pentamid, request, host),
            name => {
                let names = PAGES.map(|page| page.name).join(", ");
                Err(mistake(format!("no game {name:?}"), format!("games are {names}")))
            }
        }
    }
}

/// A service.
pub struct Service {
    host: Host,
    games: Games,
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Service")
    }
}

impl Service {
    /// A service on a host.
    pub fn new(host: Host) -> Self {
        Self { host, games: Games::default() }
    }

    /// Sets the flag that ends the searches of later requests.
    pub fn interrupted_by(&mut self, flag: &Arc<AtomicBool>) {
        self.host.limits.interrupt = Some(Arc::clone(flag));
    }

    /// Answers a request.
    pub fn answer(&mut self, request: &str) -> String {
        let answer = Request::read(request).and_then(|mut request| {
            request.limit(&self.host.limits);
            self.games.answer(request, &self.host)
        });
        match answer {
            Ok(answer) => format!("{{\"ok\":{answer}}}"),
            Err(error) => format!("{{\"error\":{}}}", record(&error)),
        }
    }
}

fn answer<G: Served>(searches: &mut G::Searches, mut request: Request, host: &Host) -> Answer {
    // Records to be verified may be longer.
    if request.ask != "verify" {
        request.check_length()?;
    }
    match request.ask.as_str() {
        "about" => return answer_of(&about()),
        "open" => return answer_of(&opened::<G>(&open(&request)?, request.seed_text().is_some())),
        "draw" => return answer_of(&opened(&Played::<G>::new(G::dealt(&request)?), true)),
        "verify" if READS_RECORDS => return verify::<G>(&request),
        "level" => return search::<G>(searches, &request, host),
        _ => {}
    }
    if request.start.is_none() && request.text.is_some() {
        let opened = open::<G>(&request)?;
        request.moves.splice(0..0, tokens(&opened.moves));
        request.start = Some(G::start_record(&opened.start));
    }
    let (hidden, orientation) = (request.hidden, request.orientation);
    match request.ask.as_str() {
        "scene" => answer_of(&scene(G::scene(&first::<G>(&request)?, hidden, orientation))),
        "look" => {
            let played = played::<G>(&request)?;
            let Look { mut steps, places, legal } = G::look(&played, hidden, orientation);
            steps.drain(..usize::try_from(request.from.0).map_or(steps.len(), |from| from.min(steps.len())));
            let facts = G::facts(&played, true);
            answer_of(&LookAnswer { steps, places, position: PositionAnswer::new(&played, legal, facts) })
        }
        "moves" => {
            let played = played::<G>(&request)?;
            let (legal, facts) = (tokens(&played.legal()), G::facts(&played, false));
            answer_of(&PositionAnswer::new(&played, legal, facts))
        }
        "why" => answer_of(&json!({ "reason": G::why_not(&played(&request)?, request.ends) })),
        "picture" => {
            let played = played::<G>(&request)?;
            let title = request.title.clone().unwrap_or_else(|| played.title_after_moves());
            answer_of(&json!({ "svg": G::picture(&played, hidden, &title) }))
        }
        _ => search::<G>(searches, &request, host),
    }
}

fn search<G: Served>(searches: &mut G::Searches, request: &Request, host: &Host) -> Answer {
    let unknown = || {
        // `serve` answers it itself where it is right.
        let advice =
            if request.ask == "cancel" { "`serve` knows it, with an `id` and nothing else" } else { "" };
        mistake(format!("the game knows no request named {:?}", request.ask), advice)
    };
    G::search(searches, request, host).unwrap_or_else(|| Err(unknown()))
}

/// The game that a text or a seed names.
fn open<G: Served>(request: &Request) -> Result<Played<G>, InputError> {
    if request.text.is_none() && request.seed_text().is_some() {
        return Ok(Played::new(G::dealt(request)?));
    }
    G::read(&request.text()?, G::options(request)?)?.played()
}

/// Replays the line of a text and compares what the text claims of it.
fn verify<G: Served>(request: &Request) -> Answer {
    answer_of(&G::record(&G::read(&request.text()?, G::options(request)?)?.verify()))
}

fn first<G: Served>(request: &Request) -> Result<G::Start, InputError> {
    G::start(request.start()?)
}

/// The game of a request after its moves.
fn played<G: Served>(request: &Request) -> Result<Played<G>, InputError> {
    let mut played = Played::<G>::new(first::<G>(request)?);
    played.play_tokens(&request.moves)?;
    Ok(played)
}

/// Answer to `open` and `draw`: the game, with its start for later requests; a seed that was typed as a seed is `intended`.
fn opened<G: Served>(played: &Played<G>, intended: bool) -> Value {
    let start = G::start_record(&played.start);
    json!({
        "start": start,
        "title": played.title(),
        "seed": start.web.as_deref().unwrap_or_default(),
        "played": tokens(&played.moves),
        "warnings": G::warnings(&played.start, intended),
    })
}

/// An answer in JSON, or why there is none.
type Answer = Result<String, InputError>;

fn answer_of(answer: &impl Serialize) -> Answer {
    serde_json::to_string(answer).map_err(internal)
}

/// Answer to `about`: what the service can do.
fn about() -> Value {
    json!({
        "version": VERSION,
        "rules": game::RULES,
        "games": PAGES.map(|page| page.name),
        "levels": Level::ALL.map(Level::word),
        "readings": Reading::PRESETS.map(|(name, _)| name),
        "strengths": engine::Level::STRONGEST,
        "strength_names": engine::Level::NAMES,
    })
}

/// Answer to `scene`: what is drawn once.
fn scene(Scene { drawings, board, help, size: (width, height), crop, layout }: Scene) -> Value {
    let drawn = json!({
        "drawings": drawings.into_string(),
        "board": board.into_string(),
        "help": help.into_string(),
        "width": width,
        "height": height,
        "crop": crop,
    });
    joined([without_empty(drawn, &["crop"]), json!(layout)])
}

/// Answer to `look`.
#[derive(Serialize)]
struct LookAnswer {
    steps: Vec<Step>,
    /// All places, to be used instead of those of the scene, if they may be more.
    #[serde(skip_serializing_if = "Option::is_none")]
    places: Option<Vec<Place>>,
    #[serde(flatten)]
    position: PositionAnswer<Choice>,
}

/// Answer to `moves`: the position after a line, with legal moves of a type `L`, and facts that only one game has.
#[derive(Serialize)]
struct PositionAnswer<L> {
    legal: Vec<L>,
    /// Whether no move is legal, or a player has won.
    over: bool,
    won: bool,
    #[serde(flatten)]
    facts: Value,
    /// The position in one line of words.
    state: String,
    /// The position, or the deal, in notation.
    deal: String,
    /// The moves.
    share: String,
}

impl<L> PositionAnswer<L> {
    fn new<G: Drawn>(played: &Played<G>, legal: Vec<L>, facts: Value) -> Self {
        let Status { words, over, won } = played.status();
        Self { legal, over, won, facts, state: words, deal: G::notation(played), share: G::line(played) }
    }
}
