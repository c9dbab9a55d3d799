//! Requests about Solace II.

mod open;
mod play;
mod search;

use super::Answer;
use super::error::ServiceError;
use super::request::{Request, StartRecord, TextOrInt};
use crate::games::solace2::game::{IllegalMove, Move, Palette, Reading, UnknownReading, parse_deal};
use crate::games::solace2::record::DealSource;
use crate::games::solace2::solver::Solver;
use crate::games::solace2::start::Start;
use crate::games::solace2::view::Inside;
use crate::kit::fault::{ErrorWithHelp, Illegal, SourceError};

/// Answers requests about Solace II. The solver keeps tables from one to the next.
#[derive(Default)]
pub(super) struct Desk {
    solver: Solver,
}

impl Desk {
    /// Answers a request; `None` if its name is unknown.
    pub(super) fn answer(&mut self, request: &Request) -> Option<Answer> {
        Some(match request.ask.as_str() {
            "open" => open::open(request),
            "draw" => open::draw(request),
            "scene" => play::scene(request),
            "look" => play::look(request),
            "picture" => play::picture(request),
            "solve" => search::solve(&mut self.solver, request),
            "hint" => search::hint(&mut self.solver, request),
            _ => return None,
        })
    }
}

/// The record of a start.
fn record(start: &Start) -> StartRecord {
    let drawn = match start.source {
        DealSource::Text => None,
        DealSource::Seed { seed, index } => Some([seed, index].map(|number| TextOrInt(number.to_string()))),
    };
    let reading = Some(start.reading.name());
    StartRecord { deal: start.deal_text(), drawn, reading, ..StartRecord::default() }
}

/// The start of a request before its moves.
fn first(request: &Request) -> Result<Start, ServiceError> {
    let StartRecord { deal, drawn, reading, .. } = request.start()?;
    let mut parsed = parse_deal(deal).map_err(|error| SourceError::new("`deal`", deal, error))?;
    let source = match drawn {
        Some([seed, index]) => DealSource::Seed { seed: seed.number()?, index: index.number()? },
        None => DealSource::Text,
    };
    if source != DealSource::Text {
        parsed.palette = Palette::default();
    }
    Ok(Start::new(parsed, source, read_reading(reading.as_deref())?))
}

/// The start of a request after its moves.
fn played(request: &Request) -> Result<Start, ServiceError> {
    let mut start = first(request)?;
    for (i, token) in request.moves.iter().enumerate() {
        let name = format!("move {}", i + 1);
        let mv: Move = token.parse().map_err(|error| SourceError::new(&name, token, error))?;
        let illegal =
            |reason: IllegalMove| Illegal { ply: i + 1, mv: mv.to_string(), reason: reason.to_string() };
        start.position.play(mv, start.reading).map_err(illegal)?;
        start.played.push(mv);
    }
    Ok(start)
}

/// What words tell of nests.
const fn inside(request: &Request) -> Inside {
    if request.hidden { Inside::Hidden } else { Inside::Shown }
}

/// Reads the name of a reading; the standard one without a name.
fn read_reading(name: Option<&str>) -> Result<Reading, ServiceError> {
    let Some(name) = name else { return Ok(Reading::default()) };
    let unknown = |error: UnknownReading| ErrorWithHelp::new(error.to_string(), "`about` lists the readings");
    Ok(name.parse::<Reading>().map_err(unknown)?)
}

/// Tokens of moves.
fn tokens(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}
