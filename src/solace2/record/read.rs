//! Reader of games in JSON, and what they claim.

use serde::Deserialize;

use super::{DealSource, GAME, SCHEMA};
use crate::fault::{Advised, BadText, Fault, check_head};
use crate::solace2::game::{Deal, Move, Palette, Position, Reading, parse_deal, replay};
use crate::solace2::start::Start;

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
    score: Option<u8>,
    bounds: Option<(u8, u8)>,
    verdict: Option<String>,
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
    verdict: Option<String>,
    score: Option<u8>,
    lower_bound: Option<u8>,
    upper_bound: Option<u8>,
}

impl GameRecord {
    /// Reads a game; `name` is the source of the text in messages.
    ///
    /// # Errors
    /// What is malformed, with its place where there is one; another schema or game; a deal or moves that are none.
    pub fn read(name: &str, text: &str) -> Result<Self, Fault> {
        check_head(name, text, GAME, SCHEMA)?;
        let fields: GameFields =
            serde_json::from_str(text).map_err(|error| BadText::of_json(name, text, &error, EXPECTED))?;
        let of = |field: &str| format!("{name}, field `{field}`");
        let parsed =
            parse_deal(&fields.deal).map_err(|error| BadText::new(&of("deal"), &fields.deal, error))?;
        let reading = fields.reading.parse().map_err(|error: crate::solace2::game::UnknownReading| {
            Advised::new(format!("{}: {error}", of("reading")), "name a reading that is known")
        })?;
        let read_moves = |field: &str, tokens: &[String]| -> Result<Vec<Move>, Fault> {
            let read =
                |token: &String| token.parse().map_err(|error| BadText::new(&of(field), token, error).into());
            tokens.iter().map(read).collect()
        };
        let mut moves = read_moves("played", &fields.played)?;
        moves.extend(read_moves("moves", &fields.moves)?);
        let claims = Claims {
            score: fields.score,
            bounds: fields.lower_bound.zip(fields.upper_bound),
            verdict: fields.verdict,
        };
        let source = fields.source.unwrap_or(DealSource::Text);
        let (deal, palette) = (parsed.deal, parsed.palette);
        Ok(Self { deal, palette, source, reading, moves, claims })
    }

    /// The game as a start, all moves played.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn start(self) -> Result<Start, Fault> {
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
        let Claims { score: claimed, bounds, verdict } = &self.claims;
        if let Some(claimed) = *claimed {
            expect(claimed == score, format!("the score is said to be {claimed}, the line reaches {score}"));
        }
        if let Some((lower, upper)) = *bounds {
            expect(
                lower == score,
                format!("the lower bound is said to be {lower}, the line reaches {score}"),
            );
            expect(
                upper >= score,
                format!("the upper bound is said to be {upper}, the line reaches {score}"),
            );
            let exact = verdict.as_deref() != Some("exact") || lower == upper;
            expect(exact, format!("the verdict is \"exact\", the bounds are {lower} and {upper}"));
        }
        if let DealSource::Seed { seed, index } = self.source {
            let deal = crate::solace2::dealer::deal(seed, index);
            expect(deal == self.deal, format!("deal {index} of seed {seed} is another one"));
        }
        wrong
    }
}
