//! The service behind a page that plays and solves: a request in JSON, an answer in JSON.
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
//! | `picture` | an SVG document |
//! | `solve`, `hint`, `review` | records of searches |
//! | `level` | a deal of a level of difficulty |
//! | `reply`, `analyze` | a move of the engine of Pentamid, and what its prover finds |
//!
//! A *start* is an object that `open` and `draw` give and that later requests give back. Between requests the
//! service keeps only tables of its solvers, which change no answer, and what is known so far of hints that come in slices.
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

mod about;
mod drawing;
mod error;
mod host;
mod limits;
mod open;
mod pentamid;
mod request;
mod solace2;
mod solomids;

#[cfg(test)]
mod tests;

use std::fmt;

use serde::Serialize;

use error::ServiceError;
pub use host::Host;
use request::{GameName, Request};

/// A service.
pub struct Service {
    host: Host,
    solomids: solomids::Desk,
    solace2: solace2::Desk,
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Service")
    }
}

/// An answer in JSON, or why there is none.
type Answer = Result<String, ServiceError>;

/// Formats an answer.
fn answer_of(answer: &impl Serialize) -> Answer {
    Ok(serde_json::to_string(answer)?)
}

impl Service {
    /// A service on a host.
    pub fn new(host: Host) -> Self {
        Self { host, solomids: solomids::Desk::default(), solace2: solace2::Desk::default() }
    }

    /// Answers a request.
    pub fn answer(&mut self, request: &str) -> String {
        match self.answered(request) {
            Ok(answer) => format!("{{\"ok\":{answer}}}"),
            Err(error) => format!("{{\"error\":{}}}", error.to_json()),
        }
    }

    fn answered(&mut self, request: &str) -> Answer {
        let request = Request::read(request)?;
        let answer = match request.game {
            _ if request.ask == "about" => Some(answer_of(&about::About::default())),
            GameName::Solomids => self.solomids.answer(&request, &self.host),
            GameName::Solace2 => self.solace2.answer(&request),
            GameName::Pentamid => pentamid::answer(&request),
        };
        answer.unwrap_or_else(|| Err(ServiceError::unknown(&request.ask)))
    }
}
