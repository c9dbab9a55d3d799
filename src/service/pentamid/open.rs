//! Starts: from texts, or of a variant.

use super::{record, repetition, rules_of};
use crate::games::pentamid::game::{Game, Position};
use crate::games::pentamid::input::GameInput;
use crate::games::pentamid::record::tokens;
use crate::games::solomids::start::NamedText;
use crate::kit::fault::TYPED;
use crate::service::error::ServiceError;
use crate::service::open::OpenAnswer;
use crate::service::request::Request;
use crate::service::{Answer, answer_of};

/// Formats the answer with a game.
fn opened(game: &Game) -> Answer {
    answer_of(&OpenAnswer {
        start: record(game),
        title: "Pentamid".into(),
        played: tokens(game.moves()),
        ..OpenAnswer::default()
    })
}

/// Opens what a text holds: a position, or moves from the start.
pub(super) fn open(request: &Request) -> Answer {
    let text = request.text.as_deref().ok_or_else(|| ServiceError::missing("text"))?;
    let given = GameInput::of_text(&NamedText::new(TYPED, text), rules_of(&request.variant)?)?;
    opened(&given.game(repetition(request.repetition))?)
}

/// Opens the first position of a variant.
pub(super) fn draw(request: &Request) -> Answer {
    let rules = rules_of(&request.variant)?;
    opened(&Game::new(rules, repetition(request.repetition), Position::START))
}
