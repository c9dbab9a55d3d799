//! Starts: from texts, seeds and dealers.

use serde::{Deserialize, Serialize};

use super::{StartRecord, tokens};
use crate::analysis::{DealFilter, Level};
use crate::dealer::{Source, tabletop};
use crate::fault::{BadText, Fault, TYPED};
use crate::game::replay;
use crate::record::read_solution;
use crate::service::error::ServiceError;
use crate::service::host::Host;
use crate::service::number::Number;
use crate::service::{Answer, answer_of, fields};
use crate::start::{NamedText, NoPosition, Start, TextKind};

/// Answer to `open`, `draw` and `level`.
#[derive(Serialize)]
struct OpenAnswer {
    start: StartRecord,
    title: String,
    /// Seed of the web page; empty if the deal has none.
    seed: String,
    /// Moves played from the start.
    played: Vec<String>,
    warnings: Vec<String>,
    #[serde(flatten)]
    drawn: Option<DrawnRecord>,
}

/// Where a deal of a level was found.
#[derive(Serialize)]
struct DrawnRecord {
    index: u64,
    level: &'static str,
}

impl OpenAnswer {
    /// The answer with a start; a seed that was typed as a seed is `intended`.
    fn new(start: &Start, intended: bool) -> Self {
        Self {
            start: StartRecord::new(start),
            title: start.title(),
            seed: start.web_seed().into(),
            played: tokens(&start.played),
            warnings: start.warnings(intended),
            drawn: None,
        }
    }
}

/// Opens what a text holds, or the deal of a web seed.
pub(super) fn open(request: &str) -> Answer {
    #[derive(Deserialize)]
    struct OpenFields {
        text: Option<String>,
        seed: Option<String>,
    }
    match fields(request)? {
        OpenFields { seed: Some(seed), .. } => {
            answer_of(&OpenAnswer::new(&Start::from_source(Source::WebSeed { seed })?, true))
        }
        OpenFields { text: Some(text), .. } => {
            answer_of(&OpenAnswer::new(&read(&NamedText::new(TYPED, &text))?, false))
        }
        _ => Err(ServiceError::new("nothing to open", "give a `text` or a `seed`")),
    }
}

/// Reads a deal, a position, a share string or a solution in JSON.
fn read(text: &NamedText) -> Result<Start, ServiceError> {
    match text.kind() {
        TextKind::Position(parsed) => Ok(Start::from_position(parsed.position, parsed.palette)),
        TextKind::Line if text.share().is_ok_and(|share| share.seed.is_empty()) => Err(ServiceError::new(
            "the share string has no seed, so its deal is not known",
            "put the seed before the `_`",
        )),
        TextKind::Line => Ok(Start::after(text, None)?),
        TextKind::Json => {
            let (mut start, moves, _) = read_solution(&text.name, &text.content)?;
            start.position = replay(&start.position, &moves).map_err(Fault::from)?;
            start.played.extend(moves);
            Ok(start)
        }
        TextKind::Unknown(NoPosition::Several(deals)) => {
            Err(ServiceError::new(format!("the text holds {deals} deals"), "take one of them"))
        }
        TextKind::Unknown(NoPosition::Mistake(error)) => {
            Err(BadText::new(&text.name, &text.content, *error).into())
        }
    }
}

/// Fields that name a deal of the tabletop dealer.
#[derive(Deserialize)]
struct DrawFields {
    seed: Number,
    #[serde(default)]
    index: Number,
}

/// Opens a deal of the tabletop dealer.
pub(super) fn draw(request: &str) -> Answer {
    let DrawFields { seed: Number(seed), index: Number(index) } = fields(request)?;
    answer_of(&OpenAnswer::new(&Start::from_source(Source::Seed { seed, index })?, true))
}

/// Opens the first deal of a level, from an index on, that is proven winnable.
pub(super) fn level(request: &str, host: &Host) -> Answer {
    #[derive(Deserialize)]
    struct LevelFields {
        level: Level,
        #[serde(flatten)]
        deal: DrawFields,
    }
    #[derive(Serialize)]
    struct LevelProgress {
        tried: u64,
    }
    let LevelFields { level, deal: DrawFields { seed: Number(seed), index: Number(first) } } =
        fields(request)?;
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
    let start = Start::from_source(Source::Seed { seed, index })?;
    let drawn = Some(DrawnRecord { index, level: level.word() });
    answer_of(&OpenAnswer { drawn, ..OpenAnswer::new(&start, true) })
}
