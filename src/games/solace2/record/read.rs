//! Reader of games in JSON, and what they claim.

use serde::Deserialize;

use super::{DealSource, GAME, SCHEMA};
use crate::games::solace2::game::{Deal, Move, Palette, Position, Reading, parse_deal, replay};
use crate::games::solace2::start::Start;
use crate::kit::fault::{ErrorWithHelp, InputError, SourceError, check_head};
use crate::kit::nullable::{Nullable, nullable};

/// What is read.
const EXPECTED: &str = "a game as `solace2 solve --format json` or `solace2 play` prints it";

/// A game read from JSON: a solution, or a game that was played.
#[derive(Debug)]
pub struct GameRecord {
    /// The deal.
    pub deal: Deal,
    /// Letters of the colours.
    pub palette: Palette,
    /// Where the deal comes from.
    pub source: DealSource,
    /// Reading of the rules.
    pub reading: Reading,
    /// All moves from the deal, those played before a search first.
    pub moves: Vec<Move>,
    /// What is claimed of the line.
    claims: Claims,
}

/// Claims of a solution about its line.
#[derive(Debug, Default)]
struct Claims {
    verdict: Option<VerdictRecord>,
    /// Null where the best score is not known.
    score: Nullable<u8>,
    lower: Option<u8>,
    upper: Option<u8>,
}

/// A verdict in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum VerdictRecord {
    Exact,
    Undecided,
}

/// The fields that are read.
#[derive(Deserialize)]
struct GameFields {
    deal: String,
    source: Option<DealSource>,
    reading: String,
    #[serde(default)]
    played: Vec<String>,
    moves: Vec<String>,
    verdict: Option<VerdictRecord>,
    #[serde(default, deserialize_with = "nullable")]
    score: Nullable<u8>,
    lower_bound: Option<u8>,
    upper_bound: Option<u8>,
}

impl GameRecord {
    /// Reads a game; `name` is the source of the text in messages.
    ///
    /// # Errors
    /// What is malformed, with its place where there is one; another schema or game; a deal or moves that are none.
    pub fn read(name: &str, text: &str) -> Result<Self, InputError> {
        check_head(name, text, GAME, SCHEMA)?;
        let fields: GameFields =
            serde_json::from_str(text).map_err(|error| SourceError::of_json(name, text, &error, EXPECTED))?;
        let of = |field: &str| format!("{name}, field `{field}`");
        let parsed =
            parse_deal(&fields.deal).map_err(|error| SourceError::new(&of("deal"), &fields.deal, error))?;
        let reading =
            fields.reading.parse().map_err(|error: crate::games::solace2::game::UnknownReading| {
                ErrorWithHelp::new(format!("{}: {error}", of("reading")), "name a reading that is known")
            })?;
        let read_moves = |field: &str, tokens: &[String]| -> Result<Vec<Move>, InputError> {
            let read = |token: &String| {
                token.parse().map_err(|error| SourceError::new(&of(field), token, error).into())
            };
            tokens.iter().map(read).collect()
        };
        let mut moves = read_moves("played", &fields.played)?;
        moves.extend(read_moves("moves", &fields.moves)?);
        let claims = Claims {
            verdict: fields.verdict,
            score: fields.score,
            lower: fields.lower_bound,
            upper: fields.upper_bound,
        };
        let source = fields.source.unwrap_or(DealSource::Text);
        let (deal, palette) = (parsed.deal, parsed.palette);
        Ok(Self { deal, palette, source, reading, moves, claims })
    }

