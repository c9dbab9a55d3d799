//! Requests about Pentamid.

mod open;
mod play;
mod search;

use serde::{Deserialize, Serialize};

use super::Answer;
use super::error::ServiceError;
use crate::fault::{BadText, Illegal};
use crate::pentamid::game::{Game, IllegalMove, Repetition, Rules, Variant, parse_move, parse_position};
use crate::pentamid::record::VariantRecord;

/// Answers a request; `None` if its name is unknown.
pub(super) fn answer(ask: &str, request: &str) -> Option<Answer> {
    Some(match ask {
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

/// A start as requests and answers hold it.
#[derive(Serialize, Deserialize)]
struct StartRecord {
    /// The first position.
    position: String,
    #[serde(flatten)]
    variant: VariantRecord,
    /// Whether earlier states may not come back.
    repetition: bool,
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
    fn new(game: &Game) -> Self {
        let first = game.history().states().first().unwrap_or_else(|| game.position());
        Self {
            position: first.text(game.rules()),
            variant: VariantRecord::new(game.rules()),
            repetition: game.repetition() == Repetition::Barred,
        }
    }

    /// The game before its moves.
    fn game(&self) -> Result<Game, ServiceError> {
        let rules = rules_of(self.variant.variant()?)?;
        let first = parse_position(&rules, &self.position)
            .map_err(|error| BadText::new("`position`", &self.position, error))?;
        Ok(Game::new(rules, repetition(self.repetition), first))
    }
}

impl GameFields {
    /// The game after its moves.
    fn game(&self) -> Result<Game, ServiceError> {
        let mut game = self.start.game()?;
        for (i, token) in self.moves.iter().enumerate() {
            let name = format!("move {}", i + 1);
            let mv = parse_move(game.rules(), token).map_err(|error| BadText::new(&name, token, error))?;
            let illegal =
                |reason: IllegalMove| Illegal { ply: i + 1, mv: mv.to_string(), reason: reason.to_string() };
            game.play(mv).map_err(illegal)?;
        }
        Ok(game)
    }
}

/// The rules of a variant.
fn rules_of(variant: Variant) -> Result<Rules, ServiceError> {
    Rules::new(variant).map_err(|error| ServiceError::new(error.to_string(), "choose another variant"))
}

/// Whether earlier states may come back.
const fn repetition(is_barred: bool) -> Repetition {
    if is_barred { Repetition::Barred } else { Repetition::Allowed }
}
