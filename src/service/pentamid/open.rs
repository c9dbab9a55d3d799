//! Starts: from texts, or of a variant.

use serde::{Deserialize, Serialize};

use super::{StartRecord, repetition, rules_of};
use crate::fault::{Advised, Fault, TYPED};
use crate::pentamid::game::{Game, Position, Repetition, Rules};
use crate::pentamid::given::Given;
use crate::pentamid::record::{VariantRecord, tokens};
use crate::service::error::ServiceError;
use crate::service::{Answer, answer_of, fields};
use crate::start::NamedText;

/// Answer to `open` and `draw`.
#[derive(Serialize)]
struct OpenAnswer {
    start: StartRecord,
    title: &'static str,
    /// Always empty: games of this kind are not dealt.
    seed: &'static str,
    /// Moves played from the start.
    played: Vec<String>,
    warnings: [String; 0],
}

/// Formats an answer with a game.
fn opened(game: &Game) -> Answer {
    let (start, played) = (StartRecord::new(game), tokens(game.moves()));
    answer_of(&OpenAnswer { start, title: "Pentamid", seed: "", played, warnings: [] })
}

/// The variant that a request asks for.
#[derive(Deserialize)]
struct VariantFields {
    #[serde(default)]
    variant: VariantRecord,
    /// Whether earlier states may not come back; true by default.
    repetition: Option<bool>,
}

impl VariantFields {
    fn rules(&self) -> Result<Rules, ServiceError> {
        rules_of(self.variant.variant()?)
    }

    fn repetition(&self) -> Repetition {
        repetition(self.repetition.unwrap_or(true))
    }
}

/// Opens what a text holds: a position, moves from the start, or a record in JSON.
pub(super) fn open(request: &str) -> Answer {
    #[derive(Deserialize)]
    struct OpenFields {
        text: String,
    }
    let variant: VariantFields = fields(request)?;
    let text = NamedText::new(TYPED, &fields::<OpenFields>(request)?.text);
    let of_record = |variant| {
        let rules = Rules::new(variant);
        rules.map_err(|error| Fault::from(Advised::new(error.to_string(), "the record is damaged")))
    };
    let given = Given::read(&text, variant.rules()?, of_record)?;
    opened(&given.game(given.repetition.unwrap_or_else(|| variant.repetition()))?)
}

/// Opens the first position of a variant.
pub(super) fn draw(request: &str) -> Answer {
    let variant: VariantFields = fields(request)?;
    opened(&Game::new(variant.rules()?, variant.repetition(), Position::START))
}
