//! Games as they are given: a position, moves, or a record, whose moves are not checked yet.

use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;

use super::game::{
    Game, IllegalLine, IllegalMove, Move, Position, Repetition, Rules, Variant, parse_move, parse_moves,
    parse_position, replay,
};
use super::record::{AnalysisRecord, Claims, GAME, GameEnd, GameRecord, Head, SCHEMA, VerifyRecord};
use crate::kit::fault::NamedText;
use crate::kit::fault::{Illegal, InputError, SourceError, check_head, read_field, read_tokens, token_name};

/// A game as it was read: its moves are not checked yet.
pub struct GameInput {
    /// The rules.
    pub rules: Rules,
    /// The first position.
    pub start: Position,
    /// The moves, each with the text it was read from and its place there.
    pub moves: Vec<InputMove>,
    /// Whether earlier states may come back, where a record says so.
    pub repetition: Option<Repetition>,
    /// What a record claims.
    pub claims: Option<Claims>,
}

/// A move with where it stands, for messages.
pub struct InputMove {
    /// The move.
    pub mv: Move,
    place: Place,
}

/// Where a move stands. The texts of long lists are shared by their moves.
enum Place {
    /// Name and content of a text, and the place in it.
    Text(Arc<(String, String)>, Range<usize>),
    /// Names of a record and of its field, and the number in this, from 0.
    Record(Arc<(String, &'static str)>, usize),
}

impl GameInput {
    /// Reads a position, moves from the start, or a record in JSON, whose rules are made by `rules_of`: a game, or an answer of
    /// `analyze`.
    ///
    /// # Errors
    /// The first mistake, another game or schema, or a variant that `rules_of` refuses.
    pub fn read(
        text: &NamedText,
        rules: Rules,
        rules_of: impl Fn(Variant) -> Result<Rules, InputError>,
    ) -> Result<Self, InputError> {
        if !text.is_json() {
            return Self::of_text(text, rules);
        }
        let NamedText { name, content } = text;
        check_head(name, content, Some(GAME), SCHEMA)?;
        let is_analysis =
            serde_json::from_str::<serde_json::Value>(content).is_ok_and(|value| value.get("line").is_some());
        if is_analysis {
            let record: AnalysisRecord = from_json(text)?;
            let rules = rules_of(record.variant.variant()?)?;
            let (field, first) = match &record.start {
                Some(start) => ("start", start),
                None => ("position", &record.position),
            };
            let start = read_field(name, field, first, |text| parse_position(&rules, text))?;
            let mut moves = of_record(&rules, name, "played", &record.played)?;
            moves.extend(of_record(&rules, name, "line", &record.line)?);
            let repetition = Some(if record.repetition { Repetition::Barred } else { Repetition::Allowed });
            return Ok(Self {
                rules,
                start,
                moves,
                repetition,
                claims: Some(Claims::Analysis(record.into())),
            });
        }
        let record: GameRecord = from_json(text)?;
        let rules = rules_of(record.variant.variant()?)?;
        let start = read_field(name, "position", &record.position, |text| parse_position(&rules, text))?;
        let moves = of_record(&rules, name, "moves", &record.moves)?;
        let allowed = record.repetition == Some(false);
        let repetition = Some(if allowed { Repetition::Allowed } else { Repetition::Barred });
        Ok(Self { rules, start, moves, repetition, claims: record.result.map(Claims::Result) })
    }

    /// Reads a position, or moves from the start.
    ///
    /// # Errors
    /// The first mistake.
    pub fn of_text(text: &NamedText, rules: Rules) -> Result<Self, InputError> {
        let NamedText { name, content } = text;
        if is_moves(content) {
            return Ok(Self { moves: read_moves(&rules, name, content)?, ..Self::from_start(rules) });
        }
        let start =
            parse_position(&rules, content).map_err(|error| SourceError::new(name, content, error))?;
        Ok(Self { start, ..Self::from_start(rules) })
    }

    /// The same game with moves after it; `name` is the source of the text in messages.
    ///
    /// # Errors
    /// The first word that is no move.
    pub fn with_moves(mut self, name: &str, text: &str) -> Result<Self, InputError> {
        self.moves.extend(read_moves(&self.rules, name, text)?);
        Ok(self)
    }

    /// The start of a game.
    pub const fn from_start(rules: Rules) -> Self {
        Self { rules, start: Position::START, moves: Vec::new(), repetition: None, claims: None }
    }

    /// The game after the moves.
    ///
    /// # Errors
    /// The first illegal move, with its place.
    pub fn game(&self, repetition: Repetition) -> Result<Game, InputError> {
        let mut game = Game::new(self.rules, repetition, self.start);
        for (i, given) in self.moves.iter().enumerate() {
            game.play(given.mv).map_err(|reason| {
                let illegal = match &given.place {
                    Place::Text(text, span) => {
                        SourceError::of_move(&text.0, &text.1, i + 1, reason, span.clone())
                    }
                    Place::Record(record, index) => {
                        let (name, token) = (token_name(&record.0, record.1, *index), given.mv.to_string());
                        SourceError::of_move(&name, &token, i + 1, reason, 0..token.len())
                    }
                };
                illegal.with_help(help(reason))
            })?;
        }
        Ok(game)
    }

    /// Replays the moves, and compares what is claimed of them with what they give. `allowed` lets earlier states come back,
    /// whatever a record says.
    pub fn verify(&self, allowed: bool) -> (Result<Game, IllegalLine>, VerifyRecord) {
        let repetition = match (allowed, self.repetition) {
            (true, _) => Repetition::Allowed,
            (false, said) => said.unwrap_or(Repetition::Barred),
        };
        let moves = self.moves();
        let result = replay(&self.rules, repetition, self.start, &moves);
        let game = result.as_ref().ok();
        let claims = game.zip(self.claims.as_ref());
        let record = VerifyRecord {
            head: Head::new(),
            legal: game.is_some(),
            moves: moves.len(),
            end: GameEnd::new(repetition, game),
            illegal: result.as_ref().err().cloned().map(Illegal::from),
            contradictions: claims.map(|(game, claims)| claims.contradictions(game)).unwrap_or_default(),
        };
        (result, record)
    }

    /// The moves.
    pub fn moves(&self) -> Vec<Move> {
        self.moves.iter().map(|given| given.mv).collect()
    }
}

/// Advice for an illegal move.
fn help(reason: IllegalMove) -> Option<String> {
    let advice = match reason {
        IllegalMove::Repeats { .. } => {
            "no earlier state of a game may come back: the same stacks with the same side to move"
        }
        IllegalMove::StillCovered(_) => "nests are used up from the outside: large, medium, small",
        _ => return None,
    };
    Some(advice.into())
}

/// Whether a text begins like moves: a position begins with a square.
fn is_moves(text: &str) -> bool {
    let mut lines = text.lines().map(|line| line.split('#').next().unwrap_or(line));
    let first = lines.find_map(|line| line.split([' ', '\t', ',']).find(|word| !word.is_empty()));
    first.is_some_and(|word| {
        word.contains('@') || (word.len() > 1 && word.contains('-') && !word.contains('/'))
    })
}

fn read_moves(rules: &Rules, name: &str, text: &str) -> Result<Vec<InputMove>, InputError> {
    let read = parse_moves(rules, text).map_err(|error| SourceError::new(name, text, error))?;
    let text = Arc::new((name.to_owned(), text.to_owned()));
    let moves = read.moves.into_iter().zip(read.spans);
    Ok(moves.map(|(mv, span)| InputMove { mv, place: Place::Text(Arc::clone(&text), span) }).collect())
}

/// Reads the moves in a field of a record.
fn of_record(
    rules: &Rules,
    name: &str,
    field: &'static str,
    tokens: &[String],
) -> Result<Vec<InputMove>, InputError> {
    let moves = read_tokens(name, field, tokens, |token| parse_move(rules, token))?;
    let record = Arc::new((name.to_owned(), field));
    let of_move = |(i, mv)| InputMove { mv, place: Place::Record(Arc::clone(&record), i) };
    Ok(moves.into_iter().enumerate().map(of_move).collect())
}

/// Reads JSON, with the place of a mistake.
fn from_json<'a, T: Deserialize<'a>>(text: &'a NamedText) -> Result<T, InputError> {
    let expected = "a game as `play` saves it, or an answer of `analyze --format json`";
    let read = serde_json::from_str(&text.content);
    read.map_err(|error| SourceError::of_json(&text.name, &text.content, &error, expected).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_keep_their_text_once() {
        let rules = Rules::new(Variant::default()).expect("the wiki's variant");
        let text = NamedText::new("list", &"L@a1 La1-a2 ".repeat(10_000));
        let given = GameInput::of_text(&text, rules).expect("moves");
        let Place::Text(shared, _) = &given.moves[0].place else { panic!("the moves are of a text") };
        assert_eq!((given.moves.len(), Arc::strong_count(shared)), (20_000, 20_000));
    }
}
