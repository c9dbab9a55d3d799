//! Starts: from texts and from the dealer.

use super::{read_reading, record, tokens};
use crate::games::solace2::game::parse_deal;
use crate::games::solace2::record::DealSource;
use crate::games::solace2::start::Start;
use crate::games::solomids::start::NamedText;
use crate::kit::fault::{SourceError, TYPED};
use crate::service::error::ServiceError;
use crate::service::open::OpenAnswer;
use crate::service::request::Request;
use crate::service::{Answer, answer_of};

/// Formats the answer with a start.
fn opened(start: &Start) -> Answer {
    answer_of(&OpenAnswer {
        start: record(start),
        title: start.title(),
        played: tokens(&start.played),
        ..OpenAnswer::default()
    })
}

/// Opens the deal that a text holds.
pub(super) fn open(request: &Request) -> Answer {
    let text = request.text.as_deref().ok_or_else(|| ServiceError::missing("text"))?;
    let NamedText { name, content } = NamedText::new(TYPED, text);
    let parsed = parse_deal(&content).map_err(|error| SourceError::new(&name, &content, error))?;
    opened(&Start::new(parsed, DealSource::Text, read_reading(request.reading.as_deref())?))
}

/// Opens a deal of the dealer.
pub(super) fn draw(request: &Request) -> Answer {
    let [seed, index] = request.drawn()?;
    opened(&Start::dealt(seed, index, read_reading(request.reading.as_deref())?))
}
