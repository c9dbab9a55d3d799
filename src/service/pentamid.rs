//! Requests about Pentamid.

mod open;
mod play;
mod search;

use super::Answer;
use super::error::ServiceError;
use super::request::{Request, StartRecord};
use crate::games::pentamid::game::{Game, IllegalMove, Repetition, Rules, parse_move, parse_position};
use crate::games::pentamid::record::VariantRecord;
use crate::kit::fault::{Illegal, SourceError};

/// Answers a request; `None` if its name is unknown.
pub(super) fn answer(request: &Request) -> Option<Answer> {
    Some(match request.ask.as_str() {
        "open" => open::open(request),
        "draw" => open::draw(request),
        "scene" => play::scene(request),
        "look" => play::look(request),
        "picture" => play::picture(request),
        "hint" => search::hint(request),
        "reply" => search::reply(request),
        "analyze" => search::analyze(request),
        _ => return None,
    })
}

/// The record of the start of a game.
fn record(game: &Game) -> StartRecord {
    let first = game.history().states().first().unwrap_or_else(|| game.position());
    StartRecord {
        deal: first.text(game.rules()),
        variant: Some(VariantRecord::new(game.rules())),
        repetition: Some(game.repetition() == Repetition::Barred),
        ..StartRecord::default()
    }
}

/// The game of a request before its moves.
fn first(request: &Request) -> Result<Game, ServiceError> {
    let StartRecord { deal, variant, repetition: barred, .. } = request.start()?;
    let rules = variant.as_ref().map_or_else(|| Ok(Rules::default()), rules_of)?;
    let position = parse_position(&rules, deal).map_err(|error| SourceError::new("`deal`", deal, error))?;
    Ok(Game::new(rules, repetition(*barred), position))
}

/// The game of a request after its moves.
fn played(request: &Request) -> Result<Game, ServiceError> {
    let mut game = first(request)?;
    for (i, token) in request.moves.iter().enumerate() {
        let name = format!("move {}", i + 1);
        let mv = parse_move(game.rules(), token).map_err(|error| SourceError::new(&name, token, error))?;
        let illegal =
            |reason: IllegalMove| Illegal { ply: i + 1, mv: mv.to_string(), reason: reason.to_string() };
        game.play(mv).map_err(illegal)?;
    }
    Ok(game)
}

/// The rules of a variant.
fn rules_of(variant: &VariantRecord) -> Result<Rules, ServiceError> {
    let rules = Rules::new(variant.variant()?);
    rules.map_err(|error| ServiceError::new(error.to_string(), "choose another variant"))
}

/// Whether earlier states may come back; barred unless a request says otherwise.
fn repetition(is_barred: Option<bool>) -> Repetition {
    if is_barred.unwrap_or(true) { Repetition::Barred } else { Repetition::Allowed }
}
