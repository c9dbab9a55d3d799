//! Requests about Solace II.

mod open;
mod play;
mod search;

use serde::{Deserialize, Serialize};

use super::Answer;
use super::error::ServiceError;
use crate::fault::{Advised, BadText, Illegal};
use crate::solace2::game::{IllegalMove, Move, Palette, Reading, UnknownReading, parse_deal};
use crate::solace2::record::DealSource;
use crate::solace2::solver::Solver;
use crate::solace2::start::Start;
use crate::solace2::view::Inside;

/// Answers requests about Solace II. The solver keeps tables from one to the next.
#[derive(Default)]
pub(super) struct Desk {
    solver: Solver,
}

impl Desk {
    /// Answers a request; `None` if its name is unknown.
    pub(super) fn answer(&mut self, ask: &str, request: &str) -> Option<Answer> {
        Some(match ask {
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

/// A start as requests and answers hold it.
#[derive(Serialize, Deserialize)]
struct StartRecord {
    /// The deal in notation.
    deal: String,
    source: DealSource,
    /// Name of the reading.
    reading: String,
}

/// The fields of a request about a game.
#[derive(Deserialize)]
struct GameFields {
    start: StartRecord,
    /// Tokens of the moves from the start.
    #[serde(default)]
    moves: Vec<String>,
    /// Whether what lies inside nests is hidden.
    #[serde(default)]
    hidden: bool,
}

impl StartRecord {
    fn new(start: &Start) -> Self {
        Self { deal: start.deal_text(), source: start.source, reading: start.reading.name() }
    }
}

impl GameFields {
    /// The start before its moves.
    fn first(&self) -> Result<Start, ServiceError> {
        let StartRecord { deal, source, reading } = &self.start;
        let mut parsed = parse_deal(deal).map_err(|error| BadText::new("`deal`", deal, error))?;
        if *source != DealSource::Text {
            parsed.palette = Palette::default();
        }
        Ok(Start::new(parsed, *source, read_reading(reading)?))
    }

    /// The start after its moves.
    fn start(&self) -> Result<Start, ServiceError> {
        let mut start = self.first()?;
        for (i, token) in self.moves.iter().enumerate() {
            let name = format!("move {}", i + 1);
            let mv: Move = token.parse().map_err(|error| BadText::new(&name, token, error))?;
            let illegal =
                |reason: IllegalMove| Illegal { ply: i + 1, mv: mv.to_string(), reason: reason.to_string() };
            start.position.play(mv, start.reading).map_err(illegal)?;
            start.played.push(mv);
        }
        Ok(start)
    }

    /// What words tell of nests.
    const fn inside(&self) -> Inside {
        if self.hidden { Inside::Hidden } else { Inside::Shown }
    }
}

/// Reads the name of a reading.
fn read_reading(name: &str) -> Result<Reading, ServiceError> {
    let unknown = |error: UnknownReading| Advised::new(error.to_string(), "`about` lists the readings");
    Ok(name.parse::<Reading>().map_err(unknown)?)
}

/// Tokens of moves.
fn tokens(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}
