//! Games as they are given: a position, moves, or a record, whose moves are not checked yet.

use std::ops::Range;

use super::game::{
    Game, IllegalLine, IllegalMove, Move, Position, Repetition, Rules, Variant, parse_move, parse_moves,
    parse_position,
};
use super::record::{self, Claims};
use crate::games::solomids::start::NamedText;
use crate::kit::fault::{InputError, SourceError, of_illegal_line};

of_illegal_line!(Box<IllegalLine>);

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
    name: String,
    text: String,
    span: Range<usize>,
}

impl GameInput {
    /// Reads a position, moves from the start, or a record in JSON, whose rules are made by `rules_of`.
    ///
    /// # Errors
    /// The first mistake.
    pub fn read(
        text: &NamedText,
        rules: Rules,
        rules_of: impl Fn(Variant) -> Result<Rules, InputError>,
    ) -> Result<Self, InputError> {
        if text.is_json() {
            record::read(&text.name, &text.content, rules_of)
        } else {
            Self::of_text(text, rules)
        }
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
                let InputMove { name, text, span, .. } = given;
                SourceError::of_move(name, text, i + 1, reason, span.clone()).with_help(help(reason))
            })?;
        }
        Ok(game)
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
    let moves = read.moves.into_iter().zip(read.spans);
    Ok(moves.map(|(mv, span)| InputMove { mv, name: name.into(), text: text.into(), span }).collect())
}

/// A move that was read from a field of a record.
pub(super) fn read_token(rules: &Rules, name: &str, token: &str) -> Result<InputMove, InputError> {
    let mv = parse_move(rules, token).map_err(|error| SourceError::new(name, token, error))?;
    Ok(InputMove { mv, name: name.into(), text: token.into(), span: 0..token.len() })
}
