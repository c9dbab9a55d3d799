//! The position or the game that the arguments name.

use std::ffi::OsStr;

use solomids::pentamid::game::{
    Game, IllegalMove, Move, ParseError, Position, Repetition, Rules, parse_move, parse_moves, parse_position,
};

use super::record::{self, Claims};
use crate::cli::args::{PentamidStartArgs, PentamidVariantArgs};
use crate::cli::failure::BadText;
use crate::cli::input::Input;

/// Name of the text of `--moves` in messages.
const MOVES: &str = "<moves>";

/// A game as it was read: its moves are not checked yet.
pub(super) struct Given {
    pub(super) rules: Rules,
    pub(super) start: Position,
    /// The moves, each with the text it was read from and its place there.
    pub(super) moves: Vec<GivenMove>,
    /// Whether earlier states may come back, where a record says so.
    pub(super) repetition: Option<Repetition>,
    /// What a record claims.
    pub(super) claims: Option<Claims>,
}

/// A move with where it stands, for messages.
pub(super) struct GivenMove {
    pub(super) mv: Move,
    name: String,
    text: String,
    span: std::ops::Range<usize>,
}

impl Given {
    /// Reads what the arguments name; the start of the game if they name nothing.
    pub(super) fn resolve(
        arguments: &PentamidStartArgs,
        variant: &PentamidVariantArgs,
    ) -> anyhow::Result<Self> {
        let mut given = match &arguments.text {
            Some(text) => Self::read(text, variant)?,
            None => Self::from_start(variant.rules()?),
        };
        if let Some(text) = &arguments.moves {
            given = given.with_moves(text)?;
        }
        Ok(given)
    }

    /// The same game with the moves of an option.
    pub(super) fn with_moves(mut self, text: &str) -> anyhow::Result<Self> {
        self.moves.extend(read_moves(&self.rules, MOVES, text)?);
        Ok(self)
    }

    /// Reads a file, standard input or a text: a position, moves from the start, or a record in JSON.
    pub(super) fn read(argument: &OsStr, variant: &PentamidVariantArgs) -> anyhow::Result<Self> {
        let rules = variant.rules()?;
        // Messages point into the text as it was typed.
        let argument = argument.to_str().map_or(argument, |text| match text.strip_prefix(' ') {
            Some(typed) if typed.starts_with("- ") => OsStr::new(typed),
            _ => argument,
        });
        let is_text = |text: &str| {
            text.is_empty()
                || text.contains(char::is_whitespace)
                || text.contains(['@', '{'])
                || parse_move(&rules, text).is_ok()
        };
        let help = "a position itself has blanks: '- - -/- L -/- - l 1'; moves are such as L@c3 and Lc3-c4";
        let input = Input::load(argument, is_text, help)?;
        if input.text.is_json() {
            return record::read(&input.text.name, &input.text.content, variant);
        }
        if is_moves(&input.text.content) {
            let moves = read_moves(&rules, &input.text.name, &input.text.content)?;
            return Ok(Self { moves, ..Self::from_start(rules) });
        }
        let start = parse_position(&rules, &input.text.content).map_err(|error| {
            bad_text(&input.text.name, &input.text.content, error).with_help(board_help(&input, &rules))
        })?;
        Ok(Self { start, ..Self::from_start(rules) })
    }

    pub(super) const fn from_start(rules: Rules) -> Self {
        Self { rules, start: Position::START, moves: Vec::new(), repetition: None, claims: None }
    }

    /// The game after the moves.
    ///
    /// # Errors
    /// The first illegal move, with its place.
    pub(super) fn game(&self, repetition: Repetition) -> anyhow::Result<Game> {
        let mut game = Game::new(self.rules, repetition, self.start);
        for (i, given) in self.moves.iter().enumerate() {
            game.play(given.mv).map_err(|reason| BadText {
                name: given.name.clone(),
                text: given.text.clone(),
                message: format!("move {} is illegal", i + 1),
                label: reason.to_string(),
                span: given.span.clone(),
                help: help(reason),
            })?;
        }
        Ok(game)
    }

    /// The moves.
    pub(super) fn moves(&self) -> Vec<Move> {
        self.moves.iter().map(|given| given.mv).collect()
    }
}

/// Advice for an illegal move.
fn help(reason: IllegalMove) -> Vec<String> {
    match reason {
        IllegalMove::Repeats { .. } => {
            vec![
                "no earlier state of a game may come back: the same stacks with the same side to move".into(),
            ]
        }
        IllegalMove::StillCovered(_) => {
            vec!["nests are used up from the outside: large, medium, small".into()]
        }
        _ => Vec::new(),
    }
}

/// Advice for a board of another size.
fn board_help(input: &Input, rules: &Rules) -> Option<String> {
    let rows: Vec<&str> = input.text.content.trim().split('/').collect();
    let height = rows.len();
    let width = rows[0].split_whitespace().count();
    let other = (width, height) != (rules.width(), rules.height());
    (other && (3..=8).contains(&width) && (3..=8).contains(&height))
        .then(|| format!("for a board of this size: --board {width}x{height}"))
}

/// Whether a text begins like moves: a position begins with a square.
fn is_moves(text: &str) -> bool {
    let mut lines = text.lines().map(|line| line.split('#').next().unwrap_or(line));
    let first = lines.find_map(|line| line.split([' ', '\t', ',']).find(|word| !word.is_empty()));
    first.is_some_and(|word| {
        word.contains('@') || (word.len() > 1 && word.contains('-') && !word.contains('/'))
    })
}

fn read_moves(rules: &Rules, name: &str, text: &str) -> anyhow::Result<Vec<GivenMove>> {
    let read = parse_moves(rules, text).map_err(|error| bad_text(name, text, error))?;
    let moves = read.moves.into_iter().zip(read.spans);
    Ok(moves.map(|(mv, span)| GivenMove { mv, name: name.into(), text: text.into(), span }).collect())
}

/// A move that was read from a field of a record.
pub(super) fn read_token(rules: &Rules, name: &str, token: &str) -> anyhow::Result<GivenMove> {
    let mv = parse_move(rules, token).map_err(|error| bad_text(name, token, error))?;
    Ok(GivenMove { mv, name: name.into(), text: token.into(), span: 0..token.len() })
}

/// A syntax error of this game's notation.
pub(super) fn bad_text(name: &str, text: &str, error: ParseError) -> BadText {
    BadText {
        name: name.into(),
        text: text.into(),
        message: error.message,
        label: format!("expected {}", error.expected),
        span: error.span,
        help: error.help.into_iter().collect(),
    }
}
