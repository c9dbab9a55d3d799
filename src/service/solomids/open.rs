//! Starts: from texts, seeds and dealers.

use serde::Serialize;

use super::{record, tokens};
use crate::games::solomids::analysis::{DealFilter, Level};
use crate::games::solomids::dealer::{Source, tabletop};
use crate::games::solomids::start::{NamedText, NoPosition, Start, TextKind};
use crate::kit::fault::{SourceError, TYPED};
use crate::service::error::ServiceError;
use crate::service::host::Host;
use crate::service::open::OpenAnswer;
use crate::service::request::Request;
use crate::service::{Answer, answer_of};

/// The answer with a start; a seed that was typed as a seed is `intended`.
fn opened(start: &Start, intended: bool) -> OpenAnswer {
    OpenAnswer {
        start: record(start),
        title: start.title(),
        seed: start.web_seed().into(),
        played: tokens(&start.played),
        warnings: start.warnings(intended),
    }
}

/// Opens what a text holds, or the deal of a web seed.
pub(super) fn open(request: &Request) -> Answer {
    match (request.seed_text(), &request.text) {
        (Some(seed), _) => {
            answer_of(&opened(&Start::from_source(Source::WebSeed { seed: seed.into() })?, true))
        }
        (None, Some(text)) => answer_of(&opened(&read(&NamedText::new(TYPED, text))?, false)),
        (None, None) => Err(ServiceError::missing("text")),
    }
}

/// Reads a deal, a position or a share string.
fn read(text: &NamedText) -> Result<Start, ServiceError> {
    match text.kind() {
        TextKind::Position(parsed) => Ok(Start::from_position(parsed.position, parsed.palette)),
        TextKind::Line if text.share().is_ok_and(|share| share.seed.is_empty()) => Err(ServiceError::new(
            "the share string has no seed, so its deal is not known",
            "put the seed before the `_`",
        )),
        TextKind::Line => Ok(Start::after(text, None)?),
        TextKind::Json => Err(ServiceError::new(
            "the text is JSON, not a deal or a position",
            "take the text of its field `deal` or `share`",
        )),
        TextKind::Unknown(NoPosition::Several(deals)) => {
            Err(ServiceError::new(format!("the text holds {deals} deals"), "take one of them"))
        }
        TextKind::Unknown(NoPosition::Mistake(error)) => {
            Err(SourceError::new(&text.name, &text.content, *error).into())
        }
    }
}

/// Opens a deal of the tabletop dealer.
pub(super) fn draw(request: &Request) -> Answer {
    let [seed, index] = request.drawn()?;
    answer_of(&opened(&Start::from_source(Source::Seed { seed, index })?, true))
}

/// Answer to `level`.
#[derive(Serialize)]
struct LevelAnswer {
    #[serde(flatten)]
    opened: OpenAnswer,
    index: u64,
    level: &'static str,
}

/// Progress of `level`.
#[derive(Serialize)]
struct LevelProgress {
    /// Deals looked into so far.
    tried: u64,
}

/// Opens the first deal of a level, from an index on, that is proven winnable.
pub(super) fn level(request: &Request, host: &Host) -> Answer {
    let name = request.level()?;
    let level = Level::ALL.into_iter().find(|level| level.word() == name);
    let level = level.ok_or_else(|| {
        ServiceError::new(format!("no level {name:?}"), "levels are easy, medium, hard and brutal")
    })?;
    let [seed, first] = request.drawn()?;
    let filter = DealFilter { level: Some(level), winnable: true };
    let reporter = host.reporter();
    let passes = |&index: &u64| {
        if let Some(reporter) = &reporter {
            reporter.report(&LevelProgress { tried: index - first });
        }
        filter.passes(tabletop::deal(seed, index).position())
    };
    let index = (first..=u64::MAX)
        .find(passes)
        .ok_or_else(|| ServiceError::new("no deal of this level is left", "begin with a smaller index"))?;
    let opened = opened(&Start::from_source(Source::Seed { seed, index })?, true);
    answer_of(&LevelAnswer { opened, index, level: level.word() })
}
