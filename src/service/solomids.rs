//! Requests about Solomids.

mod open;
mod play;
mod search;

use super::Answer;
use super::error::ServiceError;
use super::host::Host;
use super::request::{Request, StartRecord, TextOrInt};
use crate::games::solomids::dealer::Source;
use crate::games::solomids::game::{IllegalMove, Move, Palette, parse_position};
use crate::games::solomids::solver::Solver;
use crate::games::solomids::start::Start;
use crate::kit::fault::{Illegal, SourceError};

/// Answers requests about Solomids. The solver keeps tables from one to the next, and searches in slices are kept until they end.
#[derive(Default)]
pub(super) struct Desk {
    solver: Solver,
    judgements: search::Judgements,
}

impl Desk {
    /// Answers a request; `None` if its name is unknown.
    pub(super) fn answer(&mut self, request: &Request, host: &Host) -> Option<Answer> {
        Some(match request.ask.as_str() {
            "open" => open::open(request),
            "draw" => open::draw(request),
            "level" => open::level(request, host),
            "scene" => play::scene(request),
            "look" => play::look(request),
            "picture" => play::picture(request),
            "solve" => search::solve(&mut self.solver, request, host),
            "hint" if request.every && request.slice.is_some() => {
                self.judgements.go_on(&mut self.solver, request, host)
            }
            "hint" => search::hint(&mut self.solver, request, host),
            "review" => search::review(&mut self.solver, request, host),
            _ => return None,
        })
    }
}

/// The record of a start.
fn record(start: &Start) -> StartRecord {
    let (web, drawn) = match &start.source {
        Source::Text => (None, None),
        Source::WebSeed { seed } => (Some(seed.clone()), None),
        Source::Seed { seed, index } => {
            (None, Some([seed, index].map(|number| TextOrInt(number.to_string()))))
        }
    };
    StartRecord { deal: start.palette.canonical(&start.deal), web, drawn, ..StartRecord::default() }
}

/// The start of a request before its moves.
fn first(request: &Request) -> Result<Start, ServiceError> {
    let StartRecord { deal, web, drawn, .. } = request.start()?;
    let parsed = parse_position(deal).map_err(|error| SourceError::new("`deal`", deal, error))?;
    let source = match (web, drawn) {
        (Some(seed), _) => Source::WebSeed { seed: seed.clone() },
        (None, Some([seed, index])) => Source::Seed { seed: seed.number()?, index: index.number()? },
        (None, None) => Source::Text,
    };
    let palette = if source == Source::Text { parsed.palette } else { Palette::default() };
    Ok(Start { source, ..Start::from_position(parsed.position, palette) })
}

/// The start of a request after its moves.
fn played(request: &Request) -> Result<Start, ServiceError> {
    let mut start = first(request)?;
    for (i, token) in request.moves.iter().enumerate() {
        let name = format!("move {}", i + 1);
        let mv: Move = token.parse().map_err(|error| SourceError::new(&name, token, error))?;
        let illegal =
            |reason: IllegalMove| Illegal { ply: i + 1, mv: mv.to_string(), reason: reason.to_string() };
        start.position.play(mv).map_err(illegal)?;
        start.played.push(mv);
    }
    Ok(start)
}

/// Tokens of moves.
fn tokens(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}
