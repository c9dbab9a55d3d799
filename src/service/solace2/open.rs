//! Starts: from texts and from the dealer.

use serde::{Deserialize, Serialize};

use super::{StartRecord, read_reading, tokens};
use crate::fault::{BadText, Fault, TYPED};
use crate::service::error::ServiceError;
use crate::service::number::Number;
use crate::service::{Answer, answer_of, fields};
use crate::solace2::game::{Reading, parse_deal};
use crate::solace2::record::{DealSource, GameRecord};
use crate::solace2::start::Start;
use crate::start::NamedText;

/// Answer to `open` and `draw`.
#[derive(Serialize)]
struct OpenAnswer {
    start: StartRecord,
    title: String,
    /// Always empty: no page deals this game.
    seed: &'static str,
    /// Moves played from the start.
    played: Vec<String>,
    warnings: [String; 0],
}

/// Formats an answer with a start.
fn opened(start: &Start) -> Answer {
    let record = StartRecord::new(start);
    let played = tokens(&start.played);
    answer_of(&OpenAnswer { start: record, title: start.title(), seed: "", played, warnings: [] })
}

/// The reading that a request asks for.
#[derive(Deserialize)]
struct ReadingField {
    reading: Option<String>,
}

impl ReadingField {
    fn reading(&self) -> Result<Reading, ServiceError> {
        self.reading.as_deref().map_or_else(|| Ok(Reading::default()), read_reading)
    }
}

/// Opens what a text holds: a deal, or a game in JSON.
pub(super) fn open(request: &str) -> Answer {
    #[derive(Deserialize)]
    struct OpenFields {
        text: String,
    }
    let text = NamedText::new(TYPED, &fields::<OpenFields>(request)?.text);
    if text.is_json() {
        return opened(&GameRecord::read(&text.name, &text.content).and_then(GameRecord::start)?);
    }
    let parsed = parse_deal(&text.content);
    let parsed = parsed.map_err(|error| Fault::from(BadText::new(&text.name, &text.content, error)))?;
    opened(&Start::new(parsed, DealSource::Text, fields::<ReadingField>(request)?.reading()?))
}

/// Opens a deal of the dealer.
pub(super) fn draw(request: &str) -> Answer {
    #[derive(Deserialize)]
    struct DrawFields {
        seed: Number,
        #[serde(default)]
        index: Number,
    }
    let DrawFields { seed: Number(seed), index: Number(index) } = fields(request)?;
    opened(&Start::dealt(seed, index, fields::<ReadingField>(request)?.reading()?))
}
