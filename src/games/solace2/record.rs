//! Records: what the commands of Solace II print as JSON, and the games that they read back, with what they claim.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::game::notation::ParsedDeal;
use super::game::{Deal, Palette, Position, UnknownReading, parse_deal};
use super::port::Start;
use super::solver::{Outcome, StopReason, Verdict};
use super::{Solace2, dealer};
use crate::games::port::{Form, Given, Played};
use crate::kit::error::{ErrorWithHelp, InputError, NamedText, read_field, read_tokens};
use crate::kit::json::{SCHEMA, without_empty, work};
use crate::kit::notation::tokens;
use crate::kit::verify::{ClaimedScore, Claims, read_claims, read_fields};

/// Name of the game in all records.
pub(crate) const GAME: &str = "solace2";

/// Where a deal comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum DealSource {
    /// A text.
    Text,
    /// The dealer.
    Seed {
        /// Its seed.
        seed: u64,
        /// Number of the deal.
        index: u64,
    },
}

/// A solution as `solve --format json` prints it.
pub fn solution(played: &Played<Solace2>, outcome: &Outcome) -> Value {
    let (start, verdict) = (&played.start, &outcome.verdict);
    let (lower, upper) = verdict.bounds();
    let record = json!({
        "schema": SCHEMA,
        "game": GAME,
        "deal": start.deal_text(),
        "source": start.source,
        "reading": start.reading.name(),
        "verdict": if matches!(verdict, Verdict::Exact { .. }) { "exact" } else { "undecided" },
        "score": verdict.score(),
        "lower_bound": lower,
        "upper_bound": upper,
        "moves": tokens(&outcome.line),
        "stats": work(outcome.stats.nodes, outcome.stats.elapsed),
        "stopped": verdict.stopped().map(StopReason::name),
        "played": tokens(&played.moves),
    });
    without_empty(record, &["played"])
}

/// A deal as `deal --format json` prints it. `format` names the mapping from seeds to deals.
pub fn deal(deal: &Deal, source: DealSource, format: &str) -> Value {
    json!({
        "schema": SCHEMA,
        "game": GAME,
        "deal": Palette::default().deal(deal),
        "source": source,
        "format": format,
    })
}

/// A position as `show --format json` prints it, and a game as `play` does.
pub fn played(played: &Played<Solace2>) -> Value {
    let start = &played.start;
    json!({
        "schema": SCHEMA,
        "game": GAME,
        "deal": start.deal_text(),
        "source": start.source,
        "reading": start.reading.name(),
        "moves": tokens(&played.moves),
        "score": played.position.score(),
    })
}

/// What of a game in JSON says where its line starts and how it goes; all other fields are claims.
#[derive(Deserialize)]
struct GameFields {
    deal: String,
    source: Option<DealSource>,
    reading: String,
    #[serde(default)]
    played: Vec<String>,
    moves: Vec<String>,
}

/// Reads a solution, or a game that was played: its line has all moves from the deal, those played before a search first.
pub(super) fn read_game(text: &NamedText) -> Result<Given<Solace2>, InputError> {
    let name = &text.name;
    let expected = "a game as `solace2 solve --format json` or `solace2 play` prints it";
    let claims = read_claims(text, Some(GAME), expected)?;
    let fields: GameFields = read_fields(text, expected)?;
    let ParsedDeal { deal, palette } = read_field(name, "deal", &fields.deal, parse_deal)?;
    let reading = fields.reading.parse().map_err(|error: UnknownReading| {
        let message = format!("`reading` in {name}: {error}");
        ErrorWithHelp::new(message, "name a reading that is known")
    })?;
    let start = Start { deal, palette, source: fields.source.unwrap_or(DealSource::Text), reading };
    let mut game = Given { claims: Some(claims), form: Form::Record, ..Given::start(start) };
    game.add_field(name, "played", read_tokens(name, "played", &fields.played, str::parse)?);
    game.add_field(name, "moves", read_tokens(name, "moves", &fields.moves, str::parse)?);
    Ok(game)
}

/// What a record would say of its line, with the upper bound that is claimed.
pub(super) fn rebuilt(start: &Start, end: &Position, claims: &Claims) -> Value {
    let best = ClaimedScore::new(claims, end.score(), end.nests() as u8);
    let is_another =
        matches!(start.source, DealSource::Seed { seed, index } if dealer::deal(seed, index) != start.deal);
    json!({
        "score": best.score(claims),
        "lower_bound": best.lower,
        "upper_bound": best.upper,
        "verdict": if best.is_decided() { "exact" } else { "undecided" },
        "stopped": best.stopped(claims),
        "source": if is_another { "another deal".into() } else { claims.get("source").cloned().unwrap_or_default() },
    })
}

#[cfg(test)]
mod tests {
    use super::super::game::Reading;
    use super::*;
    use crate::games::port::Game as _;

    #[test]
    fn claims_are_compared_with_the_line_and_with_each_other() {
        let contradictions = |claims: &str| {
            let text = format!(
                r#"{{"schema":1,"game":"solace2","deal":"KWW.KCC.WKK.WCC.CKW.CWK","reading":"literal","moves":["L-1>2"]{claims}}}"#
            );
            let game = Solace2::read(&NamedText::new("text", &text), Reading::LITERAL).unwrap();
            game.verify().contradictions
        };
        for honest in [
            "",
            r#","score":0"#,
            r#","verdict":"exact","score":0,"lower_bound":0,"upper_bound":0"#,
            r#","verdict":"undecided","score":null,"lower_bound":0,"upper_bound":6,"stopped":"nodes""#,
        ] {
            assert_eq!(contradictions(honest), [""; 0], "{honest}");
        }
        for (claims, wrong) in [
            (r#","score":1"#, "`score` says 1, the line gives 0"),
            (r#","lower_bound":1"#, "`lower_bound` says 1, the line gives 0"),
            (r#","upper_bound":7"#, "`upper_bound` says 7, the line gives 6"),
            (r#","verdict":"exact","score":null"#, "`score` says null, the line gives 0"),
            (
                r#","verdict":"exact","lower_bound":0,"upper_bound":1"#,
                "`verdict` says exact, the line gives undecided",
            ),
            (r#","verdict":"undecided","score":0"#, "`verdict` says undecided, the line gives exact"),
            (
                r#","verdict":"undecided","lower_bound":0,"upper_bound":0"#,
                "`verdict` says undecided, the line gives exact",
            ),
            (r#","verdict":"banana""#, "`verdict` says banana, the line gives exact"),
            (
                r#","source":{"kind":"seed","seed":1,"index":0}"#,
                "`source` says {\"kind\":\"seed\",\"seed\":1,\"index\":0}, the line gives another deal",
            ),
        ] {
            assert_eq!(contradictions(claims), [wrong], "{claims}");
        }
    }
}