    /// The game as a start, all moves played.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn start(self) -> Result<Start, InputError> {
        let Self { deal, palette, source, reading, moves, .. } = self;
        let position = replay(&Position::new(&deal), reading, &moves)?;
        Ok(Start { deal, palette, source, reading, played: moves, position })
    }

    /// Claims that the end of the line contradicts.
    pub fn contradictions(&self, end: &Position) -> Vec<String> {
        let score = end.score();
        let mut wrong = Vec::new();
        let mut expect = |is_right: bool, text: String| {
            if !is_right {
                wrong.push(text);
            }
        };
        let Claims { verdict, score: claimed, lower, upper } = self.claims;
        if let Some(claimed) = claimed.flatten() {
            expect(claimed == score, format!("the score is said to be {claimed}, the line reaches {score}"));
        }
        if let Some(lower) = lower {
            let text = format!("the lower bound is said to be {lower}, the line reaches {score}");
            expect(lower == score, text);
        }
        if let Some(upper) = upper {
            let text = format!("the upper bound is said to be {upper}, the line reaches {score}");
            expect(upper >= score, text);
            let nests = self.deal.nests().len();
            let text = format!("the upper bound is said to be {upper}, and there are {nests} nests");
            expect(usize::from(upper) <= nests, text);
        }
        let is_exact = verdict == Some(VerdictRecord::Exact);
        if let Some((lower, upper)) = lower.zip(upper) {
            let text = format!("the verdict is \"exact\", the bounds are {lower} and {upper}");
            expect(!is_exact || lower == upper, text);
        }
        match (verdict, claimed) {
            (Some(VerdictRecord::Exact), Some(None)) => {
                expect(false, "the verdict is \"exact\", and no score is given".into());
            }
            (Some(VerdictRecord::Undecided), Some(Some(claimed))) => {
                expect(false, format!("the verdict is \"undecided\", and the score is said to be {claimed}"));
            }
            _ => {}
        }
        if verdict == Some(VerdictRecord::Undecided) && lower.is_some() && lower == upper {
            expect(false, "the verdict is \"undecided\", and the bounds are equal".into());
        }
        if let DealSource::Seed { seed, index } = self.source {
            let deal = crate::games::solace2::dealer::deal(seed, index);
            expect(deal == self.deal, format!("deal {index} of seed {seed} is another one"));
        }
        wrong
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_compared_with_the_line_and_with_each_other() {
        let contradictions = |claims: &str| {
            let text = format!(
                r#"{{"schema":1,"game":"solace2","deal":"KWW.KCC.WKK.WCC.CKW.CWK","reading":"literal","moves":["L-1>2"]{claims}}}"#
            );
            let game = GameRecord::read("text", &text).unwrap();
            let end = replay(&Position::new(&game.deal), game.reading, &game.moves).unwrap();
            game.contradictions(&end)
        };
        for honest in [
            "",
            r#","verdict":"exact","score":0,"lower_bound":0,"upper_bound":0"#,
            r#","verdict":"undecided","score":null,"lower_bound":0,"upper_bound":6"#,
        ] {
            assert_eq!(contradictions(honest), [""; 0], "{honest}");
        }
        for (claims, wrong) in [
            (r#","score":1"#, "the score is said to be 1, the line reaches 0"),
            (r#","lower_bound":1"#, "the lower bound is said to be 1, the line reaches 0"),
            (r#","upper_bound":7"#, "the upper bound is said to be 7, and there are 6 nests"),
            (r#","verdict":"exact","score":null"#, r#"the verdict is "exact", and no score is given"#),
            (
                r#","verdict":"exact","score":0,"lower_bound":0,"upper_bound":1"#,
                r#"the verdict is "exact", the bounds are 0 and 1"#,
            ),
            (
                r#","verdict":"undecided","score":0"#,
                r#"the verdict is "undecided", and the score is said to be 0"#,
            ),
            (
                r#","verdict":"undecided","lower_bound":0,"upper_bound":0"#,
                r#"the verdict is "undecided", and the bounds are equal"#,
            ),
        ] {
            assert_eq!(contradictions(claims), [wrong], "{claims}");
        }
        let unknown = r#"{"schema":1,"game":"solace2","deal":"KWW.KCC.WKK.WCC.CKW.CWK","reading":"literal","moves":[],"verdict":"banana"}"#;
        assert!(GameRecord::read("text", unknown).is_err());
    }
}
