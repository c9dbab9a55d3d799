//! Requests about Solomids.

mod open;
mod play;
mod search;

use serde::{Deserialize, Serialize};

use super::Answer;
use super::error::ServiceError;
use super::host::Host;
use crate::dealer::Source;
use crate::fault::{BadText, Illegal};
use crate::game::{IllegalMove, Move, Palette, parse_position};
use crate::solver::Solver;
use crate::start::Start;

/// Answers requests about Solomids. The solver keeps tables from one to the next.
#[derive(Default)]
pub(super) struct Desk {
    solver: Solver,
}

impl Desk {
    /// Answers a request; `None` if its name is unknown.
    pub(super) fn answer(&mut self, ask: &str, request: &str, host: &Host) -> Option<Answer> {
        Some(match ask {
            "open" => open::open(request),
            "draw" => open::draw(request),
            "level" => open::level(request, host),
            "scene" => play::scene(request),
            "look" => play::look(request),
            "picture" => play::picture(request),
            "solve" => search::solve(request, host),
            "hint" => search::hint(&mut self.solver, request, host),
            "review" => search::review(&mut self.solver, request, host),
            _ => return None,
        })
    }
}

/// A start as requests and answers hold it.
#[derive(Serialize, Deserialize)]
struct StartRecord {
    /// Canonical text of the first position.
    deal: String,
    source: Source,
}

/// The fields of a request about a game.
#[derive(Deserialize)]
struct GameFields {
    start: StartRecord,
    /// Tokens of the moves from the start.
    #[serde(default)]
    moves: Vec<String>,
}

impl StartRecord {
    fn new(start: &Start) -> Self {
        Self { deal: start.palette.canonical(&start.deal), source: start.source.clone() }
    }
}

impl GameFields {
    /// The start before its moves.
    fn first(&self) -> Result<Start, ServiceError> {
        let StartRecord { deal, source } = &self.start;
        let parsed = parse_position(deal).map_err(|error| BadText::new("`deal`", deal, error))?;
        // Letters that are not on the board are known of dealers only.
        let palette = if *source == Source::Text { parsed.palette } else { Palette::default() };
        Ok(Start { source: source.clone(), ..Start::from_position(parsed.position, palette) })
    }

    /// The start after its moves.
    fn start(&self) -> Result<Start, ServiceError> {
        let mut start = self.first()?;
        for (i, token) in self.moves.iter().enumerate() {
            let mv = read_move(i + 1, token)?;
            let illegal =
                |reason: IllegalMove| Illegal { ply: i + 1, mv: mv.to_string(), reason: reason.to_string() };
            start.position.play(mv).map_err(illegal)?;
            start.played.push(mv);
        }
        Ok(start)
    }
}

/// Reads the token of a move with its number.
fn read_move(number: usize, token: &str) -> Result<Move, ServiceError> {
    token.parse().map_err(|error| BadText::new(&format!("move {number}"), token, error).into())
}

/// Tokens of moves.
fn tokens(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}
