//! Moves of the engine, and what the prover finds.

use serde::Serialize;

use super::played;
use crate::games::pentamid::engine::{Choice, Engine, Level, MoveLimits, Rng};
use crate::games::pentamid::game::Game;
use crate::games::pentamid::prover::{Config, MAX_PLIES, prove_from};
use crate::games::pentamid::record::AnalysisRecord;
use crate::games::pentamid::view::words::described;
use crate::service::error::ServiceError;
use crate::service::request::Request;
use crate::service::{Answer, answer_of};

/// Plies that the prover looks ahead unless a request says otherwise.
const PLIES: u32 = 9;
/// Bytes of the prover's table, at most.
const TABLE: u64 = 64 << 20;

/// Answer to `reply` and `hint`.
#[derive(Serialize)]
struct ReplyAnswer {
    /// The move; null if the game is over.
    #[serde(rename = "move")]
    mv: Option<String>,
    words: Option<String>,
    /// Score for the side to move, by the engine's guess: hundredths of a line, about.
    score: Option<i32>,
    /// Plies searched in full.
    plies: u32,
    nodes: u64,
}

/// Formats a choice of the engine.
fn chosen(game: &Game, choice: Option<Choice>) -> Answer {
    answer_of(&ReplyAnswer {
        mv: choice.map(|choice| choice.mv.to_string()),
        words: choice.map(|choice| described(game.position(), choice.mv)),
        score: choice.map(|choice| choice.score),
        plies: choice.map_or(0, |choice| choice.depth),
        nodes: choice.map_or(0, |choice| choice.nodes),
    })
}

/// The engine's move at a level of strength.
pub(super) fn reply(request: &Request) -> Answer {
    let game = played(request)?;
    let level = request.level()?;
    let level = level.parse().ok().and_then(Level::new).ok_or_else(|| {
        ServiceError::new(format!("no level {level}"), format!("levels go from 1 to {}", Level::STRONGEST))
    })?;
    // The seed decides when weak levels slip.
    let seed = if request.seed_text().is_some() { request.drawn()?[0] } else { 0 };
    let mut random = Rng::new(seed, game.moves().len() as u64);
    chosen(&game, level.choose(&mut Engine::new(game.rules()), &game, &mut random))
}

/// A good move, by the engine at the strongest level but one.
pub(super) fn hint(request: &Request) -> Answer {
    let game = played(request)?;
    let usual = Level::new(Level::STRONGEST - 1).map_or(MoveLimits::nodes(1), Level::limits);
    let limits = MoveLimits { nodes: request.nodes.unwrap_or(usual.nodes), time: request.timeout(), ..usual };
    chosen(&game, Engine::new(game.rules()).choose(&game, &limits))
}

/// What is forced within a number of plies.
pub(super) fn analyze(request: &Request) -> Answer {
    let game = played(request)?;
    let plies = request.plies.unwrap_or(PLIES);
    if plies > MAX_PLIES {
        return Err(ServiceError::new(format!("{plies} plies"), format!("{MAX_PLIES} plies are the most")));
    }
    let config = Config {
        plies,
        repetition: game.repetition(),
        max_nodes: request.nodes,
        timeout: request.timeout(),
        table: request.memory().min(TABLE) as usize,
        ..Config::default()
    };
    answer_of(&AnalysisRecord::new(&game, &prove_from(game.rules(), game.history(), &config)))
}
